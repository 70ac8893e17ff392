/* Preconditioning for low Mach numbers (solve/physics/low_mach.h and what is made of it): the dissipation against the
 * waves of the preconditioned system, fluxes against another formulation and against the plain ones where nothing is
 * to be scaled, how they scale with the Mach number, the Jacobian against differences.
 *
 * Bounds without a word: rounding of numbers up to 1e3.
 */
#include "unit/solve/jacobian_probe.h"

#include "kernels/newton.h"
#include "physics/frame.h"
#include "physics/inviscid_low_mach.h"
#include "physics/jacobian_low_mach.h"

#include <string.h>

enum { TRIALS = 2000 };
static const double all = 1e6; /* a floor^2 above any c^2: nothing is scaled */

static double sound2(struct state s)
{
    return gamma_air * s.p / s.rho;
}

static double along(struct state s, const double n[3])
{
    return s.u * n[0] + s.v * n[1] + s.w * n[2];
}

/* A gas, a direction, and V^2 at random up to c^2. */
static struct state random_case(uint64_t *seed, double n[3], double *speed2)
{
    struct state s = random_gas(seed);
    random_direction(seed, n);
    *speed2 = sound2(s) * exp(3.5 * (random_signed(seed) - 1));
    return s;
}

/* G w or, with way = -1, its inverse times w. */
static void precondition(struct state s, double speed2, int way, double w[5])
{
    double c2 = sound2(s), b = speed2 / c2;
    low_mach_add(w, s, way < 0 ? (b - 1) / c2 : (1 / b - 1) / c2, gamma_air);
}

static void column(const struct block5 *m, int j, double out[5])
{
    for (int i = 0; i < 5; i++)
        out[i] = m->a[i][j];
}

/* G as Weiss & Smith define it (1995, Eq. 4): as the derivatives of the conserved variables by pressure, velocity and
 * temperature, with 1 / V^2 - rho_T (1 - 0) / (rho cp) in place of rho_p. In entropy's place: at given velocity and
 * temperature. */
static void weiss_and_smith(struct state s, double rho_p, double m[5][5])
{
    double t = s.p / s.rho, rho_t = -s.rho / t, cp = gamma_air / (gamma_air - 1); /* gas constant 1: T = p / rho */
    double q2 = s.u * s.u + s.v * s.v + s.w * s.w, h = cp * t + 0.5 * q2;
    const double u[3] = {s.u, s.v, s.w};
    memset(m, 0, 25 * sizeof(double));
    m[0][0] = rho_p;
    m[0][4] = rho_t;
    for (int d = 0; d < 3; d++) {
        m[1 + d][0] = rho_p * u[d];
        m[1 + d][1 + d] = s.rho;
        m[1 + d][4] = rho_t * u[d];
        m[4][1 + d] = s.rho * u[d];
    }
    m[4][0] = rho_p * h - 1;
    m[4][4] = rho_t * h + s.rho * cp;
}

/* G times the derivatives of W by (p, u, T) is the same matrix with Theta = 1 / V^2 - rho_T / (rho cp) for rho_p (their
 * Eqs. 3 and 4); and the inverse is one. */
static void matrix_of_weiss_and_smith(void)
{
    uint64_t seed = 1;
    for (int k = 0; k < TRIALS; k++) {
        double n[3], speed2, plain[5][5], scaled[5][5];
        struct state s = random_case(&seed, n, &speed2);
        double t = s.p / s.rho, theta = 1 / speed2 + (s.rho / t) / (s.rho * gamma_air / (gamma_air - 1));
        weiss_and_smith(s, 1 / t, plain);
        weiss_and_smith(s, theta, scaled);
        for (int j = 0; j < 5; j++) {
            double w[5], back[5], size = 0;
            for (int i = 0; i < 5; i++)
                w[i] = plain[i][j];
            precondition(s, speed2, 1, w);
            for (int i = 0; i < 5; i++)
                size = fmax(size, fabs(scaled[i][j]));
            for (int i = 0; i < 5; i++)
                CHECK_NEAR(w[i], scaled[i][j], 1e-10 * size); /* of terms 1 / b = 1e3 times as large */
            memcpy(back, w, sizeof w);
            precondition(s, speed2, -1, back);
            for (int i = 0; i < 5; i++)
                CHECK_NEAR(back[i], plain[i][j], 1e-10 * size);
        }
    }
}

