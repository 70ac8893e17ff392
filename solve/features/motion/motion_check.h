/* motion_check.h: does a mesh fit the way that it is to move? */
#ifndef UFV_SOLVE_FEATURES_MOTION_MOTION_CHECK_H
#define UFV_SOLVE_FEATURES_MOTION_MOTION_CHECK_H

#include "case/case_file.h"

/* Of this rank's part, before its faces are released; not collective. values: [n_patches + 1]; face_patch:
 * [n_boundary] index into values; turning: [n_cells] of a zone (motion_zone.h), NULL: all cells move. Nonzero
 * with error_set() where the mesh would move across a symmetry plane, where the sides of a periodic pair would not move
 * alike, or where a face of the zone is an inflow. */
int motion_check(const struct motion *m, const struct pack *p, const struct bc_values *values,
                 const int *face_patch, const uint8_t *turning);

/* The smallest angle by which a periodic pair of this rank is turned, radians; a whole turn where none is. Not
 * collective. */
double motion_smallest_turn(const struct pack *p);

#endif
