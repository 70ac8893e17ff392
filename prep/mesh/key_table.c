/* A hash table of pairs of integers with open addressing; it doubles when it is half full. */
#include "mesh/key_table.h"

#include "error.h"
#include "hash.h"
#include "mem.h"

#include <string.h>

/* n: a power of two (capacity starts at 1,024 and doubles), so that the remainder is a mask. -1: free. */
static void make_slots(struct key_table *t, int64_t n)
{
    t->n_slots = n;
    MEM_RESIZE(t->slot, n);
    memset(t->slot, -1, (size_t)n * sizeof *t->slot);
}

void key_table_init(struct key_table *t)
{
    memset(t, 0, sizeof *t);
    t->capacity = 1024;
    MEM_NEW(t->first, t->capacity);
    MEM_NEW(t->second, t->capacity);
    make_slots(t, 2 * t->capacity);
}

void key_table_free(struct key_table *t)
{
    MEM_FREE(t->first);
    MEM_FREE(t->second);
    MEM_FREE(t->slot);
    memset(t, 0, sizeof *t);
}

/* The slot that holds the pair, or the empty one where it belongs. */
static int64_t find_slot(const struct key_table *t, lid first, lid second)
{
    uint64_t h = ((uint64_t)(uint32_t)first << 32) | (uint32_t)second;
    int64_t at = (int64_t)(hash_mix(h) & (uint64_t)(t->n_slots - 1));
    while (t->slot[at] >= 0 && (t->first[t->slot[at]] != first || t->second[t->slot[at]] != second))
        at = (at + 1) & (t->n_slots - 1);
    return at;
}

lid key_table_find(const struct key_table *t, lid first, lid second)
{
    return t->slot[find_slot(t, first, second)];
}

/* Pairs keep their numbers, which are those in which they were added; only the slots are made again. */
static void grow(struct key_table *t)
{
    t->capacity *= 2;
    MEM_RESIZE(t->first, t->capacity);
    MEM_RESIZE(t->second, t->capacity);
    make_slots(t, 2 * t->capacity);
    for (lid i = 0; i < t->n; i++)
        t->slot[find_slot(t, t->first[i], t->second[i])] = i;
}

/* Not for several threads. The numbers follow the order of the calls, so callers walk in a fixed order. */
lid key_table_find_or_add(struct key_table *t, lid first, lid second)
{
    lid found = key_table_find(t, first, second);
    if (found >= 0)
        return found;
    if (t->n == LID_MAX)
        FATAL("more than %d images behind periodic faces: the mesh is too large for 32-bit numbering", LID_MAX);
    /* There are twice as many slots as pairs (make_slots()): a search meets an empty slot soon, and always one. */
    if (t->n == t->capacity)
        grow(t);
    t->first[t->n] = first;
    t->second[t->n] = second;
    t->slot[find_slot(t, first, second)] = (lid)t->n;
    return (lid)t->n++;
}
