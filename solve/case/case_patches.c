/* case_patches.c: what a case file says about the patches of a mesh: lines of [patches], each a kind of
 * boundary and its settings, whose numbers have their ranges in patch_keys.h.
 */
#include "case/case_file.h"
#include "case/case_groups.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "case/patch_keys.h"
#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "name_glob.h"
#include "text.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Whatever a kind may need, from the free stream: its total pressure and temperature by the isentropic relations (NACA
 * Report 1135, Eqs. 43, 44), its direction, its mass flux. Settings of a patch replace single members. Pa, K, m/s,
 * kg/(s m^2). */
static void patch_defaults(const struct case_file *c, enum bc_kind kind, struct bc_values *v)
{
    const struct solution_reference *r = &c->derived.reference;
    double factor = 1 + 0.5 * (c->flow.gamma - 1) * c->flow.mach * c->flow.mach;
    memset(v, 0, sizeof *v);
    v->kind = (int)kind;
    v->plane_axis = -1;
    v->outside.rho = (real)r->density;
    v->outside.u = (real)r->velocity[0];
    v->outside.v = (real)r->velocity[1];
    v->outside.w = (real)r->velocity[2];
    v->outside.p = (real)r->pressure;
    if (kind == BC_OPENING) /* the air outside rests, whatever the stream does */
        v->outside.u = v->outside.v = v->outside.w = (real)0;
    v->pressure = (real)r->pressure;
    v->total_pressure = (real)(r->pressure * pow(factor, c->flow.gamma / (c->flow.gamma - 1)));
    v->total_temperature = (real)(c->flow.temperature * (kind == BC_OPENING ? 1 : factor));
    v->mass_flux = (real)(r->density * c->flow.mach * sqrt(c->flow.gamma * c->flow.pressure / c->flow.density));
    v->gas_constant = (real)c->flow.gas_constant;
    v->dx = (real)r->drag_axis[0];
    v->dy = (real)r->drag_axis[1];
    v->dz = (real)r->drag_axis[2];
    v->slowest = (real)c->derived.slowest;
    for (int k = 0; k < NV_MODEL; k++)
        v->turbulence[k] = (real)c->derived.freestream_turbulence[k];
}

/* What a number of a setting may be; ends included. */
struct number_range {
    double least, most;
    const char *unit; /* of both, with a blank before it: " m/s" */
};

/* A number within a range. Fails with a sentence that says the range.
 * The comparison is written so that NaN fails it. */
static int patch_number(const struct case_file *c, const struct config_entry *e, const char *key, const char *text,
                        struct number_range in, real *out)
{
    double number;
    if (text_to_double(text, &number) || !(number >= in.least && number <= in.most))
        return error_set("%s: %s needs a %snumber (%g to %g%s), not '%s'", config_place(&c->config, e), key,
                         in.least > 0 ? "positive " : "", in.least, in.most, in.unit, text);
    *out = (real)number;
    return 0;
}

/* Far larger than any mesh, and any speed. */
static const struct number_range any_place = {-1e9, 1e9, " m"}, any_direction = {-1e9, 1e9, ""};
static const struct number_range any_speed = {-1e7, 1e7, " m/s"}, any_rate = {-1e7, 1e7, " rad/s"};

/* symmetry_plane=y:0. Forces, y+ and wall distances are of whole patches, here and in the
 * programs before and after this one. */
static int patch_plane(const struct case_file *c, const struct config_entry *e, const char *value, struct bc_values *v)
{
    if (bc_kind_is_wall((enum bc_kind)v->kind))
        return error_set("%s: a %s patch takes no symmetry_plane, since its forces would still count those faces; give "
                         "them a patch of their own in the mesh",
                         config_place(&c->config, e), bc_kind_name((enum bc_kind)v->kind));
    if (value[0] < 'x' || value[0] > 'z' || value[1] != ':')
        return error_set("%s: symmetry_plane needs an axis and a position, like y:0, not '%s'",
                         config_place(&c->config, e), value);
    v->plane_axis = value[0] - 'x';
    return patch_number(c, e, "the position of symmetry_plane", value + 2, any_place, &v->plane_at);
}

