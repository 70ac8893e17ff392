/* wall_distance.h: exact distance from each cell centroid to the nearest wall. */
#ifndef UFV_PREP_WALL_WALL_DISTANCE_H
#define UFV_PREP_WALL_WALL_DISTANCE_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "wall_search.h"

/* distance [n_cells] m: to the nearest face of a patch of kind `wall`, split into triangles (common/wall_search.h), or
 * to its image next to periodic faces; WALL_DISTANCE_NONE without such faces. Slip walls do not count, although
 * bc_kind_is_wall() says yes to them: they have no boundary layer, and turbulence models take the distance as that
 * to one. m, g: before images are added. The result depends neither on threads nor on order [n_cells], the cells
 * in a sequence in which neighbours follow one another, which is quick; NULL: as numbered. */
void wall_distance_compute(const struct mesh *m, const struct metrics *g, const lid *order, double *distance);

#endif
