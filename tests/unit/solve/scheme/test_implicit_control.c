/* What leads the implicit scheme, on made-up residuals: defect correction gives way where it is slower than
 * Newton-Krylov is taken to be, rises or is refused; Newton-Krylov gives way where it gains less for its work; steps
 * hold or not; a stalled run solves better until it falls; and a checkpoint holds it all.
 */
#include "check.h"

#include "scheme/implicit_control.h"

#include <math.h>
#include <string.h>

static const double CFL = 100; /* of systems, where it is of no account */

struct bed {
    struct implicit_control k;
    struct cfl_control cfl;
    double r;
    int64_t evaluations;
};

static struct bed begin_with(bool corrects, int n_turbulence)
{
    struct bed b = {.r = 1};
    implicit_control_begin(&b.k, &b.cfl, (struct implicit_means){.corrects = corrects, .n_turbulence = n_turbulence});
    return b;
}

/* corrects: starts with defect correction; else with Newton-Krylov. */
static struct bed begin(bool corrects)
{
    return begin_with(corrects, 2);
}

/* Steps by which the residual falls so many decades each; until Newton-Krylov begins or ends, `most` at most. How
 * many. */
static int go(struct bed *b, double decades, int evaluations, int most)
{
    const bool newton = b->k.newton;
    for (int n = 0; n < most; n++) {
        implicit_control_before(&b->k, &b->cfl, b->r, b->evaluations);
        if (b->k.newton != newton)
            return n;
        implicit_control_held(&b->k, &b->cfl, (struct implicit_norms){.flow = b->r, .all = b->r});
        b->evaluations += evaluations;
        b->r *= pow(10, -decades);
    }
    return most;
}

/* Rates in decades per evaluation: 0.05 is kept for ever, a hundredth is not; a run that has been slow from its first
 * step gets 50 steps. */
static void defect_correction_gives_way_where_it_is_slow(void)
{
    struct bed fast = begin(true), slow = begin(true), early = begin(true);
    CHECK(go(&fast, 0.05, 1, 200) == 200 && !fast.k.newton, "ten decades in 200 steps");
    go(&slow, 0.1, 1, 25);
    int n = go(&slow, 0.01, 1, 200);
    CHECK(slow.k.newton && n >= 10 && n <= 12, "after %d steps of a hundredth of a decade", n);
    CHECK(slow.k.defect_rate >= 0.01 && slow.k.defect_rate < 0.02, "rate %g", slow.k.defect_rate);
    n = go(&early, 0.001, 1, 200); /* two decades down it counts; before there is patience */
    CHECK(early.k.newton && n == 50, "after %d steps", n);
}

/* The number of sweeps of the preconditioner doubles on trial where a system takes more than 10 vectors of the Krylov
 * method, stays doubled where that saves a quarter of them, and halves where a system takes fewer than 4 (VECTORS_MANY,
 * _PAY, _FEW). */
static void sweeps_follow_vectors(void)
{
    struct bed b = begin(false);
    CHECK(implicit_control_sweeps(&b.k, 20) == 20 && implicit_control_sweeps(&b.k, 10) == 10, "the fewest at first");
    implicit_control_solved(&b.k, CFL, 4, 0.3);
    implicit_control_solved(&b.k, CFL, 10, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 20, "%d sweeps, no fewer, no more", implicit_control_sweeps(&b.k, 20));
    implicit_control_solved(&b.k, CFL, 16, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 40, "%d sweeps for many vectors", implicit_control_sweeps(&b.k, 20));
    implicit_control_solved(&b.k, CFL, 12, 0.3); /* that pays */
    implicit_control_solved(&b.k, CFL, 12, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 80, "%d sweeps while it pays", implicit_control_sweeps(&b.k, 20));
    implicit_control_solved(&b.k, CFL, 9, 0.3);
    implicit_control_solved(&b.k, CFL, 4, 0.3);
    implicit_control_solved(&b.k, CFL, 3, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 40, "%d sweeps for few vectors", implicit_control_sweeps(&b.k, 20));
    for (int k = 0, vectors = 30; k < 8; k++, vectors = vectors == 30 ? 20 : 30)
        implicit_control_solved(&b.k, CFL, vectors, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 160 && b.k.level == IMPLICIT_LEVELS - 1, "no more than 160");
}

