/* wall_distance.h: exact distance from each cell centroid to the nearest wall. */
#ifndef UFV_PREP_WALL_WALL_DISTANCE_H
#define UFV_PREP_WALL_WALL_DISTANCE_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

/* Without walls. */
#define WALL_DISTANCE_NONE 1e30

/* distance [n_cells] m: to the faces of wall patches (bc_kind_is_wall()), split
 * into triangles as in geometry.h, and to their images next to periodic faces.
 * Independent of threads and of order: the cells in which neighbours follow one
 * another, which is quick; NULL: as numbered. */
void wall_distance_compute(const struct mesh *m, const struct metrics *g, const lid *order, double *distance);

#endif
