/* gas.h: states of a calorically perfect gas.
 *
 * struct state holds primitive variables: density kg/m^3, velocity m/s, pressure
 * Pa. struct flux5 holds anything with one number per conserved variable:
 * mass, three momenta, energy.
 */
#ifndef UFV_SOLVE_PHYSICS_GAS_H
#define UFV_SOLVE_PHYSICS_GAS_H

#include "arithmetic/real.h"

struct state {
    real rho, u, v, w, p; /* kg/m^3, m/s, Pa */
};

struct flux5 {
    real mass, mx, my, mz, energy; /* per volume: kg/m^3, kg/(m^2 s), J/m^3; as a flux: kg/(m^2 s), Pa, W/m^2 */
};

/* Loads slot i of an array [NV][n]. */
UFV_HD struct state state_load(const real *UFV_RESTRICT q, int64_t n, lid i)
{
    struct state s = {q[i], q[n + i], q[2 * n + i], q[3 * n + i], q[4 * n + i]};
    return s;
}

/* Stores it there. */
UFV_HD void state_store(real *UFV_RESTRICT q, int64_t n, lid i, struct state s)
{
    q[i] = s.rho;
    q[n + i] = s.u;
    q[2 * n + i] = s.v;
    q[3 * n + i] = s.w;
    q[4 * n + i] = s.p;
}

/* Speed of sound, m/s; not-a-number unless pressure over density is positive or 0. */
UFV_HD real gas_sound_speed(struct state s, real gamma)
{
    return real_sqrt(real_divide(gamma * s.p, s.rho));
}

/* Total energy per volume, J/m^3. */
UFV_HD real gas_energy(struct state s, real gamma)
{
    return real_divide(s.p, gamma - (real)1) + (real)0.5 * s.rho * (s.u * s.u + s.v * s.v + s.w * s.w);
}

/* Conserved variables of a state per volume. For tests and derivatives: steps take gas_advance(), which loses fewer
 * digits. */
UFV_HD struct flux5 gas_conserved(struct state s, real gamma)
{
    struct flux5 c = {s.rho, s.rho * s.u, s.rho * s.v, s.rho * s.w, gas_energy(s, gamma)};
    return c;
}

/* The state that has these conserved variables; c.mass is not 0. */
UFV_HD struct state gas_primitive(struct flux5 c, real gamma)
{
    real inverse = real_divide((real)1, c.mass);
    struct state s;
    s.rho = c.mass;
    s.u = c.mx * inverse;
    s.v = c.my * inverse;
    s.w = c.mz * inverse;
    s.p = (gamma - (real)1) * (c.energy - (real)0.5 * (c.mx * s.u + c.my * s.v + c.mz * s.w));
    return s;
}

/* Twice the kinetic energy per volume that b has more than a, d being the difference of
 * their conserved variables: m' u' - m u = (m' - m) (u + u') - (rho' - rho) u u'. */
UFV_HD real gas_motion_gained(struct state a, struct state b, struct flux5 d)
{
    return d.mx * (a.u + b.u) + d.my * (a.v + b.v) + d.mz * (a.w + b.w) - d.mass * (a.u * b.u + a.v * b.v + a.w * b.w);
}

/* Conserved variables of b less those of a, from the differences of the primitive ones.
 * Its energy is not gas_energy() of b less that of a: two large numbers whose difference would keep few
 * digits. */
UFV_HD struct flux5 gas_difference(struct state a, struct state b, real gamma)
{
    real drho = b.rho - a.rho;
    struct flux5 d = {drho, b.rho * (b.u - a.u) + a.u * drho, b.rho * (b.v - a.v) + a.v * drho,
                      b.rho * (b.w - a.w) + a.w * drho, (real)0};
    d.energy = real_divide(b.p - a.p, gamma - (real)1) + (real)0.5 * gas_motion_gained(a, b, d);
    return d;
}

/* The state whose conserved variables are those of s and d more. Exact, and in steps:
 * what does not change keeps its digits, which it would lose on the way through
 * momentum and energy, and small changes are not differences of large numbers. */
UFV_HD struct state gas_advance(struct state s, struct flux5 d, real gamma)
{
    real inverse = real_divide((real)1, s.rho + d.mass);
    struct state r = {s.rho + d.mass, s.u + (d.mx - s.u * d.mass) * inverse, s.v + (d.my - s.v * d.mass) * inverse,
                      s.w + (d.mz - s.w * d.mass) * inverse, (real)0};
    r.p = s.p + (gamma - (real)1) * (d.energy - (real)0.5 * gas_motion_gained(s, r, d));
    return r;
}

/* Are density and pressure positive and all numbers finite? x - x is 0 of finite numbers alone. */
UFV_HD int state_is_physical(struct state s)
{
    return s.rho > (real)0 && s.p > (real)0 && s.u - s.u == (real)0 && s.v - s.v == (real)0 &&
           s.w - s.w == (real)0 && s.rho - s.rho == (real)0 && s.p - s.p == (real)0;
}

/* Inviscid flux through the unit normal n, per area (Blazek 2015, Eq. 2.21): the mass flux m = rho u.n carries momentum
 * and total enthalpy, and the pressure pushes along n. */
UFV_HD struct flux5 gas_flux(struct state s, real nx, real ny, real nz, real gamma)
{
    real un = s.u * nx + s.v * ny + s.w * nz;
    real m = s.rho * un;
    struct flux5 f = {m, m * s.u + s.p * nx, m * s.v + s.p * ny, m * s.w + s.p * nz,
                      un * (gas_energy(s, gamma) + s.p)};
    return f;
}

/* The states of a gas on the two sides of a face: what flux schemes take as a Riemann problem.
 *
 *       left state      n      right state
 *           o ---------|-->-------- o
 */
struct face_states {
    struct state l, r; /* density and pressure positive (flux_take() of kernels/flux.h sees to that) */
    real n[3];         /* unit normal, from left to right */
    real gamma;        /* ratio of specific heats, above 1 */
};

UFV_HD struct face_states face_states(struct state l, struct state r, const real n[3], real gamma)
{
    struct face_states at = {l, r, {n[0], n[1], n[2]}, gamma};
    return at;
}

/* a f, such as a flux per area times the area. */
UFV_HD struct flux5 flux5_scale(real a, struct flux5 f)
{
    struct flux5 r = {a * f.mass, a * f.mx, a * f.my, a * f.mz, a * f.energy};
    return r;
}

#endif
