/* Where a coefficient is heading, of series whose end is known, and what the verdict makes of it.
 */
#include "check.h"
#include "control/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000 };

static double value[MOST];

/* end + size ratio^i, times the cosine of i by `pulse` radians a row. */
static struct trend series(int n, double end, double size, double ratio, double pulse)
{
    for (int i = 0; i < n; i++)
        value[i] = end + size * pow(ratio, i) * cos(pulse * i);
    return trend_of(value, n);
}

/* ---- the trend ---- */

/* The limit of a geometric series follows from three equally spaced rows: end, what remains, and the direction,
 * whatever the number of rows. */
static void geometric_series(void)
{
    for (int n = TREND_LEAST; n < 200; n += 13)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct trend t = series(n, 0.3, -sign * 0.1, 0.97, 0);
            double left = 0.1 * pow(0.97, n - 1);
            CHECK_NEAR(t.newest, 0.3 - sign * left, 1e-15);
            CHECK_NEAR(t.end, 0.3, 1e-11);
            CHECK_NEAR(t.remaining, left, 1e-11);
            CHECK(t.direction == sign, "%d", t.direction);
        }
}

/* The estimate of one that dies away is above its amplitude, and not by far. */
static void oscillations(void)
{
    for (int n = 60; n < 300; n += 17) {
        struct trend t = series(n, 0.3, 0.1, 0.98, 0.7);
        const int block = n / 6;
        double amplitude = 0.1 * pow(0.98, n - 1);
        CHECK(t.direction == 0 && t.remaining >= amplitude && t.remaining < 8 * amplitude * pow(0.98, -block),
              "%d rows: %g of %g", n, t.remaining, amplitude);
        t = series(n, 0.3, 0.1, 1, 0.7); /* one that does not */
        CHECK(t.remaining >= 0.18 && t.remaining < 0.3, "%d rows: %g", n, t.remaining);
    }
}

/* A drift: no end is known, and the estimate is what it has come by in the last half. */
static void drifts(void)
{
    for (int i = 0; i < 60; i++)
        value[i] = 1 - 0.01 * i;
    struct trend t = trend_of(value, 60);
    CHECK(isnan(t.end) && t.direction == -1, "%g, %d", t.end, t.direction);
    CHECK_NEAR(t.remaining, 0.29, 1e-12);
    t = series(60, 0, 1e-3, 1.05, 0); /* one that becomes faster */
    CHECK(isnan(t.end) && t.direction == 1 && t.remaining > 1e-3, "%g", t.remaining);
}

/* Blocks that go up by 1 and down by a half have no limit. */
static void steps_there_and_back(void)
{
    for (int i = 0; i < 60; i++)
        value[i] = i < 40 ? 0 : i < 50 ? 1 : 0.5;
    struct trend t = trend_of(value, 60);
    CHECK(isnan(t.end), "%g", t.end);
    CHECK_NEAR(t.remaining, 1, 0);
}

/* A row of equal values has arrived, and goes nowhere. */
static void still_rows(void)
{
    struct trend t = series(40, 0.25, 0, 1, 0);
    CHECK(t.remaining == 0 && t.direction == 0 && t.newest == 0.25, "%g", t.remaining);
}

/* Fewer than TREND_LEAST say nothing about an end; the newest value is known all the same. */
static void too_few_rows(void)
{
    for (int n = 0; n < TREND_LEAST; n++) {
        struct trend t = series(n, 0.3, 0.1, 0.5, 0);
        CHECK(isnan(t.remaining) && isnan(t.end), "%d rows: %g", n, t.remaining);
        CHECK(n == 0 ? isnan(t.newest) : t.newest == value[n - 1], "%g", t.newest);
    }
    CHECK(!isnan(series(TREND_LEAST, 0.3, 0.1, 0.5, 0).remaining), "enough");
}

