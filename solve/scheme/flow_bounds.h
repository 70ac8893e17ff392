/* flow_bounds.h: the bounds of a case's steady flow (physics/steady_bounds.h), from its free stream and patches. */
#ifndef UFV_SOLVE_SCHEME_FLOW_BOUNDS_H
#define UFV_SOLVE_SCHEME_FLOW_BOUNDS_H

#include "case/case_file.h"
#include "mesh/domain.h"
#include "physics/steady_bounds.h"

/* The largest temperature, K, that fluid at rest can have by what enters and by walls: total temperatures of the free
 * stream (which is the first field too) and of inflows, temperatures of walls. internal: the first field is of inflows
 * and outlets (internal_start.h), and so is all that enters. values: [n_patches]. NAN where it does
 * not follow from them: flow in physical time, meshes and walls that move, actuators, heated walls, prescribed
 * boundaries, a first field of its own. Not collective. */
double flow_hot_source(const struct case_file *c, bool internal, const struct bc_values *values, int n_patches);

/* hot: times flow_hot_source(); thin: times the smallest pressure and density that the free stream and patches name.
 * Not collective. */
struct steady_bounds flow_steady_bounds(const struct case_file *c, const struct domain *d, double hot, double thin);

#endif
