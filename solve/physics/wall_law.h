/* wall_law.h: the law of the wall of a turbulent boundary layer, in wall units: u+ = u / u_tau and
 * y+ = u_tau y / nu, with u_tau^2 the wall's stress over the density.
 *
 * It is the law that the Spalart-Allmaras model itself has beside a smooth wall, from the sublayer to the logarithmic
 * layer: there nu_tilde+ = kappa y+, so that the stress (1 + chi fv1) du+/dy+ = 1 with chi = kappa y+ can be
 * integrated (Allmaras, Johnson & Spalart 2012, ICCFD7-1902, "AJS", appendix). Behind a first cell of any height the
 * model then finds what it would have found on a fine mesh.
 */
#ifndef UFV_SOLVE_PHYSICS_WALL_LAW_H
#define UFV_SOLVE_PHYSICS_WALL_LAW_H

#include "physics/power.h"
#include "physics/spalart_allmaras.h"

#define WALL_KAPPA ((real)0.41)

/* Newton's iterations for y+; from its start value 5 give all digits. */
enum { WALL_LAW_ITERATIONS = 6 };

/* Eddy viscosity over viscosity. y: y+. */
UFV_HD real wall_law_viscosity(real y)
{
    return sa_viscosity_ratio(WALL_KAPPA * y);
}

/* du+/dy+. y: y+, at least 0. */
UFV_HD real wall_law_slope(real y)
{
    return real_divide((real)1, (real)1 + wall_law_viscosity(y));
}

/* One of the two parts of u+: c log((y + a)^2 + b^2) less s times the angle of the point (y + a, b). */
UFV_HD real wall_law_part(real y, real a, real b, real c, real s)
{
    const real half_pi = (real)1.5707963267948966;
    real x = y + a, angle = half_pi - arc_tangent(real_divide(x, b));
    return c * power_log(x * x + b * b) - s * angle;
}

/* u+ (AJS, appendix). y: y+, at least 0. Below y+ = 1 the first two terms of its series, to 1e-9. */
UFV_HD real wall_law_velocity(real y)
{
    if (y < (real)1) {
        real y2 = y * y;
        return y * ((real)1 - y2 * y2 * (SA_KAPPA2 * SA_KAPPA2 / ((real)5 * SA_CV1 * SA_CV1 * SA_CV1)));
    }
    return (real)5.0333908790505579 +
           wall_law_part(y, (real)8.148221580024245, (real)7.4600876082527945, (real)2.5496773539754747,
                         (real)3.599459109332379) +
           wall_law_part(y, (real)-6.9287093849022945, (real)7.468145790401841, (real)-1.3301651588535228,
                         (real)3.6397531868684494);
}

/* The y+ of a point from its Reynolds number u y / nu = u+ y+, 0 or more. u+ y+ is convex and at most y+^2, so that
 * Newton's method from the square root comes down to y+ after its first step. */
UFV_HD real wall_law_height(real reynolds)
{
    real re = real_max(reynolds, (real)1e-12), y = real_sqrt(re);
    for (int k = 0; k < WALL_LAW_ITERATIONS; k++) {
        real u = wall_law_velocity(y);
        y -= real_divide(y * u - re, u + y * wall_law_slope(y));
    }
    return y;
}

/* The integral of 1 / ((1 + a m) (1 + m)) over y+ from 0, m = wall_law_viscosity() and a = prandtl over
 * prandtl_turbulent: Gauss' rule of 8 points in s, y+ = 8 s / (1 - s), in which the integrand is smooth. */
UFV_HD real wall_law_excess(real y, real a)
{
    const real point[4] = {(real)0.1834346424956498, (real)0.5255324099163290, (real)0.7966664774136267,
                           (real)0.9602898564975363};
    const real weight[4] = {(real)0.3626837833783620, (real)0.3137066458778873, (real)0.2223810344533745,
                            (real)0.1012285362903763};
    const real scale = (real)8;
    real half = (real)0.5 * real_divide(y, scale + y), sum = (real)0;
    for (int k = 0; k < 8; k++) {
        real s = half * ((real)1 + (k < 4 ? point[k % 4] : -point[k % 4]));
        real inverse = real_divide((real)1, (real)1 - s), m = wall_law_viscosity(scale * s * inverse);
        sum += weight[k % 4] * real_divide(scale * inverse * inverse, ((real)1 + a * m) * ((real)1 + m));
    }
    return half * sum;
}

/* T+ = rho cp u_tau (T - T_wall) / q of the heat flux q from the fluid into the wall: the integral of
 * 1 / (1 / prandtl + m / prandtl_turbulent), which is prandtl_turbulent u+ and a part that ends with the sublayer
 * (Jayatilleke 1969 fitted that part). y: y+; u: u+ there. */
UFV_HD real wall_law_temperature(real y, real u, real prandtl, real prandtl_turbulent)
{
    real a = real_divide(prandtl, prandtl_turbulent);
    return prandtl_turbulent * u + (prandtl - prandtl_turbulent) * wall_law_excess(y, a);
}

/* omega nu / u_tau^2 from the y+ of a point: the root of the squares of its values in the sublayer and in the
 * logarithmic layer (Menter, Ferreira, Esch & Konno 2003, IGTC2003-TS-059, Eqs. 12 and 13). */
UFV_HD real wall_law_omega(real y)
{
    const real sublayer = (real)(6 / 0.075), log_layer = (real)(1 / (0.3 * 0.41)); /* 0.3 = sqrt(beta*) */
    real y2 = y * y;
    return real_divide(real_sqrt(sublayer * sublayer + log_layer * log_layer * y2), y2);
}

/* - d log omega / d log y there. */
UFV_HD real wall_law_omega_slope(real y)
{
    const real ratio = (real)(0.075 / (6 * 0.3 * 0.41));
    real log2 = ratio * ratio * (y * y);
    return real_divide((real)2 + log2, (real)1 + log2);
}

#endif
