/* Boundary states and limiters as values: what each kind of boundary must keep or
 * take over, in characteristic variables and by gas dynamics, and the limiter
 * functions against their papers' form. Bounds: rounding.
 */
#include "check.h"
#include "random.h"

#include "physics/boundary.h"
#include "physics/limiter.h"
#include "physics/wall.h"

#include <stdbool.h>

static const double g = 1.4, gas = 287.05, cp = 287.05 * 3.5;
enum { TRIALS = 3000 };

static uint64_t seed = 31;

static void random_normal(double n[3])
{
    double length;
    for (int d = 0; d < 3; d++)
        n[d] = random_signed(&seed);
    length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int d = 0; d < 3; d++)
        n[d] /= length;
}

/* Air near 1 bar and 290 K at up to `mach` along each axis. */
static struct state air(double mach)
{
    double p = 1e5 * (1 + 0.1 * random_signed(&seed)), t = 290 * (1 + 0.1 * random_signed(&seed)),
           c = sqrt(g * gas * t);
    return (struct state){p / (gas * t), mach * c * random_signed(&seed), mach * c * random_signed(&seed),
                          mach * c * random_signed(&seed), p};
}

static double along(struct state s, const double n[3])
{
    return s.u * n[0] + s.v * n[1] + s.w * n[2];
}

/* Velocity along the face, and its differences between two states. */
static double slip_distance(struct state a, struct state b, const double n[3])
{
    double d[3] = {a.u - b.u, a.v - b.v, a.w - b.w}, un = along(a, n) - along(b, n), sum = 0;
    for (int k = 0; k < 3; k++)
        sum += pow(d[k] - un * n[k], 2);
    return sqrt(sum);
}

static bool same(struct state a, struct state b)
{
    return a.rho == b.rho && a.u == b.u && a.v == b.v && a.w == b.w && a.p == b.p;
}

/* With c and rho of the state inside: p + rho c un goes out, p - rho c un comes in,
 * entropy p - c^2 rho and the velocity along the face come from where the flow does. */
static void farfield_characteristics(void)
{
    int in_count = 0, out_count = 0;
    for (int i = 0; i < TRIALS; i++) {
        double n[3];
        random_normal(n);
        struct state in = air(0.5), far = air(0.5);
        double c = sqrt(g * in.p / in.rho), rc = in.rho * c, un = along(in, n);
        struct bc_values given = {.kind = BC_FARFIELD, .outside = far};
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], g), from = along(b, n) < 0 ? far : in;
        if (fabs(un) > 0.95 * c || fabs(along(b, n)) < 0.051 * sqrt(far.u * far.u + far.v * far.v + far.w * far.w))
            continue; /* what lies along the boundary: farfield_has_no_jump() */
        CHECK_NEAR(b.p + rc * along(b, n), in.p + rc * un, 1e-9 * in.p);
        CHECK_NEAR(b.p - rc * along(b, n), far.p - rc * along(far, n), 1e-9 * in.p);
        CHECK_NEAR(b.p - c * c * b.rho, from.p - c * c * from.rho, 1e-9 * in.p);
        CHECK_NEAR(slip_distance(b, from, n), 0, 1e-9 * c);
        in_count += along(b, n) < 0;
        out_count += along(b, n) > 0;
    }
    CHECK(in_count > 500 && out_count > 500, "%d %d", in_count, out_count);
}

/* A stream that turns from entering to leaving in steps of a ten thousandth of its speed: the state at the boundary
 * goes from what comes from outside to what comes from inside by steps of a thousandth of the whole. */
static void farfield_has_no_jump(void)
{
    const double n[3] = {0, 1, 0};
    enum { STEPS = 2000 };
    struct state in = {1.3, 220, 0, 15, 1.02e5}, far = {1.15, 200, 0, -5, 1e5}, before = far;
    struct bc_values given = {.kind = BC_FARFIELD, .outside = far};
    double largest = 0, ends[2] = {0, 0};
    for (int i = -STEPS; i <= STEPS; i++) {
        in.v = 200 * 1e-4 * i;
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], g);
        if (i > -STEPS)
            largest = fmax(largest, fmax(fabs(b.rho - before.rho) / 0.15, fabs(b.u - before.u) / 20));
        ends[i > 0] = i == -STEPS || i == STEPS ? b.u : ends[i > 0];
        before = b;
    }
    CHECK_NEAR(ends[0], far.u, 1e-9);
    CHECK_NEAR(ends[1], in.u, 1e-9);
    CHECK(largest < 2e-3, "a step of %g of the whole", largest);
}

