/* The loop of a run: how many steps are handed over at once, the CFL number of each
 * iteration, when rows and checkpoints are written, and what ends a run.
 */
#include "unit/solve/flow_bed.h"
#include "run/march.h"
#include "run/outcome.h"
#include "results/results_folder.h"
#include "results/stop_signal.h"

#include <float.h>
#include <signal.h>

static const char flow_text[] = "[flow]\nmach = 0.4\nalpha = 3\n[patches]\n* = farfield\nymin = slip\n";

/* ---- steps at once ---- */

static int read_case(const char *times, struct case_file *c)
{
    char text[1024];
    snprintf(text, sizeof text, "[flow]\nmach = 0.4\n%s", times);
    int status = case_read(flow_case_file(text), NULL, 0, c);
    CHECK(status == 0, "%s", error_message());
    return status;
}

static bool is_due(int64_t iteration, long every)
{
    return every > 0 && iteration % every == 0;
}

/* Steps until the host has something to do: a look, a row, a checkpoint, limiters to freeze, the end. While
 * the CFL number rises each step has its own. */
static int steps_alone(const struct case_file *c, int64_t iteration, int64_t last)
{
    int n = 0;
    do {
        n++;
        iteration++;
    } while (iteration > c->time.cfl_ramp && !is_due(iteration, MARCH_CHECK_STEPS) &&
             !is_due(iteration, c->output.history) && !is_due(iteration, c->output.checkpoint) &&
             iteration != c->numerics.freeze_limiter && iteration < last);
    return n;
}

/* march_batch() against counting steps one by one, with rhythms that do not divide one another and ends between. */
static void batches(void)
{
    static const char *const times[] = {
        "[output]\nhistory = 7\ncheckpoint = 0\n",
        "[output]\nhistory = 0\ncheckpoint = 13\n[numerics]\nfreeze_limiter = 45\n",
        "[output]\nhistory = 1\n",
        "[time]\ncfl_start = 0.1\ncfl_ramp = 30\n[output]\nhistory = 50\n",
        "[output]\nhistory = 1000\ncheckpoint = 300\n[numerics]\nfreeze_limiter = 1\n"};
    for (int k = 0; k < 5; k++) {
        struct case_file c;
        if (read_case(times[k], &c) != 0)
            continue;
        for (int64_t last = 1; last < 110; last += 36)
            for (int64_t i = 0; i < last; i++)
                CHECK(march_batch(&c, i, last, c.numerics.freeze_limiter) == steps_alone(&c, i, last),
                      "case %d, iteration %d of %d: %d, not %d", k, (int)i, (int)last,
                      march_batch(&c, i, last, c.numerics.freeze_limiter), steps_alone(&c, i, last));
        case_free(&c);
    }
}

/* ---- the CFL number ---- */

/* Linear from cfl_start over cfl_ramp steps, then constant, as far as iterations are counted. */
static void cfl_numbers(void)
{
    struct case_file c;
    if (read_case("[time]\ncfl = 0.9\ncfl_start = 0.1\ncfl_ramp = 4\n", &c) == 0) {
        static const double wanted[] = {0.1, 0.3, 0.5, 0.7, 0.9, 0.9};
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(case_cfl(&c, i), wanted[i], 1e-15);
        CHECK_NEAR(case_cfl(&c, INT64_MAX), 0.9, 0);
        case_free(&c);
    }
    if (read_case("[time]\ncfl = 0.9\n", &c) == 0) {
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(case_cfl(&c, i), 0.9, 0);
        case_free(&c);
    }
}

/* ---- runs ---- */

struct run {
    struct flow_bed t;
    struct integrator it;
    struct monitor m;
    struct march r;
    struct results_folder folder;
};

/* Starts from `start` iterations and s.
 * A box with one slip wall, quiet, into a new results folder. */
static int run_make(const char *more, int64_t start, double time, struct run *x)
{
    char text[1024];
    memset(x, 0, sizeof *x);
    snprintf(text, sizeof text, "%s%s", flow_text, more);
    TRY(flow_bed_make("", text, &x->t));
    TRY(integrator_create(&x->t.f, &x->t.c, &x->it));
    x->r.results = flow_new_folder();
    x->r.afresh = true;
    x->r.start.iteration = start;
    x->r.start.time = time;
    x->r.until = INT64_MAX;
    x->folder = results_folder_of(x->r.results);
    TRY(results_folder_open(&x->folder, false));
    TRY(monitor_create(&x->t.c, &x->t.f, &x->folder, NULL, start, &x->m));
    x->m.quiet = true;
    return 0;
}

static void run_free(struct run *x)
{
    march_free(&x->r);
    monitor_free(&x->m);
    results_folder_close(&x->folder, false);
    integrator_free(&x->it);
    flow_bed_free(&x->t);
}

