/* volume_integral.h: what flow holds, for sums over all cells: kinetic energy, enstrophy, how fast it is compressed.
 *
 * In a box without boundaries, at constant viscosity, kinetic energy is lost at the rate 2 mu / rho times the enstrophy
 * and 4/3 mu times the dilatation (of compressible flow: Sarkar et al. 1991), but for the work of the pressure.
 */
#ifndef UFV_SOLVE_KERNELS_VOLUME_INTEGRAL_H
#define UFV_SOLVE_KERNELS_VOLUME_INTEGRAL_H

#include "kernels/flux.h"

/* The integrals over owned cell i, into out[N_INTEGRALS] in the order of enum integral_sum: rho |u|^2 / 2 (J), rho
 * |omega|^2 / 2 (kg/s^2) and (div u)^2 (m^3/s^2). They are in double, as all sums over the mesh. With Euler's equations
 * the gradients are limited ones. cases/taylor-green and cases/isotropic use them. */
UFV_HD void integral_sum_body(lid i, const struct integral_args *a, const int equations, double out[N_INTEGRALS])
{
    const struct state s = state_load(a->q, a->m.n_slots, i);
    const struct flow_gradient g = velocity_gradient(&a->m, a->gradient, a->limited, i, equations);
    double volume = (double)a->m.volume[i], rho = (double)s.rho, u = (double)s.u, v = (double)s.v, w = (double)s.w;
    double x = (double)g.w[1] - (double)g.v[2], y = (double)g.u[2] - (double)g.w[0];
    double z = (double)g.v[0] - (double)g.u[1], divergence = (double)g.u[0] + (double)g.v[1] + (double)g.w[2];
    out[INTEGRAL_KINETIC_ENERGY] = 0.5 * volume * rho * (u * u + v * v + w * w);
    out[INTEGRAL_ENSTROPHY] = 0.5 * volume * rho * (x * x + y * y + z * z);
    out[INTEGRAL_DILATATION] = volume * divergence * divergence;
}

#endif