/* One row at a time. */
static void not_a_number(void)
{
    series(60, 0.3, 0.1, 0.9, 0);
    for (int i = 0; i < 60; i++) {
        double kept = value[i];
        value[i] = i % 2 ? NAN : INFINITY;
        CHECK(isnan(trend_of(value, 60).remaining) == (i >= 30), "row %d", i); /* of the first half nothing counts */
        value[i] = kept;
    }
}

/* The rows held are those of a bounded number; the newest counts always. */
static void long_histories(void)
{
    struct trend_history *h = calloc(1, sizeof *h);
    for (int i = 0; h && i < MOST; i++) {
        double left = pow(0.999, i);
        trend_history_add(h, (const double[TREND_VALUES]){0.3 + 0.1 * left, 0.02 - 0.01 * left});
        CHECK(h->n <= TREND_ROWS && h->n * h->spacing >= h->seen, "%d rows of %d", h->n, i + 1);
        struct trend cl = trend_history_of(h, 0), cd = trend_history_of(h, 1);
        CHECK_NEAR(cl.newest, 0.3 + 0.1 * left, 1e-15);
        if (i < 100)
            continue;
        /* exact but for the newest row beside those held, which is nearer to its neighbour */
        CHECK_NEAR(cl.end, 0.3, 0.1 * left * 0.05 + 1e-9);
        CHECK_NEAR(cd.remaining, 0.01 * left, 0.01 * left * 0.05 + 1e-9);
    }
    free(h);
}

/* ---- the verdict ---- */

/* cl settled at 0.3, cd falling to 0.0184 as slowly as the ratio of two rows says. */
static struct verdict_facts facts_of(enum stop_reason rule, double ratio)
{
    return (struct verdict_facts){.steady = true, .reason = rule ? rule : STOP_STEPS, .rule = rule, .steps = 400,
                                  .drop = 2.44, .drop_asked = NAN, .turbulence_drop = NAN, .tolerance = 1e-5,
                                  .cl = series(60, 0.3, 0.1, 0.5, 0), .cd = series(60, 0.0184, 0.001, ratio, 0),
                                  .cl_by_residual = NAN, .cd_by_residual = NAN};
}

static void check_verdict(const struct verdict_facts *f, bool converged, const char *words)
{
    struct verdict v;
    verdict_judge(f, &v);
    CHECK((v.answer == VERDICT_CONVERGED) == converged && v.answer != VERDICT_UNKNOWN, "%s", v.text);
    CHECK(strncmp(v.text, converged ? "converged: " : "not converged: ", converged ? 11 : 15) == 0, "%s", v.text);
    CHECK(strstr(v.text, words) != NULL, "'%s' has no '%s'", v.text, words);
    CHECK(!(v.cl_remaining != f->cl.remaining && !isnan(f->cl.remaining)), "%g", v.cl_remaining);
    CHECK(!(v.cd_remaining != f->cd.remaining && !isnan(f->cd.remaining)), "%g", v.cd_remaining);
}

/* Every reason for which a run may end without its rule, with the words of the sentence that a user reads. */
static void no_rule_met(void)
{
    struct verdict_facts f = facts_of(STOP_NONE, 0.97);
    f.drop_asked = 8;
    check_verdict(&f, false, "all 400 steps are done, the residual has dropped 2.4 of the 8 decades asked for; cd "
                             "0.0185658, still falling (estimated final value 0.0184)");
    f.drop_asked = NAN;
    check_verdict(&f, false, "dropped 2.4 decades and [stop] sets no rule");
    f.window = 200;
    check_verdict(&f, false, "dropped 2.4 decades and the rule of [stop] window = 200 is not met; cd");
    f.cd = series(60, 0.0184, 0.001, 0.5, 0);
    check_verdict(&f, false, "cl and cd have settled to within");
    f.drop = 1.99; /* steps too short for anything to move */
    struct verdict v;
    verdict_judge(&f, &v);
    CHECK(!strstr(v.text, "settled") && !v.failed, "%s", v.text);
    f.drop = 2.44;
    f.reason = STOP_SIGNAL;
    check_verdict(&f, false, "a signal ended the run after 400 steps");
    f.steps = 1;
    check_verdict(&f, false, "a signal ended the run after 1 step, ");
    f.steps = 400;
    f.reason = STOP_WALL_TIME;
    check_verdict(&f, false, "the wall-time limit ended the run");
    f.first_order = true;
    check_verdict(&f, false, "is not met; the run ended in a phase of first order: continue with --restart; "
                             "c");
    f.first_order = false;
    f.held_limiters = true;
    check_verdict(&f, false, "is not met; the run ended while limiters were held: continue with --restart; c");
    f.held_limiters = false;
    f.cd = series(60, 0.0184, 0.001, 1, 0.7);
    check_verdict(&f, false, ", varying by up to 0.002");
}

