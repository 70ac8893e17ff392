/* Limiters that are held for a while: when, what an evaluation with them is, and that a run that was led by them ends
 * at the flow of the straight way and repeats its bits over a restart.
 */
#include "unit/solve/run_bed.h"
#include "unit/solve/scheme/steering_bed.h"

static const char *const ramp = "--map ramp:8";
static const char *const text = "[flow]\nmach = 2\nup = y\n[patches]\n* = symmetry\nxmin = supersonic-inflow\n"
                                "xmax = supersonic-outflow\nymin = slip\nymax = farfield\n[time]\nscheme = implicit\n"
                                "[numerics]\nlimiter = venkatakrishnan\nfirst_order_cells = no\n";

/* ---- when ---- */

static void rest(struct bed *b, double r, int steps)
{
    for (int n = 0; n < steps; n++)
        bed_step(b, r);
}

/* A run in Newton-Krylov at residual r after 1, for so many steps, then at that CFL number: does it hold limiters? */
static bool holds(struct bed *b, bool limiters, double r, int steps, double cfl)
{
    *b = bed_begin((struct steering_means){.corrects = false, .limiters = limiters});
    rest(b, 1, 1);
    rest(b, r, steps);
    b->cfl.cfl = cfl;
    return bed_ask(b, r, false).change == CHANGE_LIMITERS && b->held_limiters;
}

/* After 30 steps in which the residual has not halved, two decades down, at CFL numbers of 50 and more. */
static void a_run_that_stands_holds_limiters(void)
{
    struct bed b;
    CHECK(holds(&b, true, 0.01, 30, 50), "it stands");
    CHECK(b.cfl.cfl == 500 && steering_is_newton(&b.k) && isinf(b.k.least), "CFL number %g", b.cfl.cfl);
    CHECK(!holds(&b, false, 0.01, 30, 50), "nothing to hold");
    CHECK(!holds(&b, true, 0.011, 30, 50), "less than two decades");
    CHECK(!holds(&b, true, 0.01, 29, 50), "29 steps");
    CHECK(!holds(&b, true, 0.01, 30, 49), "at a smaller CFL number");
    CHECK(holds(&b, true, 0.01, 30, 1e4) && b.cfl.cfl == 1e4, "the CFL number does not fall: %g", b.cfl.cfl);
}

static bool goes_on(struct bed *b, double r)
{
    return bed_before(b, r).held_limiters;
}

static bool stands(const struct bed *b, double r)
{
    struct bed next = *b;
    return bed_ask(&next, r, true).change == CHANGE_CELLS;
}

/* Until the residual has fallen by three decades, or has not halved in 15 steps; once in a run, and again in one of
 * another free stream. A held run does not stand. */
static void it_lets_them_go(void)
{
    struct bed b, held;
    int n = 0;
    holds(&b, true, 0.01, 30, 50);
    CHECK(goes_on(&b, 0.5) && goes_on(&b, 1.01e-5), "goes on");
    b.cfl.cfl = 60;
    CHECK(bed_ask(&b, 1e-5, false).change == CHANGE_LIMITERS && !b.held_limiters && isinf(b.k.best.mark) &&
              b.cfl.cfl == 500, "three decades");
    rest(&b, 0.01, 40);
    b.cfl.cfl = 1000;
    CHECK(stands(&b, 0.01) && !goes_on(&b, 0.01), "once");
    steering_renew(&b.k, &b.cfl);
    rest(&b, 1, 1);
    rest(&b, 0.01, 30);
    CHECK(goes_on(&b, 0.01), "in another stream");
    held = b;
    held.k.rest.mark = 0; /* as if for long */
    held.k.rest.step = held.k.newton_step = held.k.look_step = 0;
    CHECK(!stands(&held, 0.01), "it stands while limiters are held");
    for (; n < 100 && goes_on(&b, 0.02); n++)
        rest(&b, 0.02, 1);
    CHECK(n == 15, "%d steps in which it does not halve after the first", n);
    holds(&b, true, 0.01, 30, 50);
    steering_released(&b.k);
    b.held_limiters = false;
    CHECK(isinf(b.k.least) && !goes_on(&b, 0.01), "released");
}

