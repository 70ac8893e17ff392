/* variable_values.c: values of variables in cells and on faces. */
#include "fields/variables.h"

#include "error.h"

#include <math.h>
#include <string.h>

struct state_fields {
    const double *density, *velocity[3], *pressure;
};

/* Fields are looked up by name once, not in each cell. */
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

/* The value in one cell. stored: the field of a VARIABLE_STORED.
 * The gradient is stored [9][n_stencil]: derivative k % 3 of velocity component k / 3. */
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
    case VARIABLE_STATISTIC:
    case VARIABLE_SHEAR: /* on faces alone */
    case VARIABLE_LABEL: break;
    }
}

/* Variables are chosen by rank 0's fields: another rank that lacks one was written by something else. */
static int find_stored(const struct variable *v, const struct cell_data *d, const double **stored)
{
    *stored = cell_data_field(d, v->name);
    if (v->kind == VARIABLE_STORED && !*stored)
        return error_set("%s/rank-%05d.h5: there is no field %s, which rank 0 has; use another fields folder",
                         d->r->folder, (int)d->s->rank, v->name);
    return 0;
}

static int no_field(const struct cell_data *d, const char *field)
{
    return error_set("%s/rank-%05d.h5: there is no %s, which rank 0 has; use another fields folder", d->r->folder,
                     (int)d->s->rank, field);
}

/* cell: on a surface, [n] the cells next to faces that have no such field; NULL: item i is cell i. */
static int statistic(const struct variable *v, const struct cell_data *d, int64_t n, const lid *cell, double *out)
{
    for (int c = 0; c < v->n_components; c++) {
        /* On a surface a field of the faces themselves goes before that of the cells behind them. */
        const double *face = cell ? solution_boundary_field(d->s, v->field[c]) : NULL;
        const double *field = face ? face : cell_data_field(d, v->field[c]);
        if (!field)
            return no_field(d, v->field[c]);
        for (int64_t i = 0; i < n; i++)
            out[c * n + i] = v->of_field(field[cell && !face ? cell[i] : i], &d->r->reference);
    }
    return 0;
}

/* out [n_components][n]; each value from its own cell alone, so that threads do not change it. */
int variable_compute(const struct variable *v, const struct cell_data *d, int64_t n, double *out)
{
    if (v->kind == VARIABLE_STATISTIC)
        return statistic(v, d, n, NULL, out);
    struct state_fields f;
    const double *stored;
    TRY(find_state(v, d, &f));
    TRY(find_stored(v, d, &stored));
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        double value[3] = {0};
        value_at(v, d, &f, stored, i, value);
        for (int c = 0; c < v->n_components; c++)
            out[c * n + i] = value[c];
    }
    return 0;
}

/* cp of the pressure on the face itself, when that is stored.
 * The face's own pressure is what forces are integrated from; cp of the cell would not agree with them. */
static bool surface_cp(const struct variable *v, const struct cell_data *d, double *out)
{
    const double *pressure = solution_boundary_field(d->s, "pressure");
    if (!pressure || !v->derived || strcmp(v->name, "cp") != 0)
        return false;
    for (int64_t i = 0; i < d->s->n_boundary; i++) {
        /* cp needs nothing but the pressure of the state. */
        struct cell_state q = {.pressure = pressure[i]};
        out[i] = v->derived(&q, &d->r->reference);
    }
    return true;
}

/* The vector, or its length over the free stream's dynamic pressure, negative where it points against the wind. */
static bool surface_shear(const struct variable *v, const struct cell_data *d, double *out)
{
    const struct solution_reference *r = &d->r->reference;
    const double *field[3];
    int64_t n = d->s->n_boundary;
    for (int c = 0; c < 3; c++)
        if (!(field[c] = solution_boundary_field(d->s, v->field[c])))
            return false;
    for (int c = 0; c < 3 && v->n_components == 3; c++)
        memcpy(out + c * n, field[c], (size_t)n * sizeof *out);
    for (int64_t i = 0; i < n && v->n_components == 1; i++) {
        const double t[3] = {field[0][i], field[1][i], field[2][i]}, *w = r->drag_axis;
        double size = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
        out[i] = copysign(size, t[0] * w[0] + t[1] * w[1] + t[2] * w[2]) / solution_dynamic_pressure(r);
    }
    return true;
}

/* In this order: a field of faces, cp by the faces' pressure, shear stress, and for all else the value in the cell
 * behind the face, which is its left one. */
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
        return surface_shear(v, d, out) ? 0 : no_field(d, v->field[0]);
    if (v->kind == VARIABLE_STATISTIC)
        return statistic(v, d, n, d->p->left, out);
    struct state_fields f;
    const double *stored;
    TRY(find_state(v, d, &f));
    TRY(find_stored(v, d, &stored));
    for (int64_t i = 0; i < n; i++) {
        double value[3] = {0};
        value_at(v, d, &f, stored, d->p->left[i], value);
        for (int c = 0; c < v->n_components; c++)
            out[c * n + i] = value[c];
    }
    return 0;
}