/* Column k: a wave of G^-1 A, at the speed value[k]: of density, of two shears, then the acoustic ones, which change the
 * pressure by rho (lambda - b u_n) times the velocity (Weiss & Smith, Eq. 14), with density by drho = dp / c^2. */
static void waves(struct state s, const double n[3], double speed2, struct block5 *right, double value[5])
{
    double c2 = sound2(s), b = speed2 / c2, un = along(s, n), t[2][3];
    double root = sqrt((1 - b) * (1 - b) * un * un + 4 * b * c2);
    const double u[3] = {s.u, s.v, s.w};
    int least = fabs(n[0]) < 0.6 ? 0 : 1;
    for (int d = 0; d < 3; d++)
        t[0][d] = (d == least) - n[least] * n[d];
    for (int d = 0; d < 3; d++)
        t[1][d] = n[(d + 1) % 3] * t[0][(d + 2) % 3] - n[(d + 2) % 3] * t[0][(d + 1) % 3];
    for (int k = 0; k < 5; k++) {
        double lambda = k < 3 ? un : 0.5 * ((1 + b) * un + (k == 3 ? -root : root));
        double drho = k == 0 ? 1 : 0, dp = 0, dv[3] = {0, 0, 0}, q2 = 0, work = 0;
        for (int d = 0; d < 3; d++) {
            dv[d] = k == 0 ? 0 : k < 3 ? t[k - 1][d] : n[d];
            q2 += u[d] * u[d];
            work += u[d] * dv[d];
        }
        if (k >= 3)
            dp = s.rho * b * c2 / (lambda - b * un); /* (b un - lambda) dp + rho b c^2 du = 0 */
        drho += dp / c2;
        right->a[0][k] = drho;
        for (int d = 0; d < 3; d++)
            right->a[1 + d][k] = drho * u[d] + s.rho * dv[d];
        right->a[4][k] = dp / (gamma_air - 1) + 0.5 * q2 * drho + s.rho * work;
        value[k] = lambda;
    }
}

/* A r = lambda G r for every wave, with the speeds of low_mach_waves(): and the dissipation does |lambda| G r. */
static void dissipation_of_waves(void)
{
    uint64_t seed = 2;
    for (int k = 0; k < TRIALS; k++) {
        double n[3], speed2, value[5];
        struct state s = random_case(&seed, n, &speed2);
        struct block5 right, flux = block5_zero(), size = flux;
        struct low_mach_waves w = low_mach_waves(along(s, n), sound2(s), speed2);
        waves(s, n, speed2, &right, value);
        CHECK_NEAR(w.minus, value[3], 1e-12 * sqrt(sound2(s)));
        CHECK_NEAR(w.plus, value[4], 1e-12 * sqrt(sound2(s)));
        CHECK_NEAR(low_mach_radius(along(s, n), sound2(s), speed2), fmax(fabs(value[3]), fabs(value[4])), 1e-12);
        jacobian_add_flux(&flux, jacobian_gas(s, gamma_air), n, gamma_air);
        jacobian_add_waves(&size, low_mach_dissipation(along(s, n), sound2(s), speed2, 1e-9),
                           jacobian_gas(s, gamma_air), n, gamma_air);
        struct block5 moved = block5_product(&flux, &right), spread = block5_product(&size, &right);
        double largest = probe_largest(&moved) + probe_largest(&spread);
        for (int j = 0; j < 5; j++) {
            double r[5];
            column(&right, j, r);
            precondition(s, speed2, 1, r);
            for (int i = 0; i < 5; i++) {
                CHECK_NEAR(moved.a[i][j], value[j] * r[i], 1e-12 * largest);
                CHECK_NEAR(spread.a[i][j], fabs(value[j]) * r[i], 1e-12 * largest);
            }
        }
    }
}

