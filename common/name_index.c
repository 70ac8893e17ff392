/* name_index.c: open addressing with linear probing; the table doubles before it is half full. */
#include "name_index.h"

#include "hash.h"
#include "mem.h"

#include <stdint.h>
#include <string.h>

static uint64_t hash_name(const char *name)
{
    uint64_t h = hash_bytes(HASH_BYTES_BEGIN, name, strlen(name));
    return h ^ h >> 32;
}

/* The bucket that holds the name, or the free one where it belongs. */
static int place(const struct name_index *x, const char *name)
{
    int i = (int)(hash_name(name) & (uint64_t)(x->size - 1));
    while (x->bucket[i] >= 0 && strcmp(x->name[x->bucket[i]], name) != 0)
        i = (i + 1) & (x->size - 1);
    return i;
}

/* size: a power of two, so that & (size - 1) takes the remainder. bucket: -1 free, else a number below n. */
static void grow(struct name_index *x)
{
    x->size = x->size ? 2 * x->size : 64;
    MEM_RESIZE(x->bucket, x->size);
    memset(x->bucket, -1, (size_t)x->size * sizeof *x->bucket);
    for (int i = 0; i < x->n; i++)
        x->bucket[place(x, x->name[i])] = i;
}

int name_index_find(const struct name_index *x, const char *name)
{
    return x->n > 0 ? x->bucket[place(x, name)] : -1;
}

/* Numbers are given in the order of adding, 0 first, and never change; the names are copied. */
int name_index_add(struct name_index *x, const char *name)
{
    if (2 * (x->n + 1) >= x->size)
        grow(x);
    int *bucket = &x->bucket[place(x, name)];
    if (*bucket >= 0)
        return *bucket;
    size_t bytes = strlen(name) + 1;
    if (x->n == x->capacity) {
        x->capacity = x->capacity ? 2 * x->capacity : 32;
        MEM_RESIZE(x->name, x->capacity);
    }
    x->name[x->n] = mem_alloc("name", bytes, 1);
    memcpy(x->name[x->n], name, bytes);
    return *bucket = x->n++;
}

void name_index_free(struct name_index *x)
{
    for (int i = 0; i < x->n; i++)
        mem_free(x->name[i]);
    MEM_FREE(x->name);
    MEM_FREE(x->bucket);
    *x = (struct name_index){0};
}