static void drifting_sentence(void)
{
    struct verdict_facts f = facts_of(STOP_NONE, 1);
    for (int i = 0; i < 60; i++)
        value[i] = 1 + 0.01 * i;
    f.cd = trend_of(value, 60);
    check_verdict(&f, false, "cd 1.59, still rising, by 0.29 over the last half of the history");
}

/* Nothing else matters then; a rule that was met before the last step was refused does. */
static void failures(void)
{
    struct verdict_facts f = facts_of(STOP_NONE, 0.5);
    struct verdict v;
    f.reason = STOP_STUCK;
    verdict_judge(&f, &v);
    CHECK(v.failed && v.answer == VERDICT_NOT_CONVERGED && !strncmp(v.text, "failed: no further step", 23), "%s", v.text);
    f.rule = STOP_RESIDUAL;
    f.drop_asked = 2;
    check_verdict(&f, true, "2 asked for");
    const struct unphysical u = {.n = 3, .source = 315, .total_temperature = 4e5, .pressure = 1, .density = 2,
                                 .place = "cell 7"};
    f.unphysical = &u;
    f.reason = STOP_RESIDUAL;
    verdict_judge(&f, &v);
    CHECK(v.failed && v.answer == VERDICT_NOT_CONVERGED, "%s", v.text);
    CHECK(!strncmp(v.text, "failed: 3 cells are unphysical, the worst being cell 7: total temperatures of up to 4e+05 K, "
                   "where 315 K at most enter; the residual has dropped 2.4 decades (2 asked for)", 150), "%s", v.text);
    const struct unphysical thin = {.n = 1, .source = 315, .total_temperature = 310, .pressure = 1e-299,
                                    .density = 1e-3, .place = "cell 7"};
    f.unphysical = &thin;
    verdict_judge(&f, &v);
    CHECK(v.failed && strstr(v.text, "1 cell is unphysical, the worst being cell 7: densities and pressures down to "
                             "0.001 kg/m^3 and 1e-299 Pa;"), "%s", v.text);
}

/* A drift too slow for its window; ten tolerances are allowed, of either kind. */
static void window_met(void)
{
    struct verdict_facts f = facts_of(STOP_FORCES, 0.96);
    f.window = 50;
    check_verdict(&f, true, "cl and cd have stayed within the tolerance for 50 iterations");
    f.drop = 1.9;
    check_verdict(&f, false, "within the tolerance for 50 iterations, but the residual has dropped by 1.9 decades only");
    f.drop = 2.44;
    f.tolerance = 0.9 * f.cd.remaining / VERDICT_TOLERANCES;
    check_verdict(&f, false, "but still change; cd");
    f.tolerance_relative = 0.9 * f.cd.remaining / VERDICT_TOLERANCES / f.cd.newest;
    check_verdict(&f, false, "but still change; cd");
    f.tolerance_relative = 1.1 * f.cd.remaining / VERDICT_TOLERANCES / f.cd.newest;
    check_verdict(&f, true, "");
    f.cd.remaining = NAN;
    check_verdict(&f, false, "the history is too short");
}