static void near_fluxes(const char *what, struct flux5 a, struct flux5 b, double bound)
{
    double x[5], y[5];
    probe_numbers(a, x);
    probe_numbers(b, y);
    for (int i = 0; i < 5; i++)
        CHECK(fabs(x[i] - y[i]) <= bound, "%s, %d: %.17g is not %.17g", what, i, x[i], y[i]);
}

/* Roe's flux is the mean less half of the dissipation matrix, at Roe's average, times the jump. */
static void roe_by_its_matrix(void)
{
    uint64_t seed = 3;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = random_gas(&seed);
        double n[3], jump[5], half[5], mean[5], speed, floor2 = exp(6 * (random_signed(&seed) - 1));
        random_direction(&seed, n);
        struct flux5 got = roe_low_mach_flux(face_states(l, r, n, gamma_air), 0.1, floor2, &speed);
        struct flux5 fl = gas_flux(l, n[0], n[1], n[2], gamma_air), fr = gas_flux(r, n[0], n[1], n[2], gamma_air);
        struct jacobian_gas g = jacobian_roe(jacobian_gas(l, gamma_air), jacobian_gas(r, gamma_air));
        double c2 = (gamma_air - 1) * (g.h - g.k), un = g.u * n[0] + g.v * n[1] + g.w * n[2];
        double speed2 = fmin(c2, fmax(fmax(2 * g.k, floor2), fabs(r.p - l.p) / sqrt(l.rho * r.rho)));
        struct block5 m = block5_zero();
        jacobian_add_waves(&m, low_mach_dissipation(un, c2, speed2, 0.1), g, n, gamma_air);
        probe_numbers(gas_difference(l, r, gamma_air), jump);
        block5_times(&m, jump, half);
        probe_numbers(got, mean);
        double fa[5], fb[5];
        probe_numbers(fl, fa);
        probe_numbers(fr, fb);
        for (int i = 0; i < 5; i++)
            CHECK_NEAR(mean[i], 0.5 * (fa[i] + fb[i] - half[i]), 1e-10);
        CHECK_NEAR(speed, low_mach_radius(un, c2, speed2), 1e-12 * sqrt(c2));
    }
}

/* Where V = c the fluxes are the plain ones; seen from the other side they change sign. */
static void plain_where_nothing_is_scaled(void)
{
    uint64_t seed = 4;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = random_gas(&seed);
        double n[3], speed, low = exp(6 * (random_signed(&seed) - 1));
        random_direction(&seed, n);
        near_fluxes("Roe", roe_low_mach_flux(face_states(l, r, n, gamma_air), 0.1, all, &speed),
                    roe_flux(face_states(l, r, n, gamma_air), 0.1, &speed), 1e-10);
        double c2 = 0.5 * (sound2(l) + sound2(r)), un = 0.5 * (along(l, n) + along(r, n));
        near_fluxes("HLLC", hllc_low_mach_flux(face_states(l, r, n, gamma_air), all, &speed),
                    hllc_flux(face_states(l, r, n, gamma_air), &speed), 1e-10);
        hllc_low_mach_flux(face_states(l, r, n, gamma_air), all, &speed);
        CHECK_NEAR(speed, fabs(un) + sqrt(c2), 1e-12 * speed);
        for (int scheme = FLUX_ROE_LOW_MACH; scheme < FLUX_N_ALL; scheme++) {
            struct flux5 f = inviscid_low_mach_flux(scheme, face_states(l, r, n, gamma_air), 0.1, 0.1, low, &speed);
            struct flux5 b = inviscid_low_mach_flux(
                scheme, face_states(r, l, (const real[]){-n[0], -n[1], -n[2]}, gamma_air), 0.1, 0.1, low, &speed);
            near_fluxes("from the other side", f, flux5_scale(-1, b), 1e-10);
            near_fluxes("of one state",
                        inviscid_low_mach_flux(scheme, face_states(l, l, n, gamma_air), 0.1, 0.1, low, &speed),
                        gas_flux(l, n[0], n[1], n[2], gamma_air), 1e-10);
        }
    }
}

/* HLLC of slow flows by the equations of its two waves and its contact, solved as they stand: p* and u* from
 * p* - p_l = -z_l (u* - u_l), p* - p_r = z_r (u* - u_r); mass and energy by the jumps across the sides' own waves. */
