/* h5_direct.h: puts the bytes of large arrays on disk past the system's page cache.
 *
 * Through the cache each byte is copied to fresh memory, which takes longer than to
 * write it, and as much memory again as the file is long. Where a file system cannot do
 * without its cache, the bytes take that way.
 */
#ifndef UFV_FORMATS_H5_H5_DIRECT_H
#define UFV_FORMATS_H5_H5_DIRECT_H

#include <stddef.h>
#include <stdint.h>

/* Arrays from there on are worth it, and have to begin at a multiple of H5_DIRECT_PAGE
 * in the file. */
enum { H5_DIRECT_LARGE = 1 << 20, H5_DIRECT_PAGE = 4096 };

struct h5_direct;

/* Opens a file that is there; close with h5_direct_close(). NULL, without a sentence, when it cannot be opened
 * to write. */
struct h5_direct *h5_direct_open(const char *path);
void h5_direct_close(struct h5_direct *d); /* NULL is allowed */

/* Writes data at byte `at` of the file, a multiple of H5_DIRECT_PAGE, and finds its CRC-32. Returns 0 or errno;
 * *crc is set after success only. */
int h5_direct_write(struct h5_direct *d, int64_t at, const void *data, size_t bytes, uint32_t *crc);

#endif
