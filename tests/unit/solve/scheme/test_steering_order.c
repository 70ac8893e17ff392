/* Steering of the implicit scheme, on made-up residuals: when a run starts at first order or goes back to it, and when
 * second order takes over.
 */
#include "check.h"
#include "unit/solve/scheme/steering_bed.h"

/* A run with coarse levels in Newton-Krylov, at residual 0.6 after 1, until a step is one of first order; after how many
 * steps, 100: never. fall: what the residual has fallen to before. */
static int go_to_first_order(struct bed *b, double cfl, double fall)
{
    for (int n = 0; n < 100; n++) {
        b->cfl.cfl = cfl;
        b->r = (n ? 0.6 : 1) * fall;
        b->k.largest = 1;
        if (bed_ask(b, b->r, false).change == CHANGE_ORDER)
            return n;
        bed_after(b, b->r);
    }
    return 100;
}

/* The same from a run's start. */
static int wait_for_first_order(struct bed *b, struct steering_means means, double cfl, double fall)
{
    *b = bed_newton(means);
    return go_to_first_order(b, cfl, fall);
}

/* With coarse levels and slopes: after 30 steps of Newton-Krylov at CFL numbers up to 50 in which the residual has not
 * halved, unless it has fallen by three decades before. */
static void a_trapped_run_goes_by_first_order(void)
{
    const struct steering_means means = {.n_turbulence = 1, .coarse = true, .slopes = true};
    const struct steering_means fine = {.slopes = true}, flat = {.coarse = true};
    struct bed b, c;
    CHECK(wait_for_first_order(&b, means, 51, 1) == 100 && wait_for_first_order(&b, fine, 51, 1) == 100 &&
              wait_for_first_order(&b, flat, 20, 1) == 100 && wait_for_first_order(&b, means, 20, 0.99e-3) == 100,
          "first order without need");
    CHECK(wait_for_first_order(&b, means, 20, 1.01e-3) == 30, "just not three decades down");
    CHECK(wait_for_first_order(&b, fine, 50, 1) == 15 && b.k.equations == PHASE_START && !steering_is_newton(&b.k),
          "without coarse levels a new start");
    CHECK(wait_for_first_order(&b, fine, 50, 0.99e-3) == 100, "three decades down");
    b = bed_newton(fine);
    b.k.tried = PHASE_START;
    CHECK(go_to_first_order(&b, 50, 1) == 100, "once, and without coarse levels not by the other way either");
    wait_for_first_order(&b, means, 51, 1);
    b.cfl.cfl = 50;
    c = b;
    CHECK(bed_ask(&b, 0.5, false).change == CHANGE_NONE && bed_ask(&c, 0.51, false).change == CHANGE_ORDER,
          "halves just now");
    int n = wait_for_first_order(&b, means, 50, 1);
    CHECK(n == 30 && steering_is_newton(&b.k) && b.cfl.cfl == 5 && isinf(b.k.least), "after %d steps, CFL number %g", n,
          b.cfl.cfl);
}

/* One step of defect correction in which so many of 1,000 cells are limited. */
static void limited_step(struct bed *b, double r, double limited)
{
    const struct steering_outcome o = {.limited = limited, .cells = 1000, .reduction = NAN};
    bed_before(b, r);
    steering_after(&b->k, &b->cfl, bed_norms(r), &o);
}

/* A run whose steps are limited in more than one cell in twenty begins at first order; when the residual has fallen by two
 * decades, or does not halve in 100 steps, second order begins by defect correction. Once in a run, at its start. */
