/* The methods of dual time stepping as numbers, by their order conditions, and when the equation of a step counts as
 * solved.
 */
#include "check.h"

#include "scheme/dual_control.h"

#include <math.h>

/* ---- tableaux ---- */

static double row_sum(const struct dual_tableau *t, int i)
{
    double c = 0;
    for (int j = 0; j <= i; j++)
        c += t->a[i][j];
    return c;
}

/* Hairer, Norsett & Wanner 1993, Table II.2.1: the sum of b_i times c_i^power, and of b_i a_ij c_j. The weights b are
 * the last row. */
static double power_sum(const struct dual_tableau *t, int power)
{
    double sum = 0;
    for (int i = 0; i < t->stages; i++)
        sum += t->a[t->stages - 1][i] * pow(row_sum(t, i), power);
    return sum;
}

/* The stability function: the last stage of y' = z y from 1. Stage i is y_i = (1 + z sum of a_ij y_j) / (1 - z a_ii). */
static double stability(const struct dual_tableau *t, double z)
{
    double y[DUAL_STAGES];
    for (int i = 0; i < t->stages; i++) {
        double sum = 1;
        for (int j = 0; j < i; j++)
            sum += z * t->a[i][j] * y[j];
        y[i] = sum / (1 - z * t->a[i][i]);
    }
    return y[t->stages - 1];
}

static void start_is_of_second_order(void)
{
    const struct dual_tableau *t = &dual_tableau_start;
    CHECK_NEAR(power_sum(t, 0), 1, 1e-15);
    CHECK_NEAR(power_sum(t, 1), 0.5, 1e-15);
    CHECK_NEAR(row_sum(t, t->stages - 1), 1, 1e-15);
    CHECK_NEAR(stability(t, -1e12), 0, 1e-10);
    CHECK_NEAR(t->a[0][0], t->a[1][1], 0); /* one diagonal, so that stages are alike */
}

/* The sum of b_i a_ij c_j^power. */
static double tree_sum(const struct dual_tableau *t, int power)
{
    double sum = 0;
    for (int i = 0; i < t->stages; i++)
        for (int j = 0; j <= i; j++)
            sum += t->a[t->stages - 1][i] * t->a[i][j] * pow(row_sum(t, j), power);
    return sum;
}

/* The four conditions of order 3, and the time of the third stage. */
static void esdirk3_is_of_third_order(void)
{
    const struct dual_tableau *t = &dual_tableau_esdirk3;
    CHECK_NEAR(power_sum(t, 0), 1, 1e-15);
    CHECK_NEAR(power_sum(t, 1), 1 / 2.0, 1e-15);
    CHECK_NEAR(power_sum(t, 2), 1 / 3.0, 1e-15);
    CHECK_NEAR(tree_sum(t, 1), 1 / 6.0, 1e-15);
    CHECK_NEAR(row_sum(t, 2), 0.6, 1e-15);
}

/* So that stiff flow keeps the order: the sum of a_ij c_j is c_i^2 / 2. */
static void esdirk3_has_stages_of_second_order(void)
{
    const struct dual_tableau *t = &dual_tableau_esdirk3;
    for (int i = 0; i < t->stages; i++) {
        double sum = 0;
        for (int j = 0; j <= i; j++)
            sum += t->a[i][j] * row_sum(t, j);
        CHECK_NEAR(sum, 0.5 * row_sum(t, i) * row_sum(t, i), 1e-15);
    }
}

/* The stability function along the negative axis: below 1 everywhere and 0 at its end, so that stiff parts die away at
 * once. All implicit stages have one coefficient, so that they share one matrix. */
static void esdirk3_is_l_stable(void)
{
    const struct dual_tableau *t = &dual_tableau_esdirk3;
    CHECK_NEAR(stability(t, -1e12), 0, 1e-10);
    for (double z = -1e-3; z > -1e6; z *= 1.3)
        CHECK(fabs(stability(t, z)) < 1, "%g at z = %g", stability(t, z), z);
    for (int i = 1; i < t->stages; i++)
        CHECK_NEAR(t->a[i][i], t->a[1][1], 0);
    CHECK(t->a[0][0] == 0, "the first stage is not explicit");
}

