/* case_patches.c: what a case file says about the patches of a mesh. */
#include "case/case_file.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void patch_defaults(const struct case_file *c, enum bc_kind kind, struct bc_values *v)
{
    const struct solution_reference *r = &c->reference;
    double factor = 1 + 0.5 * (c->gamma - 1) * c->mach * c->mach;
    memset(v, 0, sizeof *v);
    v->kind = (int)kind;
    v->plane_axis = -1;
    v->outside.rho = (real)r->density;
    v->outside.u = (real)r->velocity[0];
    v->outside.v = (real)r->velocity[1];
    v->outside.w = (real)r->velocity[2];
    v->outside.p = (real)r->pressure;
    v->pressure = (real)r->pressure;
    v->total_pressure = (real)(r->pressure * pow(factor, c->gamma / (c->gamma - 1)));
    v->total_temperature = (real)(c->temperature * factor);
    v->mass_flux = (real)(r->density * c->mach * sqrt(c->gamma * c->pressure / c->density));
    v->gas_constant = (real)c->gas_constant;
    v->dx = (real)r->drag_axis[0];
    v->dy = (real)r->drag_axis[1];
    v->dz = (real)r->drag_axis[2];
    v->turbulence[0] = (real)c->freestream_turbulence[0];
    v->turbulence[1] = (real)c->freestream_turbulence[1];
}

/* symmetry_plane=y:0. Forces, y+ and wall distances are of whole patches, here and in the
 * programs before and after this one. */
static int patch_plane(const struct case_file *c, const struct config_entry *e, const char *value, struct bc_values *v)
{
    double at;
    if (bc_kind_is_wall((enum bc_kind)v->kind))
        return error_set("%s: a %s patch takes no symmetry_plane, since its forces would still count those faces; give "
                         "them a patch of their own in the mesh",
                         config_place(&c->config, e), bc_kind_name((enum bc_kind)v->kind));
    if (value[0] < 'x' || value[0] > 'z' || value[1] != ':' || text_to_double(value + 2, &at) || !isfinite(at))
        return error_set("%s: symmetry_plane needs an axis and a position, like y:0, not '%s'",
                         config_place(&c->config, e), value);
    v->plane_axis = value[0] - 'x';
    v->plane_at = (real)at;
    return 0;
}

/* Three numbers with commas between. */
static int patch_velocity(const struct case_file *c, const struct config_entry *e, const char *text, real velocity[3])
{
    double v[3];
    int end = 0;
    if (sscanf(text, "%lf,%lf,%lf%n", &v[0], &v[1], &v[2], &end) != 3 || text[end] || !isfinite(v[0] + v[1] + v[2]))
        return error_set("%s: velocity needs three numbers with commas between (velocity=10,0,0), not '%s'",
                         config_place(&c->config, e), text);
    for (int d = 0; d < 3; d++)
        velocity[d] = (real)v[d];
    return 0;
}

/* Settings of walls: temperature, heat_flux, velocity; false: not one of them. */
static bool is_wall_setting(const char *key)
{
    return strcmp(key, "temperature") == 0 || strcmp(key, "heat_flux") == 0 || strcmp(key, "velocity") == 0;
}

static int wall_setting(const struct case_file *c, const struct config_entry *e, const char *key, const char *text,
                        struct bc_values *v)
{
    double number;
    if (c->model == EQUATIONS_EULER)
        return error_set("%s: a wall has no %s in inviscid flow; take it out, or set [model] equations = laminar, sa "
                         "or sst",
                         config_place(&c->config, e), key);
    if (strcmp(key, "velocity") == 0)
        return patch_velocity(c, e, text, v->wall_velocity);
    if (text_to_double(text, &number) || !isfinite(number) || (key[0] == 't' && !(number > 0)))
        return error_set("%s: %s needs a %snumber, not '%s'", config_place(&c->config, e), key,
                         key[0] == 't' ? "positive " : "", text);
    if (v->thermal != WALL_ADIABATIC)
        return error_set("%s: a wall has a temperature or a heat_flux, not both; leave one out",
                         config_place(&c->config, e));
    v->thermal = key[0] == 't' ? WALL_ISOTHERMAL : WALL_HEAT_GIVEN;
    *(key[0] == 't' ? &v->wall_temperature : &v->heat_flux) = (real)number;
    return 0;
}

/* One `key=value` after the kind. */
static int patch_setting(const struct case_file *c, const struct config_entry *e, char *word, struct bc_values *v)
{
    static const char *const keys[] = {"pressure", "total_pressure", "total_temperature", "mass_flux"};
    char *equals = strchr(word, '=');
    double number;
    if (!equals)
        return error_set("%s = %s: '%s' is not key=value", config_place(&c->config, e), e->value, word);
    *equals = '\0';
    if (strcmp(word, "symmetry_plane") == 0)
        return patch_plane(c, e, equals + 1, v);
    if (v->kind == BC_WALL && is_wall_setting(word))
        return wall_setting(c, e, word, equals + 1, v);
    if (text_to_double(equals + 1, &number) || !(number > 0) || !isfinite(number))
        return error_set("%s: %s needs a positive number, not '%s'", config_place(&c->config, e), word, equals + 1);
    if (strcmp(word, keys[0]) == 0 && v->kind == BC_PRESSURE_OUTLET)
        v->pressure = (real)number;
    else if (strcmp(word, keys[1]) == 0 && v->kind == BC_TOTAL_INFLOW)
        v->total_pressure = (real)number;
    else if (strcmp(word, keys[2]) == 0 && (v->kind == BC_TOTAL_INFLOW || v->kind == BC_MASS_INFLOW))
        v->total_temperature = (real)number;
    else if (strcmp(word, keys[3]) == 0 && v->kind == BC_MASS_INFLOW)
        v->mass_flux = (real)number;
    else
        return error_set("%s: kind %s takes no '%s' (pressure-outlet: pressure; total-inflow: total_pressure, "
                         "total_temperature; mass-inflow: mass_flux, total_temperature; wall: temperature, heat_flux, "
                         "velocity; all but slip and wall: symmetry_plane)",
                         config_place(&c->config, e), bc_kind_name((enum bc_kind)v->kind), word);
    return 0;
}

