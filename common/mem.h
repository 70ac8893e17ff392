/* mem.h: host memory with a name, a current and a peak figure.
 *
 * Never returns NULL: running out of memory is FATAL() with the name and the
 * size asked for. Every block is freed with mem_free(); what is left when a
 * program ends is listed by mem_report_leaks() (debug and test builds).
 */
#ifndef UFV_COMMON_MEM_H
#define UFV_COMMON_MEM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* count items of size bytes, 64-byte aligned, contents undefined. A count of
 * zero gives a valid block of no length. name: borrowed, a string literal. Any thread, here and below. */
void *mem_alloc(const char *name, size_t count, size_t size);

/* The same, zeroed. */
void *mem_zalloc(const char *name, size_t count, size_t size);

/* A block of the new size that begins with the first min(old, new) bytes of the old one, which is freed;
 * block may be NULL. */
void *mem_realloc(const char *name, void *block, size_t count, size_t size);

/* The block, or a larger one in its place: of count items at least, contents kept, NULL allowed. A block that
 * is too small grows by half or more, so that many small steps copy little; a first one is just as asked. */
void *mem_grow(const char *name, void *block, size_t count, size_t size);

/* Ends the program as mem_alloc() does where so many bytes more cannot be had, and takes none: before calls of
 * libraries that do not survive a lack of memory. name: what they are for, a string literal. */
void mem_need(const char *name, size_t bytes);

/* What the user of this program can do where memory runs out: the end of the sentence of mem_alloc(). text: a string
 * literal. */
void mem_set_advice(const char *text);

/* Frees a block of this module; NULL is allowed. */
void mem_free(void *block);

/* p = MEM_NEW(p, n): n items of what p points to. */
#define MEM_NEW(p, n) ((p) = mem_alloc(#p, (size_t)(n), sizeof *(p)))
#define MEM_NEW_ZERO(p, n) ((p) = mem_zalloc(#p, (size_t)(n), sizeof *(p)))
#define MEM_RESIZE(p, n) ((p) = mem_realloc(#p, (p), (size_t)(n), sizeof *(p)))
#define MEM_GROW(p, n) ((p) = mem_grow(#p, (p), (size_t)(n), sizeof *(p)))

/* Frees and forgets. */
#define MEM_FREE(p) (mem_free(p), (p) = NULL)

/* Bytes held now, and most ever held, through this module. */
size_t mem_current_bytes(void);
size_t mem_peak_bytes(void);

/* Peak resident set of the process in bytes (getrusage). */
size_t mem_peak_resident_bytes(void);

/* Prints each block still held to stderr; returns their number. */
int mem_report_leaks(void);

#ifdef __cplusplus
}
#endif

#endif
