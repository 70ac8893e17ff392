/* Flux schemes (solve/physics) as values: against properties that any of them
 * has, relations of gas dynamics, and the exact solution of the Riemann problem.
 */
#include "check.h"
#include "random.h"
#include "riemann.h"

#include "physics/inviscid.h"

#include <assert.h>
#include <stdbool.h>

static const double gamma_air = 1.4;

struct scheme {
    const char *name;
    int id;
    double parameter;
};

/* Parameters: Roe and Steger-Warming sharp, so that upwinding is exact; keep upwind
 * alone, whose dissipation at low speeds is another than the waves' own. */
static const struct scheme schemes[] = {
    {"roe", FLUX_ROE, 0},           {"ausm-up", FLUX_AUSM_UP, 0.3},      {"hllc", FLUX_HLLC, 0},
    {"hlle", FLUX_HLLE, 0},         {"van-leer", FLUX_VAN_LEER, 0},      {"van-leer-haenel", FLUX_HAENEL, 0},
    {"steger-warming", FLUX_STEGER_WARMING, 0}, {"keep", FLUX_KEEP, 1}};
enum { N_SCHEMES = sizeof schemes / sizeof *schemes };
static_assert((int)N_SCHEMES == (int)FLUX_N_SCHEMES, "every scheme is tested");

/* Density and pressure within a factor 4 of 1, speeds up to about Mach 3. */
static struct state random_gas(uint64_t *seed)
{
    struct state s;
    s.rho = exp(1.4 * random_signed(seed));
    s.p = exp(1.4 * random_signed(seed));
    s.u = 3 * random_signed(seed);
    s.v = 3 * random_signed(seed);
    s.w = 3 * random_signed(seed);
    return s;
}

static struct flux5 flux_of(const struct scheme *k, struct state l, struct state r, const double n[3])
{
    real speed;
    return inviscid_flux(k->id, face_states(l, r, n, gamma_air), k->parameter, &speed);
}

/* Largest difference of the five numbers, and the largest number. */
static double flux_distance(struct flux5 a, struct flux5 b)
{
    double d[5] = {a.mass - b.mass, a.mx - b.mx, a.my - b.my, a.mz - b.mz, a.energy - b.energy}, worst = 0;
    for (int k = 0; k < 5; k++)
        worst = fabs(d[k]) <= worst ? worst : fabs(d[k]);
    return worst;
}

static double flux_size(struct flux5 a)
{
    struct flux5 none = {0, 0, 0, 0, 0};
    return flux_distance(a, none);
}

static void check_same(const char *what, const struct scheme *k, struct flux5 a, struct flux5 b, double tolerance)
{
    CHECK(flux_distance(a, b) <= tolerance, "%s, %s: %g apart", k->name, what, flux_distance(a, b));
}

/* ---- properties ---- */

/* f(q, q) = F(q). Bound: rounding of numbers up to about 100, here and below. */
static void consistency(void)
{
    uint64_t seed = 1;
    for (int k = 0; k < N_SCHEMES; k++)
        for (int i = 0; i < 2000; i++) {
            struct state q = random_gas(&seed);
            double n[3];
            random_direction(&seed, n);
            struct flux5 exact = gas_flux(q, n[0], n[1], n[2], gamma_air);
            check_same("f(q, q)", &schemes[k], flux_of(&schemes[k], q, q, n), exact, 2e-13 * (1 + flux_size(exact)));
        }
}

/* Seen from the other side the same flux the other way. */
static void reversal(void)
{
    uint64_t seed = 2;
    for (int k = 0; k < N_SCHEMES; k++)
        for (int i = 0; i < 2000; i++) {
            struct state l = random_gas(&seed), r = random_gas(&seed);
            double n[3], back[3];
            random_direction(&seed, n);
            for (int d = 0; d < 3; d++)
                back[d] = -n[d];
            struct flux5 a = flux_of(&schemes[k], l, r, n), b = flux_of(&schemes[k], r, l, back);
            check_same("reversal", &schemes[k], a, flux5_scale(-1, b), 1e-12 * (1 + flux_size(a)));
        }
}