/* The flow's residual met the rule: cl and cd must have settled as far as is known, and the residual of turbulence
 * dropped by half as many decades (1.22 of 2.44). */
static void residual_met(void)
{
    struct verdict_facts f = facts_of(STOP_RESIDUAL, 0.99);
    f.drop_asked = 2;
    check_verdict(&f, false, "the residual has dropped 2.4 decades (2 asked for), but cl or cd still changes; cd "
                             "0.0189527, still falling (estimated final value 0.0184)");
    CHECK(verdict_waits(&f), "it ends");
    struct trend swap = f.cl;
    f.cl = f.cd;
    f.cd = swap;
    check_verdict(&f, false, "but cl or cd still changes; cl 0.0189527");
    CHECK(verdict_waits(&f), "it ends");
    f.rounding = true;
    check_verdict(&f, true, "2 asked for); cl ");
    CHECK(!verdict_waits(&f), "it waits");
    f.rounding = f.steady = false;
    CHECK(!verdict_waits(&f), "an unsteady run waits");
    f = facts_of(STOP_RESIDUAL, 0.5);
    f.drop_asked = 2;
    f.turbulence_name = "nu_tilde";
    f.turbulence_drop = 1.23;
    check_verdict(&f, true, "the residual has dropped 2.4 decades (2 asked for); cl and cd have settled");
    CHECK(!verdict_waits(&f), "it waits");
    f.turbulence_drop = 1.21;
    check_verdict(&f, true, "have settled");
    CHECK(!verdict_waits(&f), "it waits");
    f.cd = series(60, 0.0184, 0.001, 0.99, 0);
    check_verdict(&f, false, ", but that of nu_tilde only 1.2; cd ");
    CHECK(verdict_waits(&f), "it ends");
    f.cd_by_residual = 1e-6;
    check_verdict(&f, false, ", but that of nu_tilde only 1.2; cd ");
    f.turbulence_drop = 1.23;
    struct verdict v;
    verdict_judge(&f, &v);
    CHECK(v.answer == VERDICT_CONVERGED && !verdict_waits(&f), "%s", v.text);
    f.cd_by_residual = NAN;
    f.turbulence_drop = NAN;
    check_verdict(&f, false, ", but the residual of nu_tilde is not a number");
    f.cd = series(60, 0.0184, 0.001, 0.5, 0);
    check_verdict(&f, false, "is not a number");
    f.turbulence_drop = 0;
    f.cd = series(60, 0.0184, 0.001, 0.5, 0);
    check_verdict(&f, true, "have settled");
    struct aim aim[2] = {{.agrees = true, .said = "; cl 0.5 at alpha 2 degrees"},
                         {.but = "an outlet does not yet pass the mass flow asked for", .said = "; FAN passes 84 kg/s",
                          .missed = ", not the 85 asked for", .obstacle = "85 kg/s are out of reach"}};
    f.aim = aim;
    f.n_aims = 2;
    check_verdict(&f, false, "(2 asked for), but an outlet does not yet pass the mass flow asked for; cl 0.5 at alpha 2 "
                             "degrees; FAN passes 84 kg/s, not the 85 asked for; cl and cd have settled");
    f.reason = STOP_UNREACHABLE;
    aim[1].out_of_reach = true;
    check_verdict(&f, false, ": 85 kg/s are out of reach; cl 0.5 at alpha 2 degrees; FAN passes 84 kg/s; cl and cd");
    f.n_aims = 1;
    f.reason = STOP_RESIDUAL;
    check_verdict(&f, true, "; cl 0.5 at alpha 2 degrees; cl and cd have settled");
}

