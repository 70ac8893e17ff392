/* Boundary states and limiter functions (solve/physics) as values: against
 * relations of gas dynamics and the formulas' one-dimensional form.
 */
#include "check.h"
#include "random.h"

#include "physics/boundary.h"
#include "physics/limiter.h"

static const double gas = 287.05, gamma_air = 1.4, cp = 287.05 * 3.5;

/* A stream of that Mach number along (0.8, -0.6, 0) through a face whose normal
 * points out of the domain against it, turned 20 degrees; and what makes it. */
static struct state stream(double mach, struct bc_values *given, double n[3])
{
    const double t = 290, p = 1e5, v = mach * sqrt(gamma_air * gas * t), turn = 20 * acos(-1.0) / 180;
    struct state s = {p / (gas * t), 0.8 * v, -0.6 * v, 0, p};
    *given = (struct bc_values){.kind = BC_MASS_INFLOW, .gas_constant = gas, .dx = 0.8, .dy = -0.6};
    n[0] = -0.8 * cos(turn);
    n[1] = 0.6 * cos(turn);
    n[2] = sin(turn);
    given->total_temperature = t + 0.5 * v * v / cp;
    given->mass_flux = s.rho * v * cos(turn);
    return s;
}

static double mass_in(struct state s, const double n[3])
{
    return -s.rho * (s.u * n[0] + s.v * n[1] + s.w * n[2]);
}

/* The stream keeps itself. Bound: rounding through a quadratic. */
static void mass_inflow_keeps_a_stream(void)
{
    for (double mach = 0.01; mach < 1; mach += 0.07) {
        struct bc_values given;
        double n[3];
        struct state in = stream(mach, &given, n);
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], gamma_air);
        CHECK_NEAR(b.p, in.p, 1e-12 * in.p);
        CHECK_NEAR(b.rho, in.rho, 1e-12 * in.rho);
        CHECK_NEAR(b.u, in.u, 1e-10 * in.u);
        CHECK_NEAR(b.v, in.v, 1e-10 * fabs(in.v));
    }
}

/* Whatever is inside: mass flux, total temperature and direction are as given, and
 * p + rho c un is the inside's. */
static void mass_inflow_gives_what_is_asked(void)
{
    uint64_t seed = 7;
    for (int i = 0; i < 2000; i++) {
        struct bc_values given;
        double n[3];
        struct state in = stream(0.3 + 0.25 * random_signed(&seed), &given, n);
        in.p *= 1 + 0.1 * random_signed(&seed);
        in.rho *= 1 + 0.1 * random_signed(&seed);
        in.u += 30 * random_signed(&seed);
        in.w += 30 * random_signed(&seed);
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], gamma_air);
        double v = sqrt(b.u * b.u + b.v * b.v + b.w * b.w), rc = in.rho * gas_sound_speed(in, gamma_air);
        double un = b.u * n[0] + b.v * n[1] + b.w * n[2], un_in = in.u * n[0] + in.v * n[1] + in.w * n[2];
        CHECK_NEAR(mass_in(b, n), given.mass_flux, 1e-12 * given.mass_flux);
        CHECK_NEAR(b.p / (gas * b.rho) + 0.5 * v * v / cp, given.total_temperature, 1e-12 * 400);
        CHECK_NEAR(b.u, 0.8 * v, 1e-12 * v);
        CHECK_NEAR(b.v, -0.6 * v, 1e-12 * v);
        CHECK_NEAR(b.p + rc * un, in.p + rc * un_in, 1e-11 * in.p);
    }
}

/* On an even line of cells with differences a and b of one sign the limited slope
 * is van Albada's a b (a + b) / (a^2 + b^2) (van Albada, van Leer & Roberts 1982,
 * with their epsilon 0), and (a (b^2 + e) + b (a^2 + e)) / (a^2 + b^2 + 2 e). */
static void van_albada_on_a_line(void)
{
    uint64_t seed = 8;
    for (int i = 0; i < 5000; i++) {
        double a = exp(3 * random_signed(&seed)), b = exp(3 * random_signed(&seed)), sign = i % 2 ? 1 : -1;
        double e = i % 3 ? 0 : exp(2 * random_signed(&seed));
        double up = i % 2 ? b : a, down = i % 2 ? -a : -b, step = 0.25 * (a + b); /* half a cell of the mean slope */
        double phi = limiter_van_albada(up, down, step, -step, e);
        double exact = (a * (b * b + e) + b * (a * a + e)) / (a * a + b * b + 2 * e);
        CHECK_NEAR(sign * 0.5 * (a + b) * phi, sign * exact, 1e-12 * exact);
    }
}

/* Between 0 and 1, no new extreme, 0 at an extreme, 1 in a flat or roomy field. */
static void van_albada_bounds(void)
{
    uint64_t seed = 9;
    for (int i = 0; i < 10000; i++) {
        double up = fabs(random_signed(&seed)), down = -fabs(random_signed(&seed));
        double high = fabs(random_signed(&seed)), low = -fabs(random_signed(&seed));
        double phi = limiter_van_albada(up, down, high, low, 0);
        CHECK(phi >= 0 && phi <= 1, "%g", phi);
        CHECK(phi * high <= up && phi * low >= down, "a new extreme");
        CHECK(limiter_van_albada(up, down, high, low, 1e9) > 0.999999, "a large threshold limits nothing");
        CHECK_NEAR(phi, limiter_van_albada(-down, -up, -low, -high, 0), 1e-15); /* turned upside down */
    }
    CHECK(limiter_van_albada(0, -1, 0.5, -0.5, 0) == 0, "an extreme");
    CHECK(limiter_van_albada(0, 0, 0, 0, 0) == 1, "a flat field");
    CHECK(limiter_van_albada(2, -2, 1, -1, 0) == 1, "room for the whole slope");
}

int main(void)
{
    CASE(mass_inflow_keeps_a_stream);
    CASE(mass_inflow_gives_what_is_asked);
    CASE(van_albada_on_a_line);
    CASE(van_albada_bounds);
    return check_end();
}
