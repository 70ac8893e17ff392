/* steger_warming.h: flux vector splitting by the eigenvalues' signs (Steger &
 * Warming 1981, "Flux vector splitting of the inviscid gasdynamic equations with
 * application to finite-difference methods", J. Comput. Phys. 40, Eqs. 4.4-4.8,
 * for a face of any direction).
 *
 *       left state      n      right state
 *           o ---------|-->-------- o
 */
#ifndef UFV_SOLVE_PHYSICS_STEGER_WARMING_H
#define UFV_SOLVE_PHYSICS_STEGER_WARMING_H

#include "physics/gas.h"

/* (lambda + sqrt(lambda^2 + epsilon^2)) / 2: with epsilon = 0 the positive part,
 * else without its kink at sonic points and stagnation (Steger & Warming 1981,
 * Section 5; Druguet, Candler & Nompelis 2005). */
UFV_HD real steger_warming_positive(real lambda, real epsilon)
{
    return (real)0.5 * (lambda + real_sqrt(lambda * lambda + epsilon * epsilon));
}

/* The part of a state's flux whose eigenvalues are positive along n.
 * still, ahead, behind: the eigenvalues un, un + c, un - c, positive parts. momentum's push and the
 * energy follow from the homogeneity of the flux, F = A W, by which the scheme needs no Riemann
 * problem. */
UFV_HD struct flux5 steger_warming_forward(struct state s, real nx, real ny, real nz, real gamma, real smooth)
{
    real c = gas_sound_speed(s, gamma), un = s.u * nx + s.v * ny + s.w * nz, g1 = gamma - (real)1;
    real k = (real)0.5 * (s.u * s.u + s.v * s.v + s.w * s.w), epsilon = smooth * c;
    real still = steger_warming_positive(un, epsilon);
    real ahead = steger_warming_positive(un + c, epsilon), behind = steger_warming_positive(un - c, epsilon);
    real factor = (real)0.5 * s.rho / gamma;
    real mass = factor * ((real)2 * g1 * still + ahead + behind);
    real push = factor * c * (ahead - behind);
    struct flux5 f = {mass, mass * s.u + push * nx, mass * s.v + push * ny, mass * s.w + push * nz,
                      mass * k + push * un + factor * c * c / g1 * (ahead + behind)};
    return f;
}

/* Largest eigenvalue of the forward part's Jacobian less the backward one's: |un| + c
 * beyond the speed of sound, 2 c / gamma at rest; between them at most on the straight line. */
UFV_HD real steger_warming_speed(struct state s, real nx, real ny, real nz, real gamma)
{
    real un = real_abs(s.u * nx + s.v * ny + s.w * nz), c = gas_sound_speed(s, gamma);
    return un + c + real_max(c - un, (real)0) * real_max((real)2 / gamma - (real)1, (real)0);
}

/* Flux per area through the unit normal n: the left state's part along n and the
 * right one's against it; smooth: epsilon as a fraction of the speed of sound;
 * *speed gets the signal speed that limits an explicit step, m/s. */
UFV_HD struct flux5 steger_warming_flux(struct face_states at, real smooth, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    struct flux5 a = steger_warming_forward(l, nx, ny, nz, gamma, smooth);
    struct flux5 b = steger_warming_forward(r, -nx, -ny, -nz, gamma, smooth);
    *speed = real_max(steger_warming_speed(l, nx, ny, nz, gamma), steger_warming_speed(r, nx, ny, nz, gamma));
    struct flux5 f = {a.mass - b.mass, a.mx - b.mx, a.my - b.my, a.mz - b.mz, a.energy - b.energy};
    return f;
}

#endif
