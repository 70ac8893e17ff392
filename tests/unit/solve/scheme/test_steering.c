/* Steering of the implicit scheme, on made-up residuals: defect correction gives way where it is slower than
 * Newton-Krylov is taken to be, rises or is refused; Newton-Krylov gives way where it gains less for its work; steps
 * hold or not; a stalled run solves better until it falls; and a checkpoint holds it all.
 */
#include "check.h"
#include "unit/solve/scheme/steering_bed.h"

#include <stdio.h>
#include <string.h>

static const double CFL = 100; /* of systems, where it is of no account */

/* Steps by which the residual falls so many decades each; until Newton-Krylov begins or ends, `most` at most. How
 * many. */
static int go(struct bed *b, double decades, int evaluations, int most)
{
    const bool newton = steering_is_newton(&b->k);
    for (int n = 0; n < most; n++) {
        if (bed_before(b, b->r).newton != newton)
            return n;
        bed_after(b, b->r);
        b->evaluations += evaluations;
        b->r *= pow(10, -decades);
    }
    return most;
}

/* A system at that CFL number. The step is refused, so that nothing but sweeps follows from it. */
static void solve(struct bed *b, double cfl, int vectors, double reduction)
{
    const struct steering_outcome o = {.refused = true, .vectors = vectors, .reduction = reduction};
    b->cfl.cfl = cfl;
    b->k.model_error = 0.3; /* the tolerance */
    steering_after(&b->k, &b->cfl, bed_norms(1), &o);
}

/* Rates in decades per evaluation: 0.05 is kept for ever, a hundredth is not; a run that has been slow from its first
 * step gets 50 steps. */
static void defect_correction_gives_way_where_it_is_slow(void)
{
    struct bed fast = bed_sst(true), slow = bed_sst(true), early = bed_sst(true);
    CHECK(go(&fast, 0.05, 1, 200) == 200 && !steering_is_newton(&fast.k), "ten decades in 200 steps");
    go(&slow, 0.1, 1, 25);
    int n = go(&slow, 0.01, 1, 200);
    CHECK(steering_is_newton(&slow.k) && n >= 10 && n <= 12, "after %d steps of a hundredth of a decade", n);
    CHECK(slow.k.defect_rate >= 0.01 && slow.k.defect_rate < 0.02, "rate %g", slow.k.defect_rate);
    n = go(&early, 0.001, 1, 200); /* two decades down it counts; before there is patience */
    CHECK(steering_is_newton(&early.k) && n == 50, "after %d steps", n);
}

/* The number of sweeps of the preconditioner doubles on trial where a system takes more than 10 vectors of the Krylov
 * method, stays doubled where that saves a quarter of them, and halves where a system takes fewer than 4 (VECTORS_MANY,
 * _PAY, _FEW). */
static void sweeps_follow_vectors(void)
{
    struct bed b = bed_sst(false);
    CHECK(steering_sweeps(&b.k, 20) == 20 && steering_sweeps(&b.k, 10) == 10, "the fewest at first");
    solve(&b, CFL, 4, 0.3);
    solve(&b, CFL, 10, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 20, "%d sweeps, no fewer, no more", steering_sweeps(&b.k, 20));
    solve(&b, CFL, 16, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 40, "%d sweeps for many vectors", steering_sweeps(&b.k, 20));
    solve(&b, CFL, 12, 0.3); /* that pays */
    solve(&b, CFL, 12, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 80, "%d sweeps while it pays", steering_sweeps(&b.k, 20));
    solve(&b, CFL, 9, 0.3);
    solve(&b, CFL, 4, 0.3);
    solve(&b, CFL, 3, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 40, "%d sweeps for few vectors", steering_sweeps(&b.k, 20));
    for (int k = 0, vectors = 30; k < 8; k++, vectors = vectors == 30 ? 20 : 30)
        solve(&b, CFL, vectors, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 160 && b.k.level == STEERING_LEVELS - 1, "no more than 160");
}

/* 19 vectors instead of 24 are more than three quarters (VECTORS_PAY): back at once, and the next try only after 20
 * more systems. */