/* Runs it; the reason and the iteration at its end are those. */
static void check_end_of(const char *more, int64_t start, enum stop_reason reason, int64_t iteration, struct run *x)
{
    int status = run_make(more, start, 0, x) || march_run(&x->it, &x->m, &x->r);
    CHECK(status == 0, "%s", error_message());
    CHECK(x->r.reason == reason && x->r.iteration == iteration, "%s after %d iterations, not %s after %d",
          stop_reason_text(x->r.reason), (int)x->r.iteration, stop_reason_text(reason), (int)iteration);
}

/* Column 0 or 2 of the rows: iteration, time; returns their number. */
static int read_rows(const struct run *x, int column, double *value, int most)
{
    char path[PATH_MAX], line[1024];
    snprintf(path, sizeof path, "%s/history.csv", x->r.results);
    FILE *f = fopen(path, "r");
    int n = 0;
    for (bool first = true; f && n < most && fgets(line, sizeof line, f); first = false) {
        char *at = line;
        for (int k = 0; k < column; k++)
            at = strchr(at, ',') + 1;
        if (!first)
            value[n++] = strtod(at, NULL);
    }
    if (f)
        fclose(f);
    return n;
}

static void check_rows(const struct run *x, int n, const int *wanted)
{
    double found[32];
    int rows = read_rows(x, 0, found, 32);
    CHECK(rows == n, "%d rows, not %d", rows, n);
    for (int k = 0; k < n && k < rows; k++)
        CHECK_NEAR(found[k], wanted[k], 0);
}

static void rows_and_checkpoints(void)
{
    struct run x;
    check_end_of("[time]\nsteps = 7\n[output]\nhistory = 3\ncheckpoint = 4\nkeep_all = yes\n", 0, STOP_STEPS, 7, &x);
    check_rows(&x, 4, (const int[]){0, 3, 6, 7});
    CHECK(flow_there(x.r.results, "fields-000000004") && flow_there(x.r.results, "fields-000000007"), "checkpoints");
    CHECK(!flow_there(x.r.results, "fields-000000000"), "a checkpoint of the start");
    run_free(&x);
    check_end_of("[time]\nsteps = 5\n[output]\nhistory = 0\nfields = no\n", 0, STOP_STEPS, 5, &x);
    check_rows(&x, 2, (const int[]){0, 5});
    run_free(&x);
    /* one that goes on has no row of its first iteration that the whole run has not, and counts steps of its own */
    check_end_of("[time]\nsteps = 5\n[output]\nhistory = 3\nfields = no\n", 4, STOP_STEPS, 9, &x);
    check_rows(&x, 2, (const int[]){6, 9});
    CHECK(!flow_there(x.r.results, "latest"), "fields = no");
    run_free(&x);
}

/* An integrator that can go no further than iteration 3. */
static int sticks(struct integrator *it, int64_t iteration, int steps, double dt)
{
    if (iteration < 3)
        return integrator_runge_kutta.step(it, iteration, steps, dt);
    it->report = (struct integrator_report){.refused = "it is stuck", .stuck = true};
    return 0;
}

static int one(const struct integrator *it, int most)
{
    (void)it, (void)most;
    return 1;
}

/* The run ends with what it has, and has not converged. every: [output] history, 1 or 2. */
static void check_stuck(int every)
{
    struct run x;
    char settings[64];
    snprintf(settings, sizeof settings, "[time]\nsteps = 7\n[output]\nhistory = %d\n", every);
    struct integrator_type type = integrator_runge_kutta;
    type.step = sticks;
    type.batch = one;
    CHECK(run_make(settings, 0, 0, &x) == 0, "%s", error_message());
    x.it.type = &type;
    CHECK(march_run(&x.it, &x.m, &x.r) == 0 && !x.r.divergence.found, "%s", error_message());
    CHECK(x.r.reason == STOP_STUCK && x.r.iteration == 3, "%s after %d", stop_reason_text(x.r.reason),
          (int)x.r.iteration);
    /* once, though the run looks at it again when it ends */
    check_rows(&x, every == 1 ? 4 : 3, every == 1 ? (const int[]){0, 1, 2, 3} : (const int[]){0, 2, 3});
    CHECK(flow_there(x.r.results, "fields-000000003"), "no fields");
    CHECK(x.m.verdict.answer == VERDICT_NOT_CONVERGED &&
          strstr(x.m.verdict.text, "failed: no further step was possible after 3 steps") &&
              outcome_of(x.r.reason, &x.m.verdict, true) == OUTCOME_FAILED, "%s",
          x.m.verdict.text);
    run_free(&x);
}

static void stuck(void)
{
    check_stuck(2);
    check_stuck(1);
}