/* 19 vectors instead of 24 are more than three quarters (VECTORS_PAY): back at once, and the next try only after 20
 * more systems. */
static void sweeps_that_do_not_pay_are_left_for_a_while(void)
{
    struct bed b = begin(false);
    implicit_control_solved(&b.k, CFL, 24, 0.3);
    implicit_control_solved(&b.k, CFL, 19, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 20, "19 vectors for 24: %d sweeps", implicit_control_sweeps(&b.k, 20));
    for (int k = 0; k < 20; k++) {
        implicit_control_solved(&b.k, CFL, 24, 0.3);
        CHECK(implicit_control_sweeps(&b.k, 20) == 20, "%d sweeps too early", implicit_control_sweeps(&b.k, 20));
    }
    implicit_control_solved(&b.k, CFL, 24, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 40, "%d sweeps at the next try", implicit_control_sweeps(&b.k, 20));
}

/* 24 vectors with a CFL number twice as large are as good as 12, three quarters of 16; 25 are not. A smaller CFL number
 * asks for no fewer than the same. */
static void sweeps_are_judged_at_the_cfl_number_that_they_met(void)
{
    struct bed b = begin(false), c = b, d = b;
    implicit_control_solved(&b.k, CFL, 16, 0.3);
    implicit_control_solved(&b.k, 2 * CFL, 24, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 40, "%d sweeps, which pay", implicit_control_sweeps(&b.k, 20));
    implicit_control_solved(&c.k, CFL, 16, 0.3);
    implicit_control_solved(&c.k, 2 * CFL, 25, 0.3);
    CHECK(implicit_control_sweeps(&c.k, 20) == 20, "%d sweeps, which do not", implicit_control_sweeps(&c.k, 20));
    implicit_control_solved(&d.k, CFL, 16, 0.3);
    implicit_control_solved(&d.k, 0.5 * CFL, 12, 0.3);
    CHECK(implicit_control_sweeps(&d.k, 20) == 40, "%d sweeps, which pay", implicit_control_sweeps(&d.k, 20));
}

/* 0.4 is a system left unsolved (the tolerance is 0.3): more sweeps whatever they cost. */
static void sweeps_rise_where_systems_are_not_solved(void)
{
    struct bed b = begin(false), c = begin(false);
    implicit_control_solved(&c.k, CFL, 30, 0.4);
    implicit_control_solved(&c.k, CFL, 10, 0.3);
    implicit_control_solved(&c.k, CFL, 28, 0.3); /* a trial of its own */
    CHECK(implicit_control_sweeps(&c.k, 20) == 80, "%d sweeps", implicit_control_sweeps(&c.k, 20));
    implicit_control_solved(&b.k, CFL, 30, 0.4);
    implicit_control_solved(&b.k, CFL, 28, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 80, "%d sweeps, judged though not on trial",
          implicit_control_sweeps(&b.k, 20));
    b = begin(false);
    implicit_control_solved(&b.k, CFL, 24, 0.3);
    implicit_control_solved(&b.k, CFL, 30, 0.4);
    CHECK(implicit_control_sweeps(&b.k, 20) == 80, "%d sweeps", implicit_control_sweeps(&b.k, 20));
    for (int k = 0; k < 3; k++)
        implicit_control_solved(&b.k, CFL, 30, 0.4);
    implicit_control_solved(&b.k, CFL, 30, 0.3);
    CHECK(implicit_control_sweeps(&b.k, 20) == 160, "%d sweeps, and they stay", implicit_control_sweeps(&b.k, 20));
    b.k.newton = false;
    CHECK(implicit_control_sweeps(&b.k, 20) == 20, "defect correction takes the fewest");
}

