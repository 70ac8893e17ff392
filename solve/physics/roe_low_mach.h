/* roe_low_mach.h: Roe's flux (physics/roe.h) with the preconditioned dissipation G |G^-1 A| of physics/low_mach.h in
 * place of |A| (Turkel 1987; Weiss & Smith 1995, Eqs. 11-15).
 *
 *       left state      n      right state
 *           o ---------|-->-------- o
 */
#ifndef UFV_SOLVE_PHYSICS_ROE_LOW_MACH_H
#define UFV_SOLVE_PHYSICS_ROE_LOW_MACH_H

#include "physics/low_mach.h"

/* Flux per area through the unit normal n; *speed gets the largest speed of a preconditioned wave, m/s. fix: Harten's
 * delta as low_mach_dissipation() takes it; floor2: as low_mach_speed2(). Products of |A| and a difference of states
 * hold with Roe's averages exactly: dU = (drho, u drho + rho du, ..., k drho + rho u . du + dp / (gamma - 1)),
 * l_p . dU = dp, l_u . dU = rho du_n. */
UFV_HD struct flux5 roe_low_mach_flux(struct face_states at, real fix, real floor2, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real half = (real)0.5;
    real g1 = gamma - (real)1, enthalpy = real_divide(gamma, g1), over_l = real_divide((real)1, l.rho);
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    real hl = enthalpy * l.p * over_l + half * (l.u * l.u + l.v * l.v + l.w * l.w);
    real hr = enthalpy * real_divide(r.p, r.rho) + half * (r.u * r.u + r.v * r.v + r.w * r.w);

    /* Roe averages */
    real root = real_sqrt(r.rho * over_l), wl = real_divide((real)1, (real)1 + root), wr = root * wl;
    real rho = root * l.rho, h = wl * hl + wr * hr;
    real u = wl * l.u + wr * r.u, v = wl * l.v + wr * r.v, w = wl * l.w + wr * r.w;
    real k = half * (u * u + v * v + w * w), c2 = g1 * (h - k), un = u * nx + v * ny + w * nz;

    real drho = r.rho - l.rho, dp = r.p - l.p, dun = unr - unl;
    real du = r.u - l.u, dv = r.v - l.v, dw = r.w - l.w;
    real speed2 = low_mach_speed2((real)2 * k, c2, floor2, dp, rho);
    struct low_mach_dissipation d = low_mach_dissipation(un, c2, speed2, fix);
    /* the rows l_p and l_u of the dissipation applied to dU: what r1 and r2 are multiplied by */
    real first = d.pressure * dp + d.mixed * rho * dun, second = d.velocity * rho * dun + d.mixed * dp;

    real ml = l.rho * unl, mr = r.rho * unr, ps = l.p + r.p;
    struct flux5 f;
    f.mass = half * (ml + mr - (d.flow * drho + first));
    f.mx = half * (ml * l.u + mr * r.u + ps * nx - (d.flow * (u * drho + rho * du) + first * u + second * nx));
    f.my = half * (ml * l.v + mr * r.v + ps * ny - (d.flow * (v * drho + rho * dv) + first * v + second * ny));
    f.mz = half * (ml * l.w + mr * r.w + ps * nz - (d.flow * (w * drho + rho * dw) + first * w + second * nz));
    real carried = k * drho + rho * (u * du + v * dv + w * dw) + real_divide(dp, g1);
    f.energy = half * (ml * hl + mr * hr - (d.flow * carried + first * h + second * un));
    *speed = low_mach_radius(un, c2, speed2);
    return f;
}

#endif
