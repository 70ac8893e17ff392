/* wall_law.h: the law of the wall of a turbulent boundary layer, in wall units: u+ = u / u_tau and
 * y+ = u_tau y / nu, with u_tau^2 the wall's stress over the density.
 *
 * It is the law that each turbulence model itself has beside a smooth wall, from the sublayer to the logarithmic
 * layer, so that behind a first cell of any height the model finds what it would have found on a fine mesh. With
 * chi = kappa y+ and the eddy viscosity m over the viscosity the stress (1 + m) du+/dy+ = 1 can be integrated in
 * closed form where m is a ratio of polynomials:
 *
 * - Spalart-Allmaras: nu_tilde+ = chi there, m = chi fv1 (Allmaras, Johnson & Spalart 2012, ICCFD7-1902, "AJS",
 *   appendix).
 * - SST: a fit of ours (physics/turbulence/sst.h).
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_WALL_LAW_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_WALL_LAW_H

#include "physics/turbulence/models.h"

/* Newton's iterations for y+; from its start value 5 give all digits. */
enum { WALL_LAW_ITERATIONS = 6 };

/* Eddy viscosity over viscosity. y: y+; equations: a constant, whose model's law it is, here and below. */
UFV_HD real wall_law_viscosity(real y, const int equations)
{
    return model_law_viscosity(y, equations);
}

/* du+/dy+. y: y+, at least 0. */
UFV_HD real wall_law_slope(real y, const int equations)
{
    return real_divide((real)1, (real)1 + wall_law_viscosity(y, equations));
}

/* u+ in closed form. y: y+, at least 0. */
UFV_HD real wall_law_velocity(real y, const int equations)
{
    return model_law_velocity(y, equations);
}

/* The y+ of a point from its Reynolds number u y / nu = u+ y+, 0 or more. u+ y+ is convex and at most y+^2, so that
 * Newton's method from the square root comes down to y+ after its first step. */
UFV_HD real wall_law_height(real reynolds, const int equations)
{
    real re = real_max(reynolds, (real)1e-12), y = real_sqrt(re);
    for (int k = 0; k < WALL_LAW_ITERATIONS; k++) {
        real u = wall_law_velocity(y, equations);
        y -= real_divide(y * u - re, u + y * wall_law_slope(y, equations));
    }
    return y;
}

/* The integral of 1 / ((1 + a m) (1 + m)) over y+ from 0, m = wall_law_viscosity() and a = prandtl over
 * prandtl_turbulent: Gauss' rule of 8 points in s, y+ = 8 s / (1 - s), in which the integrand is smooth. */
UFV_HD real wall_law_excess(real y, real a, const int equations)
{
    const real point[4] = {(real)0.1834346424956498, (real)0.5255324099163290, (real)0.7966664774136267,
                           (real)0.9602898564975363};
    const real weight[4] = {(real)0.3626837833783620, (real)0.3137066458778873, (real)0.2223810344533745,
                            (real)0.1012285362903763};
    const real scale = (real)8;
    real half = (real)0.5 * real_divide(y, scale + y), sum = (real)0;
    for (int k = 0; k < 8; k++) {
        real s = half * ((real)1 + (k < 4 ? point[k % 4] : -point[k % 4]));
        real inverse = real_divide((real)1, (real)1 - s), m = wall_law_viscosity(scale * s * inverse, equations);
        sum += weight[k % 4] * real_divide(scale * inverse * inverse, ((real)1 + a * m) * ((real)1 + m));
    }
    return half * sum;
}

/* T+ = rho cp u_tau (T - T_wall) / q of the heat flux q from the fluid into the wall: the integral of
 * 1 / (1 / prandtl + m / prandtl_turbulent), which is prandtl_turbulent u+ and a part that ends with the sublayer
 * (Jayatilleke 1969 fitted that part). y: y+; u: u+ there. */
UFV_HD real wall_law_temperature(real y, real u, real prandtl, real prandtl_turbulent, const int equations)
{
    real a = real_divide(prandtl, prandtl_turbulent);
    return prandtl_turbulent * u + (prandtl - prandtl_turbulent) * wall_law_excess(y, a, equations);
}

#endif