static void newton_gives_way_where_it_gains_less(void)
{
    struct bed b = begin(true);
    go(&b, 0.1, 1, 25);
    go(&b, 0.02, 1, 200);
    CHECK(b.k.newton, "no Newton-Krylov");
    struct bed better = b, worse = b, failed = b;
    better.cfl.cfl = worse.cfl.cfl = failed.cfl.cfl = 1000;
    CHECK(go(&better, 0.5, 10, 20) == 20 && better.k.newton, "0.5 decades for ten evaluations are more than 0.02 each");
    int n = go(&worse, 0.1, 10, 40);
    CHECK(!worse.k.newton && n == 10, "given up after %d steps", n);
    CHECK(worse.k.newton_rate < 0.02 && worse.cfl.most == 100, "rate %g", worse.k.newton_rate);
    n = go(&worse, 0.013, 1, 200); /* more than Newton-Krylov's 0.1 / 15 */
    CHECK(n == 200, "left again after %d steps", n);
    failed.k.gave_up = true;
    CHECK(go(&failed, 0.1, 10, 40) == 40, "defect correction had failed");
}

static void newton_gives_way_at_small_cfl_numbers(void)
{
    struct bed b = begin(true), alone = begin(false);
    CHECK(!b.k.newton && alone.k.newton && alone.cfl.most > b.cfl.most, "starts");
    go(&b, 0.1, 1, 25);
    go(&b, 0.02, 1, 200);
    b.cfl.cfl = alone.cfl.cfl = 10;
    CHECK(go(&b, 0.3, 1, 20) == 5, "five steps at least");
    CHECK(go(&alone, 0.3, 1, 20) == 20, "where defect correction is of no use");
}

static void a_rise_ends_defect_correction_for_good(void)
{
    struct bed b = begin(true);
    go(&b, 0.1, 1, 25);
    b.r = 11 * b.k.least;
    implicit_control_before(&b.k, &b.cfl, b.r, 25);
    CHECK(b.k.newton && b.k.gave_up, "a rise of eleven times");
    struct bed c = begin(true);
    implicit_control_refused(&c.k, &c.cfl);
    CHECK(c.k.newton && c.k.gave_up, "a refused step");
}

/* From Newton-Krylov, which has raised the residual fivefold, to defect correction and back, which comes to `part` of
 * the residual at which it was left before. Did it take over? */
static bool there_and_back(struct bed *b, double part)
{
    const double left = b->k.floor;
    b->r = 5 * left;
    b->cfl.cfl = 10; /* so that defect correction takes over */
    go(b, 0, 1, 20);
    if (b->k.newton)
        return false;
    go(b, log10(5 / part) / 10, 1, 10);
    go(b, 0, 1, 200);
    return true;
}

/* Where it has twice come no further than before it does not take over again; where it gets on it does. */
static void defect_correction_that_comes_no_further_ends(void)
{
    struct bed idle = begin(true);
    go(&idle, 0.1, 1, 25);
    go(&idle, 0.001, 1, 200);
    struct bed useful = idle;
    CHECK(there_and_back(&idle, 0.9) && idle.k.newton && !idle.k.gave_up, "once");
    CHECK(there_and_back(&idle, 0.9) && idle.k.gave_up, "twice");
    CHECK(!there_and_back(&idle, 0.9), "a third time");
    for (int turn = 0; turn < 5; turn++)
        CHECK(there_and_back(&useful, 0.3) && useful.k.newton, "turn %d", turn);
    CHECK(!useful.k.gave_up, "it gets on");
}

static void steps_hold_or_not(void)
{
    struct bed b = begin(false);
    go(&b, 1, 1, 4); /* least: 1e-3 */
    const struct implicit_norms before = {.flow = 1e-2, .all = 1e-2};
    CHECK(implicit_control_accepts(&b.k, (struct implicit_norms){.flow = 2e-2, .all = 1}, before, false), "twofold");
    CHECK(!implicit_control_accepts(&b.k, (struct implicit_norms){.flow = 2.1e-2, .all = 1}, before, false), "more");
    const struct implicit_norms none = {.flow = NAN, .all = NAN}, all_more = {.flow = 1e-2, .all = 2e-2};
    CHECK(!implicit_control_accepts(&b.k, none, before, false), "no number");
    const struct implicit_norms far = {.flow = 0.09, .all = 0.09}, farther = {.flow = 0.11, .all = 0.11};
    CHECK(!implicit_control_accepts(&b.k, farther, far, false), "far over the least");
    b.k.tight = true;
    CHECK(!implicit_control_accepts(&b.k, all_more, before, false), "all must fall");
}

