/* key_table.h: numbers pairs of integers in the order in which they are added. */
#ifndef UFV_PREP_MESH_KEY_TABLE_H
#define UFV_PREP_MESH_KEY_TABLE_H

#include "types.h"

#include <stdbool.h>

struct key_table {
    int64_t n, capacity; /* pairs; room for them */
    lid *first, *second; /* [n] owned; the pairs */
    int64_t n_slots;     /* a power of two */
    lid *slot;           /* [n_slots] number of a pair, -1: empty (open addressing) */
};

/* An empty table; free it with key_table_free(), which accepts a zeroed one. */
void key_table_init(struct key_table *t);
void key_table_free(struct key_table *t);

/* The number of a pair, -1 when it is not there. */
lid key_table_find(const struct key_table *t, lid first, lid second);
/* The number of a pair, which is added when it is not there: the next one. FATAL() beyond 2^31 - 1 pairs. */
lid key_table_find_or_add(struct key_table *t, lid first, lid second);

#endif
