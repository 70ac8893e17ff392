/* implicit_units.c: what a variable's change of 1 is to mean. The free stream's turbulence is no measure of that in
 * boundary layers: SA's variable counts by a hundred of it, k at least by a thousandth of the square of the stream's
 * speed, and omega, which spans decades, by its own value in each cell. Where low Mach numbers are preconditioned the
 * flow's speed takes the place of that of sound.
 */
#include "scheme/implicit_units.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Norms of the linear solver add up residuals of different dimensions. Each is divided by its unit first; a wrong
 * one does not change the solution but makes GMRES reduce the wrong part. Momentum has the unit rho a, not rho V, so
 * that a fluid at rest has one too.
 * 1e-3 M^2 a^2 for k: k of the free stream may be 1e-9 of what boundary layers have, and a norm in its
 * units would see nothing but k. far[0] is nu_tilde / nu times nu of the stream for SA. */
void implicit_units(const struct case_file *c, double unit[NV_MAX])
{
    const double sound = sqrt(c->gamma * c->pressure / c->density), rho = c->density;
    const double *far = c->freestream_turbulence;
    const double speed = c->low_mach ? fmin(case_slowest(c), sound) : sound;
    const double flow[NV] = {rho, rho * speed, rho * speed, rho * speed, rho * speed * speed};
    memset(unit, 0, NV_MAX * sizeof *unit);
    memcpy(unit, flow, sizeof flow);
    for (int v = NV; v < equations_variables(c->model); v++)
        unit[v] = rho * (far[v - NV] > 0 ? far[v - NV] : 1);
    if (c->model == EQUATIONS_SA)
        unit[Q_NU] = rho * 100 * far[0];
    if (c->model == EQUATIONS_SST) {
        unit[Q_K] = rho * fmax(far[0], 1e-3 * c->mach * c->mach * sound * sound);
        unit[Q_OMEGA] = rho; /* times its own value (implicit_unit()) */
    }
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
