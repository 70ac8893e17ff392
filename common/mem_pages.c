/* mem_pages.c: spans of unused pages, and the moving of page tables (mremap) that joins them. */
#include "mem_pages.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

/* Pages of 2 MB where the system has them: large arrays are walked at random, and
 * giving them out in pages of 4 kB takes longer than filling them. */
static const size_t page = (size_t)2 << 20;

/* Pages that nobody uses, each span in one mapping. Those that find no room go back. */
enum { MOST_SPANS = 256 };
static struct span {
    char *begin;
    size_t bytes;
} spare[MOST_SPANS];
static int n_spare;
static size_t used_bytes, spare_bytes, most_used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void remove_span(int i)
{
    spare_bytes -= spare[i].bytes;
    spare[i] = spare[--n_spare];
}

/* Addresses that nobody uses, aligned to a page; NULL: none left.
 * mmap() aligns to 4 kB only: one page of 2 MB more is asked for, and what lies before and behind the aligned
 * part goes back. NORESERVE: address space costs nothing until it is touched. */
static char *reserve(size_t bytes, int protection)
{
    char *all = mmap(NULL, bytes + page, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    char *begin = (char *)(((uintptr_t)all + page - 1) / page * page);
    if (begin > all)
        munmap(all, (size_t)(begin - all));
    munmap(begin + bytes, (size_t)(all + page - begin));
    return begin;
}

/* The smallest span that is large enough, otherwise the largest; -1: there is none.
 * Best fit keeps large spans whole. If none fits, the largest is taken, to be extended by the fewest fresh
 * pages. */
static int choose_span(size_t bytes)
{
    int best = -1;
    for (int i = 0; i < n_spare; i++) {
        bool fits = spare[i].bytes >= bytes, best_fits = best >= 0 && spare[best].bytes >= bytes;
        if (best < 0 || (fits && !best_fits) || (fits == best_fits && (spare[i].bytes < spare[best].bytes) == fits))
            best = i;
    }
    return best;
}

/* The front of a span that is large enough. */
static char *cut_span(int i, size_t bytes)
{
    char *block = spare[i].begin;
    spare[i].begin += bytes;
    spare[i].bytes -= bytes;
    spare_bytes -= bytes;
    if (spare[i].bytes == 0)
        remove_span(i);
    return block;
}

/* A span and fresh pages behind it, at new addresses. NULL: the system would not.
 * mremap() moves the page tables, not the bytes: pages that the system has already zeroed and given out are
 * used again, which is far cheaper than faulting in fresh ones. What was read from the span before is still
 * there; blocks are not zero. */
static char *grow_span(int i, size_t bytes)
{
    char *block = reserve(bytes, PROT_NONE);
    if (!block)
        return NULL;
    if (mremap(spare[i].begin, spare[i].bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, block) == MAP_FAILED) {
        munmap(block, bytes);
        return NULL;
    }
    remove_span(i);
    return block;
}

static char *fresh_pages(size_t bytes)
{
    char *block = reserve(bytes, PROT_READ | PROT_WRITE);
    if (block)
        madvise(block, bytes, MADV_HUGEPAGE); /* advice: no harm when it is not taken */
    return block;
}

/* Gives pages back until no more are held than were ever used.
 * So the process never holds more than the most it has used at once: the capacity estimate, which counts what
 * is used, stays true. */
static void trim(void)
{
    while (n_spare > 0 && used_bytes + spare_bytes > most_used) {
        size_t surplus = used_bytes + spare_bytes - most_used;
        /* From the end of the last span, which costs no shift of the others; a span that is used up leaves the list. */
        struct span *s = &spare[n_spare - 1];
        size_t bytes = surplus < s->bytes ? surplus : s->bytes;
        munmap(s->begin + s->bytes - bytes, bytes);
        s->bytes -= bytes;
        spare_bytes -= bytes;
        n_spare -= s->bytes == 0;
    }
}

static size_t whole_pages(size_t bytes)
{
    return (bytes + page - 1) / page * page;
}

/* `bytes` includes the header of mem.c. A span must be given back with the same number (mem_pages_give()), since spans
 * do not carry their size. */
void *mem_pages_take(size_t bytes)
{
    bytes = whole_pages(bytes);
    pthread_mutex_lock(&lock);
    int i = choose_span(bytes);
    char *block = i < 0 ? NULL : spare[i].bytes >= bytes ? cut_span(i, bytes) : grow_span(i, bytes);
    if (!block)
        block = fresh_pages(bytes);
    used_bytes += block ? bytes : 0;
    most_used = used_bytes > most_used ? used_bytes : most_used;
    trim();
    pthread_mutex_unlock(&lock);
    return block;
}

void mem_pages_give(void *block, size_t bytes)
{
    bytes = whole_pages(bytes);
    pthread_mutex_lock(&lock);
    used_bytes -= bytes;
    if (n_spare < MOST_SPANS) {
        spare[n_spare++] = (struct span){block, bytes};
        spare_bytes += bytes;
    } else {
        munmap(block, bytes);
    }
    pthread_mutex_unlock(&lock);
}