/* ---- what an evaluation with them is ---- */

static double *residual_at(struct flow_bed *t, double wave)
{
    const lid n = t->d.view.n_owned;
    double *q = mem_zalloc("state", (size_t)t->f.n_variables * (size_t)n, sizeof *q), *residual;
    for (lid i = 0; i < n; i++) {
        q[i] = 1.2 + 0.1 * sin(wave * (double)i);
        q[Q_U * n + i] = 600 + 20 * cos(2.0 * (double)i);
        q[Q_P * n + i] = 1e5 + 5e3 * sin(5.0 * (double)i);
    }
    flow_upload(&t->f, q);
    flow_evaluate(&t->f, true);
    MEM_NEW_ZERO(residual, t->f.n_variables * n);
    flow_residual(&t->f, residual, NULL);
    mem_free(q);
    return residual;
}

static bool same(const struct flow_bed *t, const double *a, const double *b)
{
    return memcmp(a, b, (size_t)t->f.n_variables * (size_t)t->d.view.n_owned * sizeof *a) == 0;
}

static void held_limiters_stay(void)
{
    static const char *const more[] = {"", "[model]\nequations = laminar\nslip_only = yes\n[flow]\nreynolds = 1e4\n"};
    for (int k = 0; k < 2; k++) {
        struct flow_bed t;
        char lines[1024];
        snprintf(lines, sizeof lines, "%s%s", text, more[k]);
        CHECK(flow_bed_make(ramp, lines, &t) == 0, "%s", error_message());
        CHECK(flow_can_hold_limiters(&t.f), "equations %d: no limiters to hold", k);
        double *other = residual_at(&t, 7), *here = residual_at(&t, 3);
        flow_hold_limiters(&t.f, true);
        double *here_held = residual_at(&t, 3), *other_held = residual_at(&t, 7), *here_again = residual_at(&t, 3);
        CHECK(same(&t, here, here_held) && same(&t, here, here_again), "equations %d: they are those of the state", k);
        CHECK(!same(&t, other, other_held), "equations %d: they change", k);
        flow_hold_limiters(&t.f, false);
        double *other_free = residual_at(&t, 7);
        CHECK(same(&t, other, other_free), "equations %d: still held", k);
        CHECK(!flow_resume_limiters(&t.f, true), "none were taken from a checkpoint");
        flow_took_held_limiters(&t.f);
        CHECK(!flow_resume_limiters(&t.f, false) && !flow_resume_limiters(&t.f, true), "a run that did not hold them");
        double *all[] = {other, here, here_held, other_held, here_again, other_free};
        for (int j = 0; j < 6; j++)
            mem_free(all[j]);
        flow_bed_free(&t);
    }
}

/* Not where limiters may be frozen, nor without any. */
static void not_every_case_can(void)
{
    static const char *const without[] = {"limiter = none\n", "limiter = barth\nfreeze_limiter = 100\n",
                                          "limiter = barth\norder = 1\n"};
    for (int k = 0; k < 3; k++) {
        struct flow_bed t;
        char lines[1024];
        snprintf(lines, sizeof lines, "[flow]\nmach = 2\nup = y\n[patches]\n* = farfield\n[time]\nscheme = implicit\n"
                 "[numerics]\n%s", without[k]);
        CHECK(flow_bed_make(ramp, lines, &t) == 0, "%s", error_message());
        flow_hold_limiters(&t.f, true);
        CHECK(!flow_can_hold_limiters(&t.f) && t.f.args.gradients.limiter != LIMITER_FROZEN, "%s", without[k]);
        flow_bed_free(&t);
    }
}