/* Below all residuals those of turbulence may grow by decades; Newton-Krylov may make either four times as large as all
 * of them were, defect correction any larger. */
static void turbulence_grows_to_a_bound(void)
{
    const struct implicit_norms before = {.flow = 1e-2, .turbulence = {1e-6, 0.2}, .all = 0.2};
    for (int v = 0; v < 2; v++) {
        struct bed b = begin(false), c = begin(true);
        struct implicit_norms now = {.flow = 1e-2, .turbulence = {1e-6, 1e-6}, .all = 1};
        now.turbulence[v] = 0.79;
        CHECK(implicit_control_accepts(&b.k, now, before, false), "variable %d: a little less", v);
        now.turbulence[v] = 0.81;
        CHECK(!implicit_control_accepts(&b.k, now, before, false), "variable %d: a little more", v);
        CHECK(implicit_control_accepts(&b.k, now, before, true), "variable %d: the shortest step", v);
        CHECK(implicit_control_accepts(&c.k, now, before, false), "variable %d: defect correction", v);
        now.turbulence[v] = NAN;
        for (int last = 0; last < 2; last++)
            CHECK(!implicit_control_accepts(&b.k, now, before, last), "variable %d: no number", v);
    }
}

/* As long as it is a number; also behind a restart and in another stream. Two variables are two where the residual of
 * the second is exactly 0. */
static void the_one_variable_of_sa_is_not_bounded(void)
{
    struct bed one = begin_with(false, 1), two = begin_with(false, 2);
    double number[IMPLICIT_CONTROL_NUMBERS];
    const struct implicit_norms before = {.flow = 1e-2, .turbulence = {0.2, 0}, .all = 0.2};
    struct implicit_norms more = {.flow = 1e-2, .turbulence = {0.9, 0}, .all = 0.9};
    for (int turn = 0; turn < 3; turn++) {
        CHECK(implicit_control_accepts(&one.k, more, before, false), "turn %d: one variable", turn);
        CHECK(!implicit_control_accepts(&two.k, more, before, false), "turn %d: two variables", turn);
        implicit_control_save(&one.k, number);
        implicit_control_load(&one.k, &one.cfl, number);
        implicit_control_load(&two.k, &two.cfl, number);
        if (turn == 1) {
            implicit_control_renew(&one.k, &one.cfl);
            implicit_control_renew(&two.k, &two.cfl);
        }
    }
    more.turbulence[0] = NAN;
    CHECK(!implicit_control_accepts(&one.k, more, before, false), "no number");
}

/* Newton-Krylov from the first step on. */
static void begin_newton_bed(struct bed *b, struct implicit_means means)
{
    *b = (struct bed){.r = 1};
    means.corrects = false;
    implicit_control_begin(&b->k, &b->cfl, means);
}

/* With a coarse level: Newton-Krylov that gets on slowly is not left for defect correction while its CFL number is
 * above 500; a residual that does not fall counts as a stall after 30 steps, not 10; and lines give defect correction
 * no larger CFL number. */
static void a_coarse_level_has_patience(void)
{
    for (int coarse = 0; coarse < 2; coarse++) {
        struct bed b = {.r = 1}, c = {.r = 1};
        const struct implicit_means means = {.corrects = true, .n_turbulence = 1, .lines = true, .coarse = coarse};
        implicit_control_begin(&b.k, &b.cfl, means);
        CHECK(b.cfl.most == (coarse ? 100 : 1000), "most %g", b.cfl.most);
        implicit_control_begin(&c.k, &c.cfl, (struct implicit_means){.corrects = true, .coarse = coarse});
        go(&c, 0.1, 1, 25);
        go(&c, 0.01, 1, 200);
        CHECK(c.k.newton, "Newton-Krylov");
        c.cfl.cfl = 501;
        int n = go(&c, 0.002, 50, 8);
        CHECK(c.k.newton == coarse && (n == 8) == coarse, "coarse %d: after %d steps", coarse, n);
        c.cfl.cfl = 500;
        go(&c, 0.002, 50, 8);
        CHECK(!c.k.newton, "coarse %d: at 500", coarse);
        begin_newton_bed(&c, means);
        for (n = 0; n < 40 && !c.k.tight; n++)
            implicit_control_held(&c.k, &c.cfl, (struct implicit_norms){.flow = c.r, .all = c.r});
        CHECK(n == (coarse ? 31 : 11), "coarse %d: stalled after %d steps, the first of which is the least", coarse, n);
    }
}

