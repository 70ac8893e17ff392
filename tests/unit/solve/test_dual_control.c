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

static void drop_is_the_least(void)
{
    struct dual_control k;
    dual_control_begin(&k, (struct implicit_norms){.flow = 1, .turbulence = {10, 0}});
    CHECK(k.drop == 0 && k.steps == 0 && dual_control_goes_on(&k, 2, 5), "drop %g", k.drop);
    dual_control_after(&k, true, (struct implicit_norms){.flow = 1e-3, .turbulence = {1, 0}});
    CHECK_NEAR(k.drop, 1, 1e-12);
    CHECK(dual_control_goes_on(&k, 2, 5), "ends early");
    dual_control_after(&k, true, (struct implicit_norms){.flow = 1e-3, .turbulence = {0.01, 0}});
    CHECK_NEAR(k.drop, 3, 1e-12);
    CHECK(!dual_control_goes_on(&k, 2, 5) && dual_control_goes_on(&k, 3.1, 5), "%d steps", k.steps);
    CHECK(!dual_control_goes_on(&k, 3.1, 2), "goes on after 2 steps of 2");
    dual_control_after(&k, true, (struct implicit_norms){.flow = NAN, .turbulence = {0.01, 0}});
    CHECK_NEAR(k.drop, 0, 0);
    dual_control_after(&k, true, (struct implicit_norms){.flow = 2, .turbulence = {0.01, 0}});
    CHECK_NEAR(k.drop, 0, 0);
}

static void rounding_is_solved(void)
{
    struct dual_control k;
    dual_control_begin(&k, (struct implicit_norms){.flow = 1e-14});
    CHECK(!dual_control_goes_on(&k, 10, 5), "a uniform flow takes steps");
    dual_control_begin(&k, (struct implicit_norms){.flow = 1e-12});
    CHECK(dual_control_goes_on(&k, 10, 5), "takes no step");
    CHECK(!dual_control_has_failed(&k), "failed without a step");
}

static void fails_where_no_step_holds(void)
{
    const struct implicit_norms one = {.flow = 1};
    struct dual_control k;
    dual_control_begin(&k, one);
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
    CASE(drop_is_the_least);
    CASE(rounding_is_solved);
    CASE(fails_where_no_step_holds);
    return check_end();
}