static void sweeps_that_do_not_pay_are_left_for_a_while(void)
{
    struct bed b = bed_sst(false);
    solve(&b, CFL, 24, 0.3);
    solve(&b, CFL, 19, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 20, "19 vectors for 24: %d sweeps", steering_sweeps(&b.k, 20));
    for (int k = 0; k < 20; k++) {
        solve(&b, CFL, 24, 0.3);
        CHECK(steering_sweeps(&b.k, 20) == 20, "%d sweeps too early", steering_sweeps(&b.k, 20));
    }
    solve(&b, CFL, 24, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 40, "%d sweeps at the next try", steering_sweeps(&b.k, 20));
}

/* 24 vectors with a CFL number twice as large are as good as 12, three quarters of 16; 25 are not. A smaller CFL number
 * asks for no fewer than the same. */
static void sweeps_are_judged_at_the_cfl_number_that_they_met(void)
{
    struct bed b = bed_sst(false), c = b, d = b;
    solve(&b, CFL, 16, 0.3);
    solve(&b, 2 * CFL, 24, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 40, "%d sweeps, which pay", steering_sweeps(&b.k, 20));
    solve(&c, CFL, 16, 0.3);
    solve(&c, 2 * CFL, 25, 0.3);
    CHECK(steering_sweeps(&c.k, 20) == 20, "%d sweeps, which do not", steering_sweeps(&c.k, 20));
    solve(&d, CFL, 16, 0.3);
    solve(&d, 0.5 * CFL, 12, 0.3);
    CHECK(steering_sweeps(&d.k, 20) == 40, "%d sweeps, which pay", steering_sweeps(&d.k, 20));
}

/* 0.4 is a system left unsolved (the tolerance is 0.3): more sweeps whatever they cost. */
static void sweeps_rise_where_systems_are_not_solved(void)
{
    struct bed b = bed_sst(false), c = bed_sst(false);
    solve(&c, CFL, 30, 0.4);
    solve(&c, CFL, 10, 0.3);
    solve(&c, CFL, 28, 0.3); /* a trial of its own */
    CHECK(steering_sweeps(&c.k, 20) == 80, "%d sweeps", steering_sweeps(&c.k, 20));
    solve(&b, CFL, 30, 0.4);
    solve(&b, CFL, 28, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 80, "%d sweeps, judged though not on trial",
          steering_sweeps(&b.k, 20));
    b = bed_sst(false);
    solve(&b, CFL, 24, 0.3);
    solve(&b, CFL, 30, 0.4);
    CHECK(steering_sweeps(&b.k, 20) == 80, "%d sweeps", steering_sweeps(&b.k, 20));
    for (int k = 0; k < 3; k++)
        solve(&b, CFL, 30, 0.4);
    solve(&b, CFL, 30, 0.3);
    solve(&b, CFL, 30, 0.3);
    CHECK(steering_sweeps(&b.k, 20) == 160, "%d sweeps, and they stay", steering_sweeps(&b.k, 20));
    b.k.method = PHASE_CORRECTION;
    CHECK(steering_sweeps(&b.k, 20) == 20, "defect correction takes the fewest");
}

static void newton_gives_way_where_it_gains_less(void)
{
    struct bed b = bed_sst(true);
    go(&b, 0.1, 1, 25);
    go(&b, 0.02, 1, 200);
    CHECK(steering_is_newton(&b.k), "no Newton-Krylov");
    struct bed better = b, worse = b, failed = b;
    better.cfl.cfl = worse.cfl.cfl = failed.cfl.cfl = 1000;
    CHECK(go(&better, 0.5, 10, 20) == 20 && steering_is_newton(&better.k), "0.5 decades for ten evaluations are more than 0.02 each");
    int n = go(&worse, 0.1, 10, 40);
    CHECK(!steering_is_newton(&worse.k) && n == 10, "given up after %d steps", n);
    CHECK(worse.k.newton_rate < 0.02 && worse.cfl.most == 100, "rate %g", worse.k.newton_rate);
    n = go(&worse, 0.013, 1, 200); /* more than Newton-Krylov's 0.1 / 15 */
    CHECK(n == 200, "left again after %d steps", n);
    failed.k.gave_up = true;
    CHECK(go(&failed, 0.1, 10, 40) == 40, "defect correction had failed");
}

