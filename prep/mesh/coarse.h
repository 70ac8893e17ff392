/* coarse.h: a mesh as it is before its last refinements, to be divided in place of the fine
 * one by what its cells' descendants cost, which stay together: parts nearly as well shaped and
 * balanced, at a fraction of the time and memory.
 */
#ifndef UFV_PREP_MESH_COARSE_H
#define UFV_PREP_MESH_COARSE_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "raw/raw_mesh.h"

struct coarse {
    struct mesh mesh;
    struct metrics metrics;
    int depth; /* refinements from here to the fine mesh */
};

/* The refined mesh's ranks from the coarse one's: fine[cells of the refined mesh], in the order in which
 * refine_raw_mesh() puts them. rank_of [c->mesh.n_cells]. */
void coarse_spread(const struct coarse *c, const int32_t *rank_of, int32_t *fine);

/* fine[cells of the refined mesh], in that order, added up over each coarse cell's descendants:
 * sum[coarse cells]. */
void coarse_add_up(const struct coarse *c, const double *fine, double *sum);

/* Accepts a zeroed struct. */
void coarse_free(struct coarse *c);

#endif