/* Five steps by hand, of dt (s) or, with 0, by a CFL number that rises, give the state of the loop. */
static void check_by_hand(const char *times, double dt)
{
    struct run x, y;
    char more[256];
    snprintf(more, sizeof more, "[initial]\nkind = wave\namplitude = 0.1\n[output]\nhistory = 2\n[time]\nsteps = 5\n%s",
             times);
    check_end_of(more, 0, STOP_STEPS, 5, &x);
    CHECK(run_make(more, 0, 0, &y) == 0, "%s", error_message());
    for (int i = 0; i < 5; i++) {
        flow_evaluate(&y.t.f, true);
        flow_set_cfl(&y.t.f, i < 3 ? 0.2 + 0.2 * i : 0.8);
        flow_step(&y.t.f, dt);
    }
    size_t n = (size_t)x.t.d.view.n_owned * NV;
    CHECK(x.m.row.residual[0] > 1e-3, "nothing moves: %g", x.m.row.residual[0]);
    double *a = mem_alloc("state", n, sizeof *a), *b = mem_alloc("state", n, sizeof *b);
    flow_download(&x.t.f, a);
    flow_download(&y.t.f, b);
    for (size_t k = 0; k < n; k++)
        CHECK_NEAR(a[k], b[k], 1e-14 * fabs(b[k])); /* 0.2 + 0.2 i is rounded once more than the ramp */
    mem_free(a);
    mem_free(b);
    run_free(&x);
    run_free(&y);
}

static void same_state_as_by_hand(void)
{
    check_by_hand("cfl = 0.8\ncfl_start = 0.2\ncfl_ramp = 3\n", 0);
    check_by_hand("local = no\ndt = 1e-4\n", 1e-4);
}

/* The last step is as short as is left: the time is met exactly; rows tell the times before. */
static void end_times(void)
{
    struct run x;
    double time[32] = {0};
    check_end_of("[time]\nlocal = no\ndt = 1e-4\nend_time = 3.5e-4\n[output]\nhistory = 1\n", 0, STOP_END_TIME, 4, &x);
    CHECK_NEAR(x.r.time, 3.5e-4, 0);
    CHECK(read_rows(&x, 2, time, 32) == 5, "rows");
    for (int k = 0; k < 5; k++)
        CHECK_NEAR(time[k], k < 4 ? 1e-4 * k : 3.5e-4, 1e-18);
    run_free(&x);
}