static void newton_gives_way_at_small_cfl_numbers(void)
{
    struct bed b = bed_sst(true), alone = bed_sst(false);
    CHECK(!steering_is_newton(&b.k) && steering_is_newton(&alone.k) && alone.cfl.most > b.cfl.most, "starts");
    go(&b, 0.1, 1, 25);
    go(&b, 0.02, 1, 200);
    b.cfl.cfl = alone.cfl.cfl = 10;
    CHECK(go(&b, 0.3, 1, 20) == 5, "five steps at least");
    CHECK(go(&alone, 0.3, 1, 20) == 20, "where defect correction is of no use");
}

static void a_rise_ends_defect_correction_for_good(void)
{
    struct bed b = bed_sst(true);
    go(&b, 0.1, 1, 25);
    b.r = 11 * b.k.least;
    bed_before(&b, b.r);
    CHECK(steering_is_newton(&b.k) && b.k.gave_up, "a rise of eleven times");
    struct bed c = bed_sst(true);
    steering_take_newton(&c.k, &c.cfl);
    CHECK(steering_is_newton(&c.k) && c.k.gave_up, "a refused step");
}

/* From Newton-Krylov, which has raised the residual fivefold, to defect correction and back, which comes to `part` of
 * the residual at which it was left before. Did it take over? */
static bool there_and_back(struct bed *b, double part)
{
    const double left = b->k.floor;
    b->r = 5 * left;
    b->cfl.cfl = 10; /* so that defect correction takes over */
    go(b, 0, 1, 20);
    if (steering_is_newton(&b->k))
        return false;
    CHECK(b->k.least == b->r && b->k.best.mark == b->r, "defect correction is compared with its own residuals");
    go(b, log10(5 / part) / 10, 1, 10);
    go(b, 0, 1, 200);
    return true;
}

/* Where it has twice come no further than before it does not take over again; where it gets on it does. */
static void defect_correction_that_comes_no_further_ends(void)
{
    struct bed idle = bed_sst(true);
    go(&idle, 0.1, 1, 25);
    go(&idle, 0.001, 1, 200);
    struct bed useful = idle;
    CHECK(there_and_back(&idle, 0.9) && steering_is_newton(&idle.k) && !idle.k.gave_up, "once");
    CHECK(there_and_back(&idle, 0.9) && idle.k.gave_up, "twice");
    CHECK(!there_and_back(&idle, 0.9), "a third time");
    for (int turn = 0; turn < 5; turn++)
        CHECK(there_and_back(&useful, 0.3) && steering_is_newton(&useful.k), "turn %d", turn);
    CHECK(!useful.k.gave_up, "it gets on");
}

static void steps_hold_or_not(void)
{
    struct bed b = bed_sst(false);
    go(&b, 1, 1, 4); /* least: 1e-3 */
    const struct implicit_norms before = {.flow = 1e-2, .all = 1e-2};
    CHECK(steering_accepts(&b.k, (struct implicit_norms){.flow = 2e-2, .all = 1}, before, false), "twofold");
    CHECK(!steering_accepts(&b.k, (struct implicit_norms){.flow = 2.1e-2, .all = 1}, before, false), "more");
    const struct implicit_norms none = {.flow = NAN, .all = NAN}, all_more = {.flow = 1e-2, .all = 2e-2};
    CHECK(!steering_accepts(&b.k, none, before, false), "no number");
    const struct implicit_norms far = {.flow = 0.09, .all = 0.09}, farther = {.flow = 0.11, .all = 0.11};
    CHECK(!steering_accepts(&b.k, farther, far, false), "far over the least");
    b.k.method = PHASE_TIGHT;
    CHECK(!steering_accepts(&b.k, all_more, before, false), "all must fall");
}

/* Below all residuals those of turbulence may grow by decades; Newton-Krylov may make either four times as large as all
 * of them were, defect correction any larger. */