static void hllc_by_its_waves(void)
{
    uint64_t seed = 5;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = l;
        double n[3], speed, c = sqrt(sound2(l)), slow = 0.3 * c;
        random_direction(&seed, n);
        double size = sqrt(l.u * l.u + l.v * l.v + l.w * l.w), by = fmin(1, slow / size);
        l.u *= by, l.v *= by, l.w *= by;
        r = l;
        r.u += 0.1 * slow * random_signed(&seed);
        r.v += 0.1 * slow * random_signed(&seed);
        r.p += 0.02 * l.rho * slow * slow * random_signed(&seed);
        r.rho *= exp(0.2 * random_signed(&seed));
        double floor2 = 0.01 * c * c, ul = along(l, n), ur = along(r, n), un = 0.5 * (ul + ur);
        double u2 = pow(0.5 * (l.u + r.u), 2) + pow(0.5 * (l.v + r.v), 2) + pow(0.5 * (l.w + r.w), 2);
        double c2 = 0.5 * (sound2(l) + sound2(r));
        double speed2 = fmax(fmax(u2, floor2), fabs(r.p - l.p) / (0.5 * (l.rho + r.rho))), b = speed2 / c2;
        double root = sqrt((1 - b) * (1 - b) * un * un + 4 * speed2);
        double minus = 0.5 * ((1 + b) * un - root), plus = 0.5 * ((1 + b) * un + root);
        struct outer_waves s = hllc_waves(face_states(l, r, n, gamma_air));
        double zl = l.rho * (ul - s.left) * (b * un - minus) / sqrt(c2);
        double zr = r.rho * (s.right - ur) * (plus - b * un) / sqrt(c2);
        /* two lines p(u) that cross */
        double u = (l.p + zl * ul - r.p + zr * ur) / (zl + zr), p = l.p - zl * (u - ul);
        struct state from = u >= 0 ? l : r;
        double wave = u >= 0 ? s.left : s.right, uf = u >= 0 ? ul : ur;
        double rho = from.rho * (wave - uf) / (wave - u), e = gas_energy(from, gamma_air);
        double energy = (e * (wave - uf) - from.p * uf + p * u) / (wave - u);
        struct flux5 expected = {rho * u, rho * u * (from.u + (u - uf) * n[0]) + p * n[0],
                                 rho * u * (from.v + (u - uf) * n[1]) + p * n[1],
                                 rho * u * (from.w + (u - uf) * n[2]) + p * n[2], (energy + p) * u};
        near_fluxes("HLLC", hllc_low_mach_flux(face_states(l, r, n, gamma_air), floor2, &speed), expected, 1e-10);
        CHECK_NEAR(speed, fmax(-minus, plus), 1e-12 * c);
    }
}

/* At the Mach number m, velocities and their jumps of the order of u = m c and pressure jumps of rho u^2: what is added to
 * the mean pressure, over rho u^2. */
static double pressure_added(int scheme, double m, uint64_t *seed)
{
    double largest = 0, c = sqrt(gamma_air), u = m * c;
    for (int k = 0; k < 200; k++) {
        struct state l = {1, 0, 0, 0, 1}, r = l;
        double speed;
        l.u = 0.1 * u * random_signed(seed), r.u = 0.1 * u * random_signed(seed), l.v = r.v = u;
        struct flux5 f =
            scheme < FLUX_N_SCHEMES
                ? inviscid_flux(scheme, face_states(l, r, (const real[]){1, 0, 0}, gamma_air), 0.1, &speed)
                : inviscid_low_mach_flux(scheme, face_states(l, r, (const real[]){1, 0, 0}, gamma_air), 0.1, m,
                                         u * u, &speed);
        largest = fmax(largest, fabs(f.mx - 1) / (u * u));
    }
    return largest;
}

/* The plain fluxes add c / u times as much, preconditioned ones no more than the flow itself at any Mach number: of a
 * tenth of u less than a fifth of rho u^2, where rho u du is a tenth. */
