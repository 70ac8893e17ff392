/* fluid.h: what a calorically perfect gas is like: viscosity, heat conduction. Temperatures are above 0 K.
 * The heat conductivity is cp viscosity / prandtl, with the eddy viscosity and prandtl_turbulent beside it
 * (face_conductivity() of kernels/viscous_flux.h).
 */
#ifndef UFV_SOLVE_PHYSICS_FLUID_H
#define UFV_SOLVE_PHYSICS_FLUID_H

#include "physics/gas.h"

struct fluid {
    real gamma, gas_constant;      /* -, J/(kg K) */
    real viscosity, temperature;   /* Pa s at that temperature, K */
    real sutherland;               /* Sutherland's constant, K; 0: the viscosity is constant */
    real prandtl, prandtl_turbulent; /* viscosity times cp over heat conductivity, molecular and eddies' */
};

/* Static temperature, K, of density (kg/m^3) and pressure (Pa): the ideal gas law. */
UFV_HD real fluid_temperature(const struct fluid *g, real rho, real p)
{
    return real_divide(p, rho * g->gas_constant);
}

/* Specific heat at constant pressure, J/(kg K). */
UFV_HD real fluid_cp(const struct fluid *g)
{
    return real_divide(g->gamma * g->gas_constant, g->gamma - (real)1);
}

/* Viscosity at a temperature, Pa s (Sutherland 1893; White, Viscous Fluid Flow, 2006,
 * Eq. 1-36). */
UFV_HD real fluid_viscosity(const struct fluid *g, real t)
{
    real ratio = real_divide(t, g->temperature), s = g->sutherland;
    real factor = real_divide(ratio * real_sqrt(ratio) * (g->temperature + s), t + s);
    return s > (real)0 ? g->viscosity * factor : g->viscosity;
}

#endif
