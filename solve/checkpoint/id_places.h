/* id_places.h: where the items with given global ids are, for what other ranks or partitions have written. Nothing here
 * is collective.
 */
#ifndef UFV_SOLVE_CHECKPOINT_ID_PLACES_H
#define UFV_SOLVE_CHECKPOINT_ID_PLACES_H

#include "types.h"

#include <stdbool.h>

struct id_place {
    gid id;
    lid place;  /* index of the item in the array of ids */
    bool taken; /* false at first; the caller's */
};

/* [n], by id; mem_free() it. id: [n]. */
struct id_place *id_places_make(const gid *id, lid n);

/* The place of an id among them, borrowed; NULL: it is none of theirs. */
struct id_place *id_places_find(struct id_place *places, lid n, gid id);

#endif
