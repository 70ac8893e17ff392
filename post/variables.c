/* variables.c: the formulas, the table of names, choosing by name, and values in cells and on faces. */
#include "variables.h"

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

/* curl u. */
static void vorticity_of(const double g[9], double out[3])
{
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
    {.name = "wall_shear", .unit = "Pa", .kind = VARIABLE_SHEAR, .n_components = 3},
    {.name = "cf", .kind = VARIABLE_SHEAR, .n_components = 1},
};
enum { N_KNOWN = sizeof known / sizeof *known };

static const struct variable labels[] = {
    {.name = "patch", .kind = VARIABLE_LABEL, .n_components = 1}, /* surfaces only */
    {.name = "rank", .kind = VARIABLE_LABEL, .n_components = 1},
    {.name = "global_id", .kind = VARIABLE_LABEL, .n_components = 1},
};

/* ---- choosing ----------------------------------------------------------------------------- */

/* Can it be formed from these fields? */
static bool can_form(const struct variable *v, const struct results *r, const struct solution *s, bool surface)
{
    bool moves = solution_field(s, "velocity_x") && solution_field(s, "velocity_y") && solution_field(s, "velocity_z");
    bool flow = moves && solution_field(s, "density") && solution_field(s, "pressure");
    if (v->kind == VARIABLE_SHEAR)
        return surface && solution_boundary_field(s, "wall_shear_x") && solution_boundary_field(s, "wall_shear_y") &&
               solution_boundary_field(s, "wall_shear_z") && (v->n_components == 3 || reference_moves(&r->reference));
    if (v->derived == cp_of_state)
        return reference_moves(&r->reference) && (flow || (surface && solution_boundary_field(s, "pressure")));
    if (v->kind == VARIABLE_DERIVED)
        return flow;
    return v->kind == VARIABLE_DISTANCE || moves;
}

/* Everything that these results have, in the order of a file. */
static void list_available(const struct results *r, const struct solution *s, bool surface, struct variable_list *v)
{
    v->n = 0;
    for (int f = 0; f < s->n_boundary_fields && surface; f++) {
        struct variable *to = &v->item[v->n++];
        *to = (struct variable){.kind = VARIABLE_STORED, .n_components = 1};
        text_copy(to->name, NAME_SIZE, s->boundary_field[f].name);
        text_copy(to->unit, sizeof to->unit, s->boundary_field[f].unit);
    }
    int n_boundary = v->n;
    for (int f = 0; f < s->n_fields; f++) {
        bool there = strncmp(s->field[f].name, "velocity_", 9) == 0;
        for (int k = 0; k < n_boundary; k++)
            there = there || strcmp(v->item[k].name, s->field[f].name) == 0;
        if (there)
            continue;
        struct variable *to = &v->item[v->n++];
        *to = (struct variable){.kind = VARIABLE_STORED, .n_components = 1};
        text_copy(to->name, NAME_SIZE, s->field[f].name);
        text_copy(to->unit, sizeof to->unit, s->field[f].unit);
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

static void append(struct variable_list *v, const struct variable *item)
{
    if (item && !find(v, item->name))
        v->item[v->n++] = *item;
}

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

static int choose_words(const struct variable_list *there, const char *list, struct variable_list *v)
{
    char word[NAME_SIZE];
    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ", ");
        text_copy(word, n + 1 < sizeof word ? n + 1 : sizeof word, at);
        if (n > 0)
            TRY(choose_word(there, word, v));
        at += n + (at[n] != '\0');
    }
    return v->n > 0 ? 0 : error_set("--variables: the list is empty; name some, or leave the option out");
}

/* What a viewer wants first. */
static void choose_default(const struct variable_list *there, const struct solution *s, bool surface,
                           struct variable_list *v)
{
    bool shear = find(there, "wall_shear") != NULL; /* its components are one vector then */
    for (int f = 0; f < s->n_boundary_fields && surface; f++)
        if (!shear || strncmp(s->boundary_field[f].name, "wall_shear_", 11) != 0)
            append(v, find(there, s->boundary_field[f].name));
    append(v, find(there, "wall_shear"));
    append(v, find(there, "cf"));
    for (int f = 0; f < s->n_fields && !surface; f++)
        append(v, find(there, s->field[f].name));
    if (!surface) {
        append(v, find(there, "velocity"));
        append(v, find(there, "mach"));
    }
    append(v, find(there, "cp"));
}

int variables_choose(const struct results *r, const char *list, bool surface, bool with_labels,
                     struct variable_list *v)
{
    struct solution s;
    struct variable_list there;
    int status = 0;
    TRY(results_read_fields(r, 0, &s));
    list_available(r, &s, surface, &there);
    v->n = 0;
    if (list)
        status = choose_words(&there, list, v);
    else
        choose_default(&there, &s, surface, v);
    solution_free(&s);
    TRY(status);
    for (int i = surface ? 0 : 1; with_labels && i < 3; i++)
        v->item[v->n++] = labels[i];
    return 0;
}

unsigned variables_need(const struct variable_list *v)
{
    for (int i = 0; i < v->n; i++)
        if (v->item[i].kind == VARIABLE_GRADIENT)
            return CELL_DATA_GRADIENT;
    return CELL_DATA_OWNED;
}

/* ---- values ------------------------------------------------------------------------------------ */

struct state_fields {
    const double *density, *velocity[3], *pressure;
};