/* A run with a coarse level in Newton-Krylov, at residual 0.6 after 1, until a step is one of first order; after how many
 * steps, 100: never. fall: what the residual has fallen to before. */
static int wait_for_detour(struct bed *b, struct implicit_means means, double cfl, double fall)
{
    means.corrects = false;
    begin_newton_bed(b, means);
    for (int n = 0; n < 100; n++) {
        b->cfl.cfl = cfl;
        b->r = (n ? 0.6 : 1) * fall;
        b->k.largest = 1;
        if (implicit_control_detours(&b->k, &b->cfl, b->r))
            return n;
        implicit_control_before(&b->k, &b->cfl, b->r, n);
        implicit_control_held(&b->k, &b->cfl, (struct implicit_norms){.flow = b->r, .all = b->r});
    }
    return 100;
}

/* With a coarse level and slopes: after 30 steps of Newton-Krylov at CFL numbers up to 50 in which the residual has not
 * halved, unless it has fallen by three decades before; then until the residual of first order has fallen by three
 * decades, or for 60 steps; never again. */
static void a_trapped_run_goes_by_first_order(void)
{
    const struct implicit_means means = {.n_turbulence = 1, .coarse = true, .slopes = true};
    const struct implicit_means fine = {.slopes = true}, flat = {.coarse = true};
    struct bed b, c;
    CHECK(wait_for_detour(&b, means, 51, 1) == 100 && wait_for_detour(&b, fine, 20, 1) == 100 &&
              wait_for_detour(&b, flat, 20, 1) == 100 && wait_for_detour(&b, means, 20, 0.99e-3) == 100,
          "a detour without need");
    CHECK(wait_for_detour(&b, means, 20, 1.01e-3) == 30, "just not three decades down");
    wait_for_detour(&b, means, 51, 1);
    b.cfl.cfl = 50;
    c = b;
    CHECK(!implicit_control_detours(&b.k, &b.cfl, 0.5) && implicit_control_detours(&c.k, &c.cfl, 0.51), "halves just now");
    int n = wait_for_detour(&b, means, 50, 1);
    CHECK(n == 30 && b.k.newton && b.cfl.cfl == 5 && isinf(b.k.least), "after %d steps, CFL number %g", n, b.cfl.cfl);
    CHECK(implicit_control_detours(&b.k, &b.cfl, 40), "goes on");
    c = b;
    double number[IMPLICIT_CONTROL_NUMBERS];
    implicit_control_save(&b.k, number);
    implicit_control_begin(&c.k, &c.cfl, b.k.means);
    implicit_control_load(&c.k, &c.cfl, number);
    struct bed first;
    begin_newton_bed(&first, flat);
    implicit_control_load(&first.k, &first.cfl, number);
    CHECK(!implicit_control_detours(&first.k, &first.cfl, 0.041), "a case of first order has no way back to second");
    for (int k = 0; k < 2; k++) { /* the second as a restart goes on */
        struct bed *d = k ? &c : &b;
        CHECK(implicit_control_detours(&d->k, &d->cfl, 0.041), "goes on");
        d->cfl.cfl = k ? 300 : 3000;
        implicit_control_before(&d->k, &d->cfl, 0.041, 100);
        CHECK(!implicit_control_detours(&d->k, &d->cfl, 0.04) && isinf(d->k.least) && d->k.newton, "three decades");
        CHECK(d->cfl.cfl == (k ? 300 : 500), "CFL number %g", d->cfl.cfl);
        for (n = 0; n < 100 && !implicit_control_detours(&d->k, &d->cfl, 1); n++) {
            implicit_control_before(&d->k, &d->cfl, 1, 0);
            implicit_control_held(&d->k, &d->cfl, (struct implicit_norms){.flow = 1, .all = 1});
            d->cfl.cfl = 20;
        }
        CHECK(n == 100, "a second one after %d steps", n);
    }
    wait_for_detour(&b, means, 50, 1);
    for (n = 0; n < 100 && implicit_control_detours(&b.k, &b.cfl, 1); n++)
        implicit_control_held(&b.k, &b.cfl, (struct implicit_norms){.flow = 1, .all = 1});
    CHECK(n == 60, "%d steps of first order that lead nowhere", n);
}

