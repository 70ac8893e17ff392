/* last_valid.c: one saved state, and the way back: steps made again one by one from it, each saved before it is made,
 * until cells are lost.
 */
#include "checkpoint/last_valid.h"

#include "mem.h"

#include <math.h>
#include <string.h>

static size_t bytes_of(const struct flow *f)
{
    return (size_t)f->n_variables * (size_t)f->domain->view.n_owned * sizeof(real);
}

/* An implicit step that fails is rejected at once and needs no state to go back to. */
static bool is_wanted(const struct case_file *c)
{
    return c->output.fields == FIELDS_YES && !case_is_implicit(c);
}

int64_t last_valid_bytes(const struct pack *p, const struct case_file *c)
{
    return is_wanted(c) ? equations_variables(c->model.equations) * (int64_t)p->n_owned * (int64_t)sizeof(real) : 0;
}

/* On a GPU so much stays free behind it.
 * A quarter of what is free at most: what is allocated later needs the rest. */
static bool has_room(const struct flow *f)
{
    const struct backend *b = f->domain->backend;
    return b->unified || b->device_free_bytes() / 4 > bytes_of(f);
}

/* All ranks or none: last_valid_return() makes steps together. */
void last_valid_create(const struct flow *f, const struct case_file *c, struct last_valid *s)
{
    int none = !is_wanted(c) || !has_room(f);
    memset(s, 0, sizeof *s);
    /* Nothing is kept yet: far enough below zero that any iteration is due, and half of the least number, so that
     * the difference does not overflow. */
    s->iteration = INT64_MIN / 2;
    comm_maximum_int(&none, 1);
    if (!none)
        s->state = f->domain->backend->alloc("last valid state", bytes_of(f));
}

void last_valid_free(const struct flow *f, struct last_valid *s)
{
    if (s->state)
        f->domain->backend->free(s->state);
    memset(s, 0, sizeof *s);
}

/* Only states that have been looked at: the one kept must be valid. */
void last_valid_keep(const struct flow *f, int64_t iteration, double time, int apart, struct last_valid *s)
{
    if (!s->state || iteration - s->iteration < apart)
        return;
    flow_save_state(f, s->state);
    s->iteration = iteration;
    s->time = time;
}

/* Which cells of the state are no longer valid.
 * An update reports the first bad cell alone; this marks all of them, by density, pressure or a variable that is not
 * finite. */
static void mark_lost(const struct flow *f, bool *lost)
{
    int64_t n = f->domain->view.n_owned;
    double *q = mem_alloc("state", (size_t)f->n_variables * (size_t)n, sizeof *q);
    flow_download(f, q);
    for (int64_t i = 0; i < n; i++) {
        /* Not-a-numbers fail the comparison, and are lost too. */
        lost[i] = !(q[i] > 0 && q[Q_P * n + i] > 0);
        for (int v = 0; v < f->n_variables; v++)
            lost[i] = lost[i] || !isfinite(q[v * n + i]);
    }
    mem_free(q);
}

/* Collective. A step from the state kept, which becomes that before it; did any rank lose a cell?
 * The state is saved before the step: if the step fails, the saved state is the last that held. */
static bool loses_cells(struct integrator *it, struct last_valid *s, double dt, bool *lost, lid *first)
{
    flow_save_state(it->flow, s->state);
    integrator_step(it, s->iteration, 1, dt);
    struct flow_diverged_cell bad = flow_check(it->flow);
    /* Each rank has looked at its own cells; all go back together. */
    int found = bad.found;
    comm_maximum_int(&found, 1);
    if (!found)
        return false;
    *first = bad.found ? bad.cell : -1;
    mark_lost(it->flow, lost);
    return true;
}

/* At most MARCH_CHECK_STEPS or so steps are made again, once in the life of a run, hence the check after each is
 * affordable. A step size comes from the evaluation of the state, as in the march, so that the same steps are made. */
void last_valid_return(struct integrator *it, double (*step_size)(struct integrator *, int64_t, double),
                       struct last_valid *s, int64_t *iteration, double *time, bool *lost, lid *first)
{
    struct flow *f = it->flow;
    if (!s->state || s->iteration < 0)
        return;
    flow_restore_state(f, s->state);
    flow_evaluate(f, true);
    memset(lost, 0, (size_t)f->domain->view.n_owned * sizeof *lost);
    *first = -1;
    while (s->iteration < *iteration) {
        double dt = step_size(it, s->iteration, s->time);
        if (loses_cells(it, s, dt, lost, first))
            break;
        s->iteration++;
        s->time += dt;
    }
    if (s->iteration < *iteration) {
        flow_restore_state(f, s->state);
        flow_evaluate(f, true);
    }
    *iteration = s->iteration;
    *time = s->time;
}
