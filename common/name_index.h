/* name_index.h: which number a name has, among many names, by a hash table.
 *
 * For lists whose length a file decides: markers, keys of a case file, patches. A search through the list
 * itself takes time in proportion to the square of its length.
 */
#ifndef UFV_COMMON_NAME_INDEX_H
#define UFV_COMMON_NAME_INDEX_H

#include <stddef.h>

/* A zeroed struct is an empty index. */
struct name_index {
    char **name;  /* [n] owned copies, in the order in which they came */
    int *bucket;  /* [size] number of a name, -1 when free; open addressing; NULL while empty */
    int n, size;  /* size: a power of two, more than twice n */
    int capacity; /* of name */
};

/* The number of that name, 0..n-1; -1: it is not there. */
int name_index_find(const struct name_index *x, const char *name);

/* The number of that name, which is added (and copied) as number n when it is not there. */
int name_index_add(struct name_index *x, const char *name);

/* Frees everything and zeroes the struct. */
void name_index_free(struct name_index *x);

#endif
