/* hlle.h: the approximate Riemann solver of Harten, Lax & van Leer 1983 with
 * Einfeldt's wave speeds (1988): one mean state between the two acoustic waves
 * (Toro 2009, Section 10.3). Keeps density and pressure positive, resolves isolated
 * shocks exactly and has no carbuncle, but smears contacts and shear layers: for
 * strong shocks, not for boundary layers.
 *
 *         S_L       S_R
 *           \   *   /
 *          l \     / r
 *       ------\---/------> n
 */
#ifndef UFV_SOLVE_PHYSICS_HLLE_H
#define UFV_SOLVE_PHYSICS_HLLE_H

#include "physics/hllc.h"

/* Flux per area through the unit normal n; *speed gets the larger |wave speed|, m/s.
 * (S_R F_l - S_L F_r + S_L S_R (U_r - U_l)) / (S_R - S_L), waves that do not pass the
 * face towards their side taken as zero. */
UFV_HD struct flux5 hlle_flux(struct face_states at, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    struct outer_waves s = hllc_waves(at);
    *speed = real_max(-s.left, s.right);
    real sl = real_min(s.left, (real)0), sr = real_max(s.right, (real)0), scale = (real)1 / (sr - sl);
    real wl = scale * sr, wr = -scale * sl, spread = wr * sr;
    struct flux5 fl = gas_flux(l, nx, ny, nz, gamma), fr = gas_flux(r, nx, ny, nz, gamma);
    struct flux5 d = gas_difference(l, r, gamma); /* U_r - U_l */
    struct flux5 f;
    f.mass = wl * fl.mass + wr * fr.mass - spread * d.mass;
    f.mx = wl * fl.mx + wr * fr.mx - spread * d.mx;
    f.my = wl * fl.my + wr * fr.my - spread * d.my;
    f.mz = wl * fl.mz + wr * fr.mz - spread * d.mz;
    f.energy = wl * fl.energy + wr * fr.energy - spread * d.energy;
    return f;
}

#endif
