/* internal_start.c: means over the areas of inflows and of outlets, and the isentropic state between them. */
#include "case/internal_start.h"

#include <math.h>
#include <string.h>

struct mean {
    double area, pressure, total_temperature, speed, way[3];
    bool supersonic; /* an outlet without a pressure */
};

static void add(struct mean *m, double area, double pressure, double total_temperature, double speed,
                const double way[3])
{
    m->area += area;
    m->pressure += area * pressure;
    m->total_temperature += area * total_temperature;
    m->speed += area * speed;
    for (int d = 0; d < 3; d++)
        m->way[d] += way[d];
}

static void divide(struct mean *m)
{
    double area = m->area > 0 ? m->area : 1;
    m->pressure /= area;
    m->total_temperature /= area;
    m->speed /= area;
    for (int d = 0; d < 3; d++)
        m->way[d] /= area;
}

/* Area times the direction in which the fluid enters. */
static void way_in(const struct bc_values *v, double area, const double vector[3], double way[3])
{
    const double given[3] = {(double)v->dx, (double)v->dy, (double)v->dz};
    for (int d = 0; d < 3; d++)
        way[d] = v->direction == DIRECTION_NORMAL ? -vector[d] : area * given[d];
}

static bool is_of_stream(int kind)
{
    return kind == BC_FARFIELD || kind == BC_SUPERSONIC_INFLOW || kind == BC_PRESCRIBED || kind == BC_OPENING;
}

static double heat(const struct case_file *c)
{
    return c->flow.gamma / (c->flow.gamma - 1) * c->flow.gas_constant;
}

static double sonic_speed(const struct case_file *c, double total_temperature)
{
    return sqrt(2 * c->flow.gamma / (c->flow.gamma + 1) * c->flow.gas_constant * total_temperature);
}

/* m/s, by an expansion to that pressure; at Mach 1 at most, which a duct begins to be choked at. */
static double total_speed(const struct case_file *c, const struct bc_values *v, double pressure)
{
    double ratio = fmin(pressure / (double)v->total_pressure, 1), total = (double)v->total_temperature;
    double t = total * pow(ratio, (c->flow.gamma - 1) / c->flow.gamma);
    return fmin(sqrt(2 * heat(c) * (total - t)), sonic_speed(c, total));
}

/* m/s, of a mass flux at that pressure: p V = m R (T0 - V^2 / (2 cp)). */
static double mass_speed(const struct case_file *c, const struct bc_values *v, double pressure)
{
    double k = (double)v->mass_flux * c->flow.gas_constant / pressure, cp = heat(c),
           total = (double)v->total_temperature;
    double speed = k > 0 ? cp / k * (sqrt(1 + 2 * k * k * total / cp) - 1) : 0;
    return fmin(speed, sonic_speed(c, total));
}

/* The pressure in the duct: that of the outlets, as far as the gas of total-inflows can be at it at Mach 1 or less. */
static double pressure_of(const struct case_file *c, const struct mean *out, const struct mean *total)
{
    if (total->area == 0)
        return out->area > 0 && !out->supersonic ? out->pressure : c->flow.pressure;
    double sonic = total->pressure * pow(2 / (c->flow.gamma + 1), c->flow.gamma / (c->flow.gamma - 1));
    return out->supersonic ? sonic : fmin(fmax(out->pressure, sonic), total->pressure);
}

/* False where the case or the mesh has another first field. */
static bool applies(const struct case_file *c, const struct bc_values *values, int n, double (*face)[2])
{
    bool enters = false;
    for (int k = 0; k < n; k++) {
        /* Of boundaries that are not open no areas are known. */
        if (values[k].kind == BC_PRESCRIBED || (face[k][0] > 0 && is_of_stream(values[k].kind)))
            return false;
        enters = enters || (face[k][0] > 0 && (values[k].kind == BC_TOTAL_INFLOW || values[k].kind == BC_MASS_INFLOW));
    }
    return enters && c->initial.kind == INITIAL_UNIFORM && !config_has(&c->config, "initial", "kind") &&
           !c->derived.motion.moves;
}