/* Axes exchanged cyclically, and turned by 30 degrees about z. */
static struct state turned(struct state s)
{
    struct state t = {s.rho, sqrt(0.75) * s.w - 0.5 * s.u, 0.5 * s.w + sqrt(0.75) * s.u, s.v, s.p};
    return t;
}

static void rotation(void)
{
    uint64_t seed = 3;
    for (int k = 0; k < N_SCHEMES; k++)
        for (int i = 0; i < 2000; i++) {
            struct state l = random_gas(&seed), r = random_gas(&seed);
            double n[3];
            random_direction(&seed, n);
            struct state direction = {0, n[0], n[1], n[2], 0}, t = turned(direction);
            double m[3] = {t.u, t.v, t.w};
            struct flux5 a = flux_of(&schemes[k], l, r, n), b = flux_of(&schemes[k], turned(l), turned(r), m);
            struct state momentum = {0, a.mx, a.my, a.mz, 0};
            momentum = turned(momentum);
            struct flux5 expected = {a.mass, momentum.u, momentum.v, momentum.w, a.energy};
            check_same("rotation", &schemes[k], b, expected, 1e-12 * (1 + flux_size(a)));
        }
}

/* A stream along the face added on both sides is only carried along: the mass and
 * the normal momentum stay, the momentum along it grows by mass times it and the
 * energy accordingly (Galilean invariance for frames that keep the face). AUSM+-up
 * is left out: its critical speed of sound holds the total enthalpy; and keep, whose dissipation goes by the whole
 * velocity's Mach number. */
static void sliding_frame(void)
{
    uint64_t seed = 4;
    const double n[3] = {1, 0, 0};
    for (int k = 0; k < N_SCHEMES; k++)
        for (int i = 0; schemes[k].id != FLUX_AUSM_UP && schemes[k].id != FLUX_KEEP && i < 2000; i++) {
            struct state l = random_gas(&seed), r = random_gas(&seed);
            double v = 3 * random_signed(&seed), w = 3 * random_signed(&seed);
            struct flux5 a = flux_of(&schemes[k], l, r, n), expected = a;
            l.v += v, r.v += v, l.w += w, r.w += w;
            expected.energy += a.my * v + a.mz * w + 0.5 * a.mass * (v * v + w * w);
            expected.my += a.mass * v;
            expected.mz += a.mass * w;
            check_same("sliding frame", &schemes[k], flux_of(&schemes[k], l, r, n), expected,
                       1e-12 * (1 + flux_size(expected)));
        }
}

/* Both sides and every wave faster than sound: the upstream flux alone. */
static void upwinding(void)
{
    uint64_t seed = 5;
    const double n[3] = {1, 0, 0};
    for (int k = 0; k < N_SCHEMES; k++)
        for (int i = 0; i < 2000; i++) {
            struct state l = random_gas(&seed), r = random_gas(&seed);
            l.u += 20; /* the fastest sound is sqrt(1.4 e^2.8) = 4.8 */
            r.u += 20;
            struct flux5 exact = gas_flux(l, 1, 0, 0, gamma_air);
            check_same("to the right", &schemes[k], flux_of(&schemes[k], l, r, n), exact, 1e-12 * flux_size(exact));
            l.u -= 40;
            r.u -= 40;
            exact = gas_flux(r, 1, 0, 0, gamma_air);
            check_same("to the left", &schemes[k], flux_of(&schemes[k], l, r, n), exact, 1e-12 * flux_size(exact));
        }
}

/* ---- standing waves ---- */

/* Nothing but pressure passes a contact or a shear layer at rest: exactly with
 * Roe, HLLC and AUSM+-up. The split fluxes let mass through: van Leer's
 * (rho c left - rho c right) / 4, Steger and Warming's (the same) / (2 gamma); HLLE's
 * is S_L S_R / (S_R - S_L) (rho right - rho left), here S_L the sound on the left, which
 * is the faster one, and S_R that of the Roe average with weights 1 and sqrt(3):
 * c^2 = w c^2 left + w c^2 right + (gamma - 1) / 2 w w (jump of the velocity)^2. */
