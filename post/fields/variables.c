/* variables.c: the formulas, the table of names, and choosing by name. */
#include "fields/variables.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- formulas ------------------------------------------------------------------------- */

static double speed_squared(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

bool reference_moves(const struct solution_reference *r)
{
    return solution_dynamic_pressure(r) > 0;
}

/* |u| / c with c^2 = gamma p / rho: NaN of a state without a speed of sound. */
static double mach_of(const struct cell_state *q, const struct solution_reference *r)
{
    return sqrt(speed_squared(q->velocity) * q->density / (r->gamma * q->pressure));
}

static double cp_of_state(const struct cell_state *q, const struct solution_reference *r)
{
    return (q->pressure - r->pressure) / solution_dynamic_pressure(r);
}

static double temperature_of(const struct cell_state *q, const struct solution_reference *r)
{
    return q->pressure / (q->density * r->gas_constant);
}

/* Isentropic stagnation: NACA Report 1135 (1953), eq. 44. */
static double total_pressure_of(const struct cell_state *q, const struct solution_reference *r)
{
    double m = mach_of(q, r);
    return q->pressure * pow(1 + 0.5 * (r->gamma - 1) * m * m, r->gamma / (r->gamma - 1));
}

/* NACA Report 1135, eq. 43, for the temperature of the gas at rest. */
static double total_temperature_of(const struct cell_state *q, const struct solution_reference *r)
{
    double m = mach_of(q, r);
    return temperature_of(q, r) * (1 + 0.5 * (r->gamma - 1) * m * m);
}

/* (p / p_inf) / (rho / rho_inf)^gamma - 1: 0 where the flow is isentropic; what the scheme makes is its error. */
static double entropy_of(const struct cell_state *q, const struct solution_reference *r)
{
    return q->pressure / r->pressure / pow(q->density / r->density, r->gamma) - 1;
}

static double sound_speed_of(const struct cell_state *q, const struct solution_reference *r)
{
    return sqrt(r->gamma * q->pressure / q->density);
}

static double itself(double value, const struct solution_reference *r)
{
    (void)r;
    return value;
}

/* The root of the mean square of what a variable fluctuates by, from its variance. */
static double root_mean_square(double variance, const struct solution_reference *r)
{
    (void)r;
    return sqrt(variance);
}

static double mean_cp_of(double pressure, const struct solution_reference *r)
{
    return (pressure - r->pressure) / solution_dynamic_pressure(r);
}

static double rms_cp_of(double variance, const struct solution_reference *r)
{
    return sqrt(variance) / solution_dynamic_pressure(r);
}

/* curl u. */
static void vorticity_of(const double g[9], double out[3])
{
    /* g[3 i + j] = du_i/dx_j: g[7] = dw/dy, g[5] = dv/dz. */
    out[0] = g[7] - g[5];
    out[1] = g[2] - g[6];
    out[2] = g[3] - g[1];
}

/* Hunt, Wray and Moin (1988): (W_ij W_ij - S_ij S_ij) / 2, which for fluids of
 * constant density is -du_i/dx_j du_j/dx_i / 2. */
static void q_criterion_of(const double g[9], double out[3])
{
    double w = 0, s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double a = 0.5 * (g[3 * i + j] - g[3 * j + i]), b = 0.5 * (g[3 * i + j] + g[3 * j + i]);
            w += a * a;
            s += b * b;
        }
    out[0] = 0.5 * (w - s);
}

static void divergence_of(const double g[9], double out[3])
{
    out[0] = g[0] + g[4] + g[8];
}

/* One row for each variable that is formed here: kind says from what (the state, its gradient, stored
 * fields), and by which function. A row is all that a new one needs. */
