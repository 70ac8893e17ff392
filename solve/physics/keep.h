/* keep.h: a flux that keeps kinetic energy, for turbulence that is resolved: the split form of Kuya, Totani & Kawai
 * (2018, J. Comput. Phys. 375, 823; KEEP, after Jameson 2008 and Pirozzoli 2010) of the values in the two cells,
 * blended with Roe's flux between the reconstructed states.
 *
 *       own cell   l | r   other cell
 *           o -----> | <----- o
 *                    n ->
 *
 * The mass flux C is the same in all equations, momentum is carried with the mean velocity and kinetic energy with the
 * product of the two velocities:
 *
 *   C = mean(rho) mean(u_n),  momentum C mean(u) + mean(p) n,
 *   energy C (mean(e) + u.u' / 2) + (u_n p' + u'_n p) / 2,  e = p / ((gamma - 1) rho)
 *
 * so that what convection does to the kinetic energy of cells, u . (momentum) - |u|^2 / 2 (mass), cancels between the
 * two cells of each face, on any mesh. Only pressure changes kinetic energy, by compression.
 */
#ifndef UFV_SOLVE_PHYSICS_KEEP_H
#define UFV_SOLVE_PHYSICS_KEEP_H

#include "physics/roe.h"

/* Where more dissipation is added: ROW(ENUMERATOR, word), the words of numerics.shock_sensor. */
#define SHOCK_SENSORS(ROW) ROW(SENSOR_NONE, "none") ROW(SENSOR_DUCROS, "ducros")
#define SENSOR_ENUMERATOR(NAME, word) NAME,
enum shock_sensor { SHOCK_SENSORS(SENSOR_ENUMERATOR) };
#undef SENSOR_ENUMERATOR

/* The split form, per area through the unit normal n: Kuya, Totani & Kawai's fluxes of mass, momentum, kinetic and
 * inner energy, and of the work of the pressure.
 * No dissipation at all: what keeps a run stable is the share of Roe's flux, the viscosity or a subgrid
 * model. */
UFV_HD struct flux5 keep_central(struct face_states at)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real half = (real)0.5;
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    real mass = half * (l.rho + r.rho) * (half * (unl + unr)), p = half * (l.p + r.p);
    real over = real_divide((real)1, gamma - (real)1);
    real inner = half * over * (real_divide(l.p, l.rho) + real_divide(r.p, r.rho));
    struct flux5 f = {mass, half * mass * (l.u + r.u) + p * nx, half * mass * (l.v + r.v) + p * ny,
                      half * mass * (l.w + r.w) + p * nz,
                      mass * (inner + half * (l.u * r.u + l.v * r.v + l.w * r.w)) + half * (unl * r.p + unr * l.p)};
    return f;
}

/* Mach number of a state, of its whole velocity. */
UFV_HD real keep_mach(struct state s, real gamma)
{
    return real_sqrt(real_divide(s.rho * (s.u * s.u + s.v * s.v + s.w * s.w), gamma * s.p));
}

/* A state with the difference of its velocity to the mean of two multiplied by z: Thornber et al. (2008, J. Comput.
 * Phys. 227, 4873). */
UFV_HD struct state keep_drawn(struct state s, struct state other, real z)
{
    const real half = (real)0.5;
    struct state d = {s.rho, half * (s.u + other.u) + half * z * (s.u - other.u),
                      half * (s.v + other.v) + half * z * (s.v - other.v),
                      half * (s.w + other.w) + half * z * (s.w - other.w), s.p};
    return d;
}

/* Flux per area through the unit normal n; *speed gets Roe's |un| + c, m/s. cells: the values of the two cells; at:
 * reconstructed at the face; fix: Harten's delta of Roe's flux; share: of that, 0 .. 1, the split form has the rest. In
 * Roe's flux the jump of the velocity is multiplied by the larger Mach number where that is below 1, so that its
 * dissipation does not grow at low speeds. */
UFV_HD struct flux5 keep_flux(struct face_states cells, struct face_states at, real fix, real share,
                              real *speed)
{
    const struct state l = at.l, r = at.r;
    const real gamma = at.gamma;
    /* Thornber et al. 2008: velocities are drawn together by the Mach number. */
    real z = real_min(real_max(keep_mach(l, gamma), keep_mach(r, gamma)), (real)1), rest = (real)1 - share;
    struct flux5 f = keep_central(cells);
    struct face_states drawn = face_states(keep_drawn(l, r, z), keep_drawn(r, l, z), at.n, gamma);
    struct flux5 u = roe_flux(drawn, fix, speed);
    f.mass = rest * f.mass + share * u.mass;
    f.mx = rest * f.mx + share * u.mx;
    f.my = rest * f.my + share * u.my;
    f.mz = rest * f.mz + share * u.mz;
    f.energy = rest * f.energy + share * u.energy;
    return f;
}

/* Ducros' sensor of shocks (Ducros et al. 1999, J. Comput. Phys. 152, 517), 0 .. 1: the square of the rate of
 * compression over that and the square of the vorticity. Here it has a floor as well, KEEP_SENSOR_FLOOR times the speed
 * of sound over the cells' distance, below which it does not see sound and other weak compression, and it is
 * blind to expansion. divergence, vorticity: 1/s; sound: m/s; distance: m. */
#define KEEP_SENSOR_FLOOR ((real)0.05)
UFV_HD real keep_sensor(real divergence, real vorticity, real sound, real distance)
{
    real compression = real_min(divergence, (real)0) * distance, spin = vorticity * distance;
    real floor = KEEP_SENSOR_FLOOR * sound, square = compression * compression;
    return real_divide(square, square + spin * spin + floor * floor);
}

#endif