/* `kind key=value ...`; text: a copy of the entry's value, to be cut into words. */
static int patch_words(const struct case_file *c, const struct config_entry *e, char *text, struct bc_values *v)
{
    char *rest = NULL, *word = strtok_r(text, " \t", &rest);
    int kind = word ? bc_kind_from_name(word) : -1;
    if (kind <= BC_NONE) {
        const char *names[BC_N_KINDS];
        for (int k = 1; k < BC_N_KINDS; k++)
            names[k - 1] = bc_kind_name((enum bc_kind)k);
        const char *near = word ? text_nearest(word, names, BC_N_KINDS - 1) : NULL;
        return error_set("%s = %s: not a boundary kind%s%s", config_place(&c->config, e), e->value,
                         near ? "; did you mean " : "; write for example slip, symmetry or farfield", near ? near : "");
    }
    patch_defaults(c, (enum bc_kind)kind, v);
    while ((word = strtok_r(NULL, " \t", &rest)))
        TRY(patch_setting(c, e, word, v));
    return 0;
}

static int patch_parse(const struct case_file *c, const struct config_entry *e, struct bc_values *v)
{
    char *text = text_format("%s", e->value);
    int status = patch_words(c, e, text, v);
    mem_free(text);
    return status;
}

static int refuse_unmatched(const struct case_file *c, const struct config_entry *e, const struct pack *p)
{
    const char *names[256];
    int n = 0;
    for (; n < p->n_patches && n < 256; n++)
        names[n] = p->patch[n].name;
    const char *near = text_nearest(e->key, names, n);
    return error_set("%s: the mesh has no patch '%s'%s%s%s", config_place(&c->config, e), e->key,
                     near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "; ufv-prep --info lists them");
}

/* Wall distances are measured by ufv-prep, which must know the walls. */
static int check_walls(const struct case_file *c, const struct pack *p, const struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        if ((values[k].kind == BC_WALL) != (p->patch[k].kind == BC_WALL) && p->patch[k].n_faces > 0)
            return error_set("%s: patch '%s' is %s here but %s in the packs, and the turbulence model needs wall "
                             "distances measured to the same walls; run ufv-prep again with --config FILE that says "
                             "[patches] %s = %s",
                             c->config.path, p->patch[k].name, bc_kind_name((enum bc_kind)values[k].kind),
                             bc_kind_name(p->patch[k].kind), p->patch[k].name,
                             bc_kind_name((enum bc_kind)values[k].kind));
    return 0;
}

/* A steady state without any boundary where the fluid comes or goes is not fixed by
 * anything. */
static int check_open(const struct case_file *c, const struct pack *p, const struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        if (values[k].kind != BC_SYMMETRY && !bc_kind_is_wall((enum bc_kind)values[k].kind) && p->patch[k].n_faces > 0)
            return 0;
    return error_set("%s: no patch lets fluid in or out, so that nothing fixes a steady state; give [patches] a "
                     "farfield (or an inflow and an outlet), or set [time] local = no",
                     c->config.path);
}

int case_patches(struct case_file *c, const struct pack *p, struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        patch_defaults(c, p->patch[k].kind, &values[k]);
    for (int i = 0; i < c->config.n_entries; i++) {
        struct config_entry *e = &c->config.entry[i];
        if (strcmp(e->section, "patches") != 0)
            continue;
        bool glob = strpbrk(e->key, "*?[") != NULL, matched = false;
        for (int k = 0; k < p->n_patches; k++)
            if (glob ? text_glob(e->key, p->patch[k].name) : strcmp(e->key, p->patch[k].name) == 0) {
                matched = true;
                TRY(patch_parse(c, e, &values[k]));
            }
        if (!matched && !glob)
            return refuse_unmatched(c, e, p);
        if (!matched) { /* a glob may match nothing, but must be right */
            struct bc_values ignored;
            TRY(patch_parse(c, e, &ignored));
        }
        e->used = true;
    }
    for (int k = 0; k < p->n_patches; k++)
        if (values[k].kind == BC_NONE && p->patch[k].n_faces > 0)
            return error_set("%s: patch '%s' (%" PRI_GID " faces) has no kind in the mesh; add to [patches]: %s = "
                             "slip|wall|symmetry|farfield|...",
                             c->config.path, p->patch[k].name, p->patch[k].n_faces, p->patch[k].name);
    if (c->local && p->n_patches > 0)
        TRY(check_open(c, p, values));
    return equations_are_turbulent(c->model) ? check_walls(c, p, values) : 0;
}
