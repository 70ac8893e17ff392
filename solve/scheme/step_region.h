/* step_region.h: the length of a step in physical time by the CFL number of chosen cells, [time] dt_cfl: what particles
 * need to cross a cell of the region, the least of all. The cells are those in a box, or near walls, or both; by sound
 * and by cells outside the step is not bounded.
 */
#ifndef UFV_SOLVE_SCHEME_STEP_REGION_H
#define UFV_SOLVE_SCHEME_STEP_REGION_H

#include "scheme/flow.h"

struct step_region {
    uint8_t *chosen; /* device, owned; [n_owned] 1: the cell counts */
};

/* Collective. The region of the case's time.cfl_box and time.cfl_wall_distance, as the mesh stands in memory. Nonzero
 * with error_set() on all ranks where it holds no cell. */
int step_region_create(const struct flow *f, const struct case_file *c, struct step_region *r);

/* Not collective. May be called where nothing was created (all zero). */
void step_region_free(const struct flow *f, struct step_region *r);

/* Collective. The step, s, at which the largest convective CFL number of the present state in the region is `cfl`: cfl
 * times the least V / (1/2 sum over the faces of |(u - v) . S|), with the cell's velocity u and that of the mesh v. The
 * same on all ranks; infinite where all is at rest. */
double step_region_dt(const struct flow *f, const struct step_region *r, double cfl);

#endif