static void scaling(void)
{
    uint64_t seed = 6;
    for (double m = 0.1; m > 1e-4; m *= 0.1) {
        CHECK(pressure_added(FLUX_ROE, m, &seed) > 0.05 / m, "Roe at Mach %g", m);
        CHECK(pressure_added(FLUX_HLLC, m, &seed) > 0.05 / m, "HLLC at Mach %g", m);
        CHECK(pressure_added(FLUX_ROE_LOW_MACH, m, &seed) < 0.2, "Roe, preconditioned, at Mach %g", m);
        CHECK(pressure_added(FLUX_HLLC_LOW_MACH, m, &seed) < 0.2, "HLLC, preconditioned, at Mach %g", m);
    }
}

/* A far field: the stream itself stays; with a cut-off above the speed of sound it is the plain one; else p - minus u_n
 * is that outside and p + plus u_n that inside. */
static void far_field(void)
{
    uint64_t seed = 7;
    for (int k = 0; k < TRIALS; k++) {
        struct state in = random_gas(&seed), out = in;
        struct bc_values given = {.kind = BC_FARFIELD, .slowest = 1e3};
        double n[3], un, c = sqrt(sound2(in));
        random_direction(&seed, n);
        out.u += 0.1 * random_signed(&seed), out.p *= exp(0.1 * random_signed(&seed));
        given.outside = out;
        un = along(in, n);
        struct state a = boundary_state(in, &given, n[0], n[1], n[2], gamma_air);
        struct state b = boundary_farfield(in, out, n[0], n[1], n[2], gamma_air);
        const double x[5] = {a.rho, a.u, a.v, a.w, a.p}, y[5] = {b.rho, b.u, b.v, b.w, b.p};
        for (int i = 0; i < 5; i++)
            CHECK_NEAR(x[i], y[i], 1e-11);
        given.slowest = 0.05 * c;
        given.outside = in;
        a = boundary_state(in, &given, n[0], n[1], n[2], gamma_air);
        CHECK_NEAR(a.p, in.p, 1e-13 * in.p);
        CHECK_NEAR(a.u, in.u, 1e-13 * c);
        if (fabs(un) > 0.8 * c)
            continue;
        given.outside = out;
        a = boundary_state(in, &given, n[0], n[1], n[2], gamma_air);
        double q2 = in.u * in.u + in.v * in.v + in.w * in.w, speed2 = fmin(c * c, fmax(q2, 0.0025 * c * c));
        double f = speed2 / (c * c), root = sqrt((1 - f) * (1 - f) * un * un + 4 * speed2);
        double plus = 0.5 * ((1 - f) * un + root), minus = 0.5 * ((f - 1) * un + root);
        CHECK_NEAR(a.p - in.rho * minus * along(a, n), out.p - in.rho * minus * along(out, n), 1e-11);
        CHECK_NEAR(a.p + in.rho * plus * along(a, n), in.p + in.rho * plus * un, 1e-11);
    }
}

/* ---- the Jacobian ---- */

struct through {
    struct state other;
    double n[3], fix, floor2;
};

static void roe_here(struct flux5 w, const void *context, double out[5])
{
    const struct through *t = context;
    double speed;
    probe_numbers(roe_low_mach_flux(face_states(gas_primitive(w, gamma_air), t->other, t->n, gamma_air), t->fix,
                                    t->floor2, &speed),
                  out);
}

static void roe_across(struct flux5 w, const void *context, double out[5])
{
    const struct through *t = context;
    double speed;
    probe_numbers(roe_low_mach_flux(face_states(t->other, gas_primitive(w, gamma_air), t->n, gamma_air), t->fix,
                                    t->floor2, &speed),
                  out);
}

static struct block5 half_of(struct state s, const struct through *t, double side)
{
    struct block5 m = block5_zero();
    double c2 = sound2(s), q2 = s.u * s.u + s.v * s.v + s.w * s.w;
    jacobian_add_low_mach(&m, upwind_face(1, t->n, gamma_air, t->fix, 0, false), jacobian_gas(s, gamma_air),
                          fmin(c2, fmax(q2, t->floor2)), side);
    return m;
}

