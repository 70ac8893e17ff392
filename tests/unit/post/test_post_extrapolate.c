/* Values on families of meshes whose limit and order are known, and those that show no order. */
#include "check.h"
#include "compare/extrapolate.h"

/* limit + c h^order at h = cells^(-1/3). */
static struct extrapolation of(int n, const double *cells, double limit, double c, double order)
{
    double f[8];
    for (int k = 0; k < n; k++)
        f[k] = limit + c * pow(cells[k], -order / 3);
    return extrapolate(n, cells, f);
}

static void known_orders(void)
{
    const double cells[4] = {1e3, 2e4, 1.7e5, 1.3e6}; /* the first of four levels does not count */
    static const double order[] = {0.7, 1.3, 2, 3.4};
    for (int k = 0; k < 4; k++) {
        struct extrapolation e = of(3, cells + 1, 0.3, -3, order[k]);
        CHECK_NEAR(e.value, 0.3, 1e-9); /* 60 halvings */
        CHECK_NEAR(e.order, order[k], 1e-9);
        CHECK(!e.order_is_assumed, "order %g", order[k]);
        e = of(4, cells, 0.02, 2, order[k]);
        CHECK_NEAR(e.value, 0.02, 1e-9);
    }
}

static void two_levels(void)
{
    const double cells[2] = {2e4, 1.6e5};
    struct extrapolation e = of(2, cells, 0.27, 5, 2);
    CHECK_NEAR(e.value, 0.27, 1e-12);
    CHECK(e.order_is_assumed && e.order == 2, "order %g", e.order);
}

/* Up and down, and the same twice: the order of the scheme with the two finest; 0.25 - 0.05 / 3 for a ratio of 2. */
static void no_order(void)
{
    const double cells[3] = {1e3, 8e3, 6.4e4}, zigzag[3] = {0.2, 0.3, 0.25}, same[3] = {0.2, 0.3, 0.3};
    struct extrapolation e = extrapolate(3, cells, zigzag);
    CHECK(e.order_is_assumed, "order %g", e.order);
    CHECK_NEAR(e.value, 0.25 - 0.05 / 3, 1e-12);
    e = extrapolate(3, cells, same);
    CHECK(e.order_is_assumed, "order %g", e.order);
    CHECK_NEAR(e.value, 0.3, 0);
}

int main(void)
{
    CASE(known_orders);
    CASE(two_levels);
    CASE(no_order);
    return check_end();
}