static void steady_contact(void)
{
    const double n[3] = {1, 0, 0};
    struct state l = {1, 0, 0.5, 0, 1}, r = {3, 0, -0.7, 0.2, 1};
    struct flux5 exact = {0, 1, 0, 0, 0};
    double wl = 1 / (1 + sqrt(3)), wr = 1 - wl;
    double sl = sqrt(1.4), sr = sqrt(wl * 1.4 + wr * 1.4 / 3 + 0.2 * wl * wr * (1.2 * 1.2 + 0.2 * 0.2));
    for (int k = 0; k < N_SCHEMES; k++) {
        struct flux5 f = flux_of(&schemes[k], l, r, n);
        double through = sqrt(1.4) - sqrt(1.4 * 3); /* rho c left - rho c right */
        if (schemes[k].id == FLUX_VAN_LEER || schemes[k].id == FLUX_HAENEL)
            CHECK_NEAR(f.mass, through / 4, 1e-14);
        else if (schemes[k].id == FLUX_HLLE)
            CHECK_NEAR(f.mass, -2 * sl * sr / (sl + sr), 1e-14);
        else if (schemes[k].id == FLUX_STEGER_WARMING)
            CHECK_NEAR(f.mass, through / (2 * gamma_air), 1e-14);
        else
            check_same("contact", &schemes[k], f, exact, 1e-14);
    }
}

/* A standing normal shock (NACA Report 1135, 1953, Eqs. 93-95) passes its flux
 * unchanged with Roe, HLLC, HLLE and AUSM+-up; but for AUSM+-up also an oblique one,
 * the same with a stream along it. */
static void steady_shock(void)
{
    for (double m = 1.2; m < 6; m += 0.4) {
        const double n[3] = {1, 0, 0}, g = gamma_air;
        struct state l = {1, m * sqrt(g), 0, 0, 1}, r = l;
        r.p = (2 * g * m * m - (g - 1)) / (g + 1);
        r.rho = (g + 1) * m * m / ((g - 1) * m * m + 2);
        r.u = l.u / r.rho;
        struct flux5 exact = gas_flux(l, 1, 0, 0, g);
        for (int k = 0; k < 4; k++)
            check_same("shock", &schemes[k], flux_of(&schemes[k], l, r, n), exact, 1e-12 * flux_size(exact));
        l.v = r.v = 1.7;
        l.w = r.w = -0.8;
        exact = gas_flux(l, 1, 0, 0, g);
        for (int k = 0; k < 4; k++)
            if (schemes[k].id != FLUX_AUSM_UP)
                check_same("oblique shock", &schemes[k], flux_of(&schemes[k], l, r, n), exact,
                           1e-12 * flux_size(exact));
    }
}

/* Rounded eigenvalues by hand: (3 + 5) / 2, (-3 + 5) / 2, half of epsilon at rest;
 * forward and backward parts still add up to the flux. */
static void rounded_eigenvalues(void)
{
    const double n[3] = {1, 0, 0};
    struct scheme rounded = {"steger-warming", FLUX_STEGER_WARMING, 0.2};
    struct state q = {1.3, 0.1, 0.4, -0.2, 0.9};
    struct flux5 exact = gas_flux(q, 1, 0, 0, gamma_air);
    CHECK_NEAR(steger_warming_positive(3, 4), 4, 1e-15);
    CHECK_NEAR(steger_warming_positive(-3, 4), 1, 1e-15);
    CHECK_NEAR(steger_warming_positive(0, 0.2), 0.1, 1e-16);
    check_same("f(q, q)", &rounded, flux_of(&rounded, q, q, n), exact, 1e-14 * flux_size(exact));
}

/* ---- against the exact Riemann solution ---- */

