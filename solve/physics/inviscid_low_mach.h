/* inviscid_low_mach.h: the flux schemes that numerics.low_mach = yes knows, once, beside those of physics/inviscid.h;
 * their kernels follow from these rows as those of the others do.
 */
#ifndef UFV_SOLVE_PHYSICS_INVISCID_LOW_MACH_H
#define UFV_SOLVE_PHYSICS_INVISCID_LOW_MACH_H

#include "physics/hllc_low_mach.h"
#include "physics/inviscid.h"
#include "physics/roe_low_mach.h"

/* ROW(kernel, NAME, of, call, ...): the name in its kernels, FLUX_NAME, the scheme of FLUX_SCHEMES that it stands in
 * for, the call with the names of inviscid_low_mach_flux(). AUSM+-up scales itself; its own signal speed is that of
 * explicit steps. */
#define LOW_MACH_SCHEMES(ROW, ...) \
    ROW(roe_low_mach, ROE_LOW_MACH, FLUX_ROE, \
        roe_low_mach_flux(at, fix, floor2, speed), __VA_ARGS__) \
    ROW(hllc_low_mach, HLLC_LOW_MACH, FLUX_HLLC, \
        hllc_low_mach_flux(at, floor2, speed), __VA_ARGS__) \
    ROW(ausm_up_low_mach, AUSM_UP_LOW_MACH, FLUX_AUSM_UP, \
        ausm_up_low_mach_flux(at, cutoff, floor2, speed), __VA_ARGS__)

/* They count on from the others. */
enum { FLUX_BEFORE_LOW_MACH = FLUX_N_SCHEMES - 1,
#define FLUX_ENUMERATOR(kernel, NAME, of, call, ...) FLUX_##NAME,
       LOW_MACH_SCHEMES(FLUX_ENUMERATOR, ) FLUX_N_ALL
#undef FLUX_ENUMERATOR
};

/* The preconditioned form of a scheme of enum flux_scheme; -1: it has none. */
UFV_HD int flux_at_low_mach(const int scheme)
{
#define FLUX_FORM(kernel, NAME, of, call, ...) scheme == of ? (int)FLUX_##NAME:
    return LOW_MACH_SCHEMES(FLUX_FORM, ) -1;
#undef FLUX_FORM
}

/* ausm_up_flux() with the speed of preconditioned waves. */
UFV_HD struct flux5 ausm_up_low_mach_flux(struct face_states at, real cutoff, real floor2, real *speed)
{
    const struct state l = at.l, r = at.r;
    const real nx = at.n[0], ny = at.n[1], nz = at.n[2], gamma = at.gamma;
    const real half = (real)0.5;
    struct flux5 f = ausm_up_flux(at, cutoff, speed);
    real u = half * (l.u + r.u), v = half * (l.v + r.v), w = half * (l.w + r.w), rho = half * (l.rho + r.rho);
    real c2 = half * gamma * (real_divide(l.p, l.rho) + real_divide(r.p, r.rho));
    real speed2 = low_mach_speed2(u * u + v * v + w * w, c2, floor2, r.p - l.p, rho);
    *speed = low_mach_radius(u * nx + v * ny + w * nz, c2, speed2);
    return f;
}

/* Flux per area through the unit normal n; *speed gets the largest speed of a preconditioned wave, m/s. fix: Harten's
 * delta; cutoff: of AUSM+-up; floor2: as low_mach_speed2(). */
UFV_HD struct flux5 inviscid_low_mach_flux(const int scheme, struct face_states at, real fix, real cutoff,
                                           real floor2, real *speed)
{
#define FLUX_CASE(kernel, NAME, of, call, ...) \
    case FLUX_##NAME: \
        return call;
    switch (scheme) {
        LOW_MACH_SCHEMES(FLUX_CASE, )
    default:
        return inviscid_none(speed);
    }
#undef FLUX_CASE
}

#endif
