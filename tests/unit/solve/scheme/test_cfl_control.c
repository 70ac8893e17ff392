/* The CFL number of a step: the course a case gives, and the number that is led by what steps
 * met: refusals, line searches, limited cells, linear solves that hardly converge.
 */
#include "unit/solve/flow_bed.h"
#include "random.h"
#include "scheme/cfl_control.h"

enum { TRIALS = 2000 };

static void a_course(void)
{
    static const double wanted[] = {0.1, 0.3, 0.5, 0.7, 0.9, 0.9};
    struct case_file c;
    CHECK(case_read(flow_case_file("[flow]\nmach = 0.4\n[time]\ncfl = 0.9\ncfl_start = 0.1\ncfl_ramp = 4\n"), NULL, 0,
                    &c) == 0, "%s", error_message());
    struct cfl_control k = cfl_control_ramp(&c);
    CHECK_NEAR(k.cfl, 0.1, 0);
    for (int i = 5; i >= 0; i--) { /* by the iteration alone, whatever was seen */
        cfl_control_after(&k, &(struct cfl_seen){.refused = true});
        CHECK_NEAR(cfl_control_at(&k, i), wanted[i], 1e-15);
        CHECK_NEAR(k.cfl, wanted[i], 1e-15);
    }
    case_free(&c);
}

/* The factor of one step; the iteration (77) must not count for a number that is led. */
static double after(struct cfl_control *k, struct cfl_seen seen)
{
    double before = k->cfl;
    cfl_control_after(k, &seen);
    CHECK(k->cfl == cfl_control_at(k, 77), "does not depend on the iteration");
    return k->cfl / before;
}

static const struct cfl_seen good = {.reduction = 0.01, .tolerance = 0.05, .effort = 0.2};

/* Far from the bounds; the pause of an earlier step has passed. */
static double factor(struct cfl_seen seen)
{
    struct cfl_control k = cfl_control_led(100, 1.5, 1e-6, 1e9);
    return after(&k, seen);
}

/* Each finding alone on top of a good step: growth only when nothing speaks against it, a fifth after a refused step,
 * half after a shortened one, and by steps the less the linear solve has gained. */
static void factors(void)
{
    struct cfl_seen s = good;
    CHECK_NEAR(factor(s), 1.5, 1e-15);
    s.limited = true;
    CHECK_NEAR(factor(s), 1, 0);
    s = good, s.effort = 0.7;
    CHECK_NEAR(factor(s), 1, 0);
    s = good, s.refused = s.shortened = true;
    CHECK_NEAR(factor(s), 0.2, 1e-15);
    s.refused = false;
    CHECK_NEAR(factor(s), 0.5, 1e-15);
    s = good, s.reduction = NAN; /* not known: no reason to be careful */
    CHECK_NEAR(factor(s), 1.5, 1e-15);
    s = good, s.effort = NAN;
    CHECK_NEAR(factor(s), 1, 0);
    static const double reduction[] = {0.05, 0.08, 0.12, 0.4, 0.6, 2}, wanted[] = {1.5, 0.9, 0.6, 0.6, 0.3, 0.3};
    for (int k = 0; k < 6; k++) {
        s = good, s.reduction = reduction[k];
        CHECK_NEAR(factor(s), wanted[k], 1e-15);
    }
}

/* No growth after the step that follows one that went wrong. */
static void a_pause(void)
{
    for (int refused = 0; refused < 2; refused++) {
        struct cfl_control k = cfl_control_led(100, 1.5, 1e-6, 1e9);
        after(&k, (struct cfl_seen){.refused = refused, .shortened = !refused});
        CHECK_NEAR(after(&k, good), 1, 0);
        CHECK_NEAR(after(&k, good), 1.5, 1e-15);
    }
}

/* Whatever is met the number stays within its bounds and is a number.
 * Stretches of 100 steps with one bad step in two and with one in thirty, so that both ends are reached. */
static void bounds(void)
{
    uint64_t seed = 19;
    struct cfl_control k = cfl_control_led(5, 2, 1, 1000);
    bool low = false, high = false;
    for (int i = 0; i < TRIALS; i++) {
        int bad = i / 100 % 2 ? 2 : 30;
        struct cfl_seen s = {.refused = random_below(&seed, bad) == 0, .shortened = random_below(&seed, bad) == 0,
                             .reduction = i % 17 ? random_unit(&seed) * 0.1 : NAN, .tolerance = 0.05,
                             .effort = random_unit(&seed)};
        cfl_control_after(&k, &s);
        CHECK(k.cfl >= 1 && k.cfl <= 1000, "%g", k.cfl);
        low = low || k.cfl == 1;
        high = high || k.cfl == 1000;
    }
    CHECK(low && high, "bounds were never met");
}

/* ---- single steps, by numbers ---- */

static double cfl_behind(struct cfl_control k, struct cfl_seen seen)
{
    cfl_control_after(&k, &seen);
    return k.cfl;
}

static void one_step_by_numbers(void)
{
    const struct cfl_control k = cfl_control_led(10, 2, 1e-2, 1e3);
    const struct cfl_seen good = {.reduction = 0.05, .tolerance = 0.1, .effort = 0.5};
    struct cfl_seen s = good;
    CHECK_NEAR(cfl_behind(k, good), 20, 1e-12);
    s.effort = 0.9;
    CHECK_NEAR(cfl_behind(k, s), 10, 1e-12);
    s.effort = NAN;
    CHECK_NEAR(cfl_behind(k, s), 10, 1e-12);
    s = good, s.limited = true;
    CHECK_NEAR(cfl_behind(k, s), 10, 1e-12);
    s = good, s.shortened = true;
    CHECK_NEAR(cfl_behind(k, s), 5, 1e-12);
    s = good, s.refused = true;
    CHECK_NEAR(cfl_behind(k, s), 2, 1e-12);
    s = good, s.reduction = 0.15;
    CHECK_NEAR(cfl_behind(k, s), 9, 1e-12);
    s.reduction = 0.25;
    CHECK_NEAR(cfl_behind(k, s), 6, 1e-12);
    s.reduction = 0.8;
    CHECK_NEAR(cfl_behind(k, s), 3, 1e-12);
    s.reduction = NAN; /* not known */
    CHECK_NEAR(cfl_behind(k, s), 20, 1e-12);
    s.tolerance = NAN, s.reduction = 0.05;
    CHECK_NEAR(cfl_behind(k, s), 9, 1e-12);
}

static void bounds_and_a_pause_by_numbers(void)
{
    struct cfl_control k = cfl_control_led(10, 2, 1, 15);
    const struct cfl_seen good = {.reduction = NAN}, refused = {.refused = true, .reduction = NAN};
    cfl_control_after(&k, &good);
    CHECK_NEAR(k.cfl, 15, 0);
    for (int i = 0; i < 5; i++)
        cfl_control_after(&k, &refused);
    CHECK_NEAR(k.cfl, 1, 0);
    cfl_control_after(&k, &good);
    CHECK_NEAR(k.cfl, 1, 0); /* no growth right behind a refusal */
    cfl_control_after(&k, &good);
    CHECK_NEAR(k.cfl, 2, 0);
}

int main(void)
{
    CASE(a_course);
    CASE(factors);
    CASE(a_pause);
    CASE(bounds);
    CASE(one_step_by_numbers);
    CASE(bounds_and_a_pause_by_numbers);
    return check_end();
}
