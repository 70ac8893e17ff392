/* inviscid.h: the flux schemes, once, and the call that chooses among them. The
 * scheme is a constant argument of a kernel's instance, so that the choice costs
 * nothing per face.
 *
 * at          the states on both sides of the face (physics/gas.h)
 * parameter   roe: Harten's delta, steger-warming: epsilon, both as fractions of
 *             the speed of sound; ausm-up: cut-off Mach number, positive; keep:
 *             share of Roe's flux; the others take none
 */
#ifndef UFV_SOLVE_PHYSICS_INVISCID_H
#define UFV_SOLVE_PHYSICS_INVISCID_H

#include "physics/ausm_up.h"
#include "physics/hllc.h"
#include "physics/hlle.h"
#include "physics/keep.h"
#include "physics/roe.h"
#include "physics/steger_warming.h"
#include "physics/van_leer.h"

/* ROW(kernel, ENUMERATOR, word, what, takes, call, ...) for each scheme: the name in its
 * kernels (flux_roe_euler), FLUX_ENUMERATOR, the case file's word and its
 * explanation there, what `parameter` is (FLUX_TAKES_...), the call with the names of
 * inviscid_flux(). From these rows come the enumerators, the kernels of both back ends,
 * the words of numerics.flux and their reference, and the parameter that a run hands over
 * (flow_scheme_parameter()). The arguments behind ROW are passed on; none: an empty one. */
#define FLUX_SCHEMES(ROW, ...) \
    ROW(roe, ROE, "roe", "Roe 1981 with Harten's entropy fix", ENTROPY_FIX, \
        roe_flux(at, parameter, speed), __VA_ARGS__) \
    ROW(ausm_up, AUSM_UP, "ausm-up", "AUSM+-up for all speeds, Liou 2006", CUTOFF_MACH, \
        ausm_up_flux(at, parameter, speed), __VA_ARGS__) \
    ROW(hllc, HLLC, "hllc", "HLLC with the wave speeds of Batten et al. 1997", NOTHING, \
        hllc_flux(at, speed), __VA_ARGS__) \
    ROW(hlle, HLLE, "hlle", \
        "Harten, Lax and van Leer 1983 with Einfeldt's wave speeds: no carbuncle, smears contacts", NOTHING, \
        hlle_flux(at, speed), __VA_ARGS__) \
    ROW(van_leer, VAN_LEER, "van-leer", "van Leer's splitting, 1982", NOTHING, \
        van_leer_flux(at, 0, speed), __VA_ARGS__) \
    ROW(haenel, HAENEL, "van-leer-haenel", \
        "the same with Haenel's energy flux, which keeps the total enthalpy", NOTHING, \
        van_leer_flux(at, 1, speed), __VA_ARGS__) \
    ROW(steger_warming, STEGER_WARMING, "steger-warming", "Steger and Warming's splitting, 1981", SMOOTHING, \
        steger_warming_flux(at, parameter, speed), __VA_ARGS__) \
    ROW(keep, KEEP, "keep", \
        "for resolved turbulence: central, keeps kinetic energy (Kuya, Totani & Kawai 2018), blended with Roe's", \
        DISSIPATION, \
        keep_flux(at, at, (real)0, parameter, speed), __VA_ARGS__)

#define FLUX_ENUMERATOR(kernel, NAME, word, what, takes, call, ...) FLUX_##NAME,
enum flux_scheme { FLUX_SCHEMES(FLUX_ENUMERATOR, ) };
#undef FLUX_ENUMERATOR
#define FLUX_ONE(kernel, NAME, word, what, takes, call, ...) +1
enum { FLUX_N_SCHEMES = FLUX_SCHEMES(FLUX_ONE, ) };
#undef FLUX_ONE

/* Which number of the case goes with a scheme. */
enum flux_takes {
    FLUX_TAKES_NOTHING,
    FLUX_TAKES_ENTROPY_FIX,
    FLUX_TAKES_CUTOFF_MACH,
    FLUX_TAKES_SMOOTHING,
    FLUX_TAKES_DISSIPATION
};

UFV_HD enum flux_takes flux_takes(const int scheme)
{
#define FLUX_TAKES(kernel, NAME, word, what, takes, call, ...) scheme == FLUX_##NAME ? FLUX_TAKES_##takes:
    return FLUX_SCHEMES(FLUX_TAKES, ) FLUX_TAKES_NOTHING;
#undef FLUX_TAKES
}

/* What a number gives that is no scheme's: not-a-numbers, which the next look for divergence finds. */
UFV_HD struct flux5 inviscid_none(real *speed)
{
    struct flux5 none = {(real)NAN, (real)NAN, (real)NAN, (real)NAN, (real)NAN};
    *speed = (real)NAN;
    return none;
}

/* Flux per area through the unit normal n; *speed gets the signal speed for the
 * time step, m/s. keep: of two states that are the cells' and the face's at once, without an entropy fix; between cells
 * kernels/flux.h calls it with both.
 * scheme is a constant where kernels are made (kernels/kernels_of_equations.inc), and a number of the run in
 * kernels of moving meshes. */
UFV_HD struct flux5 inviscid_flux(const int scheme, struct face_states at, real parameter, real *speed)
{
#define FLUX_CASE(kernel, NAME, word, what, takes, call, ...) \
    case FLUX_##NAME: \
        return call;
    switch (scheme) {
        FLUX_SCHEMES(FLUX_CASE, )
    default:
        return inviscid_none(speed);
    }
#undef FLUX_CASE
}

#endif
