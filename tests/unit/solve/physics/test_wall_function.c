/* The law of the wall (solve/physics/turbulence/wall_law.h) against integrals, and what wall functions make of
 * it (solve/physics/turbulence/wall_function.h): the resolved wall where the cell lies in the sublayer, the law where it does not,
 * and the derivatives.
 */
#include "unit/solve/jacobian_bed.h"

#include "physics/turbulence/jacobian_wall.h"

enum { TRIALS = 200 };

static const double heights[] = {0.01, 0.0999, 0.1001, 0.5, 1, 3, 7, 12, 30, 100, 300, 3000};
enum { N_HEIGHTS = sizeof heights / sizeof *heights };

static int law; /* whose: EQUATIONS_SA or EQUATIONS_SST */

/* mu_t / mu at y+ = y: Spalart-Allmaras' chi f_v1 with chi = kappa y+, or the rational function that stands for SST's.
 * Written here anew, since wall_law.h integrates it in closed form. */
static double eddy(double y)
{
    double chi = 0.41 * y, cubic = law == EQUATIONS_SST ? 6.65 * chi * chi - 8.54 * chi + 104.07 : pow(7.1, 3);
    return pow(chi, 4) / (pow(chi, 3) + cubic);
}

/* du+/dy+ of constant total stress. */
static double slope_of_velocity(double y)
{
    return 1 / (1 + eddy(y));
}

/* dT+/dy+ of constant heat flux, Pr = 0.72 and Pr_t = 0.9. */
static double slope_of_temperature(double y)
{
    return 1 / (1 / 0.72 + eddy(y) / 0.9);
}

/* Simpson's rule in x = sqrt(y).
 * The substitution takes points to the wall, where the slopes bend. */
static double integral(double f(double), double y)
{
    const int n = 20000;
    double h = sqrt(y) / n, sum = 0;
    for (int k = 0; k <= n; k++) {
        double x = k * h;
        sum += (k == 0 || k == n ? 1 : k % 2 ? 4 : 2) * 2 * x * f(x * x);
    }
    return sum * h / 3;
}

/* The closed form against the quadrature, its slope, and the inverse: u+ y+ is what a cell knows before it knows the
 * friction velocity. */
static void velocity(void)
{
    for (int k = 0; k < N_HEIGHTS; k++) {
        double y = heights[k], u = wall_law_velocity((real)y, law), expected = integral(slope_of_velocity, y);
        CHECK_NEAR(u, expected, 1e-8 * expected);
        CHECK_NEAR(wall_law_slope((real)y, law), slope_of_velocity(y), 1e-14);
        CHECK_NEAR(wall_law_height((real)(u * y), law), y, 1e-12 * y);
    }
    CHECK_NEAR(wall_law_velocity(1000, EQUATIONS_SA) - log(1000) / 0.41, 5.033, 0.01); /* the logarithmic layer's constant */
    CHECK(wall_law_height(0, EQUATIONS_SA) >= 0 && wall_law_height(0, EQUATIONS_SA) < 1e-5, "%g", wall_law_height(0, EQUATIONS_SA));
}

/* 1e-3: wall_law.h has a rule of 8 points for a part of the integral. */
static void temperature(void)
{
    for (int k = 0; k < N_HEIGHTS; k++) {
        double y = heights[k], expected = integral(slope_of_temperature, y);
        double t = wall_law_temperature((real)y, wall_law_velocity((real)y, law), (real)0.72, (real)0.9, law);
        CHECK_NEAR(t, expected, 1e-3 * expected);
    }
}

/* The slope is -d ln omega / d ln y by central differences. */
static void omega(void)
{
    for (int k = 0; k < N_HEIGHTS; k++) {
        double y = heights[k], h = 1e-4 * y, low = sst_law_omega((real)(y - h)), high = sst_law_omega((real)(y + h));
        CHECK_NEAR(sst_law_omega((real)y), 80 / (y * y) + y * y / (0.3 * 0.41 * (y * y * y + 178)), 1e-12 * low);
        CHECK_NEAR(sst_law_omega_slope((real)y), -y * (high - low) / (2 * h) / sst_law_omega((real)y), 1e-6);
    }
}

/* A gas of density 1 and viscosity 1e-3 at rest but for the speed along a wall across y, at low Mach number. */
static const struct fluid fluid = {.gamma = 1.4, .gas_constant = 1, .viscosity = 1e-3, .temperature = 1e4,
                                   .prandtl = 0.72, .prandtl_turbulent = 0.9};
static const double down[3] = {0, -1, 0};

static struct wall_layer layer_at(double speed, double d, const struct bc_values *given)
{
    struct state in = {1, speed, 0, 0, 1e4};
    return wall_layer_of(in, given, &fluid, down, d, law);
}