/* Between equal states the halves are the exact derivatives of the preconditioned flux. Differences are taken away from
 * the kinks of the speeds' sizes; the floor is above what the pressures of the differences could make of it. */
static void halves_by_differences(void)
{
    uint64_t seed = 8;
    for (int k = 0; k < TRIALS; k++) {
        struct through t = {.other = random_gas(&seed), .fix = 1e-6};
        double c2 = sound2(t.other), m = fabs(normal_mach(t.other, t.n));
        random_direction(&seed, t.n);
        m = fabs(normal_mach(t.other, t.n));
        t.floor2 = c2 * (k % 2 ? 0.01 : 0.1);
        if (m < 0.01 || m > 0.95)
            continue;
        struct block5 own = half_of(t.other, &t, 1), other = half_of(t.other, &t, -1);
        struct block5 own_by_steps = probe_derivative(roe_here, &t, t.other);
        struct block5 other_by_steps = probe_derivative(roe_across, &t, t.other);
        probe_compare("own half", &own, &own_by_steps, 1e-8);
        probe_compare("other half", &other, &other_by_steps, 1e-8);
    }
}

/* The own half multiplied by G^-1 has no negative eigenvalue, the other no positive one: on each wave r the own half is
 * max(lambda, 0) G r. And what pseudo-time adds to the diagonal is G less one. */
static void signs_and_inertia(void)
{
    uint64_t seed = 9;
    for (int k = 0; k < TRIALS; k++) {
        double n[3], speed2, value[5], share = exp(random_signed(&seed));
        struct state s = random_case(&seed, n, &speed2);
        struct block5 right, own = block5_zero(), other = own, inertia = own;
        waves(s, n, speed2, &right, value);
        jacobian_add_low_mach(&own, upwind_face(2, n, gamma_air, 1e-9, 0, false), jacobian_gas(s, gamma_air), speed2, 1);
        jacobian_add_low_mach(&other, upwind_face(2, n, gamma_air, 1e-9, 0, false), jacobian_gas(s, gamma_air), speed2, -1);
        jacobian_add_low_mach_inertia(&inertia, share, s, speed2 / sound2(s), gamma_air);
        struct block5 a = block5_product(&own, &right), b = block5_product(&other, &right);
        struct block5 c = block5_product(&inertia, &right);
        double largest = probe_largest(&a) + probe_largest(&b) + probe_largest(&c);
        for (int j = 0; j < 5; j++) {
            double r[5];
            column(&right, j, r);
            precondition(s, speed2, 1, r);
            for (int i = 0; i < 5; i++) {
                CHECK_NEAR(a.a[i][j], 2 * fmax(value[j], 0) * r[i], 1e-12 * largest);
                CHECK_NEAR(b.a[i][j], 2 * fmin(value[j], 0) * r[i], 1e-12 * largest);
                CHECK_NEAR(c.a[i][j], share * (r[i] - right.a[i][j]), 1e-12 * largest);
            }
        }
    }
}

/* A face that moves: the matrix of the relative flow, in the variables of an observer at rest. */
static void of_a_moving_face(void)
{
    uint64_t seed = 10;
    for (int k = 0; k < TRIALS; k++) {
        double n[3], speed2, through = 0.5 * random_signed(&seed);
        struct state s = random_case(&seed, n, &speed2);
        struct jacobian_gas g = jacobian_gas(s, gamma_air);
        struct block5 moving = block5_zero(), plain = moving, low = moving;
        jacobian_add_moving(&plain, upwind_face(1.5, n, gamma_air, 0.1, through, false), g, -1);
        jacobian_add_low_mach(&moving, upwind_face(1.5, n, gamma_air, 0.1, through, false), g, sound2(s), -1);
        double largest = 0;
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) { /* one of the halves may vanish */
                largest = fmax(largest, fabs(moving.a[i][j] - plain.a[i][j]));
            }
        struct block5 flux = block5_zero();
        jacobian_add_flux(&flux, g, n, gamma_air);
        CHECK(largest <= 1e-11 * probe_largest(&flux), "V = c: %g apart", largest);
        /* of a face that moves with the flow */
        jacobian_add_low_mach(&low, upwind_face(1, n, gamma_air, 1e-9, along(s, n), false), g, speed2, 1);
        jacobian_add_low_mach(&low, upwind_face(1, n, gamma_air, 1e-9, along(s, n), false), g, speed2, -1);
        block5_add_identity(&flux, -along(s, n));
        probe_compare("both halves", &low, &flux, 1e-11);
    }
}

