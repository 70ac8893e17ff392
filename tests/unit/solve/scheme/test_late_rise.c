/* Late in a run the CFL number falls as the residual rises, on made-up residuals: by as much, within bounds, in
 * Newton-Krylov alone, and never across what makes residuals incomparable. With coarse levels it does not, and steps
 * may raise the residual further, until the residual has not halved in 25 steps.
 */
#include "check.h"
#include "unit/solve/scheme/steering_bed.h"

/* One step from residual r of the flow at that CFL number; the CFL number that the step is made at. */
static double step(struct bed *b, double cfl, double r)
{
    b->cfl.cfl = cfl;
    return bed_step(b, r);
}

/* corrects: defect correction; else Newton-Krylov. At the last of the residuals 1, 0.1, ... that is not below least. */
static struct bed fallen(bool corrects, double least)
{
    struct bed b = bed_begin((struct steering_means){.corrects = corrects});
    for (double r = 1; r >= 0.99 * least; r *= 0.1)
        step(&b, 80, r);
    return b;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * b;
}

static void the_cfl_number_falls_as_the_residual_rises(void)
{
    const double rise[] = {0.3, 1, 1.19, 1.25, 2, 4, 9, 11, 1e3};
    const double part[] = {1, 1, 1, 0.8, 0.5, 0.25, 1 / 9.0, 0.1, 0.1};
    for (int i = 0; i < 9; i++) {
        struct bed b = fallen(false, 1e-5);
        double cfl = step(&b, 1000, 1e-5 * rise[i]);
        CHECK(near(cfl, 1000 * part[i]), "%g times: CFL %g", rise[i], cfl);
    }
}

/* From one step to the next, not from the least residual on. */
static void each_step_counts_by_itself(void)
{
    struct bed b = fallen(false, 1e-5);
    CHECK(near(step(&b, 1000, 2e-5), 500), "a rise");
    CHECK(near(step(&b, 1000, 2e-5), 1000), "no further rise");
    CHECK(near(step(&b, 1000, 4e-5), 500), "another");
}

static void it_falls_to_ten_at_the_least(void)
{
    struct bed b = fallen(false, 1e-5);
    CHECK(near(step(&b, 30, 1e-4), 10), "%g", b.cfl.cfl);
    CHECK(near(step(&b, 7, 1e-3), 7), "a smaller one stays: %g", b.cfl.cfl);
}

/* Until the residual has been four decades down once. */
static void early_rises_are_the_flows_own(void)
{
    struct bed early = fallen(false, 1e-3), late = fallen(false, 1e-3);
    step(&early, 80, 1.01e-4);
    CHECK(near(step(&early, 1000, 3.03e-4), 1000), "not quite: %g", early.cfl.cfl);
    step(&late, 80, 0.99e-4);
    CHECK(near(step(&late, 1000, 2.97e-4), 1000 / 3.0), "just: %g", late.cfl.cfl);
}

static void defect_correction_is_led_otherwise(void)
{
    struct bed b = fallen(true, 1e-5);
    CHECK(!steering_is_newton(&b.k) && near(step(&b, 80, 3e-5), 80), "%g", b.cfl.cfl);
}

static void other_equations_begin_anew(void)
{
    struct bed b = fallen(false, 1e-5), other = fallen(false, 1e-5);
    steering_disturbed(&b.k);
    CHECK(near(step(&b, 1000, 9e-5), 1000), "%g", b.cfl.cfl);
    CHECK(isinf(fallen(false, 10).k.before), "nothing before the first step");
    steering_renew(&other.k, &other.cfl);
    CHECK(isinf(other.k.before), "nor before another flow's");
}

static void a_restart_remembers_the_residual_before(void)
{
    struct bed b = fallen(false, 1e-5), again = bed_begin((struct steering_means){0});
    bed_load(&again, &b);
    CHECK(near(step(&again, 1000, 2e-5), 500), "%g", again.cfl.cfl);
}

/* With coarse levels. Without limiter Newton-Krylov takes all steps. */
static struct bed settling(void)
{
    struct bed b = fallen(false, 1e-5);
    b.k.means.coarse = true;
    return b;
}

static bool takes(struct bed *b, double growth)
{
    return steering_accepts(&b->k, (struct implicit_norms){.flow = 1e-5 * growth},
                                    (struct implicit_norms){.flow = 1e-5}, false);
}

static void a_field_that_settles_may_raise_its_residual(void)
{
    struct bed b = settling(), without = fallen(false, 1e-5), corrects = fallen(true, 1e-5);
    corrects.k.means.coarse = true;
    CHECK(takes(&b, 3.99) && !takes(&b, 4.01), "fourfold");
    CHECK(takes(&without, 1.99) && !takes(&without, 2.01), "twofold without coarse levels");
    CHECK(!steering_is_newton(&corrects.k) && takes(&corrects, 1.99) && !takes(&corrects, 2.01), "and in defect correction");
    CHECK(near(step(&b, 1000, 3e-5), 1000) && near(step(&b, 1000, 9e-5), 1000), "the CFL number stays");
}

/* Steps until rises are borne no more, the residual being `high` but in one step, of that number, where it is `low`. */
static int wait_of(struct bed *b, double high, double low, int at)
{
    for (int n = 1; n < 100; n++) {
        step(b, 1000, n == at ? low : high);
        if (!takes(b, 3))
            return n;
    }
    return 0;
}

static void only_while_it_halves_within_25_steps(void)
{
    struct bed b = settling(), halves = settling(), hardly = settling();
    CHECK(wait_of(&b, 2e-5, 0, 0) == 25, "steps");
    CHECK(near(step(&b, 1000, 4e-5), 500), "the CFL number falls again: %g", b.cfl.cfl);
    step(&b, 1000, 1e-6);
    CHECK(!takes(&b, 3), "for good");
    CHECK(wait_of(&halves, 2e-5, 0.49e-5, 10) == 10 + 25, "anew where it halves");
    CHECK(wait_of(&hardly, 2e-5, 0.51e-5, 10) == 25, "not where it nearly does");
}

/* Steps of defect correction before do not count. */
static void the_wait_begins_with_newton_krylov(void)
{
    struct bed b = fallen(true, 0.1);
    int n = 0;
    b.k.means.coarse = true;
    for (; n < 100 && !steering_is_newton(&b.k); n++)
        step(&b, 80, 0.1);
    CHECK(n > 25 && n < 100 && takes(&b, 3), "after %d steps", n);
    CHECK(wait_of(&b, 0.1, 0, 0) == 25, "steps of Newton-Krylov");
}

static void other_equations_settle_anew(void)
{
    struct bed b = settling(), other, again = settling();
    wait_of(&b, 2e-5, 0, 0);
    other = b;
    bed_load(&again, &b);
    CHECK(!takes(&again, 3), "not after a restart");
    steering_disturbed(&b.k);
    CHECK(takes(&b, 3), "after the equations have changed");
    steering_renew(&other.k, &other.cfl);
    CHECK(!other.k.strict, "and from another flow on");
}

int main(void)
{
    CASE(the_cfl_number_falls_as_the_residual_rises);
    CASE(each_step_counts_by_itself);
    CASE(it_falls_to_ten_at_the_least);
    CASE(early_rises_are_the_flows_own);
    CASE(defect_correction_is_led_otherwise);
    CASE(other_equations_begin_anew);
    CASE(a_restart_remembers_the_residual_before);
    CASE(a_field_that_settles_may_raise_its_residual);
    CASE(only_while_it_halves_within_25_steps);
    CASE(the_wait_begins_with_newton_krylov);
    CASE(other_equations_settle_anew);
    return check_end();
}
