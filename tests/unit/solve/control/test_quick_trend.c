/* The bound on what is still to come, of rows of which the end is known: it is kept where residuals and changes fall,
 * also where a change is small by chance, and there is none where they do not, with too few rows or without numbers.
 */
#include "check.h"

#include "control/quick_trend.h"

#include <math.h>

/* Rows 0 .. n - 1: the residual falls by `fall` a row; value 0 is `end` + by[row], value 1 twice that. */
static struct quick_trend rows(int n, double fall, double end, const double *by)
{
    struct quick_trend t = {.n = 0};
    for (int i = 0; i < n; i++)
        quick_trend_add(&t, pow(fall, -i), (const double[QUICK_VALUES]){end + by[i], 2 * (end + by[i])});
    return t;
}

/* Series whose errors fall at least threefold: what is left of the last is less than the bound, which is itself less
 * than the change before. The second value is twice the first. */
static void bounds_what_is_to_come(void)
{
    for (double ratio = 3; ratio < 2000; ratio *= 3) {
        double by[6];
        for (int i = 0; i < 6; i++)
            by[i] = 0.1 * pow(ratio, -i) * (i % 2 ? -1 : 1);
        for (int n = 3; n <= 6; n++) {
            struct quick_trend t = rows(n, 20, 0.5, by);
            double left = fabs(by[n - 1]), one = quick_trend_remaining(&t, 0), two = quick_trend_remaining(&t, 1);
            CHECK(one >= left && one < fabs(by[n - 2] - by[n - 3]), "ratio %g, %d rows: %g of %g", ratio, n, one, left);
            CHECK(fabs(two - 2 * one) <= 1e-12 * one, "%g is not twice %g", two, one);
        }
    }
}

/* A last change of nothing, as where a coefficient turns back, is not taken for the end. */
static void is_not_fooled_by_a_turn(void)
{
    const double by[] = {0.1, 0.01, 0.01};
    struct quick_trend t = rows(3, 20, 0.5, by);
    double bound = quick_trend_remaining(&t, 0);
    CHECK(fabs(bound - 0.09 / 16) < 1e-12, "%g", bound); /* residuals fall twentyfold */
}

static void says_nothing_otherwise(void)
{
    const double falls[] = {0.1, 0.01, 0.001}, rises[] = {0.1, 0.09, 0.06}, none[] = {0.1, 0.01, NAN};
    struct quick_trend few = rows(2, 20, 0.5, falls), slow = rows(3, 9.9, 0.5, falls), fast = rows(3, 10.1, 0.5, falls),
                       away = rows(3, 20, 0.5, rises), lost = rows(3, 20, 0.5, none), no_residual = fast;
    no_residual.residual[2] = NAN;
    CHECK(isnan(quick_trend_remaining(&few, 0)), "two rows");
    CHECK(isnan(quick_trend_remaining(&slow, 0)), "a residual that falls less than tenfold");
    CHECK(!isnan(quick_trend_remaining(&fast, 0)), "a residual that falls tenfold");
    CHECK(isnan(quick_trend_remaining(&away, 0)), "changes that grow");
    CHECK(isnan(quick_trend_remaining(&lost, 0)), "a value that is not a number");
    CHECK(isnan(quick_trend_remaining(&no_residual, 0)), "a residual that is not a number");
}

int main(void)
{
    CASE(bounds_what_is_to_come);
    CASE(is_not_fooled_by_a_turn);
    CASE(says_nothing_otherwise);
    return check_end();
}
