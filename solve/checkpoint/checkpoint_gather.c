/* checkpoint_gather.c: the arrays of a fields file with their names and units: boundary values and
 * extras by the host thread, the large arrays by whichever thread writes. */
#include "checkpoint/checkpoint_gather.h"

#include "backend/background_copy.h"
#include "checkpoint/checkpoint_numbers.h"
#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "backend/convert.h"
#include "arithmetic/variable_names.h"
#include "physics/turbulence/models.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

_Static_assert(WALL_SHEAR == 0 && WALL_HEAT_FLUX == 3 && WALL_Y_PLUS == 4 && N_WALL == 5,
               "the order of surface_variable_of()");

/* Which fields there are follows from the code and not from a case: the state, the eddy viscosity, the wall distance,
 * those of a feature, and the two of a state that has diverged. */
_Static_assert(NV_MAX + 2 + FEATURE_FIELDS_MOST + 2 <= SOLUTION_MAX_FIELDS, "fields of cells");
_Static_assert(1 + N_WALL + FEATURE_FIELDS_MOST <= SOLUTION_MAX_FIELDS, "fields of the boundary");

static void add_to(struct solution_field *field, int *n, struct variable_name row, double *value)
{
    if (*n == SOLUTION_MAX_FIELDS)
        FATAL("no place for field %s: a file holds %d of cells and of faces each; please report this case", row.name,
              SOLUTION_MAX_FIELDS);
    text_copy(field[*n].name, sizeof field[*n].name, row.name);
    text_copy(field[*n].unit, sizeof field[*n].unit, row.unit);
    field[(*n)++].value = value;
}

void checkpoint_add_boundary_field(struct solution *s, struct variable_name row, double *value)
{
    add_to(s->boundary_field, &s->n_boundary_fields, row, value);
}

void checkpoint_add_field(struct solution *s, struct variable_name row, double *value)
{
    add_to(s->field, &s->n_fields, row, value);
}

/* ---- the small ones, by the host thread ---- */

/* Faces of this rank in the pack's order, with their global numbers. */
static void gather_boundary(const struct flow *f, struct solution *s)
{
    lid n = f->domain->view.n_boundary;
    double *pressure = mem_alloc("pressure", (size_t)n, sizeof *pressure);
    convert_download(f->domain->backend, pressure, f->pressure, n, sizeof *f->pressure);
    s->n_boundary = n;
    s->face_gid = f->domain->pack.face_gid;
    checkpoint_add_boundary_field(s, surface_variable_of(0), pressure);
    for (int k = 0; f->wall && k < N_WALL; k++) {
        double *value = mem_alloc("wall values", (size_t)n, sizeof *value);
        convert_download(f->domain->backend, value, f->wall + (size_t)k * (size_t)n, n, sizeof *f->wall);
        checkpoint_add_boundary_field(s, surface_variable_of(1 + k), value);
    }
}

/* "group:wing", 1 for its patches and 0 for others, and behind them area, length, span and centre where these are its
 * own: ufv-post has groups from here. */
static void gather_groups(const struct patch_groups *g, struct solution *s)
{
    for (int k = 0; k < g->n; k++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "group:%.*s", GROUP_NAME_MOST, g->name[k]);
        const struct group_reference *r = &g->reference[k];
        double *member = solution_add_extra(s, name, g->n_patches + (r->is_own ? SOLUTION_GROUP_NUMBERS : 0));
        for (int b = 0; b < g->n_patches; b++)
            member[b] = g->member[k * g->n_patches + b];
        if (r->is_own) {
            const double own[SOLUTION_GROUP_NUMBERS] = {r->area, r->length, r->span,
                                                        r->centre[0], r->centre[1], r->centre[2]};
            memcpy(member + g->n_patches, own, sizeof own);
        }
    }
}

void checkpoint_gather_patches(const struct domain *d, struct solution *s)
{
    double *kinds = solution_add_extra(s, "patch_kind", d->pack.n_patches);
    for (int k = 0; k < d->pack.n_patches; k++)
        kinds[k] = d->values[k].kind;
    gather_groups(&d->groups, s);
}

void checkpoint_gather_head(const struct domain *d, const struct case_file *c, int64_t iteration, double time,
                            struct solution *s)
{
    memset(s, 0, sizeof *s);
    text_copy(s->pack_id, sizeof s->pack_id, d->pack.id);
    text_copy(s->packs, sizeof s->packs, d->packs);
    s->rank = d->comm.rank;
    s->n_ranks = d->comm.size;
    s->iteration = iteration;
    s->time = time;
    s->reference = motion_reference(&c->derived.motion, time, &c->derived.reference);
}

void checkpoint_gather(const struct monitor *m, int64_t iteration, double time, struct solution *s)
{
    checkpoint_gather_head(m->flow->domain, m->c, iteration, time, s);
    gather_boundary(m->flow, s);
    features_gather(m->flow->domain->features, s);
    checkpoint_gather_patches(m->flow->domain, s);
    checkpoint_numbers_gather(m, s);
}

/* ---- the large ones, by any thread ---- */