/* Whether rows too few are of cl or of cd, two decades beyond those asked for have to do. */
static void residual_met_in_too_few_rows(void)
{
    for (int which = 0; which < 2; which++) {
        struct verdict_facts f = facts_of(STOP_RESIDUAL, 0.5);
        f.drop_asked = 0.5;
        *(which ? &f.cd.remaining : &f.cl.remaining) = NAN;
        check_verdict(&f, true, "the history is too short to tell");
        CHECK(verdict_waits(&f), "it ends");
        f.rounding = true;
        CHECK(!verdict_waits(&f), "it waits");
        f.rounding = false;
        f.drop_asked = 0.4;
        CHECK(!verdict_waits(&f), "it waits");
        f.drop_asked = 0.5;
        *(which ? &f.cd_by_residual : &f.cl_by_residual) = 1e-6;
        CHECK(!verdict_waits(&f), "it waits");
        f.turbulence_name = "nu_tilde"; /* of which the estimate by the residual tells nothing */
        f.turbulence_drop = 1;
        CHECK(verdict_waits(&f), "it ends");
        *(which ? &f.cd_by_residual : &f.cl_by_residual) = 1e-3;
        f.turbulence_drop = 2;
        f.drop_asked = 0.1;
        CHECK(verdict_waits(&f), "it ends");
    }
}

/* Of a residual that is rounding no drop is asked, nor that forces have settled. */
static void residual_at_rounding(void)
{
    struct verdict_facts f = facts_of(STOP_ROUNDING, 0.97);
    f.drop_asked = 14;
    f.rounding = true;
    f.turbulence_name = "nu_tilde";
    f.turbulence_drop = 0.1;
    CHECK(!verdict_waits(&f), "it waits");
    check_verdict(&f, true, "the residual has dropped 2.4 decades, and what is left of it is rounding; cd ");
    f.cl.remaining = f.cd.remaining = NAN; /* an exact solution ends with its first rows */
    struct verdict v;
    verdict_judge(&f, &v);
    CHECK(strcmp(v.text + strlen(v.text) - 17, "of it is rounding") == 0, "%s", v.text);
}

/* In mixed precision, where rounding is that of gradients, what meets the rule of the residual is asked for. */
static void residual_at_the_rounding_of_gradients(void)
{
    struct verdict_facts f = facts_of(STOP_ROUNDING, 0.99);
    f.drop_asked = 8;
    check_verdict(&f, false, "2.4 decades, and what is left of it is rounding, but cl or cd still changes; cd 0.0189527");
    CHECK(verdict_waits(&f), "it ends");
    f.cd_by_residual = 1e-6;
    struct verdict v;
    verdict_judge(&f, &v);
    CHECK(v.answer == VERDICT_CONVERGED && !verdict_waits(&f) && v.cd_remaining == 1e-6, "%s", v.text);
    f = facts_of(STOP_ROUNDING, 0.5);
    f.drop_asked = 8;
    check_verdict(&f, true, "and what is left of it is rounding; cl and cd have settled");
    CHECK(!verdict_waits(&f), "it waits");
    f.turbulence_name = "nu_tilde";
    f.turbulence_drop = 1.21;
    f.cd = series(60, 0.0184, 0.001, 0.99, 0);
    check_verdict(&f, false, "is rounding, but that of nu_tilde only 1.2; cd ");
    f.rule = STOP_FORCES;
    check_verdict(&f, false, ", but still change; cd ");
    f = facts_of(STOP_ROUNDING, 0.5);
    f.cl.remaining = NAN;
    check_verdict(&f, true, "the history is too short");
    f.drop_asked = 8;
    CHECK(verdict_waits(&f), "it ends");
}

/* Of a run that meets the rule of the residual the smaller one of both estimates counts, also where there is but one,
 * unless turbulence lags behind. It is nothing to other rules. */
