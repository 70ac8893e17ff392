/* number_index.h: which place a number has among many that a file gives (tags of nodes, surfaces and groups), by a
 * hash table. The counterpart of name_index.h. */
#ifndef UFV_FORMATS_RAW_NUMBER_INDEX_H
#define UFV_FORMATS_RAW_NUMBER_INDEX_H

#include "types.h"

/* A zeroed struct is an empty index. */
struct number_index {
    int64_t *number;  /* [n] in the order in which they came */
    lid *bucket;      /* [size] place of a number, -1 when free; NULL while empty */
    int64_t n, size;  /* size: a power of two, more than twice n */
    int64_t capacity; /* of number */
};

/* The place of that number, 0..n-1; -1: it is not there. */
lid number_index_find(const struct number_index *x, int64_t number);

/* The place of that number, which is added as number n when it is not there. At most LID_MAX of them. */
lid number_index_add(struct number_index *x, int64_t number);

/* Frees everything and zeroes the struct. */
void number_index_free(struct number_index *x);

#endif