/* So that its difference to the solution is an error of third order in a step. */
static void embedded_is_of_second_order(void)
{
    const struct dual_tableau *t = &dual_tableau_esdirk3;
    double sum[3] = {0, 0, 0};
    for (int i = 0; i < t->stages; i++)
        for (int p = 0; p < 3; p++)
            sum[p] += t->embedded[i] * pow(row_sum(t, i), p);
    CHECK_NEAR(sum[0], 1, 1e-14);
    CHECK_NEAR(sum[1], 0.5, 1e-14);
    CHECK(fabs(sum[2] - 1 / 3.0) > 0.01, "the embedded solution is of third order too: %g", sum[2]);
}

/* ---- differences ---- */

/* Of t^power at t = 0, from its values there and one, two and three steps before. */
static double derivative_of(struct dual_difference d, double dt, double dt_before, double dt_older, double power)
{
    double at[4] = {0, -dt, -dt - dt_before, -dt - dt_before - dt_older}, y[4];
    for (int k = 0; k < 4; k++)
        y[k] = pow(at[k] + 1, power); /* about t = 1, so that no power is 0 there */
    return d.now * (y[0] - y[1]) + d.before * (y[1] - y[2]) + d.older * (y[2] - y[3]);
}

/* Hairer, Norsett & Wanner 1993, III.1 and III.5: exact for polynomials of the order, whatever the steps. */
static void differences_are_of_their_order(void)
{
    const double step[4][3] = {{0.1, 0.1, 0.1}, {0.1, 0.08, 0.11}, {0.03, 0.1, 0.07}, {0.12, 0.1, 0.09}};
    for (int k = 0; k < 4; k++)
        for (int blended = 0; blended < 2; blended++) {
            const double *h = step[k];
            struct dual_difference d = dual_difference_of(blended ? dual_blend : 0, h[0], h[1], h[2]);
            for (int power = 0; power <= 2; power++)
                CHECK_NEAR(derivative_of(d, h[0], h[1], h[2], power), power, 1e-13);
        }
    struct dual_difference bdf3 = dual_difference_of(1, 0.1, 0.08, 0.11);
    CHECK_NEAR(derivative_of(bdf3, 0.1, 0.08, 0.11, 3), 3, 1e-12);
    struct dual_difference even = dual_difference_of(1, 1, 1, 1); /* 11/6, -3, 3/2, -1/3 */
    CHECK_NEAR(even.now, 11 / 6.0, 1e-15);
    CHECK_NEAR(even.now - even.before, 3, 1e-15);
    CHECK_NEAR(even.before - even.older, -1.5, 1e-15);
    CHECK_NEAR(even.older, 1 / 3.0, 1e-15);
}

/* What a cube is got wrong by: 1 - blend of what BDF2 gets wrong. */
static void blend_has_half_the_error(void)
{
    struct dual_difference bdf2 = dual_difference_of(0, 0.1, 0.1, 0.1);
    struct dual_difference blend = dual_difference_of(dual_blend, 0.1, 0.1, 0.1);
    double large = derivative_of(bdf2, 0.1, 0.1, 0.1, 3) - 3, small = derivative_of(blend, 0.1, 0.1, 0.1, 3) - 3;
    CHECK_NEAR(small / large, 0.52, 1e-9);
}

/* The root locus: z = dt lambda at which a root has modulus 1 lies in the right half plane, for all angles. */
static bool is_a_stable(double blend)
{
    struct dual_difference d = dual_difference_of(blend, 1, 1, 1);
    const double c[4] = {d.now, d.before - d.now, d.older - d.before, -d.older};
    for (int k = 1; k < 2000; k++) {
        double angle = acos(-1.0) * k / 2000, re = 0;
        for (int j = 0; j < 4; j++)
            re += c[j] * cos(j * angle);
        if (!(re >= -1e-14))
            return false;
    }
    return true;
}

