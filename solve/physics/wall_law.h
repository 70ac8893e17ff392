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
 * - SST: m = chi^4 / (chi^3 + 6.65 chi^2 - 8.54 chi + 104.07), ours, fitted to the one-dimensional solution of SSTm
 *   with constant stress on a fine mesh: u+ within 0.7 % from y+ = 1 to 1000, of SST-2003m too. Its u+ is 0.9
 *   below that of Spalart-Allmaras at y+ = 30.
 */
#ifndef UFV_SOLVE_PHYSICS_WALL_LAW_H
#define UFV_SOLVE_PHYSICS_WALL_LAW_H

#include "physics/power.h"
#include "physics/spalart_allmaras.h"

#define WALL_KAPPA ((real)0.41)

/* Newton's iterations for y+; from its start value 5 give all digits. */
enum { WALL_LAW_ITERATIONS = 6 };

/* The law of SST: what stands in the fit above, and in that of omega. */
#define WALL_SST_2 ((real)6.65)
#define WALL_SST_1 ((real)-8.54)
#define WALL_SST_0 ((real)104.07)
#define WALL_SST_OMEGA ((real)178)

/* Eddy viscosity over viscosity. y: y+; sst: a constant, 1: of SST, 0: of Spalart-Allmaras, here and below. */
UFV_HD real wall_law_viscosity(real y, const int sst)
{
    real chi = WALL_KAPPA * y, chi2 = chi * chi;
    if (!sst)
        return sa_viscosity_ratio(chi);
    return real_divide(chi2 * chi2, chi2 * (chi + WALL_SST_2) + WALL_SST_1 * chi + WALL_SST_0);
}

/* du+/dy+. y: y+, at least 0. */
UFV_HD real wall_law_slope(real y, const int sst)
{
    return real_divide((real)1, (real)1 + wall_law_viscosity(y, sst));
}

/* One of the two parts of u+: c log((y + a)^2 + b^2) less s times the angle of the point (y + a, b). */
UFV_HD real wall_law_part(real y, real a, real b, real c, real s)
{
    const real half_pi = (real)1.5707963267948966;
    real x = y + a, angle = half_pi - arc_tangent(real_divide(x, b));
    return c * power_log(x * x + b * b) - s * angle;
}

/* u+ (AJS, appendix; of SST likewise, by the roots of the denominator of 1 / (1 + m)). y: y+, at least 0. Below
 * y+ = 0.1 the first two terms of its series. */
UFV_HD real wall_law_velocity(real y, const int sst)
{
    if (y < (real)0.1) {
        real y2 = y * y, cubic = sst ? WALL_SST_0 : SA_CV1 * SA_CV1 * SA_CV1;
        return y * ((real)1 - real_divide(y2 * y2 * (SA_KAPPA2 * SA_KAPPA2), (real)5 * cubic));
    }
    if (sst)
        return (real)5.188630551941559 +
               wall_law_part(y, (real)5.2699205768384783, (real)7.0370239046415559, (real)1.4212028063466808,
                             (real)4.9811466918661065) +
               wall_law_part(y, (real)-4.0504083817165268, (real)5.5895913414154794, (real)-0.20169061122473009,
                             (real)2.7142606867242911);
    return (real)5.0333908790505579 +
           wall_law_part(y, (real)8.148221580024245, (real)7.4600876082527945, (real)2.5496773539754747,
                         (real)3.599459109332379) +
           wall_law_part(y, (real)-6.9287093849022945, (real)7.468145790401841, (real)-1.3301651588535228,
                         (real)3.6397531868684494);
}

/* The y+ of a point from its Reynolds number u y / nu = u+ y+, 0 or more. u+ y+ is convex and at most y+^2, so that
 * Newton's method from the square root comes down to y+ after its first step. */
UFV_HD real wall_law_height(real reynolds, const int sst)
{
    real re = real_max(reynolds, (real)1e-12), y = real_sqrt(re);
    for (int k = 0; k < WALL_LAW_ITERATIONS; k++) {
        real u = wall_law_velocity(y, sst);
        y -= real_divide(y * u - re, u + y * wall_law_slope(y, sst));
    }
    return y;
}

/* The integral of 1 / ((1 + a m) (1 + m)) over y+ from 0, m = wall_law_viscosity() and a = prandtl over
 * prandtl_turbulent: Gauss' rule of 8 points in s, y+ = 8 s / (1 - s), in which the integrand is smooth. */
UFV_HD real wall_law_excess(real y, real a, const int sst)
{
    const real point[4] = {(real)0.1834346424956498, (real)0.5255324099163290, (real)0.7966664774136267,
                           (real)0.9602898564975363};
    const real weight[4] = {(real)0.3626837833783620, (real)0.3137066458778873, (real)0.2223810344533745,
                            (real)0.1012285362903763};
    const real scale = (real)8;
    real half = (real)0.5 * real_divide(y, scale + y), sum = (real)0;
    for (int k = 0; k < 8; k++) {
        real s = half * ((real)1 + (k < 4 ? point[k % 4] : -point[k % 4]));
        real inverse = real_divide((real)1, (real)1 - s), m = wall_law_viscosity(scale * s * inverse, sst);
        sum += weight[k % 4] * real_divide(scale * inverse * inverse, ((real)1 + a * m) * ((real)1 + m));
    }
    return half * sum;
}

/* T+ = rho cp u_tau (T - T_wall) / q of the heat flux q from the fluid into the wall: the integral of
 * 1 / (1 / prandtl + m / prandtl_turbulent), which is prandtl_turbulent u+ and a part that ends with the sublayer
 * (Jayatilleke 1969 fitted that part). y: y+; u: u+ there. */
UFV_HD real wall_law_temperature(real y, real u, real prandtl, real prandtl_turbulent, const int sst)
{
    real a = real_divide(prandtl, prandtl_turbulent);
    return prandtl_turbulent * u + (prandtl - prandtl_turbulent) * wall_law_excess(y, a, sst);
}

/* omega nu / u_tau^2 from the y+ of a point, of SST: its value in the sublayer and, more and more from y+ = 5 on, that
 * in the logarithmic layer, 1 / (sqrt(beta*) chi); within 2 % of the same solution. (The root of the sum of both
 * squares, Menter, Ferreira, Esch & Konno 2003, IGTC2003-TS-059, is 23 % too low at y+ = 10.) */
UFV_HD real wall_law_omega(real y)
{
    const real sublayer = (real)(6 / 0.075), log_layer = (real)(1 / (0.3 * 0.41)); /* 0.3 = sqrt(beta*) */
    real y2 = y * y;
    return real_divide(sublayer, y2) + real_divide(log_layer * y2, y * y2 + WALL_SST_OMEGA);
}

/* - d log omega / d log y there. */
UFV_HD real wall_law_omega_slope(real y)
{
    const real sublayer = (real)(6 / 0.075), log_layer = (real)(1 / (0.3 * 0.41));
    real y2 = y * y, y3 = y * y2, outer = real_divide(log_layer * y2, y3 + WALL_SST_OMEGA);
    real bend = real_divide((real)3 * y3, y3 + WALL_SST_OMEGA) - (real)2;
    real inner = real_divide(sublayer, y2);
    return real_divide((real)2 * inner + bend * outer, inner + outer);
}

#endif
