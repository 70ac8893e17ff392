/* When the rules that end a run hold, each written a second time here over the rows reported, and what the verdict is
 * then.
 */
#include "unit/solve/monitor_bed.h"
#include "control/forces_file.h"

enum { REPORTS = 60 };

/* Reports every ten iterations; the pressure comes to rest, at `end`. Gives the first iteration at which the run
 * is to end, -1: none; reported[r]: iteration, cl, cd, density residual. */
static int64_t march_until_stopped(struct bed *b, double end, enum stop_reason *reason, double reported[REPORTS][4],
                                   int *n)
{
    *reason = STOP_NONE;
    for (int r = 0; r < REPORTS; r++) {
        report_at(b, 10 * r, 0, end + exp(-0.6 * r) * (1 + 0.5 * cos(2.0 * r)));
        reported[r][0] = 10 * r;
        reported[r][1] = b->m.row.cl;
        reported[r][2] = b->m.row.cd;
        reported[r][3] = b->m.row.residual[0];
        *n = r + 1;
        *reason = monitor_stop(&b->m);
        if (*reason != STOP_NONE)
            return 10 * r;
    }
    return -1;
}

/* Are cl and cd of the rows r - 4 .. r, a window of 30 iterations and a row, within the bounds? */
static bool is_steady(double reported[REPORTS][4], int r, double absolute, double relative)
{
    for (int k = 1; k <= 2; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = r - 4; i <= r; i++) {
            low = fmin(low, reported[i][k]);
            high = fmax(high, reported[i][k]);
        }
        if (!(high - low < absolute || high - low < relative * fabs(reported[r][k])))
            return false;
    }
    return true;
}

/* The pressure goes on differing from the far field's, so that residuals stay as they are: the largest is one of
 * before. minimum: iterations before which the rule does not count. */
static void check_steady(const char *stream, const char *more, double absolute, double relative, int64_t minimum)
{
    struct bed b;
    double reported[REPORTS][4];
    enum stop_reason reason;
    int n, first = 0;
    CHECK(bed_make(stream, more, NULL, 0, &b) == 0, "%s", error_message());
    b.m.largest_residual = 1e6;
    int64_t end = march_until_stopped(&b, 2, &reason, reported, &n);
    while (first < n && (first < 4 || 10 * first < minimum || !is_steady(reported, first, absolute, relative)))
        first++;
    CHECK(end == 10 * first && reason == STOP_FORCES, "ended at %d (%s), not at %d", (int)end, stop_reason_text(reason),
          10 * first);
    CHECK(first > 8 && first < REPORTS - 1, "no test: %d", first);
    bed_free(&b);
}

static void steady_forces(void)
{
    check_steady(moving, "[stop]\nwindow = 30\ntolerance = 1e-3\n", 1e-3, 0, 0);
    check_steady(moving, "[stop]\nwindow = 30\ntolerance = 1e-3\nminimum_steps = 455\n", 1e-3, 0, 455);
    check_steady(moving, "[stop]\nwindow = 30\ntolerance = 1e-9\n", 1e-9, 0, 0);
    check_steady(steep, "[stop]\nwindow = 30\ntolerance = 1e-6\n", 1e-6, 0, 0);
    check_steady(moving, "[stop]\nwindow = 30\ntolerance = 1e-12\ntolerance_relative = 1e-4\n", 1e-12, 1e-4, 0);
}

/* Forces that stand still end a run once the residual has dropped by two decades, and a run in physical time in any
 * case. */
static void steady_forces_beside_the_residual(void)
{
    for (int k = 0; k < 3; k++) {
        struct bed b;
        CHECK(bed_make(moving, k == 2 ? "[time]\nlocal = no\n[stop]\nwindow = 30\n" : "[stop]\nwindow = 30\n", NULL, 0,
                       &b) == 0, "%s", error_message());
        for (int n = 0; n < 60; n++)
            report_at(&b, 10 * n, 0, 1.2);
        if (k < 2)
            b.m.largest_residual = (k ? 101 : 99) * b.m.row.residual[0];
        enum stop_reason reason = monitor_stop(&b.m), wanted = k ? STOP_FORCES : STOP_NONE;
        CHECK(b.m.row.residual[0] > 0 && reason == wanted, "%d: %s", k, stop_reason_text(reason));
        monitor_end(&b.m, reason == STOP_NONE ? STOP_STEPS : reason);
        CHECK(k == 2 || (strstr(b.m.verdict.text, "settled") != NULL) == k, "%s", b.m.verdict.text);
        CHECK((b.m.verdict.answer == VERDICT_CONVERGED) == (k == 1), "%s", b.m.verdict.text);
        bed_free(&b);
    }
}