static int find_state(const struct variable *v, const struct cell_data *d, struct state_fields *f)
{
    *f = (struct state_fields){cell_data_field(d, "density"),
                               {cell_data_field(d, "velocity_x"), cell_data_field(d, "velocity_y"),
                                cell_data_field(d, "velocity_z")},
                               cell_data_field(d, "pressure")};
    bool flow = f->density && f->pressure;
    bool moves = f->velocity[0] && f->velocity[1] && f->velocity[2];
    if ((v->kind == VARIABLE_DERIVED && !(flow && moves)) || (v->kind == VARIABLE_VELOCITY && !moves))
        return error_set("%s/rank-%05d.h5: density, velocity and pressure are not all there, so %s cannot be formed; "
                         "choose others with --variables", d->r->folder, (int)d->s->rank, v->name);
    return 0;
}

static struct cell_state state_at(const struct state_fields *f, int64_t i)
{
    return (struct cell_state){f->density[i], {f->velocity[0][i], f->velocity[1][i], f->velocity[2][i]},
                               f->pressure[i]};
}

/* The value in one cell. stored: the field of a VARIABLE_STORED. */
static void value_at(const struct variable *v, const struct cell_data *d, const struct state_fields *f,
                     const double *stored, int64_t i, double out[3])
{
    struct cell_state q;
    double g[9];
    switch (v->kind) {
    case VARIABLE_STORED: out[0] = stored[i]; break;
    case VARIABLE_VELOCITY:
        for (int c = 0; c < 3; c++)
            out[c] = f->velocity[c][i];
        break;
    case VARIABLE_DERIVED:
        q = state_at(f, i);
        out[0] = v->derived(&q, &d->r->reference);
        break;
    case VARIABLE_GRADIENT:
        for (int k = 0; k < 9; k++)
            g[k] = d->gradient[k * d->p->n_stencil + i];
        v->from_gradient(g, out);
        break;
    case VARIABLE_DISTANCE: out[0] = d->p->wall_distance[i]; break;
    case VARIABLE_SHEAR: /* on faces alone */
    case VARIABLE_LABEL: break;
    }
}

static int find_stored(const struct variable *v, const struct cell_data *d, const double **stored)
{
    *stored = cell_data_field(d, v->name);
    if (v->kind == VARIABLE_STORED && !*stored)
        return error_set("%s/rank-%05d.h5: there is no field %s, which rank 0 has; use another fields folder",
                         d->r->folder, (int)d->s->rank, v->name);
    return 0;
}

int variable_compute(const struct variable *v, const struct cell_data *d, int64_t n, double *out)
{
    struct state_fields f;
    const double *stored;
    TRY(find_state(v, d, &f));
    TRY(find_stored(v, d, &stored));
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double value[3];
        value_at(v, d, &f, stored, i, value);
        for (int c = 0; c < v->n_components; c++)
            out[c * n + i] = value[c];
    }
    return 0;
}

/* cp of the pressure on the face itself, when that is stored. */
static bool surface_cp(const struct variable *v, const struct cell_data *d, double *out)
{
    const double *pressure = solution_boundary_field(d->s, "pressure");
    if (!pressure || v->derived != cp_of_state)
        return false;
    for (int64_t i = 0; i < d->s->n_boundary; i++) {
        struct cell_state q = {.pressure = pressure[i]};
        out[i] = cp_of_state(&q, &d->r->reference);
    }
    return true;
}

/* The vector, or its length over the free stream's dynamic pressure, negative where it points against the wind. */
static bool surface_shear(const struct variable *v, const struct cell_data *d, double *out)
{
    static const char *const name[3] = {"wall_shear_x", "wall_shear_y", "wall_shear_z"};
    const struct solution_reference *r = &d->r->reference;
    const double *field[3];
    int64_t n = d->s->n_boundary;
    for (int c = 0; c < 3; c++)
        if (!(field[c] = solution_boundary_field(d->s, name[c])))
            return false;
    for (int c = 0; c < 3 && v->n_components == 3; c++)
        memcpy(out + c * n, field[c], (size_t)n * sizeof *out);
    for (int64_t i = 0; i < n && v->n_components == 1; i++) {
        const double t[3] = {field[0][i], field[1][i], field[2][i]}, *w = r->drag_axis;
        out[i] =
            copysign(sqrt(speed_squared(t)), t[0] * w[0] + t[1] * w[1] + t[2] * w[2]) / solution_dynamic_pressure(r);
    }
    return true;
}

int variable_compute_surface(const struct variable *v, const struct cell_data *d, double *out)
{
    int64_t n = d->s->n_boundary;
    const double *on_face = v->kind == VARIABLE_STORED ? solution_boundary_field(d->s, v->name) : NULL;
    if (on_face) {
        memcpy(out, on_face, (size_t)n * sizeof *out);
        return 0;
    }
    if (surface_cp(v, d, out))
        return 0;
    if (v->kind == VARIABLE_SHEAR)
        return surface_shear(v, d, out) ? 0
                                        : error_set("%s/rank-%05d.h5: there is no wall shear, which rank 0 has; use "
                                                    "another fields folder", d->r->folder, (int)d->s->rank);
    struct state_fields f;
    const double *stored;
    TRY(find_state(v, d, &f));
    TRY(find_stored(v, d, &stored));
    for (int64_t i = 0; i < n; i++) {
        double value[3];
        value_at(v, d, &f, stored, d->p->left[i], value);
        for (int c = 0; c < v->n_components; c++)
            out[c * n + i] = value[c];
    }
    return 0;
}

void variable_component_name(const struct variable *v, int component, char name[NAME_SIZE])
{
    static const char suffix[3][3] = {"_x", "_y", "_z"};
    snprintf(name, NAME_SIZE, "%.*s%s", NAME_SIZE - 3, v->name, v->n_components > 1 ? suffix[component] : "");
}