/* Distance from Godunov's flux for the jump from q to q + size * jump. */
static double godunov_distance(const struct scheme *k, struct state q, const double jump[3], double size)
{
    const double n[3] = {1, 0, 0};
    struct state r = {q.rho * (1 + size * jump[0]), q.u + size * jump[1], 0, 0, q.p * (1 + size * jump[2])};
    return flux_distance(flux_of(k, q, r, n), riemann_flux(q, r, gamma_air));
}

/* For a small jump the schemes of approximate Riemann solvers differ from the
 * exact flux by its square (they linearise it), the split ones by the jump
 * itself; so the distance falls fourfold or twofold when the jump is halved. Sonic
 * points, where |lambda| has a kink, are kept away from. AUSM+-up at its cut-off,
 * HLLE (contacts) and the split fluxes have another dissipation than the waves' own:
 * first order. */
static void small_jumps(void)
{
    static const double jump[3][3] = {{0.3, 0.2, 0.4}, {-0.2, 0.3, 0.1}, {0.4, -0.3, -0.3}};
    for (int k = 0; k < N_SCHEMES; k++)
        for (int j = 0; schemes[k].id != FLUX_KEEP && j < 3; j++)
            for (double m = -0.7; m < 0.8; m += 0.35) {
                struct state q = {1, m * sqrt(gamma_air), 0, 0, 1};
                bool second = schemes[k].id == FLUX_ROE || schemes[k].id == FLUX_HLLC;
                double coarse = godunov_distance(&schemes[k], q, jump[j], 0.02);
                double fine = godunov_distance(&schemes[k], q, jump[j], 0.01), ratio = coarse / fine;
                /* 4 and 2 within the next term of the series, of the size of the jump */
                CHECK(second ? ratio > 3.6 && ratio < 4.4 : ratio > 1.8, "%s: M %g, jump %d: %g", schemes[k].name, m,
                      j, ratio);
                CHECK(coarse < 0.02, "%s: %g", schemes[k].name, coarse); /* no more than the jump itself */
            }
}

/* Pressure on a face between jets of small Mach number that meet: the exact
 * (acoustic) one is rho c du / 2 above theirs, which swamps the flow's own rho u^2.
 * AUSM+-up holds it down: to first order in du and with u = 0 its excess is
 * rho a du (K_u fa / 2 + 15/16 fa^2 p / (rho a^2)), fa from the cut-off. */
static void low_mach_pressure(void)
{
    const double n[3] = {1, 0, 0}, c = sqrt(gamma_air), du = 1e-5 * c, cutoff = 0.01;
    struct state l = {1, 0.5 * du, 0, 0, 1}, r = {1, -0.5 * du, 0, 0, 1};
    struct scheme ausm = {"ausm-up", FLUX_AUSM_UP, cutoff}, roe = schemes[0];
    double fa = cutoff * (2 - cutoff), a = c * sqrt(2 / (gamma_air + 1)); /* critical */
    double expected = a * du * (0.375 * fa + 0.9375 * fa * fa / (a * a));
    /* next order in du / a relative: 1e-5; rounding of 1 + 1e-9: 1e-7 */
    CHECK_NEAR(flux_of(&ausm, l, r, n).mx - 1, expected, 1e-4 * expected);
    CHECK_NEAR(flux_of(&roe, l, r, n).mx - 1, 0.5 * c * du, 1e-4 * c * du);
    /* a pressure jump at rest lets K_p dp / (fa a) of mass through */
    l.u = r.u = 0;
    r.p = 1 - 1e-6;
    CHECK_NEAR(flux_of(&ausm, l, r, n).mass, 0.25 * 1e-6 / (fa * a), 1e-5 * 1e-6 / (fa * a));
}

/* Liou's polynomials at M = 1/2 by hand: 9/16 + 1/8 9/16; 27/32 + 3/16 1/2 9/16. */
static void ausm_polynomials(void)
{
    CHECK_NEAR(ausm_mach_plus(0.5), 81.0 / 128, 1e-15);
    CHECK_NEAR(ausm_mach_plus(-0.5), 17.0 / 128, 1e-15); /* M+ + M- = M */
    CHECK_NEAR(ausm_pressure_plus(0.5, 0.1875), 459.0 / 512, 1e-15);
    CHECK_NEAR(ausm_pressure_plus(-0.5, 0.1875), 53.0 / 512, 1e-15); /* P+ + P- = 1 */
}