static void residuals_that_dropped(void)
{
    struct bed b;
    double reported[REPORTS][4], largest = 0;
    enum stop_reason reason;
    int n, first = 0;
    CHECK(bed_make(at_rest, "[stop]\nresidual_drop = 3\n", NULL, 0, &b) == 0, "%s", error_message());
    int64_t end = march_until_stopped(&b, 1, &reason, reported, &n);
    for (; first < n; first++) {
        largest = fmax(largest, reported[first][3]);
        if (reported[first][3] <= largest / 1000)
            break;
    }
    CHECK(end == 10 * first && reason == STOP_RESIDUAL, "ended at %d (%s), not at %d", (int)end,
          stop_reason_text(reason), 10 * first);
    CHECK(first > 8 && first < REPORTS - 1, "no test: %d", first);
    bed_free(&b);
}

/* Is what cl has still to go by known to be at most ten tolerances, by either estimate of a run from uniform flow? */
static bool cl_has_settled(const struct monitor *m)
{
    double by_rows = trend_history_of(&m->trend, 0).remaining, by_residual = residual_tail_remaining(&m->tail, 0);
    return fmin(by_rows, by_residual) <= 10 * m->c->stop.tolerance; /* which passes over NaN */
}

/* A run ends by its residual once forces have settled too. The run that went on at iteration `stream_start` with
 * another free stream ends by it only behind that row, and by what its own rows say. */
