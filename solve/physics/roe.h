/* roe.h: Roe's approximate Riemann solver (Roe 1981) with Harten's entropy fix
 * (Harten 1983) on the acoustic waves, in the form of Blazek (2015), Eqs.
 * 4.89-4.92.
 *
 *       left state      n      right state
 *           o ---------|-->-------- o
 */
#ifndef UFV_SOLVE_PHYSICS_ROE_H
#define UFV_SOLVE_PHYSICS_ROE_H

#include "physics/gas.h"

/* |lambda| rounded off near zero: (lambda^2 + delta^2) / (2 delta) below delta. inverse:
 * 1 / (2 delta), or anything where delta is 0. */
UFV_HD real roe_fix(real lambda, real delta, real inverse)
{
    real a = real_abs(lambda);
    return a < delta ? (a * a + delta * delta) * inverse : a;
}

/* Flux per area through the unit normal n; *speed gets |un| + c of the Roe state,
 * m/s. fix: Harten's delta as a fraction of the speed of sound. */
UFV_HD struct flux5 roe_flux(struct face_states at, real fix, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real half = (real)0.5;
    real g1 = gamma - (real)1;
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    real kl = half * (l.u * l.u + l.v * l.v + l.w * l.w), kr = half * (r.u * r.u + r.v * r.v + r.w * r.w);
    real over_l = real_divide((real)1, l.rho), enthalpy = real_divide(gamma, g1);
    real hl = enthalpy * l.p * over_l + kl, hr = enthalpy * real_divide(r.p, r.rho) + kr;

    /* Roe averages */
    real root = real_sqrt(r.rho * over_l);
    real wl = real_divide((real)1, (real)1 + root), wr = root * wl;
    real rho = root * l.rho;
    real u = wl * l.u + wr * r.u, v = wl * l.v + wr * r.v, w = wl * l.w + wr * r.w;
    real h = wl * hl + wr * hr;
    real k = half * (u * u + v * v + w * w);
    real c2 = g1 * (h - k);
    real c = real_sqrt(c2), over_c2 = real_divide((real)1, c2);
    real un = u * nx + v * ny + w * nz;

    /* wave speeds and strengths */
    real delta = fix * c, over_delta = real_divide(half, delta);
    real lm = roe_fix(un - c, delta, over_delta), lp = roe_fix(un + c, delta, over_delta), l0 = real_abs(un);
    real drho = r.rho - l.rho, dp = r.p - l.p, dun = unr - unl;
    real du = r.u - l.u, dv = r.v - l.v, dw = r.w - l.w;
    /* each |lambda| times the strength of its wave: acoustic waves at un - c and un + c, the entropy
     * wave (a0) and the shear waves (as) at un */
    real am = lm * half * (dp - rho * c * dun) * over_c2;
    real ap = lp * half * (dp + rho * c * dun) * over_c2;
    real a0 = l0 * (drho - dp * over_c2);
    real as = l0 * rho;

    /* mean flux less half the waves, each times its right eigenvector: (1, u -+ c n, h -+ c un), (1, u,
     * k), (0, du - dun n, ...) */
    real ml = l.rho * unl, mr = r.rho * unr, ps = l.p + r.p, sum = am + ap, difference = ap - am;
    struct flux5 f;
    f.mass = half * (ml + mr - (sum + a0));
    f.mx = half * (ml * l.u + mr * r.u + ps * nx -
                   (sum * u + difference * c * nx + a0 * u + as * (du - dun * nx)));
    f.my = half * (ml * l.v + mr * r.v + ps * ny -
                   (sum * v + difference * c * ny + a0 * v + as * (dv - dun * ny)));
    f.mz = half * (ml * l.w + mr * r.w + ps * nz -
                   (sum * w + difference * c * nz + a0 * w + as * (dw - dun * nz)));
    f.energy = half * (ml * hl + mr * hr -
                       (sum * h + difference * c * un + a0 * k + as * (u * du + v * dv + w * dw - un * dun)));
    *speed = real_abs(un) + c;
    return f;
}

#endif