/* ---- a first-order tube ---- */

enum { TUBE_MAX = 400 };

/* One step of dt / dx = ratio; the ends hold. k: NULL for the exact flux. */
static void tube_step(const struct scheme *k, struct state *q, int n, double ratio)
{
    static struct flux5 f[TUBE_MAX + 1];
    const double x[3] = {1, 0, 0};
    for (int i = 1; i < n; i++)
        f[i] = k ? flux_of(k, q[i - 1], q[i], x) : riemann_flux(q[i - 1], q[i], gamma_air);
    for (int i = 1; i < n - 1; i++) {
        struct flux5 c = gas_conserved(q[i], gamma_air);
        c.mass -= ratio * (f[i + 1].mass - f[i].mass);
        c.mx -= ratio * (f[i + 1].mx - f[i].mx);
        c.energy -= ratio * (f[i + 1].energy - f[i].energy);
        q[i] = gas_primitive(c, gamma_air);
    }
}

/* L1 error of the density at t = 0.2 in Sod's tube of n cells, CFL 0.45 or so. */
static double tube_error(const struct scheme *k, int n)
{
    static struct state q[TUBE_MAX];
    struct state l = {1, 0, 0, 0, 1}, r = {0.125, 0, 0, 0, 0.1};
    int steps = n;
    double error = 0;
    for (int i = 0; i < n; i++)
        q[i] = i < n / 2 ? l : r;
    for (int s = 0; s < steps; s++)
        tube_step(k, q, n, 0.2 * n / steps);
    for (int i = 0; i < n; i++)
        error += fabs(q[i].rho - riemann_state(l, r, ((i + 0.5) / n - 0.5) / 0.2, gamma_air).rho) / n;
    return error;
}

/* First-order schemes: a contact's error falls with order 1/2, a shock's with 1
 * (Kuznetsov 1976; Harten 1977), together more than 1/2. They come to the exact
 * solution, so conservation and entropy are right. Bound of the error: 1.5 times
 * that with the exact flux, since each scheme adds dissipation of that size. */
static void first_order_tube(void)
{
    double godunov = tube_error(NULL, 400);
    printf("  Sod, first order, exact flux       L1 error %.5f at 400 cells\n", godunov);
    for (int k = 0; k < N_SCHEMES; k++) {
        double coarse = tube_error(&schemes[k], 100), fine = tube_error(&schemes[k], 400);
        double order = log(coarse / fine) / log(4.0);
        printf("  Sod, first order, %-16s L1 error %.5f, %.5f at 100, 400 cells: order %.2f\n", schemes[k].name,
               coarse, fine, order);
        CHECK(order > 0.5 && order < 1, "%s: order %g", schemes[k].name, order);
        CHECK(fine < 1.5 * godunov, "%s: %g", schemes[k].name, fine);
    }
}

/* ---- positivity ---- */

/* A cell between strong neighbours after one first-order step: density and
 * pressure positive. HLLC: Batten et al. 1997, Section 4, while the waves from
 * the two faces do not meet: CFL 1/2; HLLE: Einfeldt et al. 1991. Van Leer's splitting: Gressier, Villedieu &
 * Moschetta 1999, under a CFL number of 1 on |u| + c; Steger and Warming's too. */