/* Three numbers with commas between. text: is cut into them; example: for the sentence. */
static int patch_vector(const struct case_file *c, const struct config_entry *e, const char *key, const char *example,
                        char *text, struct number_range in, real vector[3])
{
    char *part[3] = {text, strchr(text, ','), NULL};
    part[2] = part[1] ? strchr(part[1] + 1, ',') : NULL;
    if (!part[2])
        return error_set("%s: %s needs three numbers with commas between (%s=%s), not '%s'",
                         config_place(&c->config, e), key, key, example, text);
    /* The first two commas; a third one stays in the last part, which then is no number. */
    *part[1]++ = '\0';
    *part[2]++ = '\0';
    for (int d = 0; d < 3; d++)
        TRY(patch_number(c, e, key, part[d], in, &vector[d]));
    return 0;
}

/* Reads the direction of an inflow: a vector of any length, or the word normal. */
static int patch_direction(const struct case_file *c, const struct config_entry *e, char *text, struct bc_values *v)
{
    real d[3] = {(real)0, (real)0, (real)0};
    v->direction = strcmp(text, "normal") == 0 ? DIRECTION_NORMAL : DIRECTION_GIVEN;
    if (v->direction == DIRECTION_NORMAL)
        return 0;
    TRY(patch_vector(c, e, "direction", "1,0,0", text, any_direction, d));
    double length = sqrt((double)d[0] * (double)d[0] + (double)d[1] * (double)d[1] + (double)d[2] * (double)d[2]);
    if (!(length > 0))
        return error_set("%s: direction needs a vector into the fluid that is not zero, like 1,0,0",
                         config_place(&c->config, e));
    v->dx = (real)((double)d[0] / length);
    v->dy = (real)((double)d[1] / length);
    v->dz = (real)((double)d[2] / length);
    return 0;
}

/* Settings that are one number: of which kinds, in which range.
 * offsetof() and the type real of every member let one table serve all of them; a member of another type would be
 * written wrongly, without a warning. */
