/* march.c: the loop of a run: steps by the integrator, and between them looks at requests to stop,
 * diverged cells, reports and checkpoints.
 */
#include "run/march.h"

#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "text.h"
#include "parallel/timeline.h"
#include "timer.h"
#include "parallel/waiting.h"
#include "control/cell_place.h"
#include "control/settle.h"
#include "run/run_notes.h"
#include "results/stop_signal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- stopping on request ---- */

/* Removed when it is found, so that the next run into the folder does not end at once. A folder of that name asks for
 * nothing. */
static bool stop_file_found(const char *results)
{
    char *path = text_join_path(results, "stop");
    struct stat s;
    bool found = stat(path, &s) == 0 && S_ISREG(s.st_mode);
    if (found)
        unlink(path);
    mem_free(path);
    return found;
}

/* Collective. The largest reason that any rank has, so that all ranks stop at the same iteration for the same
 * reason. */
static enum stop_reason requested(const struct march *r, const struct monitor *m)
{
    const struct comm *comm = &m->flow->domain->comm;
    int reason = STOP_NONE;
    if (!isnan(m->c->stop.wall_time) && timer_now() - m->clock.start > m->c->stop.wall_time)
        reason = STOP_WALL_TIME;
    /* Rank 0 alone: file systems of clusters show a new file to different hosts at different times. */
    if (comm->rank == 0 && stop_file_found(r->results))
        reason = STOP_FILE;
    if (stop_signal_caught())
        reason = STOP_SIGNAL;
    comm_maximum_int(&reason, 1);
    return (enum stop_reason)reason;
}

/* ---- diverged cells ---- */

/* What makes steps shorter depends on what their length comes from: cfl has no effect beside dt. */
static const char *shorter_steps(const struct case_file *c)
{
    bool by_period = c->time.steps_per_period > 0;
    if (isnan(c->time.dt))
        return "lower [time] cfl";
    if (c->time.scheme == TIME_DUAL)
        return by_period ? "raise [time] steps_per_period" : "lower [time] dt";
    return by_period ? "raise [time] steps_per_period or take scheme = dual-time"
                     : "lower [time] dt or take scheme = dual-time";
}