static void turbulence_grows_to_a_bound(void)
{
    const struct implicit_norms before = {.flow = 1e-2, .turbulence = {1e-6, 0.2}, .all = 0.2};
    for (int v = 0; v < 2; v++) {
        struct bed b = bed_sst(false), c = bed_sst(true);
        struct implicit_norms now = {.flow = 1e-2, .turbulence = {1e-6, 1e-6}, .all = 1};
        now.turbulence[v] = 0.79;
        CHECK(steering_accepts(&b.k, now, before, false), "variable %d: a little less", v);
        now.turbulence[v] = 0.81;
        CHECK(!steering_accepts(&b.k, now, before, false), "variable %d: a little more", v);
        CHECK(steering_accepts(&b.k, now, before, true), "variable %d: the shortest step", v);
        CHECK(steering_accepts(&c.k, now, before, false), "variable %d: defect correction", v);
        now.turbulence[v] = NAN;
        for (int last = 0; last < 2; last++)
            CHECK(!steering_accepts(&b.k, now, before, last), "variable %d: no number", v);
    }
}

/* As long as it is a number; also behind a restart and in another stream. Two variables are two where the residual of
 * the second is exactly 0. */
static void the_one_variable_of_sa_is_not_bounded(void)
{
    struct bed one = bed_with(false, 1), two = bed_with(false, 2);
    double number[STEERING_NUMBERS];
    const struct implicit_norms before = {.flow = 1e-2, .turbulence = {0.2, 0}, .all = 0.2};
    struct implicit_norms more = {.flow = 1e-2, .turbulence = {0.9, 0}, .all = 0.9};
    for (int turn = 0; turn < 3; turn++) {
        CHECK(steering_accepts(&one.k, more, before, false), "turn %d: one variable", turn);
        CHECK(!steering_accepts(&two.k, more, before, false), "turn %d: two variables", turn);
        steering_save(&one.k, number);
        steering_load(&one.k, &one.cfl, number);
        steering_load(&two.k, &two.cfl, number);
        if (turn == 1) {
            steering_renew(&one.k, &one.cfl);
            steering_renew(&two.k, &two.cfl);
        }
    }
    more.turbulence[0] = NAN;
    CHECK(!steering_accepts(&one.k, more, before, false), "no number");
}

/* With coarse levels: Newton-Krylov that gets on slowly is not left for defect correction while its CFL number is
 * above 500, two decades down without one either; a residual that does not fall counts as a stall after 30 steps, not 10; and lines give defect correction
 * no larger CFL number. */
static void a_coarse_level_has_patience(void)
{
    for (int coarse = 0; coarse < 2; coarse++) {
        const struct steering_means means = {.corrects = true, .n_turbulence = 1, .lines = true, .coarse = coarse};
        struct bed b = bed_begin(means), c = bed_begin((struct steering_means){.corrects = true, .coarse = coarse});
        CHECK(b.cfl.most == (coarse ? 100 : 1000), "most %g", b.cfl.most);
        go(&c, 0.1, 1, 25);
        go(&c, 0.01, 1, 200);
        CHECK(steering_is_newton(&c.k), "Newton-Krylov");
        struct bed down = c; /* by two decades and more */
        c.k.largest = 50 * c.r;
        c.cfl.cfl = down.cfl.cfl = 501;
        CHECK(go(&down, 0.002, 50, 8) == 8 && steering_is_newton(&down.k), "coarse %d: two decades down", coarse);
        int n = go(&c, 0.002, 50, 8);
        CHECK(steering_is_newton(&c.k) == coarse && (n == 8) == coarse, "coarse %d: after %d steps", coarse, n);
        c.cfl.cfl = 500;
        go(&c, 0.002, 50, 8);
        CHECK(!steering_is_newton(&c.k), "coarse %d: at 500", coarse);
        c = bed_newton(means);
        for (n = 0; n < 40 && c.k.method != PHASE_TIGHT; n++)
            bed_step(&c, 1);
        CHECK(n == (coarse ? 31 : 11), "coarse %d: stalled after %d steps, the first of which is the least", coarse, n);
    }
}