static const struct variable known[] = {
    {.name = "velocity", .unit = "m/s", .kind = VARIABLE_VELOCITY, .n_components = 3},
    {.name = "mach", .kind = VARIABLE_DERIVED, .n_components = 1, .derived = mach_of},
    {.name = "cp", .kind = VARIABLE_DERIVED, .n_components = 1, .derived = cp_of_state},
    {.name = "temperature", .unit = "K", .kind = VARIABLE_DERIVED, .n_components = 1, .derived = temperature_of},
    {.name = "total_pressure", .unit = "Pa", .kind = VARIABLE_DERIVED, .n_components = 1,
     .derived = total_pressure_of},
    {.name = "total_temperature", .unit = "K", .kind = VARIABLE_DERIVED, .n_components = 1,
     .derived = total_temperature_of},
    {.name = "entropy", .kind = VARIABLE_DERIVED, .n_components = 1, .derived = entropy_of},
    {.name = "sound_speed", .unit = "m/s", .kind = VARIABLE_DERIVED, .n_components = 1, .derived = sound_speed_of},
    {.name = "vorticity", .unit = "1/s", .kind = VARIABLE_GRADIENT, .n_components = 3, .from_gradient = vorticity_of},
    {.name = "q_criterion", .unit = "1/s^2", .kind = VARIABLE_GRADIENT, .n_components = 1,
     .from_gradient = q_criterion_of},
    {.name = "divergence", .unit = "1/s", .kind = VARIABLE_GRADIENT, .n_components = 1,
     .from_gradient = divergence_of},
    {.name = "wall_distance", .unit = "m", .kind = VARIABLE_DISTANCE, .n_components = 1},
    {.name = "wall_shear", .unit = "Pa", .kind = VARIABLE_SHEAR, .n_components = 3,
     .field = {"wall_shear_x", "wall_shear_y", "wall_shear_z"}},
    {.name = "cf", .kind = VARIABLE_SHEAR, .n_components = 1,
     .field = {"wall_shear_x", "wall_shear_y", "wall_shear_z"}},
    {.name = "mean_velocity", .unit = "m/s", .kind = VARIABLE_STATISTIC, .n_components = 3, .of_field = itself,
     .field = {"mean_velocity_x", "mean_velocity_y", "mean_velocity_z"}},
    {.name = "mean_wall_shear", .unit = "Pa", .kind = VARIABLE_STATISTIC, .n_components = 3, .of_field = itself,
     .field = {"mean_wall_shear_x", "mean_wall_shear_y", "mean_wall_shear_z"}},
    {.name = "mean_cp", .kind = VARIABLE_STATISTIC, .n_components = 1, .of_field = mean_cp_of,
     .field = {"mean_pressure"}},
    {.name = "mean_cf", .kind = VARIABLE_SHEAR, .n_components = 1,
     .field = {"mean_wall_shear_x", "mean_wall_shear_y", "mean_wall_shear_z"}},
    {.name = "rms_density", .unit = "kg/m^3", .kind = VARIABLE_STATISTIC, .n_components = 1,
     .of_field = root_mean_square, .field = {"variance_density"}},
    {.name = "rms_velocity", .unit = "m/s", .kind = VARIABLE_STATISTIC, .n_components = 3,
     .of_field = root_mean_square, .field = {"reynolds_stress_xx", "reynolds_stress_yy", "reynolds_stress_zz"}},
    {.name = "rms_pressure", .unit = "Pa", .kind = VARIABLE_STATISTIC, .n_components = 1,
     .of_field = root_mean_square, .field = {"variance_pressure"}},
    {.name = "rms_cp", .kind = VARIABLE_STATISTIC, .n_components = 1, .of_field = rms_cp_of,
     .field = {"variance_pressure"}},
    {.name = "rms_wall_shear", .unit = "Pa", .kind = VARIABLE_STATISTIC, .n_components = 3,
     .of_field = root_mean_square,
     .field = {"variance_wall_shear_x", "variance_wall_shear_y", "variance_wall_shear_z"}},
    {.name = "rms_heat_flux", .unit = "W/m^2", .kind = VARIABLE_STATISTIC, .n_components = 1,
     .of_field = root_mean_square, .field = {"variance_heat_flux"}},
};
enum { N_KNOWN = sizeof known / sizeof *known };

static const struct variable labels[] = {
    {.name = "patch", .kind = VARIABLE_LABEL, .n_components = 1}, /* surfaces only */
    {.name = "rank", .kind = VARIABLE_LABEL, .n_components = 1},
    {.name = "global_id", .kind = VARIABLE_LABEL, .n_components = 1},
};

/* ---- choosing ----------------------------------------------------------------------------- */

/* Are the fields there that its components are formed from?
 * Faces take boundary fields, and where there is none the field of the cell beside them; shear exists on
 * faces alone. */
static bool has_fields(const struct variable *v, const struct solution *s, bool surface)
{
    int n = v->kind == VARIABLE_SHEAR ? 3 : v->n_components;
    for (int c = 0; c < n; c++) {
        bool on_faces = surface && solution_boundary_field(s, v->field[c]);
        if (!on_faces && (v->kind == VARIABLE_SHEAR || !solution_field(s, v->field[c])))
            return false;
    }
    return true;
}