static void residual_met_in_few_steps(void)
{
    struct verdict_facts f = facts_of(STOP_RESIDUAL, 0.99);
    struct verdict v;
    f.drop_asked = 2;
    f.cd_by_residual = 2e-7;
    verdict_judge(&f, &v);
    CHECK(v.answer == VERDICT_CONVERGED && strstr(v.text, "; cl and cd have settled to within "), "%s", v.text);
    CHECK(v.cd_remaining == 2e-7 && v.cl_remaining == f.cl.remaining, "%g, %g", v.cl_remaining, v.cd_remaining);
    f.cd_by_residual = 2e-3;
    verdict_judge(&f, &v);
    CHECK(v.answer == VERDICT_NOT_CONVERGED && v.cd_remaining == f.cd.remaining && strstr(v.text, "still falling"),
          "%s", v.text);
    f.cd_by_residual = 0.5 * f.cd.remaining;
    verdict_judge(&f, &v);
    CHECK(v.answer == VERDICT_NOT_CONVERGED && v.cd_remaining == f.cd_by_residual, "%s", v.text);
    CHECK(strstr(v.text, ", varying by up to"), "%s", v.text);
    f.cd.remaining = NAN;
    f.cd_by_residual = 2e-7;
    verdict_judge(&f, &v);
    CHECK(v.cd_remaining == 2e-7 && strstr(v.text, "settled to within"), "%s", v.text);
    f.cl_by_residual = 0.1 * f.cl.remaining;
    verdict_judge(&f, &v);
    CHECK(v.cl_remaining == f.cl_by_residual, "%g", v.cl_remaining);
    f = facts_of(STOP_RESIDUAL, 0.99);
    f.cl_by_residual = f.cd_by_residual = 2e-7;
    f.turbulence_name = "nu_tilde";
    f.turbulence_drop = 0;
    check_verdict(&f, false, ", but that of nu_tilde only 0.0; cd ");
    f.rule = STOP_NONE;
    f.reason = STOP_STEPS;
    check_verdict(&f, false, "still falling");
    f = facts_of(STOP_FORCES, 0.96);
    f.cl_by_residual = f.cd_by_residual = 2e-7;
    check_verdict(&f, true, "cl and cd have stayed within the tolerance");
    f.tolerance = 0.9 * f.cd.remaining / VERDICT_TOLERANCES;
    check_verdict(&f, false, "but still change; cd");
}

/* There is nothing to converge to: no verdict. */
static void unsteady_runs(void)
{
    struct verdict_facts f = facts_of(STOP_RESIDUAL, 0.5);
    struct verdict v;
    f.steady = false;
    verdict_judge(&f, &v);
    CHECK(v.answer == VERDICT_UNKNOWN && isnan(v.cl_remaining) && isnan(v.cd_remaining), "%s", v.text);
}

/* The longest sentence fits. */
static void long_sentences(void)
{
    struct verdict_facts f = facts_of(STOP_NONE, 0.96);
    f.steps = INT64_MAX;
    f.reason = STOP_WALL_TIME;
    f.drop = f.drop_asked = -1e300;
    f.cl = f.cd = (struct trend){.newest = -1e-300, .end = -1e-300, .remaining = 1e-100, .direction = -1};
    f.tolerance = 0;
    f.first_order = true;
    struct verdict v;
    verdict_judge(&f, &v);
    CHECK(strlen(v.text) < VERDICT_SIZE, "%zu", strlen(v.text));
    CHECK(strstr(v.text, "cd -1e-300"), "%s", v.text);
}

int main(void)
{
    CASE(geometric_series);
    CASE(oscillations);
    CASE(drifts);
    CASE(steps_there_and_back);
    CASE(still_rows);
    CASE(too_few_rows);
    CASE(not_a_number);
    CASE(long_histories);
    CASE(no_rule_met);
    CASE(drifting_sentence);
    CASE(failures);
    CASE(window_met);
    CASE(residual_met);
    CASE(residual_met_in_too_few_rows);
    CASE(residual_at_rounding);
    CASE(residual_at_the_rounding_of_gradients);
    CASE(residual_met_in_few_steps);
    CASE(unsteady_runs);
    CASE(long_sentences);
    return check_end();
}