static const struct number_key {
    const char *key;
    struct number_range in;
    size_t member;             /* of struct bc_values, a real */
    enum bc_kind kind, other;  /* other: BC_NONE when there is no second one */
} number_keys[] = {
#define NUMBER_KEY(key, member, unit, least, most, kind, other)                                                        \
    {#key, {least, most, unit}, offsetof(struct bc_values, member), kind, other},
    PATCH_NUMBERS(NUMBER_KEY)
#undef NUMBER_KEY
};

/* NULL when the kind takes no such number. */
static const struct number_key *number_key(const char *key, int kind)
{
    for (const struct number_key *k = number_keys; k < number_keys + sizeof number_keys / sizeof *number_keys; k++)
        if (strcmp(k->key, key) == 0 && ((int)k->kind == kind || (k->other != BC_NONE && (int)k->other == kind)))
            return k;
    return NULL;
}

/* What a wall's temperature, heat_flux or velocity needs besides being in range.
 * thermal is still the default when the first of the two settings comes, hence the second is seen here. */
static int check_wall_setting(const struct case_file *c, const struct config_entry *e, const char *key,
                              struct bc_values *v)
{
    if (!equations_are_viscous(c->model.equations))
        return error_set("%s: a wall has no %s in inviscid flow; take it out, or set [model] equations = laminar, sa "
                         "or sst",
                         config_place(&c->config, e), key);
    if (strcmp(key, "velocity") == 0 || strcmp(key, "rotation") == 0 || strcmp(key, "centre") == 0)
        return 0;
    if (v->thermal != WALL_ADIABATIC)
        return error_set("%s: a wall has a temperature or a heat_flux, not both; leave one out",
                         config_place(&c->config, e));
    v->thermal = strcmp(key, "temperature") == 0 ? WALL_ISOTHERMAL : WALL_HEAT_GIVEN;
    return 0;
}

/* One number says what the pressure of an outlet is.
 * line: patches that one line names share one controller of the mass flow, and are told apart from others by it; 0:
 * none. */
static int check_outlet_setting(const struct case_file *c, const struct config_entry *e, const char *key,
                                struct bc_values *v)
{
    TRY(case_refuse_left_out(c, e, key));
    if (v->outlet != OUTLET_STREAM)
        return error_set("%s: an outlet has a pressure or a mass_flow, not both; leave one out",
                         config_place(&c->config, e));
    v->outlet = strcmp(key, "pressure") == 0 ? OUTLET_PRESSURE : OUTLET_MASS_FLOW;
    v->line = v->outlet == OUTLET_PRESSURE ? 0 : (int)(e - c->config.entry) + 1;
    return 0;
}

static int unknown_setting(const struct case_file *c, const struct config_entry *e, const char *word,
                           const struct bc_values *v)
{
#define NUMBER_NAME(key, member, unit, least, most, kind, other) #key,
    static const char *const names[] = {PATCH_NUMBERS(NUMBER_NAME) "direction", "velocity", "rotation", "centre",
                                        "symmetry_plane"};
#undef NUMBER_NAME
    const char *near = text_nearest(word, names, (int)(sizeof names / sizeof *names));
    bool other = near && strcmp(near, word) != 0;
    if (strcmp(word, "alpha") == 0 || strcmp(word, "beta") == 0 || strcmp(word, "mach") == 0)
        return error_set("%s: kind %s takes no '%s': [flow] %s is that of all patches", config_place(&c->config, e),
                         bc_kind_name((enum bc_kind)v->kind), word, word);
    if (v->kind == BC_MASS_INFLOW && strcmp(word, "mass_flow") == 0)
        return error_set("%s: kind mass-inflow takes no 'mass_flow'; write mass_flux, the mass flow divided by the "
                         "area of the patch, in kg/(s m^2)", config_place(&c->config, e));
    if (v->kind == BC_TOTAL_INFLOW && (strcmp(word, "pressure") == 0 || strcmp(word, "temperature") == 0))
        return error_set("%s: kind total-inflow takes no '%s'; write total_%s, which is that of the gas at rest",
                         config_place(&c->config, e), word, word);
    return error_set("%s: kind %s takes no '%s'%s%s%s (pressure-outlet: pressure or mass_flow; total-inflow: "
                     "total_pressure, total_temperature, direction; mass-inflow: mass_flux, total_temperature, "
                     "direction; opening: pressure, temperature; wall: temperature, heat_flux, velocity, rotation, "
                     "centre; all but slip and wall: symmetry_plane)",
                     config_place(&c->config, e), bc_kind_name((enum bc_kind)v->kind), word,
                     other ? "; did you mean " : "", other ? near : "", other ? "?" : "");
}

/* Reads one `key=value` that follows the kind. */
static int patch_setting(const struct case_file *c, const struct config_entry *e, char *word, struct bc_values *v)
{
    char *equals = strchr(word, '=');
    if (!equals)
        return error_set("%s = %s: '%s' is not key=value; settings such as pressure=101325 follow the kind, with "
                         "blanks between", config_place(&c->config, e), e->value, word);
    *equals = '\0';
    if (strcmp(word, "symmetry_plane") == 0)
        return patch_plane(c, e, equals + 1, v);
    if ((v->kind == BC_TOTAL_INFLOW || v->kind == BC_MASS_INFLOW) && strcmp(word, "direction") == 0)
        return patch_direction(c, e, equals + 1, v);
    const struct number_key *k = number_key(word, v->kind);
    /* A wall's vectors: its velocity, or its rotation about a centre. */
    bool velocity = v->kind == BC_WALL && strcmp(word, "velocity") == 0;
    real *vector = v->kind != BC_WALL               ? NULL
                   : strcmp(word, "rotation") == 0 ? v->wall_rotation
                   : strcmp(word, "centre") == 0   ? v->wall_centre
                                                   : NULL;
    if (!k && !velocity && !vector)
        return unknown_setting(c, e, word, v);
    if (v->kind == BC_WALL)
        TRY(check_wall_setting(c, e, word, v));
    if (v->kind == BC_PRESSURE_OUTLET)
        TRY(check_outlet_setting(c, e, word, v));
    if (velocity)
        return patch_vector(c, e, word, "10,0,0", equals + 1, any_speed, v->wall_velocity);
    if (vector)
        return patch_vector(c, e, word, "0,0,10", equals + 1, vector == v->wall_centre ? any_place : any_rate, vector);
    return patch_number(c, e, word, equals + 1, k->in, (real *)(void *)((char *)v + k->member));
}

/* `kind key=value ...`; text: a copy of the entry's value, to be cut into words.
 * The kind comes first, since it decides which settings there are and what they begin with. */
static int patch_words(const struct case_file *c, const struct config_entry *e, char *text, struct bc_values *v)
{
    char *rest = NULL, *word = strtok_r(text, " \t", &rest);
    int kind = word ? bc_kind_from_name(word) : -1;
    if (kind <= BC_NONE) {
        const char *names[BC_N_KINDS];
        for (int k = 1; k < BC_N_KINDS; k++)
            names[k - 1] = bc_kind_name((enum bc_kind)k);
        const char *hint = word ? bc_kind_elsewhere(word) : NULL, *near = NULL;
        if (word && !hint)
            near = text_nearest(word, names, BC_N_KINDS - 1);
        return error_set("%s = %s: not a boundary kind; %s%s", config_place(&c->config, e), e->value,
                         near ? "did you mean " : "", hint   ? hint
                                                          : near ? near
                                                                 : "write for example slip, symmetry or farfield");
    }
    TRY(case_refuse_left_out(c, e, word));
    patch_defaults(c, (enum bc_kind)kind, v);
    TRY(case_record_once(c, e));
    while ((word = strtok_r(NULL, " \t", &rest)))
        TRY(patch_setting(c, e, word, v));
    return 0;
}

/* All of the patch's values are set again, from the defaults on: of two lines that match a patch the later one
 * counts, alone. */
static int patch_parse(const struct case_file *c, const struct config_entry *e, struct bc_values *v)
{
    char *text = text_format("%s", e->value);
    int status = patch_words(c, e, text, v);
    mem_free(text);
    return status;
}

/* The nearest of the first 256 names, or the beginning of the list: all are in ufv-prep --info. */
static int refuse_unmatched(const struct case_file *c, const struct config_entry *e, const struct pack *p)
{
    const char *names[256];
    int n = 0;
    for (; n < p->n_patches && n < 256; n++)
        names[n] = p->patch[n].name;
    const char *near = text_nearest(e->key, names, n);
    char list[PATCH_LIST_SIZE];
    case_list_patches(p, sizeof list, list);
    return error_set("%s: the mesh has no patch '%s'%s%s%s", config_place(&c->config, e), e->key,
                     near ? ", did you mean '" : "; there are ", near ? near : list, near ? "'?" : "");
}

static bool has_faces_of(const struct pack *p, const struct bc_values *values, int k, enum bc_kind kind)
{
    return values[k].kind == (int)kind && p->patch[k].n_faces > 0;
}

/* The names of the slip walls with commas between; "..." behind those that fit. "" without slip walls. */
static void list_slip_walls(const struct pack *p, const struct bc_values *values, size_t size, char *text)
{
    text[0] = '\0';
    for (int k = 0; k < p->n_patches; k++)
        if (has_faces_of(p, values, k, BC_SLIP) && !text_list_add(text, size, p->patch[k].name))
            return;
}

/* A body of slip walls in viscous flow is most often an inviscid case or mesh made viscous by halves: it runs, and
 * has no friction and no boundary layer. */
static int check_friction(const struct case_file *c, const struct pack *p, const struct bc_values *values)
{
    char names[256], word[WORD_SIZE];
    for (int k = 0; k < p->n_patches; k++)
        if (has_faces_of(p, values, k, BC_WALL))
            return 0;
    list_slip_walls(p, values, sizeof names, names);
    if (!names[0])
        return 0;
    return error_set("%s: [model] equations = %s, but all walls are slip walls (%s), without friction and boundary "
                     "layers; write [patches] NAME = wall for those that are walls, or equations = euler, or, if "
                     "slip walls are meant, [model] slip_only = yes",
                     c->config.path, case_word(c, "model", "equations", word), names);
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

/* A line that names a group is for its patches. False: there is no such group. */
static bool apply_to_group(const struct case_file *c, const struct config_entry *e, const struct patch_groups *g,
                           struct bc_values *values, int *status)
{
    for (int k = 0; k < g->n; k++) {
        if (strcmp(g->name[k], e->key) != 0)
            continue;
        for (int i = 0; i < g->n_patches && *status == 0; i++)
            if (g->member[k * g->n_patches + i])
                *status = patch_parse(c, e, &values[i]);
        return true;
    }
    return false;
}

/* One line of [patches]; a glob may match nothing, but must be right.
 * name_glob_range() narrows the search to names with the glob's fixed beginning: a mesh of an aircraft may have
 * thousands of patches and the case a line for each. Values parsed for a glob that matches nothing are thrown away,
 * but a mistake in the line is still reported. */
static int apply_line(const struct case_file *c, const struct config_entry *e, const struct name_glob *names,
                      const struct pack *p, const struct patch_groups *groups, struct bc_values *values)
{
    bool glob = strpbrk(e->key, "*?[") != NULL, matched = false;
    /* Of a glob that matches nothing. */
    struct bc_values ignored;
    int first, end, status = 0;
    name_glob_range(names, e->key, &first, &end);
    for (int i = first; i < end; i++)
        if (glob ? text_glob(e->key, names->name[i]) : strcmp(e->key, names->name[i]) == 0) {
            matched = true;
            TRY(patch_parse(c, e, &values[names->number[i]]));
        }
    if (matched || apply_to_group(c, e, groups, values, &status))
        return status;
    return glob ? patch_parse(c, e, &ignored) : refuse_unmatched(c, e, p);
}

static int apply_lines(struct case_file *c, const struct pack *p, struct bc_values *values)
{
    struct name_glob names;
    struct patch_groups groups;
    /* Names that case_groups() has refused are not asked for: status ends the loop before its first
     * line. */
    const char **name;
    int status = case_groups(c, p, &groups);
    MEM_NEW(name, p->n_patches);
    for (int k = 0; k < p->n_patches; k++)
        name[k] = p->patch[k].name;
    name_glob_make(&names, p->n_patches, name);
    for (int i = 0; i < c->config.n_entries && status == 0; i++) {
        struct config_entry *e = &c->config.entry[i];
        if (strcmp(e->section, "patches") != 0)
            continue;
        status = apply_line(c, e, &names, p, &groups, values);
        e->used = true;
    }
    name_glob_free(&names);
    patch_groups_free(&groups);
    mem_free(name);
    return status;
}

/* With the line that is missing; signs that mean something else there stand in quotes (config.h). */
static int no_kind(const struct case_file *c, const struct pack_patch *p)
{
    const char *quote = strpbrk(p->name, "#;=\"[") ? "\"" : "";
    return error_set("%s: patch '%s' (%" PRI_GID " faces) has no kind in the mesh; add to [patches]: %s%s%s = "
                     "slip|wall|symmetry|farfield|...", c->config.path, p->name, p->n_faces, quote, p->name, quote);
}

/* The kinds of the mesh come first and lines of [patches] replace them. A patch without faces needs none. */
int case_patches(struct case_file *c, const struct pack *p, struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        patch_defaults(c, p->patch[k].kind, &values[k]);
    TRY(apply_lines(c, p, values));
    for (int k = 0; k < p->n_patches; k++)
        if (values[k].kind == BC_NONE && p->patch[k].n_faces > 0)
            return no_kind(c, &p->patch[k]);
    /* Unsteady flow in a closed box is fixed by where it began. */
    if (c->time.local && p->n_patches > 0)
        TRY(check_open(c, p, values));
    if (equations_are_viscous(c->model.equations) && !c->model.slip_only)
        TRY(check_friction(c, p, values));
    TRY(case_check_moving_patches(c, p, values));
    return features_check_patches(c->features, c, p, values);
}

/* face[1] is the sum of direction . S over the patch, S outward: above zero the stream would leave. */
static int check_direction(const struct case_file *c, const struct pack *p, const struct bc_values *v, int k,
                           const double face[2])
{
    const double rounding = 1e-6; /* of the area, where the normals of a patch cancel */
    bool inflow = v->kind == BC_TOTAL_INFLOW || v->kind == BC_MASS_INFLOW;
    if (!inflow || v->direction != DIRECTION_GIVEN || !(face[1] > rounding * face[0]))
        return 0;
    return error_set("%s: [patches] the direction of %s, %g,%g,%g, leaves the fluid there instead of entering it; turn "
                     "it round, or write direction=normal", c->config.path, p->patch[k].name, (double)v->dx,
                     (double)v->dy, (double)v->dz);
}

int case_check_open_faces(const struct case_file *c, const struct pack *p, const struct bc_values *values,
                          double (*face)[2])
{
    for (int k = 0; k < p->n_patches; k++)
        TRY(check_direction(c, p, &values[k], k, face[k]));
    return features_check_open_faces(c->features, c, p, values, face);
}
