/* implicit_units.c: what a variable's change of 1 is to mean. The free stream's turbulence is no measure of that in
 * boundary layers: turbulence models say what is (model_units()). Where low Mach numbers are preconditioned the
 * flow's speed takes the place of that of sound.
 */
#include "scheme/implicit_units.h"

#include "case/case_turbulence.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Norms of the linear solver add up residuals of different dimensions. Each is divided by its unit first; a wrong
 * one does not change the solution but makes GMRES reduce the wrong part. Momentum has the unit rho a, not rho V, so
 * that a fluid at rest has one too. */
int implicit_units(const struct case_file *c, double unit[NV_MAX])
{
    const double sound = sqrt(c->flow.gamma * c->flow.pressure / c->flow.density), rho = c->flow.density;
    const double speed = c->derived.slowest > 0 ? fmin(c->derived.slowest, sound) : sound;
    const double flow[NV] = {rho, rho * speed, rho * speed, rho * speed, rho * speed * speed};
    memset(unit, 0, NV_MAX * sizeof *unit);
    memcpy(unit, flow, sizeof flow);
    const struct turbulence_stream stream = case_turbulence_stream(c);
    return model_units(&stream, c->derived.freestream_turbulence, unit + NV, (int)c->model.equations);
}

/* Where fluxes are in balance but for their last digits the norm, a mean over cells, does not depend on how many there
 * are: it came to rest at 0.3 of DBL_EPSILON times sqrt(n_variables) in free streams (120 to 384,000 cells), at 0.3 on
 * an airfoil, 0.4 on wings and 0.4 to 0.9 on turbulent plates. Twice the largest of them still counts. */
bool implicit_is_rounding(double norm, int n_variables)
{
    return sizeof(stored) == sizeof(double) && norm <= 2 * DBL_EPSILON * sqrt((double)n_variables);
}

/* Rounding of a gradient changes the values at a face by a part of what they differ by from the cell's. How much that
 * is of the free stream's depends on flow and mesh: norms came to rest at 3e-5 of FLT_EPSILON (a laminar plate), 0.017
 * (a coarse turbulent wing) and 0.1 to 0.5 of it (the same wing on 62,720 and 476,928 cells). Twice the largest of them
 * still counts, where it also rests: a stall that small of another cause cannot be told from it. */
bool implicit_may_be_rounding(double norm)
{
    return sizeof(stored) < sizeof(double) && norm <= (double)FLT_EPSILON;
}
