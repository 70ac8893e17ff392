/* runge_kutta.c: explicit Runge-Kutta steps as an integrator. The update stays fused with
 * the sum of fluxes (kernels/update.h); several steps without the host between them are recorded
 * as one CUDA graph. */
#include "scheme/integrator.h"

#include "features/features.h"

#include <string.h>

/* May several steps be handed to advance() at once? A global time step needs the host for its minimum over ranks,
 * messages need it to send, and a CPU gains nothing. Ranks may differ. */
static bool can_batch(const struct flow *f)
{
    return f->steps.local && exchange_can_be_in_graph(f->exchange) && !features_exchange(f->domain->features) &&
           !f->domain->backend->unified;
}

/* Local time steps: dt 0 is not read. */
static void advance_now(struct flow *f, int steps)
{
    for (int k = 0; k < steps; k++) {
        flow_step(f, 0);
        flow_evaluate(f, true);
    }
}

/* What steps are recorded with now.
 * A graph has all kernel arguments baked in. Whatever can differ between two batches of steps and is among
 * the arguments must be a member here, or a graph would be run with old values. */
static struct flow_graph present(const struct flow *f, int steps)
{
    return (struct flow_graph){.steps = steps,
                               .updates_unchecked = f->updates_unchecked,
                               .limiter = f->args.gradients.limiter,
                               .second_buffer = exchange_second_buffer(f->exchange),
                               .cfl = f->steps.cfl,
                               .source = f->given_source};
}

static bool is_like(const struct flow_graph *a, const struct flow_graph *b)
{
    return a->steps == b->steps && a->updates_unchecked == b->updates_unchecked && a->limiter == b->limiter &&
           a->second_buffer == b->second_buffer && a->cfl == b->cfl && a->source == b->source;
}

static struct flow_graph *find_graph(struct flow *f, const struct flow_graph *like)
{
    for (int k = 0; k < FLOW_GRAPHS; k++)
        if (f->replay.graph[k].work && is_like(&f->replay.graph[k], like))
            return &f->replay.graph[k];
    return NULL;
}

/* NULL where nothing can be recorded; the steps have been made then.
 * Launches between graph_begin() and graph_end() are recorded and not run; the host's own numbers
 * (updates_unchecked, the exchange's buffer) advance while they are, which is why advance() must
 * not advance them again. */
static struct flow_graph *record(struct flow *f, int steps)
{
    const struct backend *b = f->domain->backend;
    struct flow_graph *r = &f->replay.graph[f->replay.oldest];
    struct flow_graph now = present(f, steps);
    if (!can_batch(f) || !b->graph_begin()) {
        advance_now(f, steps);
        return NULL;
    }
    advance_now(f, steps);
    now.work = b->graph_end();
    if (r->work)
        b->graph_free(r->work);
    *r = now;
    f->replay.oldest = (f->replay.oldest + 1) % FLOW_GRAPHS;
    return r;
}

/* Steps with local time steps, from an evaluated state to an evaluated one; steps > 0. Where can_batch() they are
 * recorded and run as one piece. The graphs are kept for a few different batches (FLOW_GRAPHS), the oldest makes room:
 * reports and checkpoints cut steps into two or three lengths that come again. */
static void advance(struct flow *f, int steps)
{
    struct flow_graph now = present(f, steps), *r = find_graph(f, &now);
    if (r) {
        /* A recorded step counts as if its calls had been made. */
        f->updates_unchecked += steps * f->steps.stages;
        exchange_replayed(f->exchange, (int64_t)steps * f->steps.stages);
    } else {
        r = record(f, steps);
    }
    if (r)
        f->domain->backend->graph_run(r->work);
}

/* ---- the integrator ---- */

/* Asked before each call: a run may record as long as it needs no look at the state in between. */
static int batch(const struct integrator *it, int most)
{
    return can_batch(it->flow) ? most : 1;
}

/* On return the flow is evaluated with speeds: what the next step, a report or a checkpoint starts from.
 * Evaluations: one a stage, the one behind the step taking the place of the first of the next. */
static int step(struct integrator *it, int64_t iteration, int steps, double dt)
{
    struct flow *f = it->flow;
    (void)iteration;
    if (steps > 1) {
        advance(f, steps);
    } else {
        flow_step(f, dt);
        flow_evaluate(f, true);
    }
    it->report.steps = steps;
    it->report.evaluations += (int64_t)steps * f->steps.stages;
    it->report.cfl = it->cfl.cfl;
    return 0;
}

static int save(const struct integrator *it, double number[INTEGRATOR_NUMBERS])
{
    number[0] = (double)it->report.evaluations;
    return 1;
}

static void load(struct integrator *it, int n, const double *number)
{
    if (n == 1)
        it->report.evaluations = (int64_t)number[0];
}

const struct integrator_type integrator_runge_kutta = {
    .scheme = TIME_RK, .name = "explicit Runge-Kutta", .batch = batch, .step = step, .save = save, .load = load};
const struct integrator_type integrator_shu_osher = {
    .scheme = TIME_SHU_OSHER, .name = "Shu and Osher's Runge-Kutta", .batch = batch, .step = step, .save = save,
    .load = load};
