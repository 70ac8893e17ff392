/* coarse.h: a mesh as it is before its last refinements, to be divided in place of the fine
 * one: a cell's descendants stay together, so that parts are as well shaped and balanced as
 * the coarse ones at a fraction of the time and memory.
 */
#ifndef UFV_PREP_COARSE_H
#define UFV_PREP_COARSE_H

#include "geometry.h"
#include "mesh.h"
#include "raw_mesh.h"

struct coarse {
    struct mesh mesh;
    struct metrics metrics;
    int depth; /* refinements from here to the fine mesh */
};

/* The refined mesh's ranks from the coarse one's: fine[cells of the refined mesh], in the order in which
 * refine_raw_mesh() puts them. */
void coarse_spread(const struct coarse *c, const int32_t *rank_of, int32_t *fine);

/* Accepts a zeroed struct. */
void coarse_free(struct coarse *c);

#endif