static void supersonic_boundaries(void)
{
    const double n[3] = {1, 0, 0};
    struct state in = air(0.3), far = air(0.3);
    struct bc_values given = {.kind = BC_FARFIELD, .outside = far, .pressure = 9e4};
    static const int plain[2] = {BC_SUPERSONIC_INFLOW, BC_SUPERSONIC_OUTFLOW};
    in.u = 500;
    CHECK(same(boundary_state(in, &given, n[0], n[1], n[2], g), in), "leaving");
    given.kind = BC_PRESSURE_OUTLET;
    CHECK(same(boundary_state(in, &given, n[0], n[1], n[2], g), in), "pressure cannot go upstream");
    given.kind = BC_OPENING;
    given.gas_constant = gas, given.total_temperature = 300;
    CHECK(same(boundary_state(in, &given, n[0], n[1], n[2], g), in), "nor that of air outside");
    in.u = -500;
    given.kind = BC_FARFIELD;
    CHECK(same(boundary_state(in, &given, n[0], n[1], n[2], g), far), "entering");
    for (int k = 0; k < 2; k++) {
        given.kind = plain[k];
        CHECK(same(boundary_state(in, &given, n[0], n[1], n[2], g), k ? in : far), "kind %d", plain[k]);
    }
}

/* The pressure as given; entropy, the velocity along the face and p + rho c un as inside. */
static void pressure_outlet(void)
{
    for (int i = 0; i < TRIALS; i++) {
        double n[3], asked = 1e5 * (1 + 0.05 * random_signed(&seed));
        random_normal(n);
        struct state in = air(0.4);
        double c = sqrt(g * in.p / in.rho), rc = in.rho * c;
        struct bc_values given = {.kind = BC_PRESSURE_OUTLET, .pressure = asked};
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], g);
        CHECK_NEAR(b.p, asked, 0);
        CHECK_NEAR(b.p + rc * along(b, n), in.p + rc * along(in, n), 1e-9 * in.p);
        CHECK_NEAR(b.p - c * c * b.rho, in.p - c * c * in.rho, 1e-9 * in.p);
        CHECK_NEAR(slip_distance(b, in, n), 0, 1e-9 * c);
    }
}

/* An outlet to next to nothing: what leaves rises with the Mach number inside up to 1, where it is all that comes, and
 * no face is far beyond the speed of sound. */
static void choked_outlet(void)
{
    const double n[3] = {1, 0, 0};
    const struct bc_values given = {.kind = BC_PRESSURE_OUTLET, .pressure = 1};
    struct state in = {.rho = 1.2, .p = 1e5};
    const double c = sqrt(g * in.p / in.rho);
    double before = 0;
    for (int i = 0; i <= 1200; i++) {
        in.u = 0.001 * i * c;
        const struct state b = boundary_state(in, &given, n[0], n[1], n[2], g);
        const double leaves = b.rho * b.u;
        CHECK(leaves > before && (i == 0 || leaves < before + 0.0015 * in.rho * c), "%g after %g at Mach %g", leaves,
              before, 0.001 * i);
        CHECK(i >= 1000 || (b.u < 1.16 * sqrt(g * b.p / b.rho) && leaves >= in.rho * in.u), "Mach %g", 0.001 * i);
        before = leaves;
    }
    in.u = 0.3 * c;
    CHECK_NEAR(boundary_state(in, &given, n[0], n[1], n[2], g).p, in.p * pow((0.4 * 0.3 + 2) / 2.4, 7), 1e-9 * in.p);
}

/* Total pressure and temperature and the direction as given (isentropic relations),
 * un + 2 c / (gamma - 1) as inside. */
