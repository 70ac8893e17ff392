/* open_flow.h: what crosses the faces of a patch, or of several, as sums over the faces and as what users read.
 *
 * Out of the fluid counts as positive: a fan face, which the fluid leaves through, has a mass flow above zero, an
 * exhaust one below. The sums are of the fluxes that the scheme balances cells with, so that masses add up to what the
 * residual leaves; in viscous flow those of momentum and energy hold shear stress and conduction on the faces.
 */
#ifndef UFV_COMMON_OPEN_FLOW_H
#define UFV_COMMON_OPEN_FLOW_H

#include "json_write.h"

/* The sums, in checkpoints by this order. */
enum open_sum {
    OPEN_MASS,           /* kg/s */
    OPEN_FORCE,          /* three: of rho u (u . S) + (p - p_inf) S, N */
    OPEN_ENERGY = 4,     /* of total enthalpy, W; NAN of a mesh that moves, as the next */
    OPEN_TOTAL_PRESSURE, /* of total pressure times mass flow, Pa kg/s */
    OPEN_PRESSURE,       /* of pressure times area, N */
    OPEN_AREA,           /* m^2 */
    OPEN_BOTH_WAYS,      /* of the mass flow's magnitude, kg/s */
    OPEN_PRESSURE_FORCE, /* three: of (p - p_inf) S, N, which OPEN_FORCE contains */
    N_OPEN = OPEN_PRESSURE_FORCE + 3
};

struct open_flow {
    double area, mass;        /* m^2, kg/s out of the fluid */
    double pressure;          /* Pa, mean over the area */
    double total_pressure;    /* Pa, mean over the mass flow */
    double total_temperature; /* K, mean over the mass flow, by the energy flux; both NAN where some enters and some
                                 leaves, and all that is made of energy of a mesh that moves */
    double thrust;            /* N, what the fluid receives of momentum and pressure through the faces in the direction
                                 of the free stream: the thrust of an exhaust; below zero the ram drag of a fan face */
    double power;             /* W, the total enthalpy that the fluid receives */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Of sums; stream: unit vector of the free stream. */
struct open_flow open_flow_of(const double sum[N_OPEN], double gamma, double gas_constant, const double stream[3]);

/* mass_flow, area, pressure, total_pressure, total_temperature, thrust and power into an open object; NAN is null. */
void open_flow_write(const struct open_flow *f, struct json *j);

#ifdef __cplusplus
}
#endif

#endif