static void positivity(void)
{
    static const int positive[] = {FLUX_HLLC, FLUX_HLLE, FLUX_VAN_LEER, FLUX_HAENEL, FLUX_STEGER_WARMING};
    uint64_t seed = 6;
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 20000; i++) {
            struct state q[3];
            for (int c = 0; c < 3; c++) {
                q[c].rho = exp(4 * random_signed(&seed));
                q[c].p = exp(6 * random_signed(&seed));
                q[c].u = 8 * random_signed(&seed) * gas_sound_speed(q[c], gamma_air);
                q[c].v = q[c].w = 0;
            }
            real s0, s1;
            struct flux5 a =
                inviscid_flux(positive[k], face_states(q[0], q[1], (const real[]){1, 0, 0}, gamma_air), 0, &s0);
            struct flux5 b =
                inviscid_flux(positive[k], face_states(q[1], q[2], (const real[]){1, 0, 0}, gamma_air), 0, &s1);
            double ratio = 0.5 / fmax(s0, s1);
            struct flux5 c = gas_conserved(q[1], gamma_air);
            c.mass -= ratio * (b.mass - a.mass);
            c.mx -= ratio * (b.mx - a.mx);
            c.energy -= ratio * (b.energy - a.energy);
            struct state after = gas_primitive(c, gamma_air);
            CHECK(after.rho > 0 && after.p > 0, "%d: rho %g, p %g", positive[k], after.rho, after.p);
        }
}

/* The speed for the time step is the larger |un| + c of both sides at least, with the
 * split fluxes and AUSM+-up; more than it at low Mach numbers. Roe's is that of the mean
 * state, HLLC's and HLLE's that of their outer waves. */
static void signal_speeds(void)
{
    uint64_t seed = 10;
    struct state q = {1, 0.01 * sqrt(1.4), 0, 0, 1};
    for (int k = 0; k < N_SCHEMES; k++) {
        real speed;
        inviscid_flux(schemes[k].id, face_states(q, q, (const real[]){1, 0, 0}, gamma_air), 0.02, &speed);
        /* c / a = sqrt(1.2); 2 K_p / f_a = 0.5 / (0.02 * 1.98); less M^2 of it, 1e-4 */
        double factor[FLUX_N_SCHEMES] = {[FLUX_ROE] = 1, [FLUX_HLLC] = 1, [FLUX_HLLE] = 1, [FLUX_KEEP] = 1,
                                         [FLUX_AUSM_UP] = sqrt(1.2) * 0.5 / 0.0396,
                                         /* c (1/2 + 3 / (2 gamma)) and 2 c / gamma at rest, 2 c at Mach 1 */
                                         [FLUX_VAN_LEER] = 1 + 0.99 * (1.5 / 1.4 - 0.5),
                                         [FLUX_HAENEL] = 1 + 0.99 * (1.5 / 1.4 - 0.5),
                                         [FLUX_STEGER_WARMING] = 1 + 0.99 * (2 / 1.4 - 1)};
        CHECK_NEAR(speed, (0.01 + factor[schemes[k].id]) * sqrt(1.4), 2e-4 * speed);
        bool by_waves = schemes[k].id == FLUX_ROE || schemes[k].id == FLUX_KEEP || schemes[k].id == FLUX_HLLC || schemes[k].id == FLUX_HLLE;
        for (int i = 0; !by_waves && i < 1000; i++) {
            struct state l = random_gas(&seed), r = random_gas(&seed);
            double n[3];
            random_direction(&seed, n);
            inviscid_flux(schemes[k].id, face_states(l, r, n, gamma_air), 1, &speed);
            double left = fabs(l.u * n[0] + l.v * n[1] + l.w * n[2]) + sqrt(gamma_air * l.p / l.rho);
            double right = fabs(r.u * n[0] + r.v * n[1] + r.w * n[2]) + sqrt(gamma_air * r.p / r.rho);
            CHECK(speed >= fmax(left, right) * (1 - 1e-14), "%s: %g", schemes[k].name, speed);
        }
    }
}