/* Along lines defect correction may have tenfold CFL numbers, and does not take over again below the residual at
 * which it was left; without lines it does. */
static void lines_lead_defect_correction(void)
{
    for (int lines = 0; lines < 2; lines++) {
        struct bed b = bed_begin((struct steering_means){.corrects = true, .n_turbulence = 1, .lines = lines});
        CHECK(b.cfl.most == (lines ? 1000 : 100), "most %g", b.cfl.most);
        go(&b, 0.1, 1, 25);
        go(&b, 0.01, 1, 200);
        CHECK(steering_is_newton(&b.k), "Newton-Krylov");
        double left = b.r;
        b.cfl.cfl = b.cfl.most = 400;
        go(&b, 0.002, 1, 8); /* below where defect correction was left, and few decades for the work */
        int n = go(&b, 0, 50, 8);
        CHECK(b.r < left && steering_is_newton(&b.k) == lines && (n == 8) == lines, "lines %d: after %d steps", lines, n);
        b.r = 2 * left; /* above */
        if (lines)
            CHECK((n = go(&b, 0, 50, 20)) < 20 && !steering_is_newton(&b.k), "above: after %d steps", n);
    }
}

static void a_stalled_run_solves_better_until_it_falls(void)
{
    struct bed b = bed_sst(false);
    go(&b, 0.1, 1, 20);
    b.cfl.cfl = 1e4;
    double loose = bed_tolerance(&b);
    go(&b, 0, 1, 12);
    CHECK(b.k.method == PHASE_TIGHT && bed_tolerance(&b) < loose && fabs(b.cfl.cfl - 1e3) < 1e-9, "CFL number %g",
          b.cfl.cfl);
    b.r *= 0.6;
    go(&b, 0, 1, 1);
    CHECK(b.k.method == PHASE_TIGHT, "not yet half");
    b.r *= 0.8;
    go(&b, 0, 1, 1);
    CHECK(b.k.method != PHASE_TIGHT, "less than half");
    b.k.method = PHASE_TIGHT;
    steering_disturbed(&b.k);
    CHECK(b.k.method == PHASE_NEWTON, "nor of other equations");
}

/* The numbers of a checkpoint are all there is: what one goes on with, the other does. */
static void checkpoints_hold_it_all(void)
{
    struct bed b = bed_sst(true), c = bed_sst(false);
    double number[STEERING_NUMBERS], again[STEERING_NUMBERS];
    go(&b, 0.1, 1, 25);
    go(&b, 0.02, 1, 200);
    go(&b, 0, 3, 15);
    steering_save(&b.k, number);
    steering_load(&c.k, &c.cfl, number);
    steering_save(&c.k, again);
    for (int k = 0; k < STEERING_NUMBERS; k++)
        CHECK(number[k] == again[k], "number %d: %g and %g", k, number[k], again[k]);
    c.cfl.cfl = b.cfl.cfl;
    c.r = b.r;
    c.evaluations = b.evaluations;
    for (int turn = 0; turn < 40; turn++) {
        go(&b, 0.01 * (turn % 3), 7, 3);
        go(&c, 0.01 * (turn % 3), 7, 3);
        CHECK(steering_is_newton(&b.k) == steering_is_newton(&c.k) && b.cfl.cfl == c.cfl.cfl && b.k.method == c.k.method, "turn %d", turn);
    }
}

/* Of a run of Newton-Krylov that had converged: begun again, a residual that is large again is no rise. */
static void another_flow_begins_anew(void)
{
    for (int corrects = 0; corrects < 2; corrects++) {
        struct bed b = bed_sst(corrects), fresh = bed_sst(corrects);
        go(&b, 0.02, 1, 400);
        double largest = b.k.largest;
        CHECK(steering_is_newton(&b.k) && b.k.least < 1, "least %g", b.k.least);
        steering_renew(&b.k, &b.cfl);
        CHECK(steering_is_newton(&b.k) == !corrects && b.cfl.most == fresh.cfl.most, "as a start");
        CHECK(b.cfl.cfl > 10 * fresh.cfl.cfl && b.cfl.cfl <= b.cfl.most, "CFL number %g", b.cfl.cfl);
        CHECK(b.k.largest == largest && b.k.least == fresh.k.least, "largest %g, least %g", b.k.largest, b.k.least);
        struct implicit_norms r = {.flow = 50, .all = 50};
        CHECK(steering_accepts(&b.k, r, (struct implicit_norms){.flow = 40, .all = 40}, false), "is no rise");
    }
}