/* Has an array that exists been filled yet? Allocated are all that the case may come to need. */
static bool is_filled(const struct flow *f, const void *array)
{
    if (array == f->q_before)
        return f->levels_before > 0;
    if (array == f->q_older)
        return f->levels_before > 1;
    if (array == f->local_cfl)
        return f->steps.has_local_cfl;
    return (array != f->phi && array != f->held_limiter) || f->args.gradients.limiter == LIMITER_FROZEN;
}

static struct checkpoint_array array_of_fields(const struct flow *f, int feature,
                                               const struct feature_fields *fields)
{
    const size_t n = (size_t)f->domain->view.n_owned;
    const struct state_row row = {.element = sizeof(double), .components = fields->n, .saved = {.as = STATE_FIELDS}};
    return (struct checkpoint_array){row, feature, fields->name, fields->value, n, n};
}

struct checkpoint_source checkpoint_source_of(const struct flow *f)
{
    struct checkpoint_source source = {.n = 0};
    struct state_row row[STATE_N_ARRAYS];
    state_rows(&f->shape, row);
    for (int k = 0; k < STATE_N_ARRAYS; k++) {
        const void *array = state_array(&f->arrays, &row[k]);
        size_t stride = (size_t)row[k].stride;
        size_t used = row[k].saved.as == STATE_FROZEN ? stride : (size_t)f->domain->view.n_owned;
        if (row[k].saved.as != STATE_NOT_SAVED && array && is_filled(f, array))
            source.array[source.n++] = (struct checkpoint_array){row[k], -1, NULL, array, stride, used};
    }
    struct feature_fields fields;
    for (int k = 0; features_fields(f->domain->features, k, &fields); k++)
        if (fields.n > 0 && fields.filled)
            source.array[source.n++] = array_of_fields(f, k, &fields);
    return source;
}

void checkpoint_fetch(const struct flow *f, double *to, const void *device, size_t n, size_t size)
{
    if (n == 0)
        return;
    /* floats go into the upper half and are widened from the bottom up */
    void *place = (char *)to + n * (sizeof *to - size);
    if (f->domain->backend->unified)
        memcpy(place, device, n * size);
    else
        background_copy_download(place, device, n * size);
    for (size_t i = 0; size == sizeof(float) && i < n; i++) {
        float number;
        memcpy(&number, (char *)place + i * size, size);
        to[i] = (double)number;
    }
}

/* Component k of an array, to host memory. */
static void fetch_component(const struct flow *f, const struct checkpoint_array *a, size_t k, double *to)
{
    checkpoint_fetch(f, to, (const char *)a->device + k * a->stride * a->row.element, a->used, a->row.element);
}

static void gather_array(const struct flow *f, const struct checkpoint_array *a, struct solution *s)
{
    size_t components = (size_t)a->row.components;
    if (a->row.saved.as == STATE_FIELDS)
        for (size_t k = 0; k < components; k++) {
            double *value = mem_alloc("field", a->used, sizeof *value);
            fetch_component(f, a, k, value);
            checkpoint_add_field(s, a->feature >= 0 ? a->name[k] : a->row.saved.field(f->equations, (int)k), value);
        }
    else {
        double *number = solution_add_extra(s, a->row.saved.name, (int64_t)(components * a->used));
        for (size_t k = 0; k < components; k++)
            fetch_component(f, a, k, number + k * a->used);
    }
}

/* What users want to see and no array holds: SA's eddy viscosity, a function of the state. s has the state's fields. */
static void gather_eddy_viscosity(const struct flow *f, struct solution *s)
{
    size_t n = (size_t)s->n_cells;
    double *mu_t = mem_alloc("eddy viscosity", n, sizeof *mu_t);
    for (size_t i = 0; i < n; i++) {
        real q[NV_MAX];
        for (int v = 0; v < f->n_variables; v++)
            q[v] = (real)s->field[v].value[i];
        mu_t[i] = flow_eddy_viscosity(f, q);
    }
    checkpoint_add_field(s, eddy_viscosity_of(f->equations, 0), mu_t);
}

/* By the second thread: reads `from` and what never changes during a run, nothing else of the flow. */
void checkpoint_gather_state(const struct flow *f, const struct checkpoint_source *from, struct solution *s)
{
    size_t n = (size_t)f->domain->view.n_owned;
    s->n_cells = (int64_t)n;
    s->cell_gid = f->domain->pack.cell_gid;
    for (int k = 0; k < from->n; k++)
        gather_array(f, &from->array[k], s);
    if (equations_are_turbulent(f->equations) && !model_keeps_eddies((int)f->equations))
        gather_eddy_viscosity(f, s);
    if (f->domain->new_walls.distance) {
        double *distance = mem_alloc("wall distance", n, sizeof *distance);
        memcpy(distance, f->domain->new_walls.distance, n * sizeof *distance);
        checkpoint_add_field(s, (struct variable_name){"wall_distance", "m"}, distance);
    }
}

void checkpoint_release(struct solution *s)
{
    s->cell_gid = s->face_gid = NULL;
    solution_free(s);
}
