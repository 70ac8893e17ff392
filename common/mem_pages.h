/* mem_pages.h: where mem.c gets its large blocks.
 *
 * Fresh memory is dear: the system clears each page before it gives it out, and in a
 * virtual machine the host does so once more. Blocks that are freed leave their pages
 * here for the blocks to come, by moving page tables, not bytes. Together, blocks and
 * pages kept are never more than the blocks once were: the peak does not grow.
 */
#ifndef UFV_COMMON_MEM_PAGES_H
#define UFV_COMMON_MEM_PAGES_H

#include <stddef.h>

/* Blocks from here on are worth it. */
#define MEM_PAGES_LARGE ((size_t)8 << 20)

/* At least that many bytes, contents undefined, aligned to 2 MB; NULL: no memory left.
 * Any thread. */
void *mem_pages_take(size_t bytes);

/* Gives back what mem_pages_take() gave. bytes: as they were asked for. Any thread. */
void mem_pages_give(void *block, size_t bytes);

#endif