/* d F / d(conserved variable k) of the left (side 0) or right state, by central differences. */
static void flux_derivative(const struct scheme *s, struct state q, int side, int k, double out[5])
{
    struct flux5 f[2];
    for (int sign = 0; sign < 2; sign++) {
        struct flux5 c = gas_conserved(q, gamma_air), size = {q.rho, q.rho, q.rho, q.rho, q.p};
        double *member[5] = {&c.mass, &c.mx, &c.my, &c.mz, &c.energy};
        double step[5] = {size.mass, size.mx, size.my, size.mz, size.energy}, e = 1e-6 * step[k];
        *member[k] += sign ? e : -e;
        struct state moved = gas_primitive(c, gamma_air);
        real speed;
        f[sign] = inviscid_flux(s->id,
                                face_states(side ? q : moved, side ? moved : q, (const real[]){1, 0, 0}, gamma_air),
                                s->parameter, &speed);
        f[sign] = flux5_scale(0.5 / e, f[sign]);
    }
    out[0] = f[1].mass - f[0].mass;
    out[1] = f[1].mx - f[0].mx;
    out[2] = f[1].my - f[0].my;
    out[3] = f[1].mz - f[0].mz;
    out[4] = f[1].energy - f[0].energy;
}

/* Largest |eigenvalue| of a 5 x 5 matrix: the 1024th root of the size of its 1024th power. */
static double spectral_radius(double m[5][5])
{
    double logarithm = 0;
    for (int power = 0; power < 10; power++) {
        double square[5][5] = {{0}}, largest = 0;
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) {
                for (int k = 0; k < 5; k++)
                    square[i][j] += m[i][k] * m[k][j];
                largest = fmax(largest, fabs(square[i][j]));
            }
        logarithm += log(largest) / exp2(power + 1);
        for (int i = 0; i < 25; i++)
            m[i / 5][i % 5] = square[i / 5][i % 5] / largest;
    }
    return exp(logarithm);
}

/* The shortest wave a row of cells holds, +-1 from cell to cell, is damped at the rate
 * 2 (dF/dl - dF/dr) / h: its eigenvalues are what an explicit step has to bear, and at most
 * twice the speed that a flux gives for the time step, at any Mach number along the face
 * too. Bound: 1 % for differences and the root. */
static void speeds_bound_the_damping(void)
{
    static const double mach[][2] = {{0, 0}, {0, 0.5}, {0, 2}, {0, 4.5}, {0, 10}, {0.05, 4.5},
                                     {0.3, 0}, {0.3, 4.5}, {0.5, 0}, {0.8, 0.5}, {0.9, 4.5},
                                     {0.95, 0}, {1.05, 2}, {1.5, 0}, {2, 4.5}, {4.5, 0}};
    for (int k = 0; k < N_SCHEMES; k++) {
        double worst = 0;
        for (size_t i = 0; i < sizeof mach / sizeof *mach; i++)
            for (int cutoff = 0; cutoff < 3; cutoff++) {
                struct scheme s = schemes[k];
                if (s.id == FLUX_AUSM_UP)
                    s.parameter = (double[]){0.01, 0.3, 4.5}[cutoff];
                double c = sqrt(gamma_air), m[5][5], l[5], r[5];
                struct state q = {1, mach[i][0] * c, mach[i][1] * c, 0, 1};
                for (int j = 0; j < 5; j++) {
                    flux_derivative(&s, q, 0, j, l);
                    flux_derivative(&s, q, 1, j, r);
                    for (int n = 0; n < 5; n++)
                        m[n][j] = l[n] - r[n];
                }
                real speed;
                inviscid_flux(s.id, face_states(q, q, (const real[]){1, 0, 0}, gamma_air), s.parameter, &speed);
                double ratio = spectral_radius(m) / speed;
                CHECK(ratio <= 1.01, "%s at Mach %g across and %g along the face, parameter %g: %g times the speed",
                      s.name, mach[i][0], mach[i][1], s.parameter, ratio);
                worst = fmax(worst, ratio);
            }
        printf("  %s: at most %.3f of the speed\n", schemes[k].name, worst);
    }
}

int main(void)
{
    CASE(consistency);
    CASE(reversal);
    CASE(rotation);
    CASE(sliding_frame);
    CASE(upwinding);
    CASE(steady_contact);
    CASE(steady_shock);
    CASE(rounded_eigenvalues);
    CASE(small_jumps);
    CASE(low_mach_pressure);
    CASE(ausm_polynomials);
    CASE(first_order_tube);
    CASE(positivity);
    CASE(signal_speeds);
    CASE(speeds_bound_the_damping);
    return check_end();
}