static void total_inflow(void)
{
    for (int i = 0; i < TRIALS; i++) {
        double n[3], turn = 0.3 * random_signed(&seed);
        random_normal(n);
        struct state in = air(0.0);
        double c = sqrt(g * in.p / in.rho), m = 0.5 + 0.3 * random_signed(&seed), t0, p0;
        struct bc_values given = {.kind = BC_TOTAL_INFLOW, .gas_constant = gas};
        /* into the domain, turned a little towards a direction along the face */
        double t[3] = {n[1], -n[0], 0}, length = hypot(t[0], t[1]);
        given.dx = -cos(turn) * n[0] + sin(turn) * t[0] / length;
        given.dy = -cos(turn) * n[1] + sin(turn) * t[1] / length;
        given.dz = -cos(turn) * n[2];
        in.u = m * c * given.dx, in.v = m * c * given.dy, in.w = m * c * given.dz;
        t0 = given.total_temperature = in.p / (gas * in.rho) * (1 + 0.2 * m * m) * (1 + 0.02 * random_signed(&seed));
        p0 = given.total_pressure = in.p * pow(1 + 0.2 * m * m, 3.5) * (1 + 0.05 * random_signed(&seed));
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], g);
        double cb = sqrt(g * b.p / b.rho), v2 = b.u * b.u + b.v * b.v + b.w * b.w, temperature = b.p / (gas * b.rho);
        CHECK_NEAR(temperature + v2 / (2 * cp), t0, 1e-10 * t0);
        CHECK_NEAR(b.p * pow(t0 / temperature, 3.5), p0, 1e-10 * p0);
        CHECK_NEAR(along(b, n) + 5 * cb, along(in, n) + 5 * c, 1e-10 * 5 * c);
        CHECK_NEAR(b.u, sqrt(v2) * given.dx, 1e-9 * c);
        CHECK_NEAR(b.v, sqrt(v2) * given.dy, 1e-9 * c);
        CHECK_NEAR(b.w, sqrt(v2) * given.dz, 1e-9 * c);
    }
}

/* What leaves the domain rises with the pressure inside, through nothing where fluid at rest has the reservoir's
 * pressure, and never jumps; what leaves meets the reservoir's pressure with the entropy that it has. */
static void total_inflow_lets_out(void)
{
    double n[3];
    random_normal(n);
    const double p0 = 1e5, t0 = 300, step = 0.0005;
    const struct bc_values given = {.kind = BC_TOTAL_INFLOW, .gas_constant = gas, .total_pressure = p0,
                                    .total_temperature = t0, .direction = DIRECTION_NORMAL};
    double before = 0;
    for (int i = -200; i <= 200; i++) {
        const double p = p0 * (1 + step * i), rho = p0 / (gas * t0) * pow(p / p0, 1 / g), c = sqrt(g * p / rho);
        const struct state in = {.rho = rho, .p = p}, b = boundary_state(in, &given, n[0], n[1], n[2], g);
        const double leaves = b.rho * along(b, n);
        CHECK(i == -200 || (leaves > before && leaves - before < 1.2 * step * p0 / c),
              "%g after %g kg/(s m^2) at %g Pa", leaves, before, p);
        CHECK(i == 0 ? fabs(leaves) < 1e-5 * rho * c : (leaves > 0) == (i > 0), "%g kg/(s m^2) at %g Pa", leaves, p);
        if (i > 0) {
            CHECK_NEAR(b.p, p0, 1e-12 * p0);
            CHECK_NEAR(b.p / pow(b.rho, g) * pow(rho, g) / p, 1, 2e-2 * step * i);
        }
        before = leaves;
    }
}

/* Air drawn in has the total pressure and temperature of the air outside and comes along the normal, for an observer at
 * rest; fluid that leaves meets its pressure and keeps entropy and the velocity along the face. The face itself moves.
 * p + rho c w is the inside's, where air enters but for the quadratic's Mach^2 / 4 of w. */
static void opening(void)
{
    int in_count = 0, out_count = 0;
    for (int i = 0; i < TRIALS; i++) {
        double n[3], p0 = 1e5 * (1 + 0.05 * random_signed(&seed)), t0 = 290 * (1 + 0.1 * random_signed(&seed));
        random_normal(n);
        struct state in = air(0.15), outside = air(0.4); /* velocities */
        double c = sqrt(g * in.p / in.rho), rc = in.rho * c, keep = along(outside, n) * (i % 2);
        outside.u -= (along(outside, n) - keep) * n[0]; /* every second face moves along itself */
        outside.v -= (along(outside, n) - keep) * n[1];
        outside.w -= (along(outside, n) - keep) * n[2];
        struct bc_values given = {.kind = BC_OPENING, .gas_constant = gas, .pressure = p0, .total_temperature = t0,
                                  .outside = outside};
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], g);
        double w = along(b, n) - along(outside, n), was = along(in, n) - along(outside, n), through = along(b, n);
        if (fabs(along(in, n)) > 0.95 * c || fabs(through) < 0.051)
            continue; /* what carries entropy changes there */
        if (w < 0) {
            double t = t0 - 0.5 * w * w / cp;
            CHECK_NEAR(b.p, p0 * pow(t / t0, 3.5), 1e-10 * p0);
            /* gamma / 8 */
            CHECK_NEAR(b.p + rc * w, in.p + rc * was, 0.18 * pow(w * w / (g * gas * t0), 2) * p0 + 1e-9 * p0);
            if (through < 0)
                CHECK_NEAR(b.p / (gas * b.rho), t, 1e-10 * t0);
        } else {
            CHECK_NEAR(b.p, p0, 1e-12 * p0);
            CHECK_NEAR(b.p + rc * w, in.p + rc * was, 1e-9 * p0);
        }
        CHECK_NEAR(slip_distance(b, through < 0 ? outside : in, n), 0, 1e-9 * c);
        if (through > 0)
            CHECK_NEAR(b.p - c * c * b.rho, in.p - c * c * in.rho, 1e-9 * in.p);
        in_count += w < 0 && through < 0;
        out_count += w > 0 && through > 0;
    }
    CHECK(in_count > 500 && out_count > 500, "%d %d", in_count, out_count);
}

