/* What a coefficient has still to go by, of rows whose range while the residual fell a thousandfold is known.
 */
#include "check.h"

#include "control/residual_tail.h"

#include <math.h>

/* n rows whose residual falls by `fall` a row; value 0 is 1 + 0.1 / (-2)^row, value 1 three times that. */
static struct residual_tail rows(int n, double fall)
{
    struct residual_tail t = {.n = 0};
    for (int i = 0; i < n; i++) {
        double value = 1 + 0.1 * pow(-0.5, i);
        residual_tail_add(&t, pow(fall, -i), (const double[TAIL_VALUES]){value, 3 * value});
    }
    return t;
}

/* The row a thousand times above the last is that many rows before; the largest and least values are its and the next
 * one's. Whatever the number of rows, also of more than are held. */
static void rows_of_three_decades_count(void)
{
    const double fall[] = {1001, 32, 10.1, 5.7, 3.2};
    const int back[] = {1, 2, 3, 4, 6};
    for (int k = 0; k < 5; k++)
        for (int n = back[k] + 1; n < 2 * TAIL_ROWS; n += 7) {
            struct residual_tail t = rows(n, fall[k]);
            double left = 0.1 * 1.5 * pow(0.5, n - 1 - back[k]) / 30.6227766016838; /* sqrt(1000) - 1 */
            CHECK(fabs(residual_tail_remaining(&t, 0) - left) < 1e-15, "fall %g, %d rows: %g, not %g", fall[k], n,
                  residual_tail_remaining(&t, 0), left);
            CHECK(fabs(residual_tail_remaining(&t, 1) - 3 * left) < 3e-15, "the other value");
        }
}

/* Errors that fall as a power of the residual, the square root and faster ones. */
static void bounds_the_error(void)
{
    for (double power = 0.5; power <= 2; power += 0.25)
        for (double fall = 1.3; fall < 100; fall *= 1.7) {
            struct residual_tail t = {.n = 0};
            double error = 0;
            for (int i = 0; i < 40; i++) {
                error = 0.1 * pow(fall, -power * i);
                residual_tail_add(&t, pow(fall, -i), (const double[TAIL_VALUES]){error, -error});
            }
            double said = residual_tail_remaining(&t, 0);
            CHECK(said >= error * (1 - 1e-9), "power %g, fall %g: %g of %g", power, fall, said, error);
            CHECK(said == residual_tail_remaining(&t, 1), "the other sign");
        }
}

static void says_nothing_without_three_decades(void)
{
    struct residual_tail none = {.n = 0}, few = rows(3, 30), slow = rows(900, 1.02), enough = rows(900, 1.0275);
    CHECK(isnan(residual_tail_remaining(&none, 0)), "no row");
    CHECK(isnan(residual_tail_remaining(&few, 0)), "900 times");
    CHECK(isnan(residual_tail_remaining(&slow, 0)), "slower than the rows that are held");
    CHECK(!isnan(residual_tail_remaining(&enough, 0)), "just fast enough");
    residual_tail_add(&none, 1000, (const double[TAIL_VALUES]){0, 0});
    residual_tail_add(&none, 1, (const double[TAIL_VALUES]){0, 0});
    CHECK(residual_tail_remaining(&none, 0) == 0, "a thousand times exactly");
}

static void says_nothing_of_what_is_no_number(void)
{
    struct residual_tail value = rows(10, 3.2), residual = value, before = rows(10, 3.2);
    value.value[0][value.newest - 2] = NAN;
    CHECK(isnan(residual_tail_remaining(&value, 0)) && !isnan(residual_tail_remaining(&value, 1)), "a value");
    residual.residual[residual.newest - 2] = NAN;
    CHECK(isnan(residual_tail_remaining(&residual, 0)), "a residual");
    before.value[0][before.newest - 7] = NAN;
    CHECK(!isnan(residual_tail_remaining(&before, 0)), "one before the three decades");
}

static void a_residual_of_zero_is_below_all(void)
{
    struct residual_tail t = rows(5, 1.5);
    double last = t.value[0][t.newest];
    residual_tail_add(&t, 0, (const double[TAIL_VALUES]){last + 1e-3, 0});
    CHECK(fabs(residual_tail_remaining(&t, 0) - 1e-3 / 30.6227766016838) < 1e-15, "%g", residual_tail_remaining(&t, 0));
}

int main(void)
{
    CASE(rows_of_three_decades_count);
    CASE(bounds_the_error);
    CASE(says_nothing_without_three_decades);
    CASE(says_nothing_of_what_is_no_number);
    CASE(a_residual_of_zero_is_below_all);
    return check_end();
}