/* Of a speed that the law gives, at the y+ that it had: stress, slope in the cell's centre, stiffness. */
static void stress(void)
{
    struct bc_values given = {.kind = BC_WALL};
    for (int k = 2; k < N_HEIGHTS; k++) {
        double y = heights[k], friction = 0.05, d = y * 1e-3 / friction, speed = friction * wall_law_velocity(y, law);
        struct wall_layer w = layer_at(speed, d, &given), more = layer_at(speed * 1.0001, d, &given);
        double tau = w.viscosity * speed / d, next = more.viscosity * speed * 1.0001 / d;
        CHECK_NEAR(w.y_plus, y, 1e-4 * y); /* compressibility: the square of the Mach number, 1e-5 */
        CHECK_NEAR(tau, friction * friction, 1e-4 * friction * friction);
        double slope = friction * friction / 1e-3 * slope_of_velocity(y);
        CHECK_NEAR(w.steepness * speed / d, slope, 1e-3 * slope);
        CHECK_NEAR(w.stiffness, log(next / tau) / log(1.0001), 1e-3);
        CHECK_NEAR(sst_law_omega_at(w.mu / w.rho, w.y_plus, d), 250 * 0.01 * sst_law_omega(y), 1e-3 * 2.5 * sst_law_omega(y));
    }
}

/* In the sublayer viscosity, conductance and ghost are those of a resolved wall, for each thermal kind. */
static void sublayer(void)
{
    struct bc_values given = {.kind = BC_WALL, .gas_constant = 1, .heat_flux = 3, .wall_velocity = {0.3, 0, 0.1}};
    struct state in = {1, 0.7, 0.02, 0.2, 1e4};
    for (given.thermal = WALL_ADIABATIC; given.thermal <= WALL_HEAT_GIVEN; given.thermal++) {
        given.wall_temperature = 1.001e4;
        struct wall_layer w = wall_layer_of(in, &given, &fluid, down, 1e-4, law);
        struct state ghost = wall_layer_ghost(&w, in, &given, &fluid, down);
        struct state expected = wall_ghost(in, &given, &fluid, 1e-4);
        CHECK_NEAR(w.viscosity, 1e-3, 1e-6);
        CHECK_NEAR(w.conductance, 3.5 * 1e-3 / 0.72 / 1e-4, 0.1);
        CHECK_NEAR(ghost.rho, expected.rho, 1e-4);
        CHECK_NEAR(ghost.u, expected.u, 1e-3);
        CHECK_NEAR(ghost.v, expected.v, 1e-14);
        CHECK_NEAR(ghost.w, expected.w, 1e-3);
    }
}

/* A wall with the temperature that a given heat flux makes has that heat flux. */
static void heat(void)
{
    for (int k = 0; k < N_HEIGHTS; k++) {
        struct bc_values given = {.kind = BC_WALL, .thermal = WALL_HEAT_GIVEN, .heat_flux = 20};
        double d = heights[k] * 1e-3 / 0.05, speed = 0.05 * wall_law_velocity(heights[k], law);
        struct wall_layer w = layer_at(speed, d, &given);
        CHECK_NEAR(wall_layer_heat(&w, &given, 1e4), 20, 0);
        given.thermal = WALL_ISOTHERMAL;
        given.wall_temperature = w.temperature;
        w = layer_at(speed, d, &given);
        CHECK_NEAR(wall_layer_heat(&w, &given, 1e4), 20, 0.01);
        CHECK(w.temperature > 1e4, "a heated wall has %g", w.temperature);
    }
}

/* At high speed: the adiabatic wall's temperature, and less stress than in a gas of the cell's density. */
static void compressible(void)
{
    struct bc_values given = {.kind = BC_WALL};
    struct state in = {1, 300, 0, 0, 1e4};
    struct wall_layer w = wall_layer_of(in, &given, &fluid, down, 0.01, law);
    CHECK_NEAR(w.temperature, 1e4 + 0.5 * cbrt(0.72) * 9e4 / 3.5, 1e-6);
    CHECK_NEAR(w.rho * w.temperature, 1e4, 1e-8);
    CHECK_NEAR(wall_van_driest(2, 0, 1), asin(sqrt(0.5)) / sqrt(0.5), 1e-5); /* of T = 2 - s^2 */
    CHECK_NEAR(wall_van_driest(1, 3, 0), 2.0 / 3, 1e-4);                     /* of T = 1 + 3 s: (2/3) (2 - 1) */
}

/* Over a hot wall the layer's temperature runs from the wall's to the cell's, and less so by what friction heats: the
 * mean of Van Driest's factor along it, by Simpson's rule, gives y+. */
