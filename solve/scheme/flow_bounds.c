/* flow_bounds.c: bounds of steady flow from the case. */
#include "scheme/flow_bounds.h"

#include "features/features.h"

#include <math.h>

/* Does a wall do work on the fluid, or heat it at a given rate? */
static bool wall_adds_energy(const struct bc_values *v)
{
    bool slides = v->wall_velocity[0] != 0 || v->wall_velocity[1] != 0 || v->wall_velocity[2] != 0;
    bool turns = v->wall_rotation[0] != 0 || v->wall_rotation[1] != 0 || v->wall_rotation[2] != 0;
    return slides || turns || (v->thermal == WALL_HEAT_GIVEN && v->heat_flux > 0);
}

/* K, of one patch; 0: nothing but the free stream enters there; NAN: not known. */
static double source_of_patch(const struct bc_values *v)
{
    switch ((enum bc_kind)v->kind) {
    case BC_WALL:
        return wall_adds_energy(v) ? NAN : v->thermal == WALL_ISOTHERMAL ? (double)v->wall_temperature : 0;
    case BC_TOTAL_INFLOW:
    case BC_MASS_INFLOW:
    case BC_OPENING:
        return (double)v->total_temperature;
    case BC_PRESCRIBED:
    case BC_SLIDING:
        return NAN;
    case BC_NONE:
    case BC_SLIP:
    case BC_SYMMETRY:
    case BC_FARFIELD: /* the free stream */
    case BC_SUPERSONIC_INFLOW:
    case BC_SUPERSONIC_OUTFLOW:
    case BC_PRESSURE_OUTLET:
    case BC_N_KINDS:
        return 0;
    }
    return NAN;
}

double flow_hot_source(const struct case_file *c, bool internal, const struct bc_values *values, int n_patches)
{
    if (!c->time.local || c->derived.motion.moves || features_have_sources(c->features) ||
        c->initial.kind != INITIAL_UNIFORM)
        return NAN;
    double most = internal ? 0 : c->flow.temperature * (1 + 0.5 * (c->flow.gamma - 1) * c->flow.mach * c->flow.mach);
    for (int k = 0; k < n_patches; k++) {
        double source = source_of_patch(&values[k]);
        if (isnan(source))
            return NAN;
        most = fmax(most, source);
    }
    return most;
}

struct steady_bounds flow_steady_bounds(const struct case_file *c, const struct domain *d, double hot, double thin)
{
    const double source = flow_hot_source(c, d->measured.start.on, d->values, d->pack.n_patches);
    double density = c->flow.density, pressure = c->flow.pressure;
    for (int k = 0; k < d->pack.n_patches; k++) {
        const struct bc_values *v = &d->values[k];
        double p = c->flow.pressure, temperature = c->flow.temperature;
        if (v->kind == BC_PRESSURE_OUTLET || v->kind == BC_OPENING) {
            p = (double)v->pressure;
        } else if (v->kind == BC_TOTAL_INFLOW) {
            p = (double)v->total_pressure;
            temperature = (double)v->total_temperature;
        }
        pressure = fmin(pressure, p);
        density = fmin(density, p / (c->flow.gas_constant * temperature));
    }
    return (struct steady_bounds){.total_temperature = isnan(source) ? HUGE_VAL : hot * source,
                                  .density = thin * density, .pressure = thin * pressure,
                                  .gas_constant = c->flow.gas_constant,
                                  .heat = c->flow.gamma / (c->flow.gamma - 1) * c->flow.gas_constant};
}
