/* mass_flow_outlets_case.c: outlets that a controller sets the pressure of (fan.h): what they need of the other keys
 * and of the mesh.
 */
#include "features/mass_flow_outlets/mass_flow_outlets_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"

#include <math.h>
#include <string.h>

/* line: the entry's number from 1, of outlets whose mass flow is given (case_patches.c). */
static bool is_fan(const struct bc_values *v)
{
    return v->kind == BC_PRESSURE_OUTLET && v->line > 0;
}

static const char *place(const struct case_file *c, const struct bc_values *v)
{
    return config_place(&c->config, &c->config.entry[v->line - 1]);
}

/* The controller changes the pressure between iterations, which in a flow that changes with time would be a part of
 * the flow. */
static int check_patches(struct case_file *c, const void *spec, const struct pack *p, const struct bc_values *values)
{
    (void)spec;
    for (int k = 0; k < p->n_patches; k++) {
        const struct bc_values *v = &values[k];
        if (!is_fan(v))
            continue;
        if (c->time.scheme == TIME_DUAL || !c->time.local)
            return error_set("%s: mass_flow is for steady flow: set [time] scheme = implicit, or local = yes with an "
                             "explicit one, or give the pressure of a steady run", place(c, v));
        if (c->derived.motion.steady)
            return error_set("%s: mass_flow needs [frame] type = inertial; give a pressure", place(c, v));
        if (c->numerics.pipeline != PIPELINE_FAST)
            return error_set("%s: mass_flow needs [numerics] pipeline = fast", place(c, v));
    }
    return 0;
}

/* ---- what the mesh must have ---- */

/* kg/(s m^2) that a stream of total pressure p0 and temperature T0 passes at Mach 1 (NACA Report 1135, Eq. 100). */
static double choked_flux(const struct case_file *c, double p0, double T0)
{
    double g = c->flow.gamma;
    return p0 * sqrt(g / (c->flow.gas_constant * T0)) * pow(0.5 * (g + 1), -0.5 * (g + 1) / (g - 1));
}

/* The most of all streams that the case brings in; infinite where an inflow may have any total pressure.
 * What flows out of a steady flow has come in: no outlet can pass more than the stream of the highest
 * choked flux would through its area. */
static double most_flux(const struct case_file *c, const struct pack *p, const struct bc_values *values)
{
    /* The free stream's total pressure and temperature (NACA Report 1135, Eqs. 43, 44). */
    double factor = 1 + 0.5 * (c->flow.gamma - 1) * c->flow.mach * c->flow.mach;
    double most = choked_flux(c, c->flow.pressure * pow(factor, c->flow.gamma / (c->flow.gamma - 1)),
                              c->flow.temperature * factor);
    for (int k = 0; k < p->n_patches; k++) {
        const struct bc_values *v = &values[k];
        if (p->patch[k].n_faces > 0 && (v->kind == BC_MASS_INFLOW || v->kind == BC_PRESCRIBED))
            return HUGE_VAL;
        if (p->patch[k].n_faces > 0 && v->kind == BC_TOTAL_INFLOW)
            most = fmax(most, choked_flux(c, v->total_pressure, v->total_temperature));
        if (p->patch[k].n_faces > 0 && v->kind == BC_OPENING)
            most = fmax(most, choked_flux(c, v->pressure, v->total_temperature));
    }
    return most;
}

/* The fan of patch k, by its first patch. */
static int check_fan_area(const struct case_file *c, const struct pack *p, const struct bc_values *values,
                          double (*face)[2], int k)
{
    const struct bc_values *v = &values[k];
    /* Patches of one line are one fan, so that their areas are added. */
    double area = 0;
    for (int i = 0; i < p->n_patches; i++)
        area += values[i].line == v->line ? face[i][0] : 0;
    if (!(area > 0))
        return error_set("%s: patch '%s' has no area that a mass_flow could pass; name a patch with faces, or "
                         "take the line out", place(c, v), p->patch[k].name);
    double most = area * most_flux(c, p, values);
    if (v->mass_flow > most)
        return error_set("%s: mass_flow = %g kg/s is more than %g m^2 pass at Mach 1, which is %.6g kg/s; ask for "
                         "less, of the part that the mesh has", place(c, v), (double)v->mass_flow, area, most);
    return 0;
}

static int check_open_faces(const struct case_file *c, const struct pack *p, const struct bc_values *values,
                            double (*face)[2])
{
    for (int k = 0; k < p->n_patches; k++)
        if (is_fan(&values[k]))
            TRY(check_fan_area(c, p, values, face, k));
    return 0;
}

/* Which patches a line is for is known with the mesh: here a line that may be for an outlet asks. */
static int find_lines(struct case_file *c, void *spec, bool *asked)
{
    (void)spec;
    for (int i = 0; i < c->config.n_entries; i++)
        *asked = *asked || (strcmp(c->config.entry[i].section, "patches") == 0 &&
                            strstr(c->config.entry[i].value, "mass_flow"));
    return 0;
}

const struct feature_case feature_mass_flow_outlets_case = {
    .size = 1, .read = find_lines, .check_patches = check_patches, .check_open_faces = check_open_faces};