static void blend_is_a_stable(void)
{
    CHECK(is_a_stable(0) && is_a_stable(dual_blend) && is_a_stable(0.5), "it is not");
    CHECK(!is_a_stable(0.58) && !is_a_stable(1), "more than half of BDF3 is A-stable");
}

/* ---- lengths of steps ---- */

/* Steps with an error of C dt^3 go to the length at which it is what is aimed at, and stay there. */
static void steps_find_their_length(void)
{
    double dt = 1e-3, before = 0, error = 0;
    int refused = 0;
    for (int k = 0; k < 60; k++) {
        error = 40 * dt * dt * dt;
        refused += error > 1;
        dt *= dual_step_ratio(error, error > 1 ? 0 : before);
        before = error > 1 ? before : error;
    }
    CHECK_NEAR(error, 0.8, 1e-3);
    CHECK(refused == 0, "%d steps were refused on the way", refused);
    CHECK_NEAR(dual_step_ratio(0.8, 0.8), 1, 1e-14);
    CHECK(dual_step_ratio(1e9, 1) > 0.2 && dual_step_ratio(1e9, 0) < 0.25, "%g", dual_step_ratio(1e9, 0));
    CHECK(dual_step_ratio(0, 0) < 2.6 && dual_step_ratio(0, 0) > 2, "%g", dual_step_ratio(0, 0));
    CHECK(dual_step_ratio(1.01, 0) < 1, "a refused step is made again with the same length");
}

/* ---- control ---- */

static struct dual_control begun(double flow, double turbulence, double drop, int most)
{
    struct dual_control k;
    dual_control_begin(&k, (struct implicit_norms){.flow = flow, .turbulence = {turbulence, 0}}, drop, most);
    return k;
}

static void after(struct dual_control *k, double flow, double turbulence)
{
    dual_control_after(k, true, (struct implicit_norms){flow, {turbulence, 0}, flow + turbulence});
}

/* 2 decades in at most 4 steps; residuals that are no number, that rise and that vanish. */
static void flow_drops_as_asked(void)
{
    struct dual_control k = begun(1, 0, 2, 4);
    CHECK(k.drop == 0 && k.steps == 0 && dual_control_goes_on(&k), "drop %g", k.drop);
    after(&k, 0.02, 0);
    CHECK(dual_control_goes_on(&k), "ends early");
    after(&k, 0.009, 0);
    CHECK(!dual_control_goes_on(&k), "does not end");
    CHECK_NEAR(k.drop, 2.0458, 1e-4);
    after(&k, NAN, 0);
    CHECK(k.drop == 0 && dual_control_goes_on(&k), "drop %g", k.drop);
    after(&k, 2, 0);
    CHECK(k.drop == 0 && !dual_control_goes_on(&k), "goes on after 4 steps of 4");
    after(&k, 0, 0);
    CHECK(k.drop > 20 && !dual_control_goes_on(&k), "drop %g", k.drop);
}

/* Half as many decades, from its own value or the flow's. */
static void turbulence_drops_too(void)
{
    struct dual_control large = begun(1, 10, 2, 9), small = begun(1, 1e-3, 2, 9);
    after(&large, 1e-3, 1.1);
    CHECK(dual_control_goes_on(&large), "ends early");
    after(&large, 1e-3, 0.9);
    CHECK(!dual_control_goes_on(&large), "does not end");
    after(&small, 1e-3, 0.11);
    CHECK(dual_control_goes_on(&small), "ends early");
    after(&small, 1e-3, 0.09);
    CHECK(!dual_control_goes_on(&small), "does not end");
    after(&small, 1e-3, NAN);
    CHECK(dual_control_goes_on(&small), "ends at no number");
}