/* With k and omega, five decades down: Newton-Krylov stays however little it gains; with one turbulence variable, or before,
 * it does not. */
static void newton_stays_late_with_two_variables(void)
{
    const double down[2] = {4.9, 5.1};
    for (int n = 1; n <= 2; n++)
        for (int late = 0; late < 2; late++) {
            struct bed b = bed_with(true, n);
            go(&b, down[late] / 25, 1, 25);
            go(&b, 0, 1, 200);
            const bool stays = n == 2 && late;
            CHECK(steering_is_newton(&b.k), "no Newton-Krylov");
            b.cfl.cfl = 10; /* so that defect correction would take over */
            int steps = go(&b, 0, 1, 20);
            CHECK(steering_is_newton(&b.k) == stays && (steps == 20) == stays, "%d variables, late %d: %d steps", n, late, steps);
        }
}

/* The factor on the CFL number behind the first step of a run of Newton-Krylov, whose tolerance is 0.3. */
static double factor(struct steering_outcome o)
{
    struct bed b = bed_sst(false);
    o.cells = 1e5;
    b.cfl.cfl = 100;
    steering_after(&b.k, &b.cfl, bed_norms(1), &o);
    return b.cfl.cfl / 100;
}

/* Each finding alone on top of a good step: growth only when nothing speaks against it, a fifth after a refused step,
 * half after a shortened one, and by steps the less the linear solve has gained. A good model grows by up to three. */
static void the_cfl_number_follows_the_outcome(void)
{
    const struct steering_outcome good = {.reduction = 0.1, .left = 0.5, .vectors = 18};
    struct steering_outcome o = good;
    CHECK_NEAR(factor(good), 1.5, 1e-15);
    o.left = 0.25; /* 0.15 off */
    CHECK_NEAR(factor(o), 2, 1e-12);
    o.left = 0.1;
    CHECK_NEAR(factor(o), 3, 1e-12);
    o = good;
    o.limited = 11; /* more than one in 10,000 */
    CHECK_NEAR(factor(o), 1, 0);
    o.limited = 10;
    CHECK_NEAR(factor(o), 1.5, 1e-15);
    o = good, o.refused = o.shortened = true;
    CHECK_NEAR(factor(o), 0.2, 1e-15);
    o.refused = false;
    CHECK_NEAR(factor(o), 0.5, 1e-15);
    static const double reduction[] = {0.3, 0.31, 0.5, 0.51, 2, NAN}, wanted[] = {1.5, 1, 1, 0.7, 0.7, 1.5};
    for (int k = 0; k < 6; k++) {
        o = good, o.reduction = reduction[k];
        CHECK_NEAR(factor(o), wanted[k], 1e-15);
    }
}

/* Eight steps without a halving, at a CFL number above 500: what has not done what its system promised cuts it, down to
 * 500, and nothing lets it grow. Not after seven, in unsteady flow, or from a first guess. */
static void large_cfl_numbers_that_get_nowhere_are_cut(void)
{
    static const struct {
        int steps;
        double left, from, to;
        bool unsteady, guessed;
    } row[] = {{8, 0.9, 1e6, 3e5, false, false}, {8, 0.75, 1e6, 1e6, false, false}, {7, 0.75, 1e6, 1.5e6, false, false},
               {8, 0.9, 600, 500, false, false}, {8, 0.9, 400, 600, false, false}, {8, 0.75, 1e6, 1.5e6, true, false},
               {8, 0.75, 1e6, 1.5e6, false, true}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct bed b = bed_sst(false);
        const struct steering_outcome o = {.reduction = 0.3, .left = row[k].left, .vectors = 9, .cells = 1e5};
        b.k.means.unsteady = row[k].unsteady;
        b.k.guessed = row[k].guessed;
        b.k.fall[0].step = b.k.steps = row[k].steps; /* no stall */
        b.cfl.cfl = row[k].from;
        steering_after(&b.k, &b.cfl, bed_norms(1), &o);
        CHECK_NEAR(b.cfl.cfl / row[k].to, 1, 1e-12);
    }
}

