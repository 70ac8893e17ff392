/* statistics.c: means and covariances in time: a step's part of them, and what files have of them. */
#include "features/statistics/statistics.h"

#include "checkpoint/checkpoint_gather.h"
#include "features/statistics/statistics_case.h"
#include "mem.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)AVERAGES_MOST <= (int)FEATURE_FIELDS_MOST, "place for them in a checkpoint");

/* Steps that begin this part of their length early, by rounding, begin in time. */
static const double SLACK = 1e-6;

/* ---- a step ---- */

/* The tables of averages.c, as the kernel wants them; value[] is left to the caller. */
static struct moments_args arguments(const struct averages *of, lid n, double share, double *moment)
{
    struct moments_args a = {.n_values = of->n_values, .n_pairs = of->n_pairs, .n = n, .share = share,
                             .moment = moment};
    memcpy(a.first, of->first, sizeof a.first);
    memcpy(a.second, of->second, sizeof a.second);
    return a;
}

static void average_cells(const struct statistics *s, double share)
{
    const struct mesh_view *m = &s->d->view;
    struct moments_args a = arguments(&averages_cells, m->n_owned, share, s->cells);
    for (int k = 0; k < a.n_values; k++)
        a.value[k] = s->f->q + (int64_t)k * m->n_slots;
    BACKEND_LAUNCH(s->d->backend, KERNEL_moments, STREAM_COMPUTE, 0, a.n, &a);
}

/* The pressure, and in viscous runs what is kept of walls, as surface_variable_of() names them. */
static void average_faces(const struct statistics *s, double share)
{
    const lid n = s->d->view.n_boundary;
    struct moments_args a = arguments(s->of_faces, n, share, s->faces);
    a.value[0] = s->f->pressure;
    for (int k = 1; k < a.n_values; k++)
        a.value[k] = s->f->wall + (int64_t)(k - 1) * n;
    BACKEND_LAUNCH(s->d->backend, KERNEL_moments, STREAM_COMPUTE, 0, n, &a);
}

/* A running mean: with the weight share = dt / (time averaged so far, this step included) the new mean is mean +
 * share (value - mean), so that no sum grows with the length of the run and steps may have different lengths. */
static void count_step(void *own, double began, double dt)
{
    struct statistics *s = own;
    if (!(began + SLACK * dt >= s->start) || !(dt > 0))
        return;
    s->seconds += dt;
    average_cells(s, dt / s->seconds);
    average_faces(s, dt / s->seconds);
}

/* Means of steps that are taken back are none of the flow that is left. */
static void take_back(void *own)
{
    ((struct statistics *)own)->seconds = 0;
}

/* ---- memory ---- */

/* Cells once more where checkpoints are written beside the march. */
static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    (void)spec, (void)host;
    const int64_t cells = AVERAGES_OF_CELLS * p->n_owned * (c->output.checkpoint > 0 ? 2 : 1);
    const int64_t faces = averages_of_faces(equations_are_viscous(c->model.equations)) * p->n_boundary;
    return (cells + faces) * (int64_t)sizeof(double);
}

static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    const struct mesh_view *m = &f->domain->view;
    const struct backend *b = f->domain->backend;
    struct statistics *s;
    MEM_NEW_ZERO(s, 1);
    *own = s;
    *s = (struct statistics){.c = c, .d = f->domain, .f = f, .of_faces = averages_faces(f->wall != NULL),
                             .start = ((const struct statistics_case *)spec)->start};
    const size_t cells = (size_t)AVERAGES_OF_CELLS * (size_t)m->n_owned;
    const size_t faces = (size_t)averages_of_faces(f->wall != NULL) * (size_t)m->n_boundary;
    s->cells = b->alloc("statistics of cells", cells * sizeof *s->cells);
    s->faces = b->alloc("statistics of the boundary", faces * sizeof *s->faces);
    return 0;
}

static void end(void *own)
{
    struct statistics *s = own;
    s->d->backend->free(s->cells);
    s->d->backend->free(s->faces);
    mem_free(s);
}

/* ---- files ---- */

/* None, where none of the steps has begun late enough. */
static struct feature_fields fields(const void *own)
{
    const struct statistics *s = own;
    return (struct feature_fields){AVERAGES_OF_CELLS, averages_cells.name, s->cells, s->seconds > 0};
}

static void gather(const void *own, struct solution *to)
{
    const struct statistics *s = own;
    const size_t n = (size_t)s->d->view.n_boundary;
    for (int k = 0; s->seconds > 0 && k < s->of_faces->n_values + s->of_faces->n_pairs; k++) {
        double *value = mem_alloc("statistics", n, sizeof *value);
        s->d->backend->download(value, s->faces + (size_t)k * n, n * sizeof *value);
        checkpoint_add_boundary_field(to, s->of_faces->name[k], value);
    }
}

/* s: from when on, of how much. */
static int64_t count(const void *own)
{
    return ((const struct statistics *)own)->seconds > 0 ? 2 : -1;
}

static void save(const void *own, double *value)
{
    const struct statistics *s = own;
    value[0] = s->start;
    value[1] = s->seconds;
}

static void write_run(const void *own, struct json *j)
{
    json_number(j, "statistics_seconds", ((const struct statistics *)own)->seconds);
}

/* That the run's end comes before the start has been noted when the case was read. */
static void say_at_end(const void *own, double time)
{
    const struct statistics *s = own;
    if (time < s->start && !(s->start >= s->c->time.end_time))
        fprintf(stderr, "ufv-solve: note: nothing has been averaged: the run ended at %.6g s, before [statistics] "
                        "start = %.6g s; go on with --restart\n", time, s->start);
}

const struct feature_type feature_statistics = {
    .in_case = &feature_statistics_case,
    .bytes = bytes,
    .create = create,
    .count_step = count_step,
    .take_back = take_back,
    .fields = fields,
    .gather = gather,
    .numbers = {"statistics", count, save},
    .load_fields = statistics_load,
    .write_run = write_run,
    .say_at_end = say_at_end,
    .end = end,
};