static void a_first_guess_is_given_time(void)
{
    static const char along[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\n"; /* the wall: uniform flow is steady */
    static const char *const rules[] = {"[stop]\nresidual_drop = 1\ntolerance = 0.02\n",
                                        "[stop]\nresidual_drop = 1\ntolerance = 1e-7\n"};
    enum stop_reason reason;
    int n, end[2][2];
    bool settled = false;
    for (int k = 0; k < 4; k++) {
        struct bed b;
        CHECK(bed_make(along, rules[k / 2], NULL, 0, &b) == 0, "%s", error_message());
        b.m.stream.start = k % 2 ? 10 : 0;
        for (n = 0, reason = STOP_NONE; n < REPORTS && reason == STOP_NONE; n++) {
            CHECK(n == 0 || !settled || k % 2 || monitor_residual_drop(&b.m) < 1, "row %d should have been the last",
                  n);
            report_moving(&b, 10 * n, 0, 1 + exp(-0.6 * n) * (1 + 0.5 * cos(2.0 * n)), 0.5);
            reason = monitor_stop(&b.m);
            settled = cl_has_settled(&b.m);
        }
        end[k / 2][k % 2] = 10 * n;
        CHECK(settled, "ended before cl had settled");
        CHECK(reason == STOP_RESIDUAL, "%s", stop_reason_text(reason));
        CHECK(b.m.trend.seen == n - (k % 2 ? 2 : 0), "%d rows count of %d", (int)b.m.trend.seen, n);
        if (k == 1) {
            struct trend cl = trend_history_of(&b.m.trend, 0), cd = trend_history_of(&b.m.trend, 1);
            CHECK(cl.remaining <= 0.2 && cd.remaining <= 0.2, "%g %g", cl.remaining, cd.remaining);
        }
        b.m.stream.start = b.m.row.iteration;
        CHECK(monitor_stop(&b.m) == STOP_NONE, "a first guess ends a run");
        bed_free(&b);
    }
    CHECK(end[0][1] >= end[0][0] && end[1][0] > end[0][0] && end[1][1] > end[0][1], "%d %d, %d %d", end[0][0],
          end[0][1], end[1][0], end[1][1]);
}

/* Where rows are too few to tell where forces go, the residual has to drop by two decades more, from uniform flow
 * (start 0) as from a first guess. */
static void few_rows_need_a_further_drop(void)
{
    static const char along[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\n";
    static const double decades[] = {0, 2.2, 2.6, 4.4};
    for (int start = 0; start <= 10; start += 10) {
        struct bed b;
        CHECK(bed_make(along, "[stop]\nresidual_drop = 2\n", NULL, 0, &b) == 0, "%s", error_message());
        b.m.stream.start = start;
        for (int n = 0; n < 4; n++) {
            report_moving(&b, 20 + 10 * n, 0, 1 + 1e-3 * pow(10, -decades[n]), 0.5);
            CHECK(monitor_residual_drop(&b.m) >= 0.9 * decades[n], "%g decades", monitor_residual_drop(&b.m));
            CHECK(monitor_stop(&b.m) == (n < 3 ? STOP_NONE : STOP_RESIDUAL), "start %d, row %d: %s", start, n,
                  stop_reason_text(monitor_stop(&b.m)));
        }
        bed_free(&b);
    }
}

/* Forces that moved in most rows and settled within the last three decades of the residual: a run from uniform flow
 * ends at once, one from a first guess two decades later. Where only rounding is left nothing has to settle. */
static void forces_that_settle_with_the_residual(void)
{
    static const char along[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\n";
    static const int start[] = {0, 10, 0}, last[] = {7, 9, 4};
    static const double asked[] = {6.5, 6.5, 3.8};
    for (int k = 0; k < 3; k++) {
        struct bed b;
        struct integrator rounding = {.report = {.rounding = true}};
        char rule[64];
        enum stop_reason reason = STOP_NONE;
        int j = -30;
        snprintf(rule, sizeof rule, "[stop]\nresidual_drop = %g\n", asked[k]);
        CHECK(bed_make(along, rule, NULL, 0, &b) == 0, "%s", error_message());
        b.m.stream.start = start[k];
        for (; j < 12 && reason == STOP_NONE; j++) {
            report_moving(&b, 400 + 10 * j, 0, 1 + 0.5 * (j < 0 ? cos(j) : pow(9.5, -j)), 0.5);
            b.m.integrator = k == 2 && j == last[k] ? &rounding : NULL;
            reason = monitor_stop(&b.m);
            CHECK(j < last[k] || trend_history_of(&b.m.trend, 0).remaining > 1e-4, "no test");
        }
        CHECK(reason == STOP_RESIDUAL && j - 1 == last[k], "%d: %s after %d", k, stop_reason_text(reason), j - 1);
        b.m.integrator = NULL;
        bed_free(&b);
    }
}

/* In mixed precision: a residual that rests on rounding of gradients ends a run once forces have settled, if the case
 * goes by the residual. One that is rounding of the state itself ends it at once. */
static void forces_settle_at_the_rounding_of_gradients(void)
{
    static const char along[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\n";
    struct integrator floor = {.report = {.floor = true}}, rounding = {.report = {.rounding = true}};
    for (int k = 0; k < 2; k++) {
        struct bed b;
        enum stop_reason reason = STOP_NONE;
        int n = 1;
        CHECK(bed_make(along, k ? "[stop]\nwindow = 1000\n" : "[stop]\nresidual_drop = 14\n", NULL, 0, &b) == 0, "%s",
              error_message());
        b.m.integrator = &floor;
        for (; n < 90 && reason == STOP_NONE; n++) {
            report_moving(&b, 10 * n, 0, 1 + 0.5 * exp(-0.3 * n), 0.5);
            b.m.integrator = &rounding;
            CHECK(monitor_stop(&b.m) == (k ? STOP_NONE : STOP_ROUNDING), "row %d", n);
            b.m.integrator = &floor;
            reason = monitor_stop(&b.m);
            CHECK(k == 1 || (reason == STOP_ROUNDING) == cl_has_settled(&b.m), "row %d: %s", n,
                  stop_reason_text(reason));
        }
        CHECK(reason == (k ? STOP_NONE : STOP_ROUNDING) && (k == 1 || n > 10), "%s after %d", stop_reason_text(reason),
              n);
        monitor_end(&b.m, reason);
        CHECK((b.m.verdict.answer == VERDICT_CONVERGED) == (k == 0), "%s", b.m.verdict.text);
        b.m.integrator = NULL;
        bed_free(&b);
    }
}

/* Half a decade before the drop that is asked for each step is looked at, if the case goes by the residual and has
 * rows. */
static void each_step_is_looked_at_near_the_end(void)
{
    static const char *const rules[] = {"[stop]\nresidual_drop = 8\n", "[stop]\nwindow = 100\n",
                                        "[stop]\nresidual_drop = 8\n[output]\nhistory = 0\n"};
    for (int k = 0; k < 3; k++) {
        struct bed b;
        struct integrator early = {.report = {.drop = 7.49}}, late = {.report = {.drop = 7.51}};
        CHECK(bed_make("[patches]\nymin = slip\n[flow]\nmach = 0.5\n", rules[k], NULL, 0, &b) == 0, "%s",
              error_message());
        CHECK(!monitor_nears_end(&b.m), "an explicit scheme");
        b.m.integrator = &early;
        CHECK(!monitor_nears_end(&b.m), "%d: 7.49 decades", k);
        b.m.integrator = &late;
        CHECK(monitor_nears_end(&b.m) == (k == 0), "%d: 7.51 decades", k);
        const struct case_file *c = b.m.c;
        struct case_file little = *c;
        struct integrator explicit_one = {.report = {.drop = 0}};
        little.stop.residual_drop = 0.3;
        b.m.c = &little;
        b.m.integrator = &explicit_one;
        CHECK(!monitor_nears_end(&b.m), "%d: a drop that is not known", k);
        b.m.c = c;
        b.m.integrator = NULL;
        bed_free(&b);
    }
}

/* Newton's steps are few: three rows whose residuals fall tenfold end a run once forces change by no more than the
 * tolerance allows, which trend.h could not tell of; with changes too large they do not. */
static void few_newton_steps_are_enough(void)
{
    static const char along[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\n";
    static const char *const rules[] = {"[stop]\nresidual_drop = 2\ntolerance = 0.02\n",
                                        "[stop]\nresidual_drop = 2\ntolerance = 1e-7\n"};
    for (int k = 0; k < 2; k++) {
        struct bed b;
        CHECK(bed_make(along, rules[k], NULL, 0, &b) == 0, "%s", error_message());
        b.m.stream.start = 10;
        enum stop_reason reason = STOP_NONE;
        int n = 1;
        for (; n < 20 && reason == STOP_NONE; n++) {
            report_moving(&b, 10 * n, 0, 1 + 0.5 * pow(0.06, n), 0.5);
            reason = monitor_stop(&b.m);
        }
        CHECK(reason == STOP_RESIDUAL && n - 1 == (k ? 7 : 4), "rules %d: %s at row %d", k, stop_reason_text(reason),
              n - 1);
        bed_free(&b);
    }
}

/* Of a run ended by its window: in forces.json and in progress.json too. */
static void verdict_in_files(void)
{
    struct bed b;
    struct json_value *forces = NULL, *progress = NULL;
    char path[PATH_MAX];
    double reported[REPORTS][4];
    enum stop_reason reason;
    int n;
    CHECK(bed_make(moving, "[stop]\nwindow = 30\ntolerance = 1e-6\n", NULL, 0, &b) == 0, "%s", error_message());
    b.m.largest_residual = 1e6;
    march_until_stopped(&b, 1.2, &reason, reported, &n);
    CHECK(b.m.verdict.answer == VERDICT_UNKNOWN && !b.m.verdict.text[0], "%s", b.m.verdict.text);
    monitor_end(&b.m, reason);
    monitor_progress(&b.m, 1000, true);
    CHECK(monitor_write_forces(&b.m) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/forces.json", b.results);
    CHECK(json_read(path, &forces) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/progress.json", b.results);
    CHECK(json_read(path, &progress) == 0, "%s", error_message());
    const struct json_value *converged = json_member(forces, "converged"), *text = json_member(progress, "verdict");
    CHECK(converged && converged->type == JSON_BOOL && converged->number == 1, "%s", b.m.verdict.text);
    CHECK(text && strncmp(text->text, "converged: cl and cd have stayed", 32) == 0, "%s", text ? text->text : "none");
    CHECK(number_of(forces, "cl_remaining") < 1e-5 && number_of(forces, "cd_remaining") < 1e-5, "remaining");
    json_free(forces);
    json_free(progress);
    bed_free(&b);
}

/* All steps are done, the residual has dropped by less than asked. */
static void verdict_of_too_few_steps(void)
{
    struct bed b;
    double reported[REPORTS][4];
    enum stop_reason reason;
    int n;
    char words[400];
    CHECK(bed_make(moving, "[stop]\nresidual_drop = 30\n", NULL, 0, &b) == 0, "%s", error_message());
    march_until_stopped(&b, 2, &reason, reported, &n);
    monitor_end(&b.m, STOP_STEPS);
    snprintf(words, sizeof words, "all %d steps are done, the residual has dropped %.1f of the 30 decades asked for",
             10 * (REPORTS - 1), monitor_residual_drop(&b.m));
    CHECK(b.m.verdict.answer == VERDICT_NOT_CONVERGED && strstr(b.m.verdict.text, words), "%s", b.m.verdict.text);
    bed_free(&b);
}

/* The place and the share of the largest residuals, against the residual as an array. */
static void peak_of_the_residual(void)
{
    struct bed b;
    double reported[REPORTS][4], largest = 0, all = 0, high = 0;
    enum stop_reason reason;
    int n;
    int64_t cells = 0;
    lid at = 0;
    char words[64];
    CHECK(bed_make(moving, "[stop]\nresidual_drop = 30\n", NULL, 0, &b) == 0, "%s", error_message());
    march_until_stopped(&b, 2, &reason, reported, &n);
    const struct domain *d = b.t.f.domain;
    double *residual = mem_alloc("residual", (size_t)b.t.f.n_variables * (size_t)d->view.n_owned, sizeof *residual);
    flow_residual(&b.t.f, residual, NULL);
    for (lid i = 0; i < d->view.n_owned; i++) { /* the back end is the CPU's */
        residual[i] = fabs(residual[i] / (double)d->view.volume[i]);
        at = residual[i] > largest ? i : at;
        largest = fmax(largest, residual[i]);
        all += residual[i] * residual[i];
    }
    for (lid i = 0; i < d->view.n_owned; i++)
        if (residual[i] >= 0.1 * largest) {
            cells++;
            high += residual[i] * residual[i];
        }
    struct residual_peak peak = residual_peak_find(&b.t.f);
    snprintf(words, sizeof words, "cell %" PRI_GID " at (", d->pack.cell_gid[at]);
    CHECK(largest > 0 && strncmp(peak.place, words, strlen(words)) == 0, "%s, not %s", peak.place, words);
    CHECK(llabs(peak.n_cells - cells) <= 1, "%d cells, not %d", (int)peak.n_cells, (int)cells); /* one at the bound */
    CHECK_NEAR(peak.share, high / all, 1e-2);
    mem_free(residual);
    monitor_end(&b.m, STOP_STEPS);
    CHECK(strstr(b.m.verdict.text, "; the residual is largest in cell ") && strstr(b.m.verdict.text, peak.place), "%s",
          b.m.verdict.text);
    bed_free(&b);
}

/* A turbulence variable whose residual is no number is the one that is named, first or last, and the run has not
 * converged, whatever else holds. */
static void turbulence_that_is_lost(void)
{
    static const char sst[] = "[patches]\nymin = wall\n[flow]\nmach = 0.5\nalpha = 30\nviscosity = 0.05\n"
                              "[model]\nequations = sst\n";
    static const char *const names[2] = {"k", "omega"};
    for (int lost = -1; lost < 2; lost++) {
        struct bed b;
        char words[64];
        CHECK(bed_make(sst, "[stop]\nresidual_drop = 2\n", NULL, 0, &b) == 0, "%s", error_message());
        flow_evaluate(&b.t.f, true);
        CHECK(monitor_report(&b.m, 0, 0) == 0, "%s", error_message());
        b.m.largest_residual = 1e3 * b.m.row.residual[0]; /* as if all had dropped since */
        for (int v = 0; v < 2; v++) {
            b.m.largest[NV + v] = 1e3;
            b.m.row.residual[NV + v] = lost == v ? NAN : lost < 0 && v > 0 ? 0 : 1;
        }
        monitor_end(&b.m, STOP_STEPS);
        snprintf(words, sizeof words, "the residual of %s is not a number", lost < 0 ? "any" : names[lost]);
        CHECK((strstr(b.m.verdict.text, words) != NULL) == (lost >= 0), "%s", b.m.verdict.text);
        CHECK((b.m.verdict.answer == VERDICT_CONVERGED) == (lost < 0), "%s", b.m.verdict.text);
        bed_free(&b);
    }
}

/* A density residual that has dropped as asked ends no run whose turbulence lags behind while cl and cd are not known
 * to have settled, whatever the window says; the verdict names the variable then. With half as many decades it ends,
 * and so it does where turbulence is lost, which no step mends. */
static void turbulence_that_lags(void)
{
    static const char sa[] = "[patches]\nymin = wall\n[flow]\nmach = 0.5\nalpha = 30\nviscosity = 0.05\n"
                             "[model]\nequations = sa\n";
    static const char *const rules[] = {"[stop]\nresidual_drop = 2\n",
                                        "[stop]\nresidual_drop = 2\nwindow = 10\ntolerance = 1e-30\n"
                                        "tolerance_relative = 0.5\n"};
    struct bed b;
    for (int k = 0; k < 2; k++) {
        CHECK(bed_make(sa, rules[k], NULL, 0, &b) == 0, "%s", error_message());
        for (int n = 0; n < 2; n++) {
            flow_evaluate(&b.t.f, true);
            CHECK(monitor_report(&b.m, 10 * n, 0) == 0, "%s", error_message());
        }
        b.m.largest_residual = 1e4 * b.m.row.residual[0]; /* as if it had dropped by four decades */
        b.m.largest[NV] = 1;
        b.m.row.residual[NV] = pow(10, -1.9);
        CHECK(monitor_stop(&b.m) == STOP_NONE, "%s", stop_reason_text(monitor_stop(&b.m)));
        monitor_end(&b.m, STOP_STEPS);
        CHECK(b.m.verdict.answer == VERDICT_NOT_CONVERGED && strstr(b.m.verdict.text, "but that of nu_tilde only 1.9"),
              "%s", b.m.verdict.text);
        b.m.row.residual[NV] = pow(10, -2.1);
        CHECK(monitor_stop(&b.m) == STOP_RESIDUAL, "%s", stop_reason_text(monitor_stop(&b.m)));
        b.m.row.residual[NV] = NAN;
        CHECK(monitor_stop(&b.m) == STOP_RESIDUAL, "%s", stop_reason_text(monitor_stop(&b.m)));
        bed_free(&b);
    }
    /* Forces that have settled do for turbulence. */
    CHECK(bed_make(sa, rules[0], NULL, 0, &b) == 0, "%s", error_message());
    for (int n = 0; n < 20; n++) {
        flow_evaluate(&b.t.f, true);
        CHECK(monitor_report(&b.m, 10 * n, 0) == 0, "%s", error_message());
    }
    b.m.largest_residual = 1e4 * b.m.row.residual[0];
    b.m.largest[NV] = b.m.row.residual[NV] = 1;
    CHECK(monitor_stop(&b.m) == STOP_RESIDUAL, "%s", stop_reason_text(monitor_stop(&b.m)));
    bed_free(&b);
}

/* Without rules nothing ends it. */
static void no_rule(void)
{
    struct bed b;
    double reported[REPORTS][4];
    enum stop_reason reason;
    int n;
    CHECK(bed_make(moving, "", NULL, 0, &b) == 0, "%s", error_message());
    CHECK(march_until_stopped(&b, 1, &reason, reported, &n) == -1 && n == REPORTS, "%s", stop_reason_text(reason));
    bed_free(&b);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(steady_forces);
    CASE(steady_forces_beside_the_residual);
    CASE(residuals_that_dropped);
    CASE(a_first_guess_is_given_time);
    CASE(few_rows_need_a_further_drop);
    CASE(forces_that_settle_with_the_residual);
    CASE(forces_settle_at_the_rounding_of_gradients);
    CASE(each_step_is_looked_at_near_the_end);
    CASE(few_newton_steps_are_enough);
    CASE(verdict_in_files);
    CASE(verdict_of_too_few_steps);
    CASE(peak_of_the_residual);
    CASE(turbulence_that_is_lost);
    CASE(turbulence_that_lags);
    CASE(no_rule);
    comm_finish();
    return check_end();
}