/* Along lines defect correction may have tenfold CFL numbers, and does not take over again below the residual at
 * which it was left; without lines it does. */
static void lines_lead_defect_correction(void)
{
    for (int lines = 0; lines < 2; lines++) {
        struct bed b = {.r = 1};
        implicit_control_begin(&b.k, &b.cfl,
                               (struct implicit_means){.corrects = true, .n_turbulence = 1, .lines = lines});
        CHECK(b.cfl.most == (lines ? 1000 : 100), "most %g", b.cfl.most);
        go(&b, 0.1, 1, 25);
        go(&b, 0.01, 1, 200);
        CHECK(b.k.newton, "Newton-Krylov");
        double left = b.r;
        b.cfl.cfl = 1000;
        go(&b, 0.002, 1, 8); /* below where defect correction was left, and few decades for the work */
        int n = go(&b, 0, 50, 8);
        CHECK(b.r < left && b.k.newton == lines && (n == 8) == lines, "lines %d: after %d steps", lines, n);
        b.r = 2 * left; /* above */
        if (lines)
            CHECK((n = go(&b, 0, 50, 20)) < 20 && !b.k.newton, "above: after %d steps", n);
    }
}

static void a_stalled_run_solves_better_until_it_falls(void)
{
    struct bed b = begin(false);
    go(&b, 0.1, 1, 20);
    b.cfl.cfl = 1e4;
    double loose = implicit_control_tolerance(&b.k);
    go(&b, 0, 1, 12);
    CHECK(b.k.tight && implicit_control_tolerance(&b.k) < loose && fabs(b.cfl.cfl - 1e3) < 1e-9, "CFL number %g",
          b.cfl.cfl);
    b.r *= 0.6;
    go(&b, 0, 1, 1);
    CHECK(b.k.tight, "not yet half");
    b.r *= 0.8;
    go(&b, 0, 1, 1);
    CHECK(!b.k.tight, "less than half");
}

/* The numbers of a checkpoint are all there is: what one goes on with, the other does. */
static void checkpoints_hold_it_all(void)
{
    struct bed b = begin(true), c = begin(false);
    double number[IMPLICIT_CONTROL_NUMBERS], again[IMPLICIT_CONTROL_NUMBERS];
    go(&b, 0.1, 1, 25);
    go(&b, 0.02, 1, 200);
    go(&b, 0, 3, 15);
    implicit_control_save(&b.k, number);
    implicit_control_load(&c.k, &c.cfl, number);
    implicit_control_save(&c.k, again);
    for (int k = 0; k < IMPLICIT_CONTROL_NUMBERS; k++)
        CHECK(number[k] == again[k], "number %d: %g and %g", k, number[k], again[k]);
    c.cfl.cfl = b.cfl.cfl;
    c.r = b.r;
    c.evaluations = b.evaluations;
    for (int turn = 0; turn < 40; turn++) {
        go(&b, 0.01 * (turn % 3), 7, 3);
        go(&c, 0.01 * (turn % 3), 7, 3);
        CHECK(b.k.newton == c.k.newton && b.cfl.cfl == c.cfl.cfl && b.k.tight == c.k.tight, "turn %d", turn);
    }
}

