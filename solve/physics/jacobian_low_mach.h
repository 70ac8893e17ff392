/* jacobian_low_mach.h: derivatives of preconditioned fluxes (physics/low_mach.h), in conserved variables.
 *
 * As physics/jacobian_inviscid.h with G |G^-1 A^| in place of |A^|, for every flux scheme: the matrix of a face is
 * G (P +- |P|) / 2, P = G^-1 A^, so that after multiplication by G^-1 no eigenvalue of the own half is negative and
 * none of the other's positive. The diagonal has G times the volume over the step in pseudo-time.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_LOW_MACH_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_LOW_MACH_H

#include "physics/jacobian_inviscid.h"

/* m += area (B + side G |G^-1 B|) / 2, B = A(W) - through I, as jacobian_add_moving() without preconditioning. speed2:
 * V^2, (m/s)^2, of the face; at most the square of the speed of sound. */
UFV_HD void jacobian_add_low_mach(struct block5 *m, struct upwind_face f, struct jacobian_gas g, real speed2, real side)
{
    const real gamma = f.gamma, through = f.through, *n = f.n;
    real half = (real)0.5 * f.area, c2 = (gamma - (real)1) * (g.h - g.k), by = side * half;
    const real s[3] = {half * n[0], half * n[1], half * n[2]};
    struct low_mach_dissipation d =
        low_mach_dissipation(g.u * n[0] + g.v * n[1] + g.w * n[2] - through, c2, speed2, f.fix);
    const struct low_mach_dissipation scaled = {by * d.flow, by * d.velocity, by * d.mixed, by * d.pressure};
    jacobian_add_flux(m, g, s, gamma);
    block5_add_identity(m, -half * through);
    jacobian_add_waves(m, scaled, g, n, gamma);
}

/* m += share (G - I), G of the state s. share: volume over the step in pseudo-time, m^3/s. */
UFV_HD void jacobian_add_low_mach_inertia(struct block5 *m, real share, struct state s, real b, real gamma)
{
    struct jacobian_gas g = jacobian_gas(s, gamma);
    real g1 = gamma - (real)1, c2 = g1 * (g.h - g.k), factor = share * real_divide((real)1 - b, b * c2);
    /* lp: dp by the conserved variables; r1: how they change with the pressure along an isentrope,
     * times c^2. */
    const real lp[5] = {g1 * g.k, -g1 * g.u, -g1 * g.v, -g1 * g.w, g1}, r1[5] = {(real)1, g.u, g.v, g.w, g.h};
    UFV_UNROLL(5)
    for (int i = 0; i < 5; i++) {
        real row = factor * r1[i];
        UFV_UNROLL(5)
        for (int j = 0; j < 5; j++)
            m->a[i][j] += row * lp[j];
    }
}

#endif