/* In a stall the tolerance is 0.03. */
static void poor_systems_cost_by_steps(void)
{
    static const double reduction[] = {0.03, 0.05, 0.07, 0.51}, wanted[] = {1.5, 1, 0.9, 0.7};
    for (int k = 0; k < 4; k++) {
        struct bed b = bed_sst(false);
        const struct steering_outcome o = {.reduction = reduction[k], .left = 0.5};
        b.k.method = PHASE_TIGHT;
        b.cfl.cfl = 100;
        steering_after(&b.k, &b.cfl, bed_norms(1), &o);
        CHECK_NEAR(b.cfl.cfl / 100, wanted[k], 1e-15);
    }
}

/* No growth after the step that follows one that went wrong; defect correction grows more slowly, and no cells count
 * against it. */
static void growth_waits_for_a_step(void)
{
    const struct steering_outcome good = {.reduction = NAN, .limited = 1, .cells = 1};
    for (int refused = 0; refused < 2; refused++) {
        struct bed b = bed_sst(true);
        const struct steering_outcome bad = {.refused = refused, .shortened = !refused, .reduction = NAN};
        b.cfl.cfl = 50;
        steering_after(&b.k, &b.cfl, bed_norms(1), &bad);
        const double fallen = b.cfl.cfl;
        b.k.method = PHASE_CORRECTION;
        CHECK_NEAR(fallen, refused ? 10 : 25, 1e-12);
        steering_after(&b.k, &b.cfl, bed_norms(1), &good);
        CHECK_NEAR(b.cfl.cfl, fallen, 0);
        steering_after(&b.k, &b.cfl, bed_norms(1), &good);
        CHECK_NEAR(b.cfl.cfl, 1.15 * fallen, 1e-12);
    }
}

/* A residual that may be rounding rests after five refusals in a row. */
static void many_refusals_are_a_rest(void)
{
    struct bed b = bed_sst(false);
    for (int refusals = 4; refusals <= 5; refusals++) {
        const struct steering_facts facts = {.r = bed_norms(1), .refusals = refusals};
        CHECK(steering_before(&b.k, &b.cfl, &facts).rests == (refusals == 5), "%d refusals", refusals);
    }
}

static char *read_page(const char *path)
{
    enum { MOST = 100000 };
    FILE *f = fopen(path, "r");
    char *text = f ? calloc(1, MOST) : NULL;
    if (text)
        text[fread(text, 1, MOST - 1, f)] = '\0';
    if (f)
        fclose(f);
    return text;
}

/* docs/steering.md explains every rule. */
static void every_rule_is_explained(void)
{
    char *page = read_page("docs/steering.md"), name[64];
    if (!page) {
        check_skip("started elsewhere than in the sources");
        return;
    }
    for (int n = 0; n < steering_rule_count(); n++) {
        snprintf(name, sizeof name, "`%s`", steering_rule_name(n));
        CHECK(strstr(page, name) != NULL, "docs/steering.md does not explain %s", name);
    }
    free(page);
}

int main(void)
{
    CASE(the_cfl_number_follows_the_outcome);
    CASE(large_cfl_numbers_that_get_nowhere_are_cut);
    CASE(poor_systems_cost_by_steps);
    CASE(growth_waits_for_a_step);
    CASE(many_refusals_are_a_rest);
    CASE(every_rule_is_explained);
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
    CASE(lines_lead_defect_correction);
    CASE(a_stalled_run_solves_better_until_it_falls);
    CASE(checkpoints_hold_it_all);
    CASE(another_flow_begins_anew);
    CASE(newton_stays_late_with_two_variables);
    return check_end();
}