/* Of a run of Newton-Krylov that had converged: begun again, a residual that is large again is no rise. */
static void another_flow_begins_anew(void)
{
    for (int corrects = 0; corrects < 2; corrects++) {
        struct bed b = begin(corrects), fresh = begin(corrects);
        go(&b, 0.02, 1, 400);
        double largest = b.k.largest;
        CHECK(b.k.newton && b.k.least < 1, "least %g", b.k.least);
        implicit_control_renew(&b.k, &b.cfl);
        CHECK(b.k.newton == !corrects && b.cfl.most == fresh.cfl.most && b.cfl.growth == fresh.cfl.growth, "as a start");
        CHECK(b.cfl.cfl > 10 * fresh.cfl.cfl && b.cfl.cfl <= b.cfl.most, "CFL number %g", b.cfl.cfl);
        CHECK(b.k.largest == largest && b.k.least == fresh.k.least, "largest %g, least %g", b.k.largest, b.k.least);
        struct implicit_norms r = {.flow = 50, .all = 50};
        CHECK(implicit_control_accepts(&b.k, r, (struct implicit_norms){.flow = 40, .all = 40}, false), "is no rise");
    }
}

/* From a first guess of a flow that is not limited: systems are solved as far as the last one was a model of its step,
 * from 0.3 down to 0.01, and the CFL number grows by 1.5 to 30. Nothing changes in other starts or with limiters. */
static void a_guess_is_led_by_its_linear_models(void)
{
    const struct cfl_seen seen = {.reduction = 0.2, .tolerance = 0.3};
    struct bed b = begin(false), started = begin(false), limited = begin(true);
    implicit_control_renew(&b.k, &b.cfl);
    implicit_control_renew(&limited.k, &limited.cfl);
    limited.k.newton = true;
    CHECK(implicit_control_tolerance(&b.k) == 0.3, "first %g", implicit_control_tolerance(&b.k));
    const double left[] = {0.2, 0.201, 0.25, 0.6, 3, NAN}, tolerance[] = {0.01, 0.01, 0.05, 0.3, 0.3, 0.3},
                 growth[] = {30, 30, 3, 1.5, 1.5, 1.5};
    for (int i = 0; i < 6; i++) {
        struct bed *const all[] = {&b, &started, &limited};
        for (int k = 0; k < 3; k++) {
            double before = all[k]->cfl.growth;
            implicit_control_moved(&all[k]->k, &all[k]->cfl, &seen, left[i]);
            double has = implicit_control_tolerance(&all[k]->k);
            CHECK(fabs(has - (k ? 0.3 : tolerance[i])) < 1e-12, "bed %d, left %g: tolerance %g", k, left[i], has);
            CHECK(fabs(all[k]->cfl.growth - (k ? before : growth[i])) < 1e-9, "bed %d, left %g: growth %g", k, left[i],
                  all[k]->cfl.growth);
        }
    }
}

/* A step that was refused, shortened or limited, or a system that was not solved, says nothing of the next one. */
static void a_poor_step_is_no_model(void)
{
    const struct cfl_seen good = {.reduction = 0.2, .tolerance = 0.3};
    struct cfl_seen poor[] = {good, good, good, good, good};
    poor[0].refused = poor[1].shortened = poor[2].limited = true;
    poor[3].reduction = 0.7;
    poor[4].reduction = NAN;
    struct bed b = begin(false);
    implicit_control_renew(&b.k, &b.cfl);
    for (int i = 0; i < 5; i++) {
        implicit_control_moved(&b.k, &b.cfl, &good, good.reduction);
        CHECK(implicit_control_tolerance(&b.k) == 0.01, "good: %g", implicit_control_tolerance(&b.k));
        implicit_control_moved(&b.k, &b.cfl, &poor[i], poor[i].reduction);
        CHECK(implicit_control_tolerance(&b.k) == 0.3 && b.cfl.growth == 1.5, "poor %d: %g, %g", i,
              implicit_control_tolerance(&b.k), b.cfl.growth);
    }
    /* Nor does one before the equations were changed. */
    implicit_control_moved(&b.k, &b.cfl, &good, good.reduction);
    implicit_control_disturbed(&b.k);
    CHECK(implicit_control_tolerance(&b.k) == 0.3, "disturbed: %g", implicit_control_tolerance(&b.k));
}