/* ---- runs ---- */

/* As if the residual had stood still in steps of Newton-Krylov: what a checkpoint holds (steering_save()). */
static void lead_into_hold(struct run *r)
{
    enum { METHOD = 1, STEPS = 7, NEWTON_STEP = 8, LARGEST = 10, REST = 15, REST_STEP = 16 };
    double number[INTEGRATOR_NUMBERS];
    int n = integrator_save(&r->it, number);
    number[METHOD] = PHASE_NEWTON;
    number[NEWTON_STEP] = number[STEPS] - 30;
    number[LARGEST] *= 1000;
    number[REST] = 0;
    number[REST_STEP] = number[STEPS] - 30;
    integrator_load(&r->it, n, number);
    r->it.cfl.cfl = 50;
    flow_evaluate(&r->t.f, true);
}

/* A run at the state of another, with its numbers, and with its limiters if it is to have them. */
static void restart(struct run *from, struct run *to, bool limiters)
{
    double number[INTEGRATOR_NUMBERS], *q = run_state(from);
    const int n = integrator_save(&from->it, number);
    run_begin(to, ramp, text);
    flow_upload(&to->t.f, q);
    if (limiters) {
        const size_t bytes = (size_t)from->t.f.n_variables * (size_t)from->t.d.view.n_stencil * sizeof(stored);
        from->t.d.backend->download(to->t.f.held_limiter, from->t.f.held_limiter, bytes); /* both on the host */
        flow_took_held_limiters(&to->t.f);
    }
    integrator_load(&to->it, n, number);
    flow_evaluate(&to->t.f, true);
    to->iteration = from->iteration;
    mem_free(q);
}

static void a_held_run_ends_where_the_straight_way_does(void)
{
    const double drop = 10; /* decades */
    struct run straight, led, other, released;
    int notes = 0, held = 0;
    run_begin(&straight, ramp, text);
    flow_evaluate(&straight.t.f, true);
    for (int k = 0; k < 300 && straight.it.report.drop < drop && run_step(&straight); k++) {
        CHECK(!straight.it.report.held_limiters, "limiters are held without need");
    }
    run_begin(&led, ramp, text);
    flow_evaluate(&led.t.f, true);
    for (int k = 0; k < 20; k++)
        CHECK(run_step(&led), "no step");
    lead_into_hold(&led);
    for (int k = 0; k < 300; k++) {
        if ((led.it.report.drop >= drop + 3 && !led.it.report.held_limiters) || !run_step(&led))
            break; /* its largest residual is a thousandfold */
        notes += led.it.report.note != NULL;
        held += led.it.report.held_limiters;
        if (held != 2 || !led.it.report.held_limiters)
            continue;
        restart(&led, &other, true);
        restart(&led, &released, false);
        CHECK(other.it.report.held_limiters && !released.it.report.held_limiters, "a restart forgets them");
        CHECK(run_step(&led) && run_step(&other) && run_step(&released), "no step");
        notes += led.it.report.note != NULL;
        held += led.it.report.held_limiters;
        run_check_same(&led, &other, 0);
        CHECK(!released.it.report.held_limiters, "held without those of the checkpoint");
        run_end(&other);
        run_end(&released);
    }
    CHECK(straight.it.report.drop >= drop && led.it.report.drop >= drop + 3, "they end at %g and %g decades",
          straight.it.report.drop, led.it.report.drop);
    CHECK(notes == 2 && held > 2 && !led.it.report.held_limiters, "%d notes, %d steps with held limiters", notes, held);
    run_check_same(&straight, &led, 1e-9);
    run_end(&straight);
    run_end(&led);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(a_run_that_stands_holds_limiters);
    CASE(it_lets_them_go);
    CASE(held_limiters_stay);
    CASE(not_every_case_can);
    CASE(a_held_run_ends_where_the_straight_way_does);
    comm_finish();
    return check_end();
}
