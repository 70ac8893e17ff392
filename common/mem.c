/* mem.c: a list of all blocks, each with its name and size in front of it; large blocks come from mem_pages. */
#include "mem.h"

#include "error.h"
#include "mem_pages.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Each block is preceded by a header of one cache line; the headers form a
 * doubly linked list so that what is left at exit can be named. */
struct header {
    struct header *next, *prev;
    const char *name;
    size_t bytes;
};

enum { HEADER_SIZE = 64 };
_Static_assert(sizeof(struct header) <= HEADER_SIZE, "header fits one cache line");

static struct header *blocks;
static size_t current_bytes, peak_bytes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The mutex is needed: the threads that write checkpoints and probes allocate while the march does. The peak
 * counts what callers asked for, without headers and without unused pages. */
static void header_link(struct header *h)
{
    pthread_mutex_lock(&lock);
    h->prev = NULL;
    h->next = blocks;
    if (blocks)
        blocks->prev = h;
    blocks = h;
    current_bytes += h->bytes;
    if (current_bytes > peak_bytes)
        peak_bytes = current_bytes;
    pthread_mutex_unlock(&lock);
}

/* The peak stays. */
static void header_unlink(struct header *h)
{
    pthread_mutex_lock(&lock);
    if (h->prev)
        h->prev->next = h->next;
    else
        blocks = h->next;
    if (h->next)
        h->next->prev = h->prev;
    current_bytes -= h->bytes;
    pthread_mutex_unlock(&lock);
}

/* A multiple of 64, which aligned_alloc() asks for; the block behind the header starts a cache line too. */
static size_t total_bytes(size_t bytes)
{
    return HEADER_SIZE + (bytes + 63) / 64 * 64;
}

static const char *advice = "use a machine with more memory";

void mem_set_advice(const char *text)
{
    advice = text;
}

__attribute__((noreturn)) static void out_of_memory(const char *name, size_t bytes)
{
    FATAL("out of memory: %.3f GB for %s with %.3f GB already held; %s", (double)bytes * 1e-9, name,
          (double)mem_current_bytes() * 1e-9, advice);
}

/* Pages, not malloc(): a block that is freed again would move the size from which malloc() takes pages. */
void mem_need(const char *name, size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        out_of_memory(name, bytes);
    munmap(pages, bytes);
}

/* bytes / 2: pointer differences within a block stay representable. */
void *mem_alloc(const char *name, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size)
        FATAL("%s: %zu items of %zu bytes are more than can be addressed", name, count, size);
    size_t bytes = count * size;
    size_t total = total_bytes(bytes);
    /* mem_free() asks the same of the same total: what came from pages goes back there. */
    struct header *h = total < MEM_PAGES_LARGE ? aligned_alloc(HEADER_SIZE, total) : mem_pages_take(total);
    if (!h)
        out_of_memory(name, bytes);
    h->name = name;
    h->bytes = bytes;
    header_link(h);
    return (char *)h + HEADER_SIZE;
}

void *mem_zalloc(const char *name, size_t count, size_t size)
{
    void *block = mem_alloc(name, count, size);
    memset(block, 0, count * size);
    return block;
}

/* The new block exists beside the old one while it is copied, so the peak is the sum. Never in place: large
 * blocks come from mem_pages, which does not extend them. */
void *mem_realloc(const char *name, void *block, size_t count, size_t size)
{
    void *fresh = mem_alloc(name, count, size);
    if (block) {
        size_t old = ((struct header *)(void *)((char *)block - HEADER_SIZE))->bytes;
        memcpy(fresh, block, old < count * size ? old : count * size);
        mem_free(block);
    }
    return fresh;
}

/* By half as much again, so that adding items one by one costs a constant number of copies of each. What the
 * block holds follows from its header; callers keep no capacity. */
void *mem_grow(const char *name, void *block, size_t count, size_t size)
{
    size_t old = block ? ((struct header *)(void *)((char *)block - HEADER_SIZE))->bytes / size : 0;
    if (block && count <= old)
        return block;
    return mem_realloc(name, block, count > old + old / 2 ? count : old + old / 2, size);
}

/* Unlinked before it is given back: another thread may get the block at once. */
void mem_free(void *block)
{
    if (!block)
        return;
    struct header *h = (struct header *)(void *)((char *)block - HEADER_SIZE);
    size_t total = total_bytes(h->bytes);
    header_unlink(h);
    if (total < MEM_PAGES_LARGE)
        free(h);
    else
        mem_pages_give(h, total);
}

size_t mem_current_bytes(void)
{
    return current_bytes;
}

size_t mem_peak_bytes(void)
{
    return peak_bytes;
}

size_t mem_peak_resident_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

/* For tests. Blocks are listed newest first. */
int mem_report_leaks(void)
{
    int n = 0;
    for (const struct header *h = blocks; h; h = h->next, n++)
        fprintf(stderr, "ufv: %zu bytes of %s were not freed\n", h->bytes, h->name);
    return n;
}