/* From entering to leaving in steps of a millimetre per second: the pressure has no corner, what is carried no jump. */
static void opening_has_no_jump(void)
{
    const double n[3] = {0, 1, 0}, p0 = 1e5;
    enum { STEPS = 200 };
    struct bc_values given = {.kind = BC_OPENING, .gas_constant = gas, .pressure = p0, .total_temperature = 300,
                              .outside = {0, -600, 0, 0, 0}};
    struct state before = {0}, first = {0};
    for (int i = -STEPS; i <= STEPS; i++) {
        struct state in = {1.3, -500, 1e-3 * i, 0, p0}, b = boundary_state(in, &given, n[0], n[1], n[2], g);
        if (i > -STEPS) {
            CHECK(fabs(b.p - before.p) < 3e-4 && fabs(b.v - before.v) < 1.1e-3, "pressure or normal velocity jumps");
            CHECK(fabs(b.u - before.u) < 0.03 * 100 && fabs(b.rho - before.rho) < 0.03 * 0.14, "at %d: %g %g", i, b.u,
                  b.rho);
        } else {
            first = b;
        }
        before = b;
    }
    CHECK_NEAR(first.u, -600, 1e-9);
    CHECK_NEAR(before.u, -500, 1e-9);
    CHECK_NEAR(before.rho, 1.3, 1e-9);
    CHECK_NEAR(first.rho, p0 / (gas * 300), 1e-6);
}

/* What slopes at an opening see has pressure and normal velocity of the face, entropy and tangential velocity of the
 * cell: through air that enters as through air that leaves. */
static void opening_slopes(void)
{
    int in_count = 0;
    for (int i = 0; i < TRIALS; i++) {
        double n[3];
        random_normal(n);
        struct state in = air(0.15), outside = air(0.4);
        struct bc_values given = {.kind = BC_OPENING, .gas_constant = gas, .pressure = 1e5, .total_temperature = 290,
                                  .outside = outside};
        double c = sqrt(g * in.p / in.rho);
        struct state face = boundary_state(in, &given, n[0], n[1], n[2], g);
        struct state b = boundary_opening_slope(in, &given, n, g);
        if (along(in, n) > 0.95 * c)
            continue;
        CHECK_NEAR(b.p, face.p, 1e-12 * b.p);
        CHECK_NEAR(along(b, n), along(face, n), 1e-9 * c);
        CHECK_NEAR(slip_distance(b, in, n), 0, 1e-9 * c);
        CHECK_NEAR(b.p - c * c * b.rho, in.p - c * c * in.rho, 1e-9 * in.p);
        in_count += slip_distance(face, in, n) > 0.01 * c;
    }
    CHECK(in_count > 500, "%d faces through which air enters", in_count);
}

/* Slip walls, symmetry: no normal velocity on the face, the opposite one behind it. */
static void slip_and_mirror(void)
{
    static const int kinds[3] = {BC_SLIP, BC_WALL, BC_SYMMETRY};
    for (int i = 0; i < TRIALS; i++) {
        double n[3];
        random_normal(n);
        struct state in = air(1), mirror = boundary_mirror(in, n[0], n[1], n[2]);
        struct bc_values given = {.kind = kinds[i % 3]};
        struct state b = boundary_state(in, &given, n[0], n[1], n[2], g), ghost = boundary_ghost(in, b);
        CHECK_NEAR(along(b, n), 0, 1e-10 * 500);
        CHECK_NEAR(along(mirror, n), -along(in, n), 1e-10 * 500);
        CHECK_NEAR(slip_distance(b, in, n) + slip_distance(mirror, in, n) + slip_distance(ghost, in, n), 0, 1e-9 * 500);
        CHECK(b.rho == in.rho && b.p == in.p && mirror.rho == in.rho && mirror.p == in.p, "a scalar changed");
        CHECK_NEAR(ghost.u - mirror.u, 0, 1e-10 * 500);
    }
}

