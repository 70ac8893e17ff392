/* fragments.h: parts of a partition in one piece each. */
#ifndef UFV_PREP_ORDER_FRAGMENTS_H
#define UFV_PREP_ORDER_FRAGMENTS_H

#include "mesh/mesh.h"

#include <stdbool.h>

/* A rank's cells that hang together by faces are a fragment. The largest fragment of every rank stays; each other
 * one goes to the rank it shares most faces with, over and over until nothing moves. What touches no other rank
 * stays where it is. Returns the number of fragments that remain beyond one a rank; *moved: cells given away.
 * rank_of [n_cells] 0 .. n_ranks - 1 is changed in place. Periodic faces join nothing. */
int64_t fragments_join(const struct mesh *m, int n_ranks, int32_t *rank_of, int64_t *moved);

/* Is there a way from every cell to every other through faces inside the mesh (not periodic ones)? */
bool mesh_is_connected(const struct mesh *m);

#endif
