/* checkpoint_gather.c: the arrays of a fields file with their names and units: boundary values and
 * extras by the host thread, the large arrays by whichever thread writes. */
#include "checkpoint/checkpoint_gather.h"

#include "backend/background_copy.h"
#include "case/case_changes.h"
#include "error.h"
#include "mem.h"
#include "backend/convert.h"
#include "arithmetic/variable_names.h"
#include "physics/turbulence/models.h"
#include "checkpoint/restart_stream.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

_Static_assert(WALL_SHEAR == 0 && WALL_HEAT_FLUX == 3 && WALL_Y_PLUS == 4 && N_WALL == 5,
               "the order of surface_variable_of()");

/* Which fields there are follows from the code and not from a case: the state, the eddy viscosity, the wall distance,
 * statistics, and the two of a state that has diverged. */
_Static_assert(NV_MAX + 2 + AVERAGES_OF_CELLS + 2 <= SOLUTION_MAX_FIELDS, "fields of cells");
_Static_assert(1 + N_WALL + AVERAGES_MOST <= SOLUTION_MAX_FIELDS, "fields of the boundary");

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

/* averaged 0: none of the steps has begun late enough. */
static void gather_face_moments(const struct flow *f, struct solution *s)
{
    const struct averages *of = averages_faces(f->wall != NULL);
    size_t n = (size_t)s->n_boundary;
    for (int k = 0; f->averaged > 0 && k < of->n_values + of->n_pairs; k++) {
        double *value = mem_alloc("statistics", n, sizeof *value);
        f->domain->backend->download(value, f->face_moments + (size_t)k * n, n * sizeof *value);
        checkpoint_add_boundary_field(s, of->name[k], value);
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

static void gather_target(const struct target *t, struct solution *s)
{
    double *number = mem_alloc("target", TARGET_NUMBERS, sizeof *number);
    int n = target_save(t, number);
    memcpy(solution_add_extra(s, "target", n), number, (size_t)n * sizeof *number);
    mem_free(number);
}

static void gather_fans(const struct fans *f, struct solution *s)
{
    double *number = mem_alloc("fans", (size_t)f->n * FAN_NUMBERS, sizeof *number);
    fans_save(f, number);
    memcpy(solution_add_extra(s, "fans", (int64_t)f->n * FAN_NUMBERS), number,
           (size_t)f->n * FAN_NUMBERS * sizeof *number);
    mem_free(number);
}

/* Of the whole mesh, as every rank knows them. */
static void gather_first_order_cells(const struct flow *f, struct solution *s)
{
    if (f->n_first_order_cells == 0)
        return;
    double *cell = solution_add_extra(s, "first_order_cells", f->n_first_order_cells);
    for (int64_t k = 0; k < f->n_first_order_cells; k++)
        cell[k] = (double)f->first_order_cell[k];
}

void checkpoint_gather_patches(const struct domain *d, struct solution *s)
{
    double *kinds = solution_add_extra(s, "patch_kind", d->pack.n_patches);
    for (int k = 0; k < d->pack.n_patches; k++)
        kinds[k] = d->values[k].kind;
    gather_groups(&d->groups, s);
}

/* Numbers by name. A reader takes those that it knows; what is added here must have a name of its own and be
 * read with its length checked (checkpoint.c). */
static void gather_extras(const struct monitor *m, struct solution *s)
{
    const struct domain *d = m->flow->domain;
    checkpoint_gather_patches(d, s);
    struct case_settings set;
    case_settings(m->c, &set);
    memcpy(solution_add_extra(s, "settings", set.n), set.value, (size_t)set.n * sizeof *set.value);
    memcpy(solution_add_extra(s, "settings_given", set.n_keys), set.given, (size_t)set.n_keys * sizeof *set.given);
    if (m->target.on)
        gather_target(&m->target, s);
    if (m->fans.n > 0)
        gather_fans(&m->fans, s);
    if (m->c->pipeline == PIPELINE_FAST)
        memcpy(solution_add_extra(s, "patch_flow", N_OPEN * (int64_t)d->pack.n_patches), m->patch_flow,
               (size_t)d->pack.n_patches * sizeof *m->patch_flow);
    *solution_add_extra(s, "largest_residual", 1) = m->largest_residual;
    *solution_add_extra(s, "viscosity", 1) = restart_stream_viscosity(m->c);
    if (m->stream_start > 0)
        *solution_add_extra(s, "stream_start", 1) = (double)m->stream_start;
    *solution_add_extra(s, "stream_largest", 1) = m->stream_largest;
    double *window = solution_add_extra(s, "cauchy_window", 3 * m->n_window);
    if (m->n_window > 0)
        memcpy(window, m->window, 3 * (size_t)m->n_window * sizeof *window);
    double number[INTEGRATOR_NUMBERS + 1] = {m->c->scheme};
    int n = m->integrator ? integrator_save(m->integrator, number + 1) : 0;
    if (n > 0) /* the scheme, and what it goes on with */
        memcpy(solution_add_extra(s, "integrator", n + 1), number, ((size_t)n + 1) * sizeof *number);
    *solution_add_extra(s, "wall_seconds", 1) = m->row.wall_seconds;
    gather_first_order_cells(m->flow, s);
    if (m->c->motion.slides) /* rad, that its cells' states are turned by */
        *solution_add_extra(s, "zone_angle", 1) = motion_at(&m->c->motion, m->flow->time).angle;
    if (m->flow->averaged > 0) {
        double *statistics = solution_add_extra(s, "statistics", 2); /* s: from when on, of how much */
        statistics[0] = m->flow->average_from;
        statistics[1] = m->flow->averaged;
    }
    double *word_bytes = solution_add_extra(s, "word_bytes", 2); /* the precision of the run (real.h) */
    word_bytes[0] = sizeof(real);
    word_bytes[1] = sizeof(stored);
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
    s->reference = motion_reference(&c->motion, time, &c->reference);
}

void checkpoint_gather(const struct monitor *m, int64_t iteration, double time, struct solution *s)
{
    checkpoint_gather_head(m->flow->domain, m->c, iteration, time, s);
    gather_boundary(m->flow, s);
    gather_face_moments(m->flow, s);
    gather_extras(m, s);
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
        return f->has_local_cfl;
    if (array == f->cell_moments)
        return f->averaged > 0;
    return (array != f->phi && array != f->held_limiter) || f->gradients.limiter == LIMITER_FROZEN;
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
            source.array[source.n++] = (struct checkpoint_array){row[k], array, stride, used};
    }
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
            checkpoint_add_field(s, a->row.saved.field(f->equations, (int)k), value);
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
    if (f->domain->wall_distance) {
        double *distance = mem_alloc("wall distance", n, sizeof *distance);
        memcpy(distance, f->domain->wall_distance, n * sizeof *distance);
        checkpoint_add_field(s, (struct variable_name){"wall_distance", "m"}, distance);
    }
}

void checkpoint_release(struct solution *s)
{
    s->cell_gid = s->face_gid = NULL;
    solution_free(s);
}
