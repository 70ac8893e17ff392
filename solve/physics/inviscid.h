/* inviscid.h: the flux schemes under one call. The scheme is a constant argument
 * of a kernel's instance, so that the choice costs nothing per face.
 *
 * parameter   roe: Harten's delta, steger-warming: epsilon, both as fractions of
 *             the speed of sound; ausm-up: cut-off Mach number, positive; the
 *             others take none
 */
#ifndef UFV_SOLVE_PHYSICS_INVISCID_H
#define UFV_SOLVE_PHYSICS_INVISCID_H

#include "physics/ausm_up.h"
#include "physics/hllc.h"
#include "physics/roe.h"
#include "physics/steger_warming.h"
#include "physics/van_leer.h"

enum { FLUX_ROE, FLUX_AUSM_UP, FLUX_HLLC, FLUX_VAN_LEER, FLUX_HAENEL, FLUX_STEGER_WARMING, FLUX_N_SCHEMES };

/* Flux per area through the unit normal n; *speed gets the signal speed for the
 * time step, m/s. */
UFV_HD struct flux5 inviscid_flux(const int scheme, struct state l, struct state r, real nx, real ny, real nz,
                                  real gamma, real parameter, real *speed)
{
    switch (scheme) {
    case FLUX_AUSM_UP:
        return ausm_up_flux(l, r, nx, ny, nz, gamma, parameter, speed);
    case FLUX_HLLC:
        return hllc_flux(l, r, nx, ny, nz, gamma, speed);
    case FLUX_VAN_LEER:
        return van_leer_flux(l, r, nx, ny, nz, gamma, 0, speed);
    case FLUX_HAENEL:
        return van_leer_flux(l, r, nx, ny, nz, gamma, 1, speed);
    case FLUX_STEGER_WARMING:
        return steger_warming_flux(l, r, nx, ny, nz, gamma, parameter, speed);
    default: /* FLUX_ROE */
        return roe_flux(l, r, nx, ny, nz, gamma, parameter, speed);
    }
}

#endif