/* Does it need a free stream that moves?
 * Its reference is the dynamic pressure, which is 0 in air at rest. */
static bool is_coefficient(const struct variable *v)
{
    return v->derived == cp_of_state || v->of_field == mean_cp_of || v->of_field == rms_cp_of ||
           (v->kind == VARIABLE_SHEAR && v->n_components == 1);
}

/* Can it be formed from these fields?
 * What is asked of rank 0's file holds for all ranks. */
static bool can_form(const struct variable *v, const struct results *r, const struct solution *s, bool surface)
{
    bool moves = solution_field(s, "velocity_x") && solution_field(s, "velocity_y") && solution_field(s, "velocity_z");
    bool flow = moves && solution_field(s, "density") && solution_field(s, "pressure");
    if (is_coefficient(v) && !reference_moves(&r->reference))
        return false;
    if (v->kind == VARIABLE_SHEAR || v->kind == VARIABLE_STATISTIC)
        return has_fields(v, s, surface);
    /* On a surface cp is formed of the faces' pressure alone (variable_values.c), which a folder of surfaces has. */
    if (v->derived == cp_of_state)
        return flow || (surface && solution_boundary_field(s, "pressure"));
    if (v->kind == VARIABLE_DERIVED)
        return flow;
    return v->kind == VARIABLE_DISTANCE || moves;
}

/* Is the field one of three components that are there, so that a vector stands for it? A series may have only some of
 * them, which then stand for themselves. field: of faces, or of cells. */
static bool is_component(const char *name, const struct solution *s, const double *(*field)(const struct solution *,
                                                                                            const char *))
{
    static const char *const velocity[] = {"velocity_x", "velocity_y", "velocity_z"};
    for (int k = -1; k < N_KNOWN; k++) {
        const char *const *of = k < 0 ? velocity : known[k].field;
        if (k >= 0 && (known[k].of_field != itself || known[k].n_components != 3))
            continue;
        for (int c = 0; c < 3; c++)
            if (strcmp(of[c], name) == 0)
                return field(s, of[0]) && field(s, of[1]) && field(s, of[2]);
    }
    return false;
}

static void append_stored(struct variable_list *v, const struct solution_field *field)
{
    struct variable *to = &v->item[v->n++];
    *to = (struct variable){.kind = VARIABLE_STORED, .n_components = 1};
    text_copy(to->name, NAME_SIZE, field->name);
    text_copy(to->unit, sizeof to->unit, field->unit);
}

/* Everything that these results have, in the order of a file. */
static void list_available(const struct results *r, const struct solution *s, bool surface, struct variable_list *v)
{
    v->n = 0;
    /* Fields of faces first, then those of cells that are not among them by name, then what is formed; a component of a
     * vector is not listed, since the vector stands for it. */
    for (int f = 0; f < s->n_boundary_fields && surface; f++)
        if (!is_component(s->boundary_field[f].name, s, solution_boundary_field))
            append_stored(v, &s->boundary_field[f]);
    int n_boundary = v->n;
    for (int f = 0; f < s->n_fields; f++) {
        bool there = is_component(s->field[f].name, s, solution_field);
        for (int k = 0; k < n_boundary; k++)
            there = there || strcmp(v->item[k].name, s->field[f].name) == 0;
        if (!there)
            append_stored(v, &s->field[f]);
    }
    for (int k = 0; k < N_KNOWN; k++) {
        bool stored = false; /* a file that holds temperature itself wins */
        for (int i = 0; i < v->n; i++)
            stored = stored || strcmp(v->item[i].name, known[k].name) == 0;
        if (!stored && can_form(&known[k], r, s, surface))
            v->item[v->n++] = known[k];
    }
}

static const struct variable *find(const struct variable_list *v, const char *name)
{
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->item[i].name, name) == 0)
            return &v->item[i];
    return NULL;
}

/* Once only: --variables all,cp names cp twice. */
static void append(struct variable_list *v, const struct variable *item)
{
    if (item && !find(v, item->name))
        v->item[v->n++] = *item;
}

/* Names the nearest and then all, since what there is depends on the run. */
static int unknown_variable(const struct variable_list *there, const char *name)
{
    const char *names[VARIABLES_MAX + 2];
    char all[1024] = "";
    for (int i = 0; i < there->n; i++) {
        names[i] = there->item[i].name;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", names[i]);
    }
    names[there->n] = "all";
    names[there->n + 1] = "primitive";
    const char *near = text_nearest(name, names, there->n + 2);
    return error_set("--variables: there is no '%s'%s%s; available here are all, primitive, %s", name,
                     near ? ", did you mean " : "", near ? near : "", all);
}

