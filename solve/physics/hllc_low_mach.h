/* hllc_low_mach.h: HLLC (physics/hllc.h) with the acoustic impedances of the preconditioned system of
 * physics/low_mach.h (in the spirit of Luo, Baum & Lohner 2005, "Extension of Harten-Lax-van Leer scheme for flows at
 * all speeds", AIAA J. 43).
 *
 *         S_L   S_M    S_R
 *           \    |    /
 *        l*  \ l*|r* /  r
 *       ------\--|--/------> n
 *
 * HLLC's speed of the contact and the pressure there are those of two waves across which p -+ z u_n is constant, with
 * the impedances z = rho |S - u_n| of the sides, of the size rho c. Preconditioned waves have those of the size of
 * rho V: velocity differences then make pressures of the flow's own size, and pressure differences drive a mass flux
 * that couples neighbours. Density and energy between the waves are those of the sides' true waves.
 */
#ifndef UFV_SOLVE_PHYSICS_HLLC_LOW_MACH_H
#define UFV_SOLVE_PHYSICS_HLLC_LOW_MACH_H

#include "physics/hllc.h"
#include "physics/low_mach.h"

/* The flux between the wave of speed s on side q and the contact, at the speed `middle` and the pressure p: the state
 * there convected with the contact, and the pressure. Equals hllc_side() where p is that of the jump across s. */
UFV_HD struct flux5 hllc_between(struct face_states at, struct state q, real un, real s, real middle, real p)
{
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    real over = real_divide((real)1, s - middle), rho = q.rho * (s - un) * over, mass = rho * middle;
    real energy = ((s - un) * gas_energy(q, gamma) + p * middle - q.p * un) * over, more = middle - un;
    struct flux5 f = {mass, mass * (q.u + more * nx) + p * nx, mass * (q.v + more * ny) + p * ny,
                      mass * (q.w + more * nz) + p * nz, middle * (energy + p)};
    return f;
}

/* Flux per area through the unit normal n; *speed gets the largest speed of a preconditioned wave, m/s. floor2: as
 * low_mach_speed2(). */
UFV_HD struct flux5 hllc_low_mach_flux(struct face_states at, real floor2, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real zero = (real)0, half = (real)0.5;
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    struct outer_waves s = hllc_waves(at);
    real c2l = real_divide(gamma * l.p, l.rho), c2r = real_divide(gamma * r.p, r.rho);
    real c2 = half * (c2l + c2r), rho = half * (l.rho + r.rho), un = half * (unl + unr);
    real u = half * (l.u + r.u), v = half * (l.v + r.v), w = half * (l.w + r.w);
    real speed2 = low_mach_speed2(u * u + v * v + w * w, c2, floor2, r.p - l.p, rho);
    struct low_mach_waves waves = low_mach_waves(un, c2, speed2);
    *speed = real_max(-waves.minus, waves.plus);
    if (s.left >= zero)
        return gas_flux(l, nx, ny, nz, gamma);
    if (s.right <= zero)
        return gas_flux(r, nx, ny, nz, gamma);
    real over_c = real_divide((real)1, real_sqrt(c2));
    real zl = l.rho * (unl - s.left) * (waves.b * un - waves.minus) * over_c; /* both positive */
    real zr = r.rho * (s.right - unr) * (waves.plus - waves.b * un) * over_c;
    real over = real_divide((real)1, zl + zr);
    real middle = (zl * unl + zr * unr + (l.p - r.p)) * over;
    real p = (zr * l.p + zl * r.p + zl * zr * (unl - unr)) * over;
    if (middle >= zero)
        return hllc_between(at, l, unl, s.left, real_min(middle, s.right), p);
    return hllc_between(at, r, unr, s.right, real_max(middle, s.left), p);
}

#endif
