/* face_set.c: open addressing by a key that does not depend on the order of a face's nodes. */
#include "raw/face_set.h"

#include "hash.h"
#include "mem.h"

void face_set_init(struct face_set *s, int64_t n_faces)
{
    /* A power of two, at most half full: searches end soon. */
    s->size = 16;
    while (s->size < 2 * (uint64_t)n_faces)
        s->size *= 2;
    MEM_NEW_ZERO(s->key, s->size);
    MEM_NEW(s->tag, s->size);
}

void face_set_free(struct face_set *s)
{
    MEM_FREE(s->key);
    MEM_FREE(s->tag);
}

uint64_t face_key(const lid *node, int64_t n)
{
    /* A sum, so that the order of nodes does not count; two sets of nodes have the same 64 bits once in 2^64 by chance,
     * which is not looked into. 0 marks an empty place and is not a key. */
    uint64_t sum = (uint64_t)n;
    for (int64_t i = 0; i < n; i++)
        sum += hash_mix((uint64_t)node[i] + HASH_GOLDEN);
    return sum ? sum : 1;
}

static uint64_t place(const struct face_set *s, uint64_t key)
{
    uint64_t i = hash_mix(key) & (s->size - 1);
    while (s->key[i] && s->key[i] != key)
        i = (i + 1) & (s->size - 1);
    return i;
}

int64_t *face_set_find(const struct face_set *s, uint64_t key)
{
    uint64_t i = place(s, key);
    return s->key[i] ? &s->tag[i] : NULL;
}

void face_set_add(struct face_set *s, uint64_t key, int64_t tag)
{
    uint64_t i = place(s, key);
    s->key[i] = key;
    s->tag[i] = tag;
}