/* The face's values are the mean of cell and ghost, as long as that is a gas. */
static void ghosts(void)
{
    struct state in = {1, 10, -20, 30, 1e5}, face = {1.2, 20, 5, -3, 9e4}, far = {2.5, 0, 0, 0, 1e5};
    struct state b = boundary_ghost(in, face);
    CHECK_NEAR(0.5 * (b.rho + in.rho), 1.2, 1e-15);
    CHECK_NEAR(0.5 * (b.u + in.u), 20, 1e-13);
    CHECK_NEAR(0.5 * (b.v + in.v), 5, 1e-13);
    CHECK_NEAR(0.5 * (b.w + in.w), -3, 1e-13);
    CHECK_NEAR(0.5 * (b.p + in.p), 9e4, 1e-10);
    CHECK(same(boundary_ghost(far, in), in), "a negative density in the ghost");
}

/* Behind no-slip walls: velocity and temperature at the wall are the means; wall
 * temperatures from k dT/dn = q with k = cp mu / Pr. */
static void no_slip_walls(void)
{
    const struct fluid f = {.gamma = 1.4, .gas_constant = 287.05, .viscosity = 1.8e-5, .temperature = 290,
                            .prandtl = 0.7};
    const double d = 1e-3, n[3] = {0.6, 0, 0.8}, k = cp * 1.8e-5 / 0.7;
    struct state in = {1.2, 30, -10, 5, 1e5};
    double t = in.p / (gas * in.rho);
    struct bc_values given = {.kind = BC_WALL, .wall_velocity = {-8, 1, 6}};
    static const double wall_t[3] = {0, 330, 0};
    for (int thermal = WALL_ADIABATIC; thermal <= WALL_HEAT_GIVEN; thermal++) {
        given.thermal = thermal;
        given.wall_temperature = wall_t[1];
        given.heat_flux = 500;
        double expected = thermal == WALL_ADIABATIC ? t : thermal == WALL_ISOTHERMAL ? 330 : t + 500 * d / k;
        CHECK_NEAR(wall_temperature(&given, t, k, d), expected, 1e-11 * expected);
        struct state b = wall_ghost(in, &given, &f, d);
        CHECK_NEAR(0.5 * (b.p / (gas * b.rho) + t), expected, 1e-11 * expected);
        CHECK_NEAR(0.5 * (b.u + in.u), -8, 1e-12);
        CHECK_NEAR(0.5 * (b.v + in.v), 1, 1e-12);
        CHECK_NEAR(0.5 * (b.w + in.w), 6, 1e-12);
        CHECK(b.p == in.p, "%g", b.p);
    }
    struct flow_gradient s = wall_gradient(in, &given, 12, d, n);
    for (int a = 0; a < 3; a++) {
        CHECK_NEAR(s.u[a], (-8 - 30) / d * n[a], 1e-9);
        CHECK_NEAR(s.v[a], (1 + 10) / d * n[a], 1e-9);
        CHECK_NEAR(s.w[a], (6 - 5) / d * n[a], 1e-9);
        CHECK_NEAR(s.t[a], 12 / d * n[a], 1e-9);
    }
}

/* ---- limiters ---- */

/* Venkatakrishnan 1993, Eq. 15 with delta- = step, delta+ = room; Barth & Jespersen
 * 1989; the worse of both sides. */
static double venkatakrishnan(double room, double step, double e)
{
    double over = (room * room + e) * step + 2 * step * step * room;
    double y = over / (room * room + 2 * step * step + step * room + e) / step;
    return y < 1 ? y : 1;
}

