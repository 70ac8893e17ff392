/* patch_keys.h: the settings of a line of [patches] that are one number: `out = pressure-outlet pressure=9e4`. */
#ifndef UFV_SOLVE_CASE_PATCH_KEYS_H
#define UFV_SOLVE_CASE_PATCH_KEYS_H

/* ROW(key, member, unit, least, most, kind, other): member: of struct bc_values, a real; kind, other: the kinds that
 * take the setting, BC_NONE where there is no second one. */
#define PATCH_NUMBERS(ROW)                                                                                             \
    ROW(pressure, pressure, " Pa", 1e-9, 1e12, BC_PRESSURE_OUTLET, BC_OPENING)                                         \
    ROW(mass_flow, mass_flow, " kg/s", 1e-12, 1e9, BC_PRESSURE_OUTLET, BC_NONE)                                        \
    ROW(total_pressure, total_pressure, " Pa", 1e-9, 1e12, BC_TOTAL_INFLOW, BC_NONE)                                   \
    ROW(total_temperature, total_temperature, " K", 1e-6, 1e6, BC_TOTAL_INFLOW, BC_MASS_INFLOW)                        \
    ROW(mass_flux, mass_flux, " kg/(s m^2)", 1e-12, 1e9, BC_MASS_INFLOW, BC_NONE)                                      \
    ROW(temperature, wall_temperature, " K", 1e-6, 1e6, BC_WALL, BC_NONE)                                              \
    ROW(temperature, total_temperature, " K", 1e-6, 1e6, BC_OPENING, BC_NONE)                                          \
    ROW(heat_flux, heat_flux, " W/m^2", -1e12, 1e12, BC_WALL, BC_NONE)

#endif