/* Down to 0.42 in three steps is fast enough, to 0.51 is not; fewer than three steps say nothing. */
static void slow_is_seen(void)
{
    const double less = 0.9; /* 0.43 in DUAL_STAGNATION steps */
    struct dual_control k = begun(1, 0, 6, 99);
    for (int i = 1; i <= 20; i++) {
        CHECK(!dual_control_is_slow(&k), "slow after %d steps", i - 1);
        after(&k, pow(less, i), 0);
    }
    after(&k, 1.2 * pow(less, 20), 0);
    CHECK(dual_control_is_slow(&k), "not slow");
    k = begun(1, 0, 6, 99);
    for (int i = 0; i < DUAL_STAGNATION; i++) {
        CHECK(!dual_control_is_slow(&k), "slow after %d steps", i);
        after(&k, 1, 0);
    }
    CHECK(dual_control_is_slow(&k), "not slow");
}

/* Polynomials of first and second degree, steps of different lengths. */
static void predictors_are_of_their_degree(void)
{
    const double dt = 0.3, before = 0.2, older = 0.45, t = 1;
    const double at[4] = {t, t - before, t - before - older, t + dt};
    struct dual_predictor line = dual_predictor_of(dt, before, 0), parabola = dual_predictor_of(dt, before, older);
    CHECK_NEAR(at[0] + line.before * (at[0] - at[1]), at[3], 1e-15);
    CHECK(line.older == 0, "older %g", line.older);
    for (int degree = 1; degree <= 2; degree++) {
        double w[4];
        for (int k = 0; k < 4; k++)
            w[k] = pow(at[k], degree);
        CHECK_NEAR(w[0] + parabola.before * (w[0] - w[1]) + parabola.older * (w[1] - w[2]), w[3], 1e-14);
    }
}

/* The goals are those of the start; a guess that meets them is one step from a solution. */
static void guess_needs_a_step(void)
{
    struct dual_control k = begun(1, 0, 2, 9);
    dual_control_guess(&k, (struct implicit_norms){.flow = 0.1, .all = 0.1});
    CHECK_NEAR(k.drop, 1, 1e-12);
    CHECK(dual_control_goes_on(&k) && !dual_control_is_slow(&k) && k.steps == 0 && k.held == 0, "%d steps", k.steps);
    after(&k, 0.009, 0);
    CHECK(!dual_control_goes_on(&k), "does not end");
    k = begun(1, 0, 2, 9);
    dual_control_guess(&k, (struct implicit_norms){.flow = 1e-3, .all = 1e-3});
    CHECK(dual_control_goes_on(&k), "a guess is taken for a solution");
    after(&k, 1e-3, 0);
    CHECK(!dual_control_goes_on(&k), "does not end");
}

/* A residual of rounding from the start has nothing left to drop. */
static void rounding_is_solved(void)
{
    struct dual_control k = begun(1e-14, 0, 10, 5);
    CHECK(!dual_control_goes_on(&k), "a uniform flow takes steps");
    k = begun(1e-12, 0, 10, 5);
    CHECK(dual_control_goes_on(&k), "takes no step");
    CHECK(!dual_control_has_failed(&k), "failed without a step");
}

static void fails_where_no_step_holds(void)
{
    const struct implicit_norms one = {.flow = 1};
    struct dual_control k = begun(1, 0, 2, 5);
    dual_control_after(&k, false, one);
    dual_control_after(&k, false, one);
    CHECK(dual_control_has_failed(&k), "has not failed");
    dual_control_after(&k, true, one);
    CHECK(!dual_control_has_failed(&k), "has failed");
}

int main(void)
{
    CASE(start_is_of_second_order);
    CASE(esdirk3_is_of_third_order);
    CASE(esdirk3_has_stages_of_second_order);
    CASE(esdirk3_is_l_stable);
    CASE(embedded_is_of_second_order);
    CASE(differences_are_of_their_order);
    CASE(blend_has_half_the_error);
    CASE(blend_is_a_stable);
    CASE(steps_find_their_length);
    CASE(flow_drops_as_asked);
    CASE(turbulence_drops_too);
    CASE(slow_is_seen);
    CASE(predictors_are_of_their_degree);
    CASE(guess_needs_a_step);
    CASE(rounding_is_solved);
    CASE(fails_where_no_step_holds);
    return check_end();
}
