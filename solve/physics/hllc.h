/* hllc.h: the HLLC approximate Riemann solver (Toro, Spruce & Speares 1994) with
 * the wave speeds of Batten, Clarke, Lambert & Causon 1997 ("On the choice of
 * wavespeeds for the HLLC Riemann solver", SIAM J. Sci. Comput. 18), which keep
 * density and pressure positive and resolve isolated shocks and contacts exactly.
 *
 *         S_L   S_M    S_R
 *           \    |    /
 *        l*  \ l*|r* /  r
 *       ------\--|--/------> n
 */
#ifndef UFV_SOLVE_PHYSICS_HLLC_H
#define UFV_SOLVE_PHYSICS_HLLC_H

#include "physics/gas.h"

struct outer_waves {
    real left, right; /* speeds of the acoustic waves, m/s */
};

/* Einfeldt 1988, taken over by Batten et al. 1997: the acoustic wave of the side or
 * that of the Roe average, whichever runs outwards faster. */
UFV_HD struct outer_waves hllc_waves(struct face_states at)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real half = (real)0.5;
    real g1 = gamma - (real)1;
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    real c2l = gamma * l.p / l.rho, c2r = gamma * r.p / r.rho;
    real hl = c2l / g1 + half * (l.u * l.u + l.v * l.v + l.w * l.w);
    real hr = c2r / g1 + half * (r.u * r.u + r.v * r.v + r.w * r.w);

    /* Roe's average of velocities and total enthalpies, weighted by the roots of the densities. */
    real root = real_sqrt(r.rho / l.rho);
    real wl = (real)1 / ((real)1 + root), wr = root * wl;
    real u = wl * l.u + wr * r.u, v = wl * l.v + wr * r.v, w = wl * l.w + wr * r.w;
    real un = u * nx + v * ny + w * nz;
    real c = real_sqrt(g1 * (wl * hl + wr * hr - half * (u * u + v * v + w * w)));
    struct outer_waves waves = {real_min(unl - real_sqrt(c2l), un - c), real_max(unr + real_sqrt(c2r), un + c)};
    return waves;
}

/* F + waves (U* - U): the flux of one side, which has the state q and the normal velocity un, across its acoustic wave
 * of speed s when that has moved over the face (clipped: the part of the wave's speed that points away from the side,
 * else 0), Batten et al. Eqs. 17-20. */
UFV_HD struct flux5 hllc_side(struct face_states at, struct state q, real un, real s, real clipped, real middle)
{
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    real p = q.p + q.rho * (un - s) * (un - middle); /* between the waves */
    real scale = clipped / (s - middle), push = p - q.p;
    real e = gas_energy(q, gamma);
    struct flux5 f = gas_flux(q, nx, ny, nz, gamma);
    /* (s - middle) (U* - U) = (middle - un) U + (0, push n, p middle - q.p un) */
    f.mass += scale * (middle - un) * q.rho;
    f.mx += scale * ((middle - un) * q.rho * q.u + push * nx);
    f.my += scale * ((middle - un) * q.rho * q.v + push * ny);
    f.mz += scale * ((middle - un) * q.rho * q.w + push * nz);
    f.energy += scale * ((middle - un) * e + p * middle - q.p * un);
    return f;
}

/* Flux per area through the unit normal n; *speed gets the larger |wave speed|, m/s.
 * middle: the speed of the contact, S_M, by which pressure and normal velocity are the same on its two
 * sides. */
UFV_HD struct flux5 hllc_flux(struct face_states at, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2];
    const real zero = (real)0;
    real unl = l.u * nx + l.v * ny + l.w * nz, unr = r.u * nx + r.v * ny + r.w * nz;
    struct outer_waves s = hllc_waves(at);
    real al = l.rho * (unl - s.left), ar = r.rho * (s.right - unr); /* both positive */
    real middle = (ar * unr + al * unl + l.p - r.p) / (ar + al);
    *speed = real_max(-s.left, s.right);
    if (middle >= zero)
        return hllc_side(at, l, unl, s.left, real_min(s.left, zero), middle);
    return hllc_side(at, r, unr, s.right, real_max(s.right, zero), middle);
}

#endif
