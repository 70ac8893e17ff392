/* number_index.c: open addressing with linear probing; the table doubles before it is half full. */
#include "raw/number_index.h"

#include "hash.h"
#include "mem.h"

#include <string.h>

/* The bucket that holds the number, or the free one where it belongs. */
static int64_t place(const struct number_index *x, int64_t number)
{
    uint64_t last = (uint64_t)x->size - 1, i = hash_mix((uint64_t)number) & last;
    while (x->bucket[i] >= 0 && x->number[x->bucket[i]] != number)
        i = (i + 1) & last;
    return (int64_t)i;
}

static void grow(struct number_index *x)
{
    x->size = x->size ? 2 * x->size : 64;
    MEM_RESIZE(x->bucket, x->size);
    memset(x->bucket, -1, (size_t)x->size * sizeof *x->bucket);
    for (int64_t i = 0; i < x->n; i++)
        x->bucket[place(x, x->number[i])] = (lid)i;
}

lid number_index_find(const struct number_index *x, int64_t number)
{
    return x->n > 0 ? x->bucket[place(x, number)] : -1;
}

lid number_index_add(struct number_index *x, int64_t number)
{
    if (2 * (x->n + 1) >= x->size)
        grow(x);
    lid *bucket = &x->bucket[place(x, number)];
    if (*bucket >= 0)
        return *bucket;
    if (x->n == x->capacity) {
        x->capacity = x->capacity ? 2 * x->capacity : 32;
        MEM_RESIZE(x->number, x->capacity);
    }
    x->number[x->n] = number;
    return *bucket = (lid)x->n++;
}

void number_index_free(struct number_index *x)
{
    mem_free(x->number);
    mem_free(x->bucket);
    *x = (struct number_index){0};
}
