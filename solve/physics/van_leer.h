/* van_leer.h: van Leer's flux vector splitting (van Leer 1982, "Flux-vector
 * splitting for the Euler equations", Lecture Notes in Physics 170; in three
 * dimensions as Blazek 2015, Eqs. 4.65-4.69), and the variant of Haenel, Schwane &
 * Seider 1987 (AIAA 87-1105) that carries the total enthalpy with the mass, so
 * that a steady flow keeps it.
 *
 *       left state      n      right state
 *           o ---------|-->-------- o
 */
#ifndef UFV_SOLVE_PHYSICS_VAN_LEER_H
#define UFV_SOLVE_PHYSICS_VAN_LEER_H

#include "physics/gas.h"

/* The part of a state's flux that goes along n: all, none, or where |un| < c the
 * split one. haenel: the energy is mass times total enthalpy.
 * The split mass flux is rho c (M + 1)^2 / 4: quadratic in M, so that flux and derivative meet those of
 * the whole at Mach 1 and -1; in it lies that steady shocks take two cells. */
UFV_HD struct flux5 van_leer_forward(struct state s, real nx, real ny, real nz, real gamma, const int haenel)
{
    const real half = (real)0.5;
    real c = gas_sound_speed(s, gamma), un = s.u * nx + s.v * ny + s.w * nz;
    if (un >= c)
        return gas_flux(s, nx, ny, nz, gamma);
    if (un <= -c) {
        struct flux5 none = {(real)0, (real)0, (real)0, (real)0, (real)0};
        return none;
    }
    real mass = (real)0.25 * s.rho / c * (un + c) * (un + c);
    /* m/s along n: the split pressure over the split mass flux. */
    real push = ((real)2 * c - un) / gamma;
    real k = half * (s.u * s.u + s.v * s.v + s.w * s.w), g1 = gamma - (real)1;
    real along = g1 * un + (real)2 * c;
    real energy = haenel ? c * c / g1 + k
                         : half * along * along / (gamma * gamma - (real)1) + k - half * un * un;
    struct flux5 f = {mass, mass * (s.u + push * nx), mass * (s.v + push * ny), mass * (s.w + push * nz),
                      mass * energy};
    return f;
}

/* Largest eigenvalue of the forward part's Jacobian less the backward one's: |un| + c
 * beyond the speed of sound, c (1/2 + 3 / (2 gamma)) at rest; between them at most on the
 * straight line. */
UFV_HD real van_leer_speed(struct state s, real nx, real ny, real nz, real gamma)
{
    real un = real_abs(s.u * nx + s.v * ny + s.w * nz), c = gas_sound_speed(s, gamma);
    return un + c + real_max(c - un, (real)0) * ((real)1.5 / gamma - (real)0.5);
}

/* Flux per area through the unit normal n: the left state's part along n and the
 * right one's against it; *speed gets the signal speed that limits an explicit step, m/s. */
UFV_HD struct flux5 van_leer_flux(struct face_states at, const int haenel, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    struct flux5 a = van_leer_forward(l, nx, ny, nz, gamma, haenel);
    struct flux5 b = van_leer_forward(r, -nx, -ny, -nz, gamma, haenel);
    *speed = real_max(van_leer_speed(l, nx, ny, nz, gamma), van_leer_speed(r, nx, ny, nz, gamma));
    struct flux5 f = {a.mass - b.mass, a.mx - b.mx, a.my - b.my, a.mz - b.mz, a.energy - b.energy};
    return f;
}

#endif