/* ---- vectors of the implicit scheme ---- */

/* Of a cell: a vector is G^-1 R over spectral radius and unit and back; a product is made of differences of R likewise,
 * less the direction over the CFL number; so is the norm. */
static void vectors(void)
{
    uint64_t seed = 11;
    for (int k = 0; k < TRIALS; k++) {
        double n[3], speed2, r[5], base[5], to[5], direction[5], back[5], expected[5], spectral = 2, b, out[3];
        struct state s = random_case(&seed, n, &speed2);
        real q[5] = {s.rho, s.u, s.v, s.w, s.p};
        for (int i = 0; i < 5; i++) {
            r[i] = random_signed(&seed);
            base[i] = random_signed(&seed);
            direction[i] = random_signed(&seed);
        }
        b = speed2 / sound2(s);
        struct implicit_args a = {.n_owned = 1, .n_slots = 1, .n_variables = 5, .gamma = gamma_air, .q = q, .q0 = q,
                                  .by_value = 5, .unit = {1, 2, 3, 4, 5}, .residual = r, .base = base, .direction = direction,
                                  .to = to, .spectral = &spectral, .scaling = &b, .cfl = 7, .share = 0.5,
                                  .unsteady = 1};
        double bound = 1e-11 / b;
        memcpy(expected, r, sizeof r);
        precondition(s, speed2, -1, expected);
        implicit_scale_body(0, &a);
        implicit_norm_body(0, &a, out);
        double square = 0;
        for (int i = 0; i < 5; i++) {
            CHECK_NEAR(to[i], expected[i] / (2 * (i + 1)), bound);
            square += to[i] * to[i];
        }
        CHECK_NEAR(out[0], square, bound * (1 + square));
        memcpy(back, r, sizeof r);
        a.direction = to;
        implicit_unscale_body(0, &a);
        for (int i = 0; i < 5; i++)
            CHECK_NEAR(r[i], back[i], bound);
        a.direction = direction;
        for (int i = 0; i < 5; i++)
            expected[i] = r[i] - base[i];
        precondition(s, speed2, -1, expected);
        implicit_product_body(0, &a);
        for (int i = 0; i < 5; i++)
            CHECK_NEAR(to[i], direction[i] / 7 - expected[i] / (0.5 * 2 * (i + 1)), bound);
    }
}

/* The speed of the mesh bounds V below where there is preconditioning; what a patch gives has it too. */
static void beside_a_moving_wall(void)
{
    const real rest[3] = {0, 0, 0}, moves[3] = {30, -40, 120}, slowly[3] = {3, 0, -4};
    CHECK_NEAR(frame_slowest(34, moves), 130, 1e-12);
    CHECK(frame_slowest(34, slowly) == 34, "%g", (double)frame_slowest(34, slowly));
    CHECK(frame_slowest(34, rest) == 34, "%g", (double)frame_slowest(34, rest));
    CHECK(frame_slowest(0, moves) == 0, "%g", (double)frame_slowest(0, moves));
    struct bc_values given = {.kind = BC_FARFIELD, .slowest = 34};
    const struct frame turns = {.omega = {0, 0, 1}, .spin = 1, .from_rest = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    CHECK_NEAR(frame_boundary(&given, &turns, rest, moves).slowest, 130, 1e-12);
}

int main(void)
{
    CASE(matrix_of_weiss_and_smith);
    CASE(dissipation_of_waves);
    CASE(roe_by_its_matrix);
    CASE(plain_where_nothing_is_scaled);
    CASE(hllc_by_its_waves);
    CASE(scaling);
    CASE(far_field);
    CASE(halves_by_differences);
    CASE(signs_and_inertia);
    CASE(of_a_moving_face);
    CASE(vectors);
    CASE(beside_a_moving_wall);
    return check_end();
}