static void a_checkpoint_holds_the_guess(void)
{
    double number[IMPLICIT_CONTROL_NUMBERS];
    struct bed b = begin(false), c = begin(false);
    implicit_control_renew(&b.k, &b.cfl);
    implicit_control_moved(&b.k, &b.cfl, &(struct cfl_seen){.reduction = 0.2, .tolerance = 0.3}, 0.25);
    implicit_control_save(&b.k, number);
    implicit_control_load(&c.k, &c.cfl, number);
    CHECK(c.k.guessed && implicit_control_tolerance(&c.k) == implicit_control_tolerance(&b.k), "tolerance %g",
          implicit_control_tolerance(&c.k));
}

/* With k and omega, five decades down: Newton-Krylov stays however little it gains, and says so where the residual has
 * not halved; with one turbulence variable, or before, it does neither. */
static void newton_stays_late_with_two_variables(void)
{
    const double down[2] = {4.9, 5.1};
    for (int n = 1; n <= 2; n++)
        for (int late = 0; late < 2; late++) {
            struct bed b = begin_with(true, n);
            go(&b, down[late] / 25, 1, 25);
            go(&b, 0, 1, 200);
            const bool stays = n == 2 && late;
            CHECK(b.k.newton, "no Newton-Krylov");
            b.cfl.cfl = 10; /* so that defect correction would take over */
            int steps = go(&b, 0, 1, 20);
            CHECK(b.k.newton == stays && (steps == 20) == stays, "%d variables, late %d: %d steps", n, late, steps);
            CHECK(implicit_control_is_slow(&b.k) == stays, "%d variables, late %d: slow", n, late);
        }
}

/* A step that halves the residual is held up by its vectors; one that does not, by its time step. Defect correction
 * never. */
static void a_run_is_slow_until_the_residual_halves(void)
{
    struct bed b = begin_with(false, 2);
    const double residual[] = {1, 1e-6, 0.8e-6, 0.6e-6, 0.49e-6, 0.2e-6};
    const bool slow[] = {false, false, true, true, false, false};
    for (int n = 0; n < 6; n++) {
        implicit_control_before(&b.k, &b.cfl, residual[n], n);
        CHECK(implicit_control_is_slow(&b.k) == slow[n], "step %d", n);
        implicit_control_held(&b.k, &b.cfl, (struct implicit_norms){.flow = residual[n], .all = residual[n]});
    }
    struct bed early = begin_with(false, 2);
    go(&early, 0.1, 1, 3);
    CHECK(early.k.best_step < early.k.steps && !implicit_control_is_slow(&early.k), "not before it has fallen far");
    struct bed correction = begin_with(true, 2);
    go(&correction, 1, 1, 8);
    correction.r *= 4;
    go(&correction, 0, 1, 3);
    CHECK(!correction.k.newton && !implicit_control_is_slow(&correction.k), "defect correction");
}

int main(void)
{
    CASE(defect_correction_gives_way_where_it_is_slow);
    CASE(sweeps_follow_vectors);
    CASE(sweeps_that_do_not_pay_are_left_for_a_while);
    CASE(sweeps_are_judged_at_the_cfl_number_that_they_met);
    CASE(sweeps_rise_where_systems_are_not_solved);
    CASE(newton_gives_way_where_it_gains_less);
    CASE(newton_gives_way_at_small_cfl_numbers);
    CASE(a_rise_ends_defect_correction_for_good);
    CASE(defect_correction_that_comes_no_further_ends);
    CASE(steps_hold_or_not);
    CASE(turbulence_grows_to_a_bound);
    CASE(the_one_variable_of_sa_is_not_bounded);
    CASE(a_coarse_level_has_patience);
    CASE(a_trapped_run_goes_by_first_order);
    CASE(lines_lead_defect_correction);
    CASE(a_stalled_run_solves_better_until_it_falls);
    CASE(checkpoints_hold_it_all);
    CASE(another_flow_begins_anew);
    CASE(a_guess_is_led_by_its_linear_models);
    CASE(a_poor_step_is_no_model);
    CASE(a_checkpoint_holds_the_guess);
    CASE(newton_stays_late_with_two_variables);
    CASE(a_run_is_slow_until_the_residual_halves);
    return check_end();
}