/* Sets the error message, on the rank whose cell it is; comm_agree() hands it to the others. */
static void describe_diverged_cell(const struct flow *f, const struct case_file *c, lid cell, int64_t iteration)
{
    const struct domain *d = f->domain;
    double *q = mem_alloc("state", (size_t)d->view.n_owned * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    double density = q[cell], pressure = q[(int64_t)Q_P * d->view.n_owned + cell];
    mem_free(q);
    char place[CELL_PLACE_SIZE];
    cell_place(d, cell, place);
    error_set("diverged at iteration %" PRId64 ": %s has density %g, pressure %g; %s, use [numerics] order = 1 to "
              "start, or check the mesh there", iteration, place, isnan(density) ? (double)NAN : density,
              isnan(pressure) ? (double)NAN : pressure, /* printf() shows the sign of a NaN, which says nothing */
              shorter_steps(c));
}

/* Collective. Fails where cells have diverged since the last look, naming the first of them: ranks may have lost cells
 * in different updates, of which the oldest points to the cause. Where several ranks have one of that update, the
 * lowest rank's is named. iteration: steps completed; each has `stages` updates. */
static int check_cells(struct flow *f, const struct case_file *c, int64_t iteration, struct march *r)
{
    struct flow_diverged_cell bad = flow_check(f);
    int age = bad.found ? bad.updates_ago : 0, oldest = age;
    comm_maximum_int(&oldest, 1);
    if (oldest == 0)
        return 0;
    r->divergence = (struct divergence){.found = true, .began = iteration - (oldest - 1) / f->steps.stages};
    if (age == oldest)
        describe_diverged_cell(f, c, bad.cell, r->divergence.began);
    return comm_agree(age == oldest);
}

/* ---- the loop ---- */

/* The last step ends at end_time exactly. A sum of steps may miss end_time by rounding, and a step in dual time of that
 * length has no digits: there the last step is made longer by up to a millionth. */
static double step_size(struct integrator *it, int64_t iteration, double time)
{
    const struct case_file *c = it->c;
    double dt = integrator_time_step(it, iteration);
    double slack = c->time.scheme == TIME_DUAL ? 1e-6 * dt : 0;
    return !isnan(c->time.end_time) && time + dt + slack > c->time.end_time ? c->time.end_time - time : dt;
}

/* After the last step in dual time, end_time itself, which time + dt may miss by rounding. */
static double time_after(const struct case_file *c, double time, double dt)
{
    return c->time.scheme == TIME_DUAL && dt == c->time.end_time - time ? c->time.end_time : time + dt;
}

/* What is to be done about checkpoints at this moment. */
enum checkpoint_step { CHECKPOINT_LOOK, CHECKPOINT_BEGIN, CHECKPOINT_BEGIN_AND_FINISH, CHECKPOINT_FINISH };

/* Collective. Before a checkpoint is begun, what features have recorded is on the disk: a restart from it does not make
 * records from before it again. The time taken is not counted as marching. */
static int checkpoint(struct march *r, enum checkpoint_step step)
{
    struct checkpoint_writer *w = &r->writer;
    double start = timer_now();
    int status = 0;
    waiting_set_task(TASK_CHECKPOINT, r->iteration);
    if (step == CHECKPOINT_LOOK)
        status = checkpoint_writer_look(w);
    struct feature_run *features = w->m->flow->domain->features;
    bool begins = step == CHECKPOINT_BEGIN || step == CHECKPOINT_BEGIN_AND_FINISH;
    if (begins)
        status = features_finish(features);
    if (begins && status == 0)
        status = checkpoint_writer_begin(w, r->iteration, r->time);
    if (status == 0 && step >= CHECKPOINT_BEGIN_AND_FINISH)
        status = checkpoint_writer_finish(w);
    waiting_set_task(TASK_MARCH, r->iteration);
    double end = timer_now();
    if (step != CHECKPOINT_LOOK)
        timeline_add(LANE_HOST, "write checkpoint", start, end);
    r->seconds_writing += end - start;
    return status;
}

static bool is_due(int64_t iteration, long every)
{
    return every > 0 && iteration % every == 0;
}

static bool is_at_end_time(const struct march *r, const struct case_file *c)
{
    return !isnan(c->time.end_time) && r->time >= c->time.end_time;
}

/* An integrator that can make no further step ends the run, whatever else is due: because nothing but rounding is left,
 * if that is so. */
static enum stop_reason reason_of_end(const struct march *r, const struct monitor *m)
{
    if (r->stuck)
        return monitor_rests(m) ? STOP_ROUNDING : STOP_STUCK;
    return is_at_end_time(r, m->c) ? STOP_END_TIME : STOP_STEPS;
}

/* Collective. What happens between the first evaluation of a step and its updates, in an order that matters:
 *
 *   1. divergence, since nothing of a diverged state may be kept, written or reported as good
 *   2. the state that explicit steps can go back to (last_valid.h)
 *   3. what other threads have finished: checkpoints, features, series
 *   4. requests to stop
 *   5. the row of history.csv and the stop rules
 *   6. the checkpoint, which holds what the row has changed (window, trend, controllers) */
static int look(struct flow *f, struct monitor *m, struct march *r)
{
    const struct case_file *c = m->c;
    bool at_end = r->stuck || r->iteration >= r->last_iteration || is_at_end_time(r, c);
    /* A restarted run has a row of its first iteration only where an uninterrupted run has one. */
    bool report = at_end || is_due(r->iteration, c->output.history) || r->iteration == 0 || monitor_nears_end(m);
    bool check = report || is_due(r->iteration, MARCH_CHECK_STEPS) || is_due(r->iteration, c->output.checkpoint);
    if (!check)
        return 0;
    TRY(check_cells(f, c, r->iteration, r));
    last_valid_keep(f, r->iteration, r->time, MARCH_CHECK_STEPS, &r->valid);
    TRY(checkpoint(r, CHECKPOINT_LOOK));
    TRY(features_look(f->domain->features));
    r->reason = requested(r, m);
    if (r->reason == STOP_NONE && at_end)
        r->reason = reason_of_end(r, m);
    if (report || r->reason != STOP_NONE) {
        if (!monitor_has_reported(m, r->iteration)) /* a run that found no further step is where it was */
            TRY(monitor_report(m, r->iteration, r->time));
        /* What is reached where a request ends the run is reached. */
        enum stop_reason met = r->reason == STOP_NONE || r->reason >= STOP_WALL_TIME ? monitor_stop(m) : STOP_NONE;
        if (met != STOP_NONE)
            r->reason = met;
        if (r->reason != STOP_NONE)
            monitor_end(m, r->reason);
        /* Where the end is a time, [time] steps is a step or two more than it takes. */
        monitor_progress(m, r->reason == STOP_END_TIME ? r->iteration : r->last_iteration, r->reason != STOP_NONE);
    }
    /* [output] fields = no: none at a regular end; a run stopped on request can always go on */
    bool at_stop = r->reason >= STOP_WALL_TIME || (r->reason != STOP_NONE && c->output.fields == FIELDS_YES);
    bool writes = at_stop || (is_due(r->iteration, c->output.checkpoint) && r->iteration > r->start.iteration);
    if (writes && !report)
        monitor_measure_flows(m);
    if (writes)
        TRY(checkpoint(r, r->reason == STOP_NONE ? CHECKPOINT_BEGIN : CHECKPOINT_BEGIN_AND_FINISH));
    return r->reason == STOP_NONE ? 0 : checkpoint(r, CHECKPOINT_FINISH);
}

/* Steps to the next multiple of `every`, 1 .. every; at a multiple a whole period. */
static int64_t until_due(int64_t iteration, int64_t every)
{
    return every > 0 ? every - iteration % every : INT64_MAX;
}

/* The steps end at the next check, row, checkpoint, record or frame, or where limiters are to be frozen. A CUDA graph
 * is recorded for each length, so that few different lengths are best. */
int march_batch(const struct case_file *c, int64_t iteration, int64_t last_iteration, int64_t freeze)
{
    if (iteration < c->time.cfl_ramp) /* every step has a CFL number of its own */
        return 1;
    int64_t limits[] = {until_due(iteration, MARCH_CHECK_STEPS), until_due(iteration, c->output.history),
                        until_due(iteration, c->output.checkpoint), last_iteration - iteration,
                        c->numerics.freeze_limiter > 0 && iteration < freeze ? freeze - iteration : INT64_MAX,
                        features_steps_until_due(c->features, iteration)};
    int64_t n = limits[0];
    for (int k = 1; k < 6; k++)
        n = limits[k] < n ? limits[k] : n;
    return n > 1 ? (int)n : 1;
}

static void say_of_step(const struct integrator *it, const struct monitor *m, int64_t iteration)
{
    if (it->report.note && !m->quiet && it->flow->domain->comm.rank == 0)
        fprintf(stderr, "from iteration %" PRId64 " on: %s\n", iteration + 1, it->report.note);
    if (it->report.refused && !m->quiet && it->flow->domain->comm.rank == 0)
        fprintf(stderr, "iteration %" PRId64 " at CFL number %.3g was rejected: %s\n", iteration + 1,
                it->report.cfl, it->report.refused);
}

/* Such a step is accepted as it is, and nothing else shows it. */
static void count_unsolved(const struct integrator *it, struct march *r)
{
    const struct integrator_report *n = &it->report;
    bool ended = n->sub_steps >= it->c->time.sub_steps && n->sub_drop < it->c->time.sub_drop;
    if (it->c->time.scheme != TIME_DUAL || n->steps == 0 || !ended)
        return;
    r->least_drop = r->unsolved == 0 ? n->sub_drop : fmin(r->least_drop, n->sub_drop);
    r->unsolved++;
}

/* Makes steps up to the next moment at which the host has something to do. A step that the integrator refuses is tried
 * again; the integrator has changed its CFL number or length meanwhile. */
static int make_steps(struct integrator *it, const struct monitor *m, struct march *r)
{
    int batch = integrator_batch(it, march_batch(it->c, r->iteration, r->last_iteration,
                                                   m->stream.start + it->c->numerics.freeze_limiter));
    do {
        double dt = step_size(it, r->iteration, r->time);
        waiting_set_task(TASK_MARCH, r->iteration + batch);
        timeline_iteration(r->iteration + batch);
        int status = integrator_step(it, r->iteration, batch, dt);
        say_of_step(it, m, r->iteration);
        /* A failure to go on from a state counts as divergence, so that this state is written for a look at it. */
        if (status && it->report.refused)
            r->divergence = (struct divergence){.found = true, .began = r->iteration + 1};
        TRY(status);
        if (it->report.steps > 0)
            features_count_step(it->flow->domain->features, r->time, dt);
        /* A refused step leaves the time where it was; the next try may have another length. */
        r->time = it->report.steps > 0 ? time_after(it->c, r->time, dt) : r->time;
        r->stuck = it->report.stuck;
        count_unsolved(it, r);
    } while (it->report.steps == 0 && !r->stuck);
    r->iteration += it->report.steps;
    return 0;
}

void march_set_values(struct domain *d)
{
    if (features_set_values(d->features, d))
        domain_renew_values(d);
}

/* Collective. After the look: rows, checkpoints and the end of the run belong to what the state was evaluated with. */
static int follow_controllers(struct integrator *it, const struct monitor *m, struct march *r)
{
    struct domain *d = it->flow->domain;
    if (!is_due(r->iteration, settle_every(m->c)))
        return 0;
    for (int k = 0; k < FEATURES_MOST; k++) {
        if (!features_decide(d->features, k, m))
            continue;
        /* At another free stream limiters may be held anew, in the array that a checkpoint under way reads where it
         * stands. */
        if (flow_can_hold_limiters(it->flow))
            TRY(checkpoint(r, CHECKPOINT_FINISH));
        TRY(features_change(d->features, k, r->c, it));
        march_set_values(d);
        flow_evaluate(it->flow, true);
    }
    return 0;
}

/* Collective. Freezes limiters once the steps of numerics.freeze_limiter have been made or the residual has dropped by
 * freeze_limiter_drop. Both count from the newest change of the free stream: the residual of a first guess may be small
 * already, and its limiters are those of the old flow. */
static void freeze_if_due(struct flow *f, const struct monitor *m, const struct march *r)
{
    const struct case_file *c = m->c;
    int64_t made = r->iteration - m->stream.start;
    bool by_steps = c->numerics.freeze_limiter > 0 && made >= c->numerics.freeze_limiter;
    bool by_drop = made > 0 && monitor_stream_drop(m) >= c->numerics.freeze_limiter_drop;
    /* Steps of first order use no limiter: what it holds then is of the state that they lead away from. */
    bool first_order = m->integrator && m->integrator->report.first_order;
    if (f->args.gradients.limiter == LIMITER_FROZEN || first_order || !(by_steps || by_drop))
        return;
    flow_freeze_limiter(f);
    if (f->phi && !m->quiet && f->domain->comm.rank == 0)
        fprintf(stderr, "the limiter values are frozen from iteration %" PRId64 " on\n", r->iteration);
}

/*    evaluate | sample, look, controllers, steps (each ends evaluated) | sample, look, ...
 *
 * Everything that looks at the flow does so in an evaluated state; a controller that changes a boundary
 * evaluates again. */
static int iterate(struct integrator *it, struct monitor *m, struct march *r)
{
    struct flow *f = it->flow;
    waiting_set_task(TASK_MARCH, r->iteration);
    timeline_iteration(r->iteration);
    flow_evaluate(f, true);
    flow_actuate(f, r->time);
    features_check_flow(f->domain->features);
    for (;;) {
        TRY(features_sample(f->domain->features, r->iteration, r->time));
        TRY(look(f, m, r));
        if (r->reason != STOP_NONE)
            return 0;
        TRY(follow_controllers(it, m, r));
        freeze_if_due(f, m, r);
        TRY(make_steps(it, m, r));
        flow_actuate(f, r->time);
    }
}

/* Collective. Writes the last valid state of a run that has diverged, unless the case wants no fields. A failure to do
 * so is only noted: the run has failed already. */
static void leave_last_state(struct integrator *it, const struct monitor *m, struct march *r)
{
    struct flow *f = it->flow;
    bool *lost;
    lid first = -1;
    if (!r->divergence.found || m->c->output.fields != FIELDS_YES)
        return;
    waiting_set_task(TASK_CHECKPOINT, r->iteration);
    features_take_back(f->domain->features);
    MEM_NEW_ZERO(lost, f->domain->view.n_owned);
    last_valid_return(it, step_size, &r->valid, &r->iteration, &r->time, lost, &first);
    if (divergence_write(m, r->results, r->iteration, r->time, lost, first, &r->divergence) != 0 &&
        f->domain->comm.rank == 0)
        fprintf(stderr, "ufv-solve: note: the diverged state was not written: %s\n", error_message());
    mem_free(lost);
    waiting_set_task(TASK_MARCH, r->iteration);
}

/* After a failure of the run: finishes the checkpoint under way, which is of a good state, and leaves the last valid
 * state. The message of the failure is saved, since these calls may set others. */
static int finish_after(struct integrator *it, const struct monitor *m, struct march *r, int status)
{
    char message[2048];
    if (!status)
        return 0;
    text_copy(message, sizeof message, error_message());
    (void)checkpoint(r, CHECKPOINT_FINISH);
    (void)features_finish(it->flow->domain->features);
    leave_last_state(it, m, r);
    return error_set("%s", message);
}

/* Without an overflow: [time] steps may be "as many as it takes" (case_time.c). */
int64_t march_last_iteration(const struct case_file *c, int64_t start, int64_t until)
{
    int64_t last = c->time.steps < INT64_MAX - start ? start + c->time.steps : INT64_MAX;
    return last < until ? last : until;
}

int march_run(struct integrator *it, struct monitor *m, struct march *r)
{
    const struct case_file *c = m->c;
    r->iteration = r->start.iteration;
    r->time = r->start.time;
    r->last_iteration = march_last_iteration(c, r->start.iteration, r->until);
    r->reason = STOP_NONE;
    last_valid_create(it->flow, c, &r->valid);
    checkpoint_writer_create(r->results, r->afresh, m, c->output.checkpoint > 0, &r->writer);
    double start = timer_now();
    int status = finish_after(it, m, r, iterate(it, m, r));
    if (status == 0)
        status = features_finish(it->flow->domain->features);
    r->seconds_marching = timer_now() - start - r->seconds_writing;
    last_valid_free(it->flow, &r->valid);
    return status;
}

void march_free(struct march *r)
{
    checkpoint_writer_free(&r->writer);
}