/* Half way between the ways in and out, as far as they agree. */
static void set_state(const struct case_file *c, const struct mean *in, const struct mean *out, double pressure,
                      struct internal_start *s)
{
    double agree = 0, length = 0, way[3];
    for (int d = 0; d < 3; d++) {
        agree += in->way[d] * out->way[d];
        way[d] = in->way[d] + out->way[d];
        length += way[d] * way[d];
    }
    double speed = agree > 0 ? agree * in->speed : 0;
    double t = in->total_temperature - 0.5 * speed * speed / heat(c);
    s->pressure = pressure;
    s->density = pressure / (c->flow.gas_constant * t);
    for (int d = 0; d < 3; d++)
        s->velocity[d] = speed > 0 ? speed * way[d] / sqrt(length) : 0;
    double full = in->total_temperature - 0.5 * in->speed * in->speed / heat(c);
    s->mach = in->speed / sqrt(c->flow.gamma * c->flow.gas_constant * full);
    for (int d = 0; d < 3; d++)
        s->against += c->derived.reference.drag_axis[d] * in->way[d];
}

void internal_start_find(const struct case_file *c, const struct bc_values *values, int n_patches,
                         double (*face)[2], double (*vector)[3], struct internal_start *s)
{
    struct mean in = {0}, out = {0}, total = {0};
    memset(s, 0, sizeof *s);
    s->on = applies(c, values, n_patches, face);
    for (int k = 0; s->on && k < n_patches; k++) {
        const struct bc_values *v = &values[k];
        if (face[k][0] > 0 && (v->kind == BC_PRESSURE_OUTLET || v->kind == BC_SUPERSONIC_OUTFLOW))
            add(&out, face[k][0], (double)v->pressure, 0, 0, vector[k]);
        if (face[k][0] > 0 && v->kind == BC_TOTAL_INFLOW)
            add(&total, face[k][0], (double)v->total_pressure, 0, 0, vector[k]);
        out.supersonic = out.supersonic || (face[k][0] > 0 && v->kind == BC_SUPERSONIC_OUTFLOW);
    }
    divide(&out);
    divide(&total);
    double pressure = pressure_of(c, &out, &total);
    for (int k = 0; s->on && k < n_patches; k++) {
        const struct bc_values *v = &values[k];
        double way[3];
        if (!(face[k][0] > 0) || (v->kind != BC_TOTAL_INFLOW && v->kind != BC_MASS_INFLOW))
            continue;
        way_in(v, face[k][0], vector[k], way);
        double speed = v->kind == BC_TOTAL_INFLOW ? total_speed(c, v, pressure) : mass_speed(c, v, pressure);
        add(&in, face[k][0], pressure, (double)v->total_temperature, speed, way);
    }
    divide(&in);
    if (s->on)
        set_state(c, &in, &out, pressure, s);
}

/* Inlets of ducts that widen or narrow may have a fraction of the Mach number that outlets give. */
void internal_start_note(const struct case_file *c, const struct internal_start *s, FILE *f)
{
    const double other = 5;
    if (!s->on)
        return;
    double speed = sqrt(s->velocity[0] * s->velocity[0] + s->velocity[1] * s->velocity[1] +
                        s->velocity[2] * s->velocity[2]);
    fprintf(f, "ufv-solve: internal flow, which starts with %.4g m/s at %.6g Pa and %.5g K from its inflows and "
               "outlets ([initial] kind = uniform: from the free stream)\n",
            speed, s->pressure, s->pressure / (s->density * c->flow.gas_constant));
    if (c->flow.mach > 0 && s->against < 0)
        fprintf(f, "ufv-solve: note: the free stream of [flow] blows out through the inflows; alpha or beta may be "
                   "wrong, or mean another flow. It sets the axes of forces, and whatever patches do not give\n");
    else if (c->flow.mach > other * s->mach || c->flow.mach * other < s->mach)
        fprintf(f, "ufv-solve: note: [flow] mach = %g, but inflows and outlets give a Mach number of about %.3g; the "
                   "free stream sets coefficients, and whatever patches do not give\n", c->flow.mach, s->mach);
}
