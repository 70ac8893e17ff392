/* pack_limits.h: do a rank's arrays stay within the 32-bit numbers of a pack? A mesh
 * within mesh.h's limits may be too much for one rank: hexahedra have 12 nodes of faces
 * each, so that 179 million of them are the most.
 */
#ifndef UFV_PREP_PACK_PACK_LIMITS_H
#define UFV_PREP_PACK_PACK_LIMITS_H

#include "pack/halo_build.h"
#include "mesh/mesh.h"
#include "order/reorder.h"

/* Items in the longest arrays of a pack. Of faces and nodes a little more than there will
 * be: what lies between two halo cells is counted from both. */
struct pack_sizes {
    int64_t cell_nodes, cell_faces, slice_entries; /* of stencil cells */
    int64_t face_nodes, node_cells;                /* at most */
};

/* The sizes of one rank's pack; m, o and h are as for halos_build(). */
void pack_sizes_find(const struct mesh *m, const struct ordering *o, const struct halos *h, int rank,
                     struct pack_sizes *s);

/* An error, with the rank and the array, when a rank's arrays would have more than `most` items. Looks at ranks
 * only when the whole mesh has so many. */
int pack_limits_check(const struct mesh *m, const struct ordering *o, const struct halos *h, int64_t most);

#endif