static void limiters(void)
{
    for (int i = 0; i < TRIALS; i++) {
        double up = exp(2 * random_signed(&seed)), down = -exp(2 * random_signed(&seed)),
               e = i % 2 ? exp(2 * random_signed(&seed)) : 0;
        double high = exp(2 * random_signed(&seed)), low = -exp(2 * random_signed(&seed));
        CHECK_NEAR(limiter_barth(up, down, high, low), fmin(1, fmin(up / high, down / low)), 1e-14);
        CHECK_NEAR(limiter_venkatakrishnan(up, down, high, low, e),
                   fmin(venkatakrishnan(up, high, e), venkatakrishnan(-down, -low, e)), 1e-13);
    }
    CHECK(limiter_barth(0, 0, 0, 0) == 1 && limiter_venkatakrishnan(0, 0, 0, 0, 0) == 1, "a flat field");
    CHECK(limiter_barth(0, -1, 1, -1) == 0 && limiter_venkatakrishnan(0, -1, 1, -1, 0) == 0, "a largest value");
    CHECK(limiter_barth(1, 0, 1, -1) == 0 && limiter_venkatakrishnan(1, 0, 1, -1, 0) == 0, "a smallest value");
}

/* Of the threshold where a case gives no K: against the formula in long double; from 1 in uniform slow flow to
 * nothing at strong shocks, never rising with the jump or the Mach number, and without a corner: the second
 * differences of a smooth function fall as the square of the step. */
static double weak_share(double jump, double mach)
{
    return limiter_weak_share(jump * 3e4, 3e4, mach * mach);
}

static void share_of_weak_shocks(void)
{
    double corner[2] = {0, 0};
    for (int i = 0; i < TRIALS; i++) {
        double jump = exp(3 * random_signed(&seed)) * 0.3, mach = exp(random_signed(&seed)) * 1.6;
        long double sum = 1 + powl(jump / 0.3L, 4) + powl(mach / 1.6L, 16);
        CHECK_NEAR(weak_share(jump, mach) * (double)sum, 1, 1e-12); /* powers of rounding */
        CHECK(weak_share(jump * 1.01, mach) < weak_share(jump, mach), "rises with the jump %g", jump);
        CHECK(weak_share(jump, mach * 1.01) < weak_share(jump, mach), "rises with the Mach number %g", mach);
    }
    for (int half = 0; half < 2; half++)
        for (int i = 1; i < 3000; i++) {
            double h = half ? 5e-4 : 1e-3, x = 1e-3 * i;
            double bend = weak_share(x + h, 1) - 2 * weak_share(x, 1) + weak_share(x - h, 1);
            double turn = weak_share(0.1, x + h) - 2 * weak_share(0.1, x) + weak_share(0.1, x - h);
            corner[half] = fmax(corner[half], fmax(fabs(bend), fabs(turn)));
        }
    CHECK(corner[1] < 0.26 * corner[0], "%g, with half the step %g", corner[0], corner[1]);
    CHECK(weak_share(0, 0) == 1, "uniform flow at rest");
    CHECK(weak_share(0.02, 1.2) > 0.989, "smooth transonic flow"); /* (1.2 / 1.6)^16 is 0.010 */
    CHECK(weak_share(3, 0) < 1.01e-4 && weak_share(0, 4) < 1e-6, "strong shocks");
    CHECK(limiter_weak_share(1, 0, 0) > 0 && limiter_weak_share(0, 0, 1e300) > 0 && limiter_weak_share(0, 0, 0) == 1,
          "no number in a flow that diverges");
}

/* Of the slopes at strong shocks: the formula, and that weak shocks keep their slopes. */
static void share_of_strong_shocks(void)
{
    for (int i = 0; i < TRIALS; i++) {
        double jump = exp(3 * random_signed(&seed));
        CHECK_NEAR(limiter_strong_share(jump * 3e4, 3e4) * (1 + pow(jump / 2, 4)), 1, 1e-12);
    }
    CHECK(limiter_strong_share(0.8, 1) > 0.97, "a normal shock at Mach 1.3"); /* 0.4^4 is 0.026 */
    CHECK(limiter_strong_share(9, 1) < 3e-3, "a normal shock at Mach 3");
    CHECK(limiter_strong_share(0, 0) == 1 && limiter_strong_share(1, 0) >= 0, "no number in a flow that diverges");
}

int main(void)
{
    CASE(farfield_characteristics);
    CASE(farfield_has_no_jump);
    CASE(supersonic_boundaries);
    CASE(pressure_outlet);
    CASE(choked_outlet);
    CASE(total_inflow);
    CASE(total_inflow_lets_out);
    CASE(opening);
    CASE(opening_has_no_jump);
    CASE(opening_slopes);
    CASE(slip_and_mirror);
    CASE(ghosts);
    CASE(no_slip_walls);
    CASE(limiters);
    CASE(share_of_weak_shocks);
    CASE(share_of_strong_shocks);
    return check_end();
}
