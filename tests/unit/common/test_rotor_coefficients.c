/* Thrust, torque and their coefficients against numbers worked out by hand. */
#include "check.h"
#include "rotor_coefficients.h"

#include <math.h>

static const double still[3] = {0, 0, 0};

/* Turns at 2 rad/s about z through (1, 0, 0); tips of radius 3 move at 6 m/s. */
static const struct rotor_reference two_blades = {
    .rotation = {0, 0, 2}, .centre = {1, 0, 0}, .radius = 3, .sectors = 2};

/* The force (1, 2, 3) N at the point (0, 0, 0), about which its moment is 0, has the moment (-1, 0, 0) x (1, 2, 3) =
 * (0, 3, -2) about the centre; with (4, 5, -6) N m beside it the torque of one blade is 8 N m. */
static void by_hand(void)
{
    const double about[3] = {0, 0, 0}, force[3] = {1, 2, 3}, moment[3] = {4, 5, -6}, pi = acos(-1.0);
    struct rotor_coefficients k = rotor_coefficients(&two_blades, 0.5, about, force, moment);
    CHECK_NEAR(k.thrust, 6, 1e-15);
    CHECK_NEAR(k.torque, 16, 1e-14);
    double unit = 0.5 * pi * 9 * 36;
    CHECK_NEAR(k.ct, 6 / unit, 1e-15);
    CHECK_NEAR(k.cq, 16 / unit / 3, 1e-15);
    CHECK_NEAR(k.merit, pow(6 / unit, 1.5) / (sqrt(2) * 16 / unit / 3), 1e-14);
}

/* The other sense of rotation turns thrust and torque about. */
static void the_other_way(void)
{
    struct rotor_reference r = two_blades;
    const double about[3] = {1, 0, 0}, force[3] = {0, 0, 3}, moment[3] = {0, 0, -8};
    r.rotation[2] = -2;
    struct rotor_coefficients k = rotor_coefficients(&r, 1, about, force, moment);
    CHECK_NEAR(k.thrust, -6, 1e-15);
    CHECK_NEAR(k.torque, -16, 1e-14);
    CHECK(isnan(k.merit), "a figure of merit without thrust: %g", k.merit);
}

/* Thrust and torque need none. */
static void without_radius(void)
{
    struct rotor_reference r = two_blades;
    const double force[3] = {0, 0, 3};
    r.radius = 0;
    struct rotor_coefficients k = rotor_coefficients(&r, 1, still, force, still);
    CHECK_NEAR(k.thrust, 6, 1e-15);
    CHECK(isnan(k.ct) && isnan(k.cq), "%g %g", k.ct, k.cq);
    CHECK_NEAR(rotor_tip_speed(&r), 0, 0);
}

/* A point 3 m from the axis meets still air at 6 m/s, and a stream of 8 m/s along the axis at 10. */
static void speeds(void)
{
    const double x[3] = {1, -3, 7}, stream[3] = {0, 0, 8};
    const struct rotor_reference rest = {.sectors = 0};
    CHECK_NEAR(rotor_square_of_speed(&two_blades, still, x), 36, 1e-14);
    CHECK_NEAR(rotor_square_of_speed(&two_blades, stream, x), 100, 1e-13);
    CHECK_NEAR(rotor_tip_speed(&two_blades), 6, 1e-15);
    CHECK(rotor_turns(&two_blades) && !rotor_turns(&rest), "which of them turns");
}

/* Blades that the mesh has of those of the rotor: a whole number of times to the rounding of a mesh file's angle. */
static void sectors(void)
{
    const double whole = 2 * acos(-1.0);
    CHECK_NEAR(rotor_sectors(whole), 1, 0);
    CHECK_NEAR(rotor_sectors(whole / 7 * (1 + 1e-5)), 7, 0);
    CHECK_NEAR(rotor_sectors(whole * 3 / 22), 22.0 / 3, 1e-14);
    CHECK_NEAR(rotor_sectors(whole * 2 / 3), 1.5, 1e-15);
}

int main(void)
{
    CASE(by_hand);
    CASE(the_other_way);
    CASE(without_radius);
    CASE(speeds);
    CASE(sectors);
    return check_end();
}