/* The file `stop` in the results folder: seen before the first step, taken away, and the run left with a checkpoint. */
static void stop_file(void)
{
    struct run x;
    char path[PATH_MAX];
    CHECK(run_make("[time]\nsteps = 100\n[output]\nhistory = 0\n", 0, 0, &x) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/stop", x.r.results);
    pipeline_write(path, "");
    CHECK(march_run(&x.it, &x.m, &x.r) == 0, "%s", error_message());
    CHECK(x.r.reason == STOP_FILE && x.r.iteration == 0, "%s at %d", stop_reason_text(x.r.reason), (int)x.r.iteration);
    CHECK(!flow_there(x.r.results, "stop") && flow_there(x.r.results, "latest"), "the file goes, a checkpoint comes");
    run_free(&x);
}

/* Looked at every MARCH_CHECK_STEPS steps, whatever the history. */
static void wall_time(void)
{
    struct run x;
    check_end_of("[time]\nsteps = 100\n[stop]\nwall_time = 1e-9\n[output]\nhistory = 33\nfields = no\n", 5,
                 STOP_WALL_TIME, MARCH_CHECK_STEPS, &x);
    CHECK(flow_there(x.r.results, "latest"), "a run stopped on request can go on");
    run_free(&x);
}

/* A run that has reached what was asked for says so, though its time is over as well. */
static void wall_time_at_the_end(void)
{
    struct run x;
    CHECK(run_make("[time]\nsteps = 100\n[initial]\nkind = wave\namplitude = 0.1\n"
                   "[stop]\nwall_time = 1e-9\nresidual_drop = 4\n", 5, 0, &x) == 0, "%s", error_message());
    x.m.largest_residual = 1e30;
    CHECK(march_run(&x.it, &x.m, &x.r) == 0, "%s", error_message());
    CHECK(x.r.reason == STOP_RESIDUAL && x.m.verdict.answer == VERDICT_CONVERGED, "%s: %s",
          stop_reason_text(x.r.reason), x.m.verdict.text);
    run_free(&x);
}

/* Signals are asked for at the next look. Last: what was caught stays. */
static void caught_signal(void)
{
    struct run x;
    stop_signal_catch();
    stop_signal_leave_to_march();
    raise(SIGUSR1);
    check_end_of("[time]\nsteps = 100\n", 0, STOP_SIGNAL, 0, &x);
    CHECK(flow_there(x.r.results, "fields-000000000"), "no checkpoint");
    run_free(&x);
}

/* Is every cell that the step loses marked, and no other? The step is made once more, from the state that the run went
 * back to. */
static void check_marks(struct run *x, const double *mark, int64_t n)
{
    struct flow *f = &x->t.f;
    double *q = mem_alloc("state", (size_t)f->n_variables * (size_t)n, sizeof *q);
    integrator_step(&x->it, 0, 1, 0);
    flow_download(f, q);
    for (int64_t i = 0; i < n; i++) {
        bool sound = q[Q_RHO * n + i] > 0 && q[Q_P * n + i] > 0;
        for (int v = 0; v < f->n_variables; v++)
            sound = sound && fabs(q[v * n + i]) <= DBL_MAX;
        CHECK((mark[i] > 0) == !sound, "cell %d: mark %g, density %g, pressure %g", (int)i, mark[i], q[i],
              q[Q_P * n + i]);
    }
    mem_free(q);
}

/* That of before the first step, with residuals by hand, and marks in the cells that the step loses. */
static void last_state(struct run *x)
{
    const struct divergence *d = &x->r.divergence;
    struct flow *f = &x->t.f;
    char folder[PATH_MAX];
    struct solution s;
    snprintf(folder, sizeof folder, "%s/diverged", x->r.results);
    CHECK(x->r.iteration == 0 && x->r.time == 0 && d->written && d->began == 1, "iteration %d", (int)x->r.iteration);
    CHECK(d->n == DIVERGENCE_CELLS && d->cell[0].first && !d->cell[1].first, "%d cells", d->n);
    for (int k = 0; k < d->n; k++)
        CHECK(d->cell[k].patch >= 0 && d->cell[k].density > 0 &&
                  (k < 2 || d->cell[k].residual <= d->cell[k - 1].residual),
              "row %d", k);
    if (solution_read(folder, 0, &s) != 0) {
        CHECK(false, "%s", error_message());
        return;
    }
    const double *mark = solution_field(&s, "diverged"), *residual = solution_field(&s, "density_residual");
    double most = 0, *sums = mem_alloc("sums", (size_t)f->n_variables * (size_t)s.n_cells, sizeof *sums);
    int64_t lost = 0, first = 0;
    flow_residual(f, sums, NULL);
    for (int64_t i = 0; i < s.n_cells; i++) {
        CHECK_NEAR(residual[i], fabs(sums[i] / f->domain->view.volume[i]), 0);
        most = fmax(most, mark[i] == 2 ? 0 : residual[i]);
        lost += mark[i] > 0;
        first += mark[i] == 2;
    }
    /* More than one cell and not all: otherwise the marks would prove nothing. */
    CHECK(lost == d->lost && lost > 1 && lost < s.n_cells && first == 1 && d->cell[1].residual == most, "%d lost",
          (int)lost);
    check_marks(x, mark, s.n_cells);
    mem_free(sums);
    solution_free(&s);
}

/* A step that is far too long: the run ends, and says where and when. */
static void divergence(void)
{
    struct run x;
    int status = run_make(
        "[initial]\nkind = wave\namplitude = 0.9\n[time]\nsteps = 400\ncfl = 50\n[output]\nhistory = 1\n", 0, 0, &x);
    CHECK(status == 0, "%s", error_message());
    status = march_run(&x.it, &x.m, &x.r);
    CHECK(status != 0 && x.r.divergence.found, "%d, diverged %d", status, x.r.divergence.found);
    CHECK(strstr(error_message(), "iteration 1:") && strstr(error_message(), "cell"), "%s", error_message());
    last_state(&x);
    run_free(&x);
}

/* Nor is one left where the case wants no fields. */
static void divergence_without_fields(void)
{
    struct run x;
    CHECK(run_make("[initial]\nkind = wave\namplitude = 0.9\n[time]\nsteps = 400\ncfl = 50\n[output]\n"
                   "fields = no\n", 0, 0, &x) == 0, "%s", error_message());
    CHECK(march_run(&x.it, &x.m, &x.r) != 0 && x.r.divergence.found && !x.r.divergence.written, "written");
    CHECK(!flow_there(x.r.results, "diverged"), "the folder is there");
    run_free(&x);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(batches);
    CASE(cfl_numbers);
    CASE(rows_and_checkpoints);
    CASE(same_state_as_by_hand);
    CASE(end_times);
    CASE(stop_file);
    CASE(wall_time);
    CASE(wall_time_at_the_end);
    CASE(stuck);
    CASE(divergence);
    CASE(divergence_without_fields);
    CASE(caught_signal);
    comm_finish();
    return check_end();
}