/* q is short for q_criterion. */
static int choose_word(const struct variable_list *there, const char *word, struct variable_list *v)
{
    static const char *const primitive[] = {"density", "velocity", "pressure"};
    if (strcmp(word, "all") == 0) {
        for (int i = 0; i < there->n; i++)
            append(v, &there->item[i]);
        return 0;
    }
    if (strcmp(word, "primitive") == 0) {
        for (int i = 0; i < 3; i++)
            append(v, find(there, primitive[i]));
        return 0;
    }
    const struct variable *item = find(there, strcmp(word, "q") == 0 ? "q_criterion" : word);
    if (!item)
        return unknown_variable(there, word);
    append(v, item);
    return 0;
}

/* Commas or blanks between, in any number. */
static int choose_words(const struct variable_list *there, const char *list, struct variable_list *v)
{
    char word[NAME_SIZE];
    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ", ");
        /* A word that is too long is cut: it is no name that there is, and the message shows its beginning. */
        text_copy(word, n + 1 < sizeof word ? n + 1 : sizeof word, at);
        if (n > 0)
            TRY(choose_word(there, word, v));
        at += n + (at[n] != '\0');
    }
    return v->n > 0 ? 0 : error_set("--variables: the list is empty; name some, or leave the option out");
}

/* Of the flow, or what is stored on faces; roots stand for variances. */
static void append_statistics(const struct variable_list *there, const struct solution *s, bool surface,
                              struct variable_list *v)
{
    for (int i = 0; i < there->n; i++) {
        const struct variable *item = &there->item[i];
        if (item->kind == VARIABLE_STATISTIC && (!surface || solution_boundary_field(s, item->field[0])))
            append(v, item);
    }
    append(v, find(there, "mean_cf"));
}

static bool is_variance(const char *name)
{
    return strncmp(name, "variance_", 9) == 0;
}

/* What a viewer wants first. */
static void choose_default(const struct variable_list *there, const struct solution *s, bool surface,
                           struct variable_list *v)
{
    bool shear = find(there, "wall_shear") != NULL; /* its components are one vector then */
    for (int f = 0; f < s->n_boundary_fields && surface; f++)
        if (!is_variance(s->boundary_field[f].name) &&
            (!shear || strncmp(s->boundary_field[f].name, "wall_shear_", 11) != 0))
            append(v, find(there, s->boundary_field[f].name));
    append(v, find(there, "wall_shear"));
    append(v, find(there, "cf"));
    for (int f = 0; f < s->n_fields && !surface; f++)
        if (!is_variance(s->field[f].name))
            append(v, find(there, s->field[f].name));
    if (!surface) {
        append(v, find(there, "velocity"));
        append(v, find(there, "mach"));
    }
    append(v, find(there, "cp"));
    append_statistics(there, s, surface, v);
}

/* v: the variables in the order in which files have them, labels last. list NULL: the default choice. */
int variables_choose(const struct results *r, const char *list, bool surface, bool with_labels,
                     struct variable_list *v)
{
    struct solution s;
    struct variable_list there;
    int status = 0;
    TRY(results_read_fields(r, 0, &s));
    list_available(r, &s, surface, &there);
    v->n = 0;
    if (!surface && s.n_fields == 0)
        status = error_set("%s: holds values on the surface alone; add --surface", r->folder);
    else if (list)
        status = choose_words(&there, list, v);
    else
        choose_default(&there, &s, surface, v);
    solution_free(&s);
    TRY(status);
    /* labels[0], patch, is of surfaces alone. */
    for (int i = surface ? 0 : 1; with_labels && i < 3; i++)
        v->item[v->n++] = labels[i];
    return 0;
}

/* Gradients need the cells around, also those of neighbouring ranks, which takes more memory and time to
 * read. */
unsigned variables_need(const struct variable_list *v)
{
    for (int i = 0; i < v->n; i++)
        if (v->item[i].kind == VARIABLE_GRADIENT)
            return CELL_DATA_GRADIENT;
    return CELL_DATA_OWNED;
}

void variable_component_name(const struct variable *v, int component, char name[NAME_SIZE])
{
    static const char suffix[3][3] = {"_x", "_y", "_z"};
    snprintf(name, NAME_SIZE, "%.*s%s", NAME_SIZE - 3, v->name, v->n_components > 1 ? suffix[component] : "");
}