static void a_strong_shock_starts_at_first_order(void)
{
    const struct steering_means means = {.corrects = true, .slopes = true};
    struct bed b = bed_begin(means), late = bed_begin(means), slow;
    limited_step(&b, 1, 50);
    CHECK(!bed_before(&b, 1).first_order, "one in twenty");
    limited_step(&b, 1, 51);
    CHECK(bed_before(&b, 2).first_order && b.k.equations == PHASE_START && !steering_is_newton(&b.k), "more");
    CHECK_NEAR(b.cfl.cfl, 5, 0);
    slow = b;
    b.cfl.cfl = 70;
    CHECK(bed_before(&b, 0.0201).first_order, "not two decades");
    bed_after(&b, 0.0201);
    CHECK(!bed_before(&b, 0.0199).first_order && !steering_is_newton(&b.k), "two decades");
    CHECK_NEAR(b.cfl.cfl, 20, 0);
    limited_step(&b, 1, 500);
    CHECK(!bed_before(&b, 1).first_order, "once");
    int n = 0;
    while (n < 300 && bed_before(&slow, 1).first_order) {
        bed_after(&slow, 1);
        n++;
    }
    CHECK(n == 100, "%d steps without a halving", n);
    for (n = 0; n < 30; n++)
        limited_step(&late, 1, 0);
    limited_step(&late, 1, 500);
    CHECK(!bed_before(&late, 1).first_order, "not at the start");
}

/* Behind a start limited cells halve the CFL number of defect correction, down to a half; in other runs, and where they
 * are one in a thousand or three, they do not. */
static void limited_cells_hold_defect_correction_after_a_start(void)
{
    const struct steering_means means = {.corrects = true, .slopes = true};
    struct bed b = bed_begin(means);
    limited_step(&b, 1, 40);
    CHECK_NEAR(b.cfl.cfl, 5 * 1.15, 1e-12);
    limited_step(&b, 1, 400);
    bed_before(&b, 1);
    b.cfl.cfl = 8;
    limited_step(&b, 1, 4);
    CHECK_NEAR(b.cfl.cfl, 4, 1e-12);
    limited_step(&b, 1, 3);
    CHECK_NEAR(b.cfl.cfl, 4 * 1.15, 1e-12);
    for (int n = 0; n < 6; n++)
        limited_step(&b, 1, 4);
    CHECK_NEAR(b.cfl.cfl, 0.5, 1e-12);
}

/* Until its residual has fallen by three decades, or for 60 steps; never again. Also as a restart goes on. */
static void first_order_ends_once_and_for_all(void)
{
    const struct steering_means means = {.n_turbulence = 1, .coarse = true, .slopes = true};
    struct bed b, c, first = bed_newton((struct steering_means){.coarse = true});
    wait_for_first_order(&b, means, 50, 1);
    CHECK(bed_before(&b, 1).first_order && bed_before(&b, 40).first_order, "goes on");
    c = b;
    bed_load(&c, &b);
    bed_load(&first, &b);
    CHECK(!bed_before(&first, 0.041).first_order, "a case of first order has no way back to second");
    for (int k = 0; k < 2; k++) {
        struct bed *d = k ? &c : &b;
        CHECK(bed_before(d, 0.041).first_order, "goes on");
        d->cfl.cfl = k ? 300 : 3000;
        CHECK(bed_ask(d, 0.04, false).change == CHANGE_ORDER && !d->first_order && isinf(d->k.least), "three decades");
        CHECK(d->cfl.cfl == (k ? 300 : 500) && steering_is_newton(&d->k), "CFL number %g", d->cfl.cfl);
        for (int n = 0; n < 100; n++) {
            d->cfl.cfl = 20;
            bed_step(d, 1);
            CHECK(!d->first_order, "a second time after %d steps", n);
        }
    }
    wait_for_first_order(&b, means, 50, 1);
    int n = 0;
    for (; n < 100 && bed_before(&b, 1).first_order; n++)
        bed_after(&b, 1);
    CHECK(n == 60, "%d steps of first order that lead nowhere", n);
}

int main(void)
{
    CASE(a_trapped_run_goes_by_first_order);
    CASE(a_strong_shock_starts_at_first_order);
    CASE(limited_cells_hold_defect_correction_after_a_start);
    CASE(first_order_ends_once_and_for_all);
    return check_end();
}
