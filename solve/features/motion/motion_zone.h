/* motion_zone.h: the cells of a zone that turns in a mesh at rest ([frame] zone_radius). */
#ifndef UFV_SOLVE_FEATURES_MOTION_MOTION_ZONE_H
#define UFV_SOLVE_FEATURES_MOTION_MOTION_ZONE_H

#include "case/motion.h"
#include "pack/pack.h"

/* Of this rank's part, before its faces are released; not collective. turning: out, [n_cells] 1 where the centroid lies
 * in the zone. Nonzero with error_set() where one lies on its surface, since periodic images of it might not. */
int motion_zone_find(const struct motion *m, const struct pack *p, uint8_t *turning);

/* What there is to say of it, as sums over this rank's part: cells of the zone; and over the faces of its surface
 * inside the mesh their speed times area, and the part of it that is normal to them: 0 where it is a surface of
 * revolution. */
enum { ZONE_CELLS, ZONE_SPEED, ZONE_NORMAL, N_ZONE };
void motion_zone_measure(const struct motion *m, const struct pack *p, const uint8_t *turning, double sum[N_ZONE]);

#endif
