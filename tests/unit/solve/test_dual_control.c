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

static void slow_is_seen(void)
{
    struct dual_control k = begun(1, 0, 6, 99);
    for (int i = 1; i <= 9; i++) {
        CHECK(!dual_control_is_slow(&k), "slow after %d steps", i - 1);
        after(&k, pow(0.75, i), 0); /* 0.42 in three steps */
    }
    after(&k, 0.9 * pow(0.75, 9), 0);
    CHECK(dual_control_is_slow(&k), "not slow");
    k = begun(1, 0, 6, 99);
    after(&k, 1, 0);
    after(&k, 1, 0);
    CHECK(!dual_control_is_slow(&k), "slow after two steps");
    after(&k, 1, 0);
    CHECK(dual_control_is_slow(&k), "not slow");
}

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
    CASE(flow_drops_as_asked);
    CASE(turbulence_drops_too);
    CASE(slow_is_seen);
    CASE(rounding_is_solved);
    CASE(fails_where_no_step_holds);
    return check_end();
}