static void over_a_hot_wall(void)
{
    const int n = 2000;
    const double t = 1e4, hot = 1.5e4, d = 0.01, speed = 300;
    struct bc_values given = {.kind = BC_WALL, .thermal = WALL_ISOTHERMAL, .wall_temperature = hot};
    struct wall_layer w = wall_layer_of((struct state){1, speed, 0, 0, t}, &given, &fluid, down, d, law);
    double heating = cbrt(0.72) * speed * speed / (2 * 3.5), sum = 0;
    for (int k = 0; k <= n; k++) {
        double x = (double)k / n, along = hot + (t + heating - hot) * x - heating * x * x;
        sum += (k == 0 || k == n ? 1 : k % 2 ? 4 : 2) * sqrt(hot / along) / (3.0 * n);
    }
    double height = wall_law_height(w.rho * sum * speed * d / w.mu, law);
    CHECK(fabs(w.y_plus / height - 1) < 1e-3, "y+ %g, by the quadrature %g", w.y_plus, height);
}

/* ---- derivatives ---- */

/* The wall's viscous flux of cell 0 with conserved variables w, signed as the residual has it. */
static void at_wall(struct flux5 w, const void *context, double out[5])
{
    struct bed b = *(const struct bed *)context;
    bed_set_state(&b, 0, gas_primitive(w, gamma_air));
    b.a.q = b.q;
    struct boundary_face face = boundary_face_of(&b.a.m, BED_BOUNDARY, &b.patch);
    struct face_diffusion d = viscous_wall(&face, &b.a, bed_state(&b, 0), b.equations, WALLS_MODELLED);
    probe_numbers(flux5_scale(-b.area[BED_BOUNDARY], d.flow), out);
}

/* By the momentum, of flow along the wall at low Mach numbers, where the gas on the wall does not change with it. */
static void derivatives(void)
{
    uint64_t seed = 5;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_SA, 2e-4);
        b.patch.kind = BC_WALL;
        struct state s = {1, 0, 0, 0, 1e4};
        double u[3];
        random_direction(&seed, u);
        double along = dot3(u, b.n[BED_BOUNDARY]);
        for (int k = 0; k < 3; k++)
            u[k] -= along * b.n[BED_BOUNDARY][k];
        s.u = u[0], s.v = u[1], s.w = u[2];
        bed_set_state(&b, 0, s);
        b.a.fluid.sutherland = 0;
        struct block5 got = block5_zero(), expected = probe_derivative(at_wall, &b, s);
        jacobian_add_modelled_wall(&got, b.area[BED_BOUNDARY], b.distance[BED_BOUNDARY], s, &b.patch, &b.a.fluid,
                                   b.n[BED_BOUNDARY], EQUATIONS_SA);
        double largest = 0;
        for (int r = 1; r < 4; r++)
            for (int c = 1; c < 4; c++)
                largest = fmax(largest, fabs(expected.a[r][c]));
        for (int r = 1; r < 4; r++)
            for (int c = 1; c < 4; c++)
                CHECK_NEAR(got.a[r][c], expected.a[r][c], 0.02 * largest);
    }
}

/* By density and energy, of gas nearly at rest over a wall of given temperature: conduction through the whole layer. */
static void derivatives_of_heat(void)
{
    uint64_t seed = 7;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_SA, 2e-4);
        const struct state s = {1, 0, 0, 0, 1e4};
        b.patch = (struct bc_values){.kind = BC_WALL, .thermal = WALL_ISOTHERMAL,
                                     .wall_temperature = (real)(0.9 * 1e4 / b.a.fluid.gas_constant)};
        bed_set_state(&b, 0, s);
        b.a.fluid.sutherland = 0;
        struct block5 got = block5_zero(), expected = probe_derivative(at_wall, &b, s);
        jacobian_add_modelled_wall(&got, b.area[BED_BOUNDARY], b.distance[BED_BOUNDARY], s, &b.patch, &b.a.fluid,
                                   b.n[BED_BOUNDARY], EQUATIONS_SA);
        for (int c = 0; c < 5; c += 4)
            CHECK(fabs(got.a[4][c] - expected.a[4][c]) <= 0.02 * fabs(expected.a[4][c]) && expected.a[4][c] != 0,
                  "column %d: %g, by differences %g", c, got.a[4][c], expected.a[4][c]);
    }
}

int main(void)
{
    for (law = EQUATIONS_SA; law <= EQUATIONS_SST; law++) {
        CASE(velocity);
        CASE(temperature);
        CASE(stress);
        CASE(sublayer);
        CASE(heat);
    }
    CASE(omega);
    law = EQUATIONS_SA;
    CASE(compressible);
    CASE(over_a_hot_wall);
    CASE(derivatives);
    CASE(derivatives_of_heat);
    return check_end();
}
