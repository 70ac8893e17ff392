/* The formula of force coefficients against numbers worked out by hand. */
#include "check.h"
#include "force_coefficients.h"

static const double wind[3] = {3, 0, 4}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};

/* q = 1/2 * 0.16 * 25 = 2 Pa; S = 4 m^2, l = 0.5 m: q S = 8 N, q S l = 4 N m; all exact in binary
 * but the density, so within a rounding. */
static void by_hand(void)
{
    const struct force_reference r = {.density = 0.16, .velocity = wind, .area = 4, .length = 0.5, .lift_axis = z,
                                      .drag_axis = x, .side_axis = y};
    const double force[3] = {2, -4, 16}, moment[3] = {1, 2, -3};
    struct force_coefficients k = force_coefficients(&r, force, moment);
    CHECK_NEAR(k.cd, 0.25, 1e-15);
    CHECK_NEAR(k.cy, -0.5, 1e-15);
    CHECK_NEAR(k.cl, 2, 1e-15);
    CHECK_NEAR(k.cm[0], 0.25, 1e-15);
    CHECK_NEAR(k.cm[1], 0.5, 1e-15);
    CHECK_NEAR(k.cm[2], -0.75, 1e-15);
}

/* Along axes that are not those of the mesh: at an angle whose sine is 0.6, a force along z is
 * lift by its cosine and drag by its sine. */
static void along_the_axes(void)
{
    const double drag[3] = {0.8, 0, 0.6}, lift[3] = {-0.6, 0, 0.8}, force[3] = {0, 0, 10}, moment[3] = {0, 0, 0};
    const struct force_reference r = {.density = 2, .velocity = x, .area = 1, .length = 1, .lift_axis = lift,
                                      .drag_axis = drag, .side_axis = y};
    struct force_coefficients k = force_coefficients(&r, force, moment);
    CHECK_NEAR(k.cl, 8, 1e-15);
    CHECK_NEAR(k.cd, 6, 1e-15);
    CHECK_NEAR(k.cy, 0, 0);
}

/* No division by a dynamic pressure of zero: a run in gas at rest writes a history too. */
static void gas_at_rest(void)
{
    const double still[3] = {0, 0, 0}, force[3] = {1, 2, 3};
    const struct force_reference r = {.density = 1, .velocity = still, .area = 1, .length = 1, .lift_axis = z,
                                      .drag_axis = x, .side_axis = y};
    struct force_coefficients k = force_coefficients(&r, force, force);
    CHECK_NEAR(k.cl, 0, 0);
    CHECK_NEAR(k.cd, 0, 0);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(k.cm[i], 0, 0);
}

/* The speed of a rotor's tips takes the stream's place where there is none, and only there. */
static void rotor_in_still_gas(void)
{
    const double still[3] = {0, 0, 0}, force[3] = {0, 0, 8}, moment[3] = {0, 0, 0};
    struct force_reference r = {.density = 0.16, .velocity = still, .still_air_speed = 5, .area = 4, .length = 1,
                                .lift_axis = z, .drag_axis = x, .side_axis = y};
    CHECK_NEAR(force_coefficients(&r, force, moment).cl, 1, 1e-15);
    r.velocity = x;
    CHECK_NEAR(force_coefficients(&r, force, moment).cl, 25, 1e-14);
}

int main(void)
{
    CASE(by_hand);
    CASE(along_the_axes);
    CASE(gas_at_rest);
    CASE(rotor_in_still_gas);
    return check_end();
}
