/* Flux schemes as values: each against another formulation of the same scheme,
 * written in double from the papers in terms of eigenvectors, Mach numbers or jump
 * conditions, so that a wrong sign or factor in any one of its terms shows.
 *
 * Bound everywhere: rounding of numbers up to about 100 through a linear system or
 * differences of splittings.
 */
#include "check.h"
#include "random.h"

#include "physics/inviscid.h"

static const double g = 1.4;
enum { TRIALS = 3000 };

static uint64_t seed = 21;

/* A gas in terms of what the papers use. */
struct gas {
    double rho, u[3], p, un, c, e, h, q2; /* e: energy per volume; h: total enthalpy per mass; q2: speed squared */
};

static struct gas gas_of(struct state s, const double n[3])
{
    struct gas a = {.rho = s.rho, .u = {s.u, s.v, s.w}, .p = s.p};
    for (int d = 0; d < 3; d++) {
        a.un += a.u[d] * n[d];
        a.q2 += a.u[d] * a.u[d];
    }
    a.c = sqrt(g * s.p / s.rho);
    a.e = s.p / (g - 1) + 0.5 * s.rho * a.q2;
    a.h = (a.e + s.p) / s.rho;
    return a;
}

static void conserved(const struct gas *a, double w[5])
{
    double v[5] = {a->rho, a->rho * a->u[0], a->rho * a->u[1], a->rho * a->u[2], a->e};
    for (int k = 0; k < 5; k++)
        w[k] = v[k];
}

static void exact_flux(const struct gas *a, const double n[3], double f[5])
{
    f[0] = a->rho * a->un;
    for (int d = 0; d < 3; d++)
        f[1 + d] = a->rho * a->un * a->u[d] + a->p * n[d];
    f[4] = a->rho * a->un * a->h;
}

/* Columns r[.][k]: eigenvectors of the flux' Jacobian along n for un - c, un (three
 * times), un + c, at velocity u, total enthalpy h, sound c. */
static void eigenvectors(const double u[3], double h, double c, const double n[3], double r[5][5])
{
    double t[2][3] = {{0}}, un = u[0] * n[0] + u[1] * n[1] + u[2] * n[2], q2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    int least = fabs(n[0]) < fabs(n[1]) ? (fabs(n[0]) < fabs(n[2]) ? 0 : 2) : fabs(n[1]) < fabs(n[2]) ? 1 : 2;
    t[0][least] = 1; /* any two directions that with n span space */
    t[1][0] = n[1] * t[0][2] - n[2] * t[0][1];
    t[1][1] = n[2] * t[0][0] - n[0] * t[0][2];
    t[1][2] = n[0] * t[0][1] - n[1] * t[0][0];
    double along = n[least];
    for (int d = 0; d < 3; d++)
        t[0][d] -= along * n[d];
    for (int k = 0; k < 5; k++) {
        double sign = k == 0 ? -1 : 1;
        if (k == 0 || k == 4) {
            r[0][k] = 1;
            for (int d = 0; d < 3; d++)
                r[1 + d][k] = u[d] + sign * c * n[d];
            r[4][k] = h + sign * c * un;
        } else if (k == 1) {
            r[0][k] = 1;
            for (int d = 0; d < 3; d++)
                r[1 + d][k] = u[d];
            r[4][k] = 0.5 * q2;
        } else {
            r[0][k] = r[4][k] = 0;
            for (int d = 0; d < 3; d++) {
                r[1 + d][k] = t[k - 2][d];
                r[4][k] += u[d] * t[k - 2][d];
            }
        }
    }
}

/* x with r x = b, by elimination with pivots. */
static void solve5(double r[5][5], const double b[5], double x[5])
{
    double m[5][6];
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++)
            m[i][k] = r[i][k];
        m[i][5] = b[i];
    }
    for (int k = 0; k < 5; k++) {
        int pivot = k;
        for (int i = k + 1; i < 5; i++)
            pivot = fabs(m[i][k]) > fabs(m[pivot][k]) ? i : pivot;
        for (int j = 0; j < 6; j++) {
            double swap = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = swap;
        }
        for (int i = 0; i < 5; i++)
            for (int j = 5; i != k && j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    for (int k = 0; k < 5; k++)
        x[k] = m[k][5] / m[k][k];
}

/* Roe 1981: mean flux less half of R |Lambda| R^-1 times the jump, at the averages
 * weighted with the roots of the densities; Harten's fix on the acoustic waves. */
static double roe(const struct gas *l, const struct gas *r, const double n[3], double fix, double f[5])
{
    double a = sqrt(l->rho), b = sqrt(r->rho), u[3], un = 0, q2 = 0, h = (a * l->h + b * r->h) / (a + b);
    for (int d = 0; d < 3; d++) {
        u[d] = (a * l->u[d] + b * r->u[d]) / (a + b);
        un += u[d] * n[d];
        q2 += u[d] * u[d];
    }
    double c = sqrt((g - 1) * (h - 0.5 * q2)), vectors[5][5], wl[5], wr[5], strength[5], fl[5], fr[5];
    double speed[5] = {un - c, un, un, un, un + c};
    eigenvectors(u, h, c, n, vectors);
    conserved(l, wl);
    conserved(r, wr);
    exact_flux(l, n, fl);
    exact_flux(r, n, fr);
    for (int k = 0; k < 5; k++)
        wr[k] -= wl[k];
    solve5(vectors, wr, strength);
    for (int i = 0; i < 5; i++) {
        f[i] = 0.5 * (fl[i] + fr[i]);
        for (int k = 0; k < 5; k++) {
            double s = fabs(speed[k]), delta = fix * c;
            if ((k == 0 || k == 4) && s < delta)
                s = (s * s / delta + delta) / 2;
            f[i] -= 0.5 * s * strength[k] * vectors[i][k];
        }
    }
    return fabs(un) + c;
}

/* Steger & Warming 1981: w = sum of strengths times eigenvectors, and as the flux is
 * homogeneous, its forward part the sum of lambda+ times them. */
static void steger_warming(const struct gas *a, const double n[3], double sign, double smooth, double f[5])
{
    double vectors[5][5], w[5], strength[5], speed[5] = {a->un - a->c, a->un, a->un, a->un, a->un + a->c};
    eigenvectors(a->u, a->h, a->c, n, vectors);
    conserved(a, w);
    solve5(vectors, w, strength);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            f[i] += 0.5 * (speed[k] + sign * hypot(speed[k], smooth * a->c)) * strength[k] * vectors[i][k];
}

/* van Leer 1982 in Mach numbers: mass +-rho c (M +- 1)^2 / 4; Haenel et al. 1987: the
 * energy is mass times total enthalpy. */
static void van_leer(const struct gas *a, const double n[3], double sign, int haenel, double f[5])
{
    double mach = a->un / a->c, whole[5];
    exact_flux(a, n, whole);
    if (fabs(mach) >= 1) {
        for (int k = 0; k < 5; k++)
            f[k] += sign * mach >= 1 ? whole[k] : 0;
        return;
    }
    double mass = sign * a->rho * a->c * (mach + sign) * (mach + sign) / 4, tangential2 = a->q2 - a->un * a->un;
    double normal = ((g - 1) * mach + sign * 2) * a->c / g; /* normal momentum over mass */
    f[0] += mass;
    for (int d = 0; d < 3; d++)
        f[1 + d] += mass * (a->u[d] + (normal - a->un) * n[d]);
    f[4] += mass * (haenel ? a->h : g * g * normal * normal / (2 * (g * g - 1)) + tangential2 / 2);
}

/* Einfeldt 1988: speeds of the outer waves. */
static void einfeldt_waves(const struct gas *l, const struct gas *r, double *left, double *right)
{
    double a = sqrt(l->rho), b = sqrt(r->rho), un = (a * l->un + b * r->un) / (a + b), q2 = 0;
    for (int d = 0; d < 3; d++)
        q2 += pow((a * l->u[d] + b * r->u[d]) / (a + b), 2);
    double c = sqrt((g - 1) * ((a * l->h + b * r->h) / (a + b) - 0.5 * q2));
    *left = fmin(l->un - l->c, un - c);
    *right = fmax(r->un + r->c, un + c);
}

/* Toro, Spruce & Speares 1994: F + S (W* - W) across the wave that bounds the face's
 * side, W* from the jump conditions; wave speeds of Batten et al. 1997. */
static double hllc(const struct gas *l, const struct gas *r, const double n[3], double f[5])
{
    double left, right;
    einfeldt_waves(l, r, &left, &right);
    double middle = (r->p - l->p + l->rho * l->un * (left - l->un) - r->rho * r->un * (right - r->un)) /
                    (l->rho * (left - l->un) - r->rho * (right - r->un));
    const struct gas *q = middle >= 0 ? l : r;
    double s = middle >= 0 ? left : right, w[5], star[5], factor = q->rho * (s - q->un) / (s - middle);
    exact_flux(q, n, f);
    if (left < 0 && right > 0) {
        conserved(q, w);
        star[0] = factor;
        for (int d = 0; d < 3; d++)
            star[1 + d] = factor * (q->u[d] + (middle - q->un) * n[d]);
        star[4] = factor * (q->e / q->rho + (middle - q->un) * (middle + q->p / (q->rho * (s - q->un))));
        for (int k = 0; k < 5; k++)
            f[k] += s * (star[k] - w[k]);
    }
    return fmax(-left, right);
}

/* Harten, Lax & van Leer 1983: the mean of both sides' fluxes over the waves, written
 * by the mean state U* between them: F_l + S_L (U* - U_l) when S_L < 0 < S_R. */
static double hlle(const struct gas *l, const struct gas *r, const double n[3], double f[5])
{
    double left, right, fl[5], fr[5], ul[5], ur[5];
    einfeldt_waves(l, r, &left, &right);
    exact_flux(l, n, fl);
    exact_flux(r, n, fr);
    conserved(l, ul);
    conserved(r, ur);
    for (int k = 0; k < 5; k++) {
        double star = (right * ur[k] - left * ul[k] + fl[k] - fr[k]) / (right - left);
        f[k] = left >= 0 ? fl[k] : right <= 0 ? fr[k] : fl[k] + left * (star - ul[k]);
    }
    return fmax(-left, right);
}

/* Liou 2006: split Mach numbers and pressures by their polynomials M(1), M(2), M(4),
 * P(5) (Eqs. 18-24). sign: +1 or -1 for the split. */
static double mach_split(double m, double sign)
{
    double m2 = sign * 0.25 * (m + sign) * (m + sign), other = -sign * 0.25 * (m - sign) * (m - sign);
    return fabs(m) >= 1 ? 0.5 * (m + sign * fabs(m)) : m2 * (1 - sign * 16.0 / 8 * other);
}

static double pressure_split(double m, double sign, double alpha)
{
    double m2 = sign * 0.25 * (m + sign) * (m + sign), other = -sign * 0.25 * (m - sign) * (m - sign);
    return fabs(m) >= 1 ? 0.5 * (m + sign * fabs(m)) / m : m2 * ((sign * 2 - m) - sign * 16 * alpha * m * other);
}

/* The derivative of (2 + 3 m - m^3) / 4 + alpha (m^5 - 2 m^3 + m), P(5) multiplied out. */
static double pressure_split_slope(double m, double alpha)
{
    double m2 = m * m;
    return m2 >= 1 ? 0 : (3 - 3 * m2) / 4 + alpha * (5 * m2 * m2 - 6 * m2 + 1);
}

static double ausm_up(const struct gas *l, const struct gas *r, const double n[3], double cutoff, double f[5])
{
    double al = sqrt(2 * (g - 1) / (g + 1) * l->h), ar = sqrt(2 * (g - 1) / (g + 1) * r->h);
    double a = fmin(al * al / fmax(al, l->un), ar * ar / fmax(ar, -r->un)), ml = l->un / a, mr = r->un / a;
    double mean2 = (l->un * l->un + r->un * r->un) / (2 * a * a), mo = sqrt(fmin(1, fmax(mean2, cutoff * cutoff)));
    double fa = mo * (2 - mo), alpha = 3.0 / 16 * (-4 + 5 * fa * fa), rho = 0.5 * (l->rho + r->rho);
    double mp = -0.25 / fa * fmax(1 - mean2, 0) * (r->p - l->p) / (rho * a * a);
    double pl = pressure_split(ml, 1, alpha), pr = pressure_split(mr, -1, alpha);
    double pu = -0.75 * pl * pr * (l->rho + r->rho) * (fa * a) * (r->un - l->un);
    double m = mach_split(ml, 1) + mach_split(mr, -1) + mp, p = pl * l->p + pr * r->p + pu;
    const struct gas *q = m > 0 ? l : r;
    f[0] = a * m * q->rho;
    for (int d = 0; d < 3; d++)
        f[1 + d] = f[0] * q->u[d] + p * n[d];
    f[4] = f[0] * q->h;
    double c = fmax(l->c, r->c), of_density = 0.25 / fa * fmax(1 - mean2, 0) * c * c / a;
    double slope = fmax(pressure_split_slope(ml, alpha), pressure_split_slope(mr, alpha));
    double of_velocity = slope * c * c / (g * a) + 1.5 * pl * pr * fa * a;
    return fmax(fabs(l->un), fabs(r->un)) + fmax(c, 2 * fmax(of_density, of_velocity));
}

/* Kuya, Totani & Kawai 2018: products of means, here of conserved variables: rho u_n, rho u_n u, rho u_n |u|^2 / 2 (of
 * the two velocities), rho u_n e, and u_n p of one side's velocity and the other's pressure. */
static void keep_split(const struct gas *l, const struct gas *r, const double n[3], double f[5])
{
    double product = 0, mass = 0.25 * (l->rho + r->rho) * (l->un + r->un);
    f[0] = mass;
    for (int d = 0; d < 3; d++) {
        f[1 + d] = mass * (l->u[d] + r->u[d]) / 2 + (l->p + r->p) / 2 * n[d];
        product += l->u[d] * r->u[d];
    }
    f[4] = mass * (product / 2 + (l->p / l->rho + r->p / r->rho) / (2 * (g - 1))) + (l->un * r->p + r->un * l->p) / 2;
}

/* Roe's flux between states whose velocities are drawn together (Thornber et al. 2008) by the larger Mach number, up to
 * 1: their u is the mean plus or minus z half the difference. */
static double keep_roe(struct state l, struct state r, const double n[3], double fix, double f[5])
{
    struct gas a = gas_of(l, n), b = gas_of(r, n);
    double z = fmin(1, fmax(sqrt(a.q2) / a.c, sqrt(b.q2) / b.c)), shift[3], half = 0.5 * (1 - z);
    for (int d = 0; d < 3; d++)
        shift[d] = half * (b.u[d] - a.u[d]);
    l.u += shift[0], l.v += shift[1], l.w += shift[2];
    r.u -= shift[0], r.v -= shift[1], r.w -= shift[2];
    a = gas_of(l, n), b = gas_of(r, n);
    return roe(&a, &b, n, fix, f);
}

/* ---- the comparison ---- */

/* Speeds up to about Mach 2 in any direction; on some trials the same gas on both
 * sides but for a small jump, as in a smooth flow. */
static void random_pair(int trial, struct state *l, struct state *r, double n[3])
{
    double length = 0, top = trial % 4 == 0 ? 0.1 : 1.5, small = trial % 3 == 0 ? 0.05 : 1;
    for (int d = 0; d < 3; d++)
        n[d] = random_signed(&seed);
    length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int d = 0; d < 3; d++)
        n[d] /= length;
    *l = (struct state){exp(random_signed(&seed)), top * random_signed(&seed), top * random_signed(&seed),
                        top * random_signed(&seed), exp(random_signed(&seed))};
    *r = (struct state){l->rho * exp(small * random_signed(&seed)), l->u + small * top * random_signed(&seed),
                        l->v + small * top * random_signed(&seed), l->w + small * top * random_signed(&seed),
                        l->p * exp(small * random_signed(&seed))};
}

static double other_formulation(int scheme, const struct gas *l, const struct gas *r, const double n[3],
                                double parameter, double f[5])
{
    for (int k = 0; k < 5; k++)
        f[k] = 0;
    switch (scheme) {
    case FLUX_ROE:
        return roe(l, r, n, parameter, f);
    case FLUX_AUSM_UP:
        return ausm_up(l, r, n, parameter, f);
    case FLUX_HLLC:
        return hllc(l, r, n, f);
    case FLUX_HLLE:
        return hlle(l, r, n, f);
    case FLUX_STEGER_WARMING:
        steger_warming(l, n, 1, parameter, f);
        steger_warming(r, n, -1, parameter, f);
        break;
    default:
        van_leer(l, n, 1, scheme == FLUX_HAENEL, f);
        van_leer(r, n, -1, scheme == FLUX_HAENEL, f);
    }
    /* at rest 2 c / gamma, c (1/2 + 3/2 / gamma); 2 c at Mach 1; the straight line between */
    double at_rest = scheme == FLUX_STEGER_WARMING ? 2 / g : 0.5 + 1.5 / g, speed = 0;
    for (int k = 0; k < 2; k++) {
        const struct gas *s = k ? r : l;
        double mach = fabs(s->un) / s->c;
        speed = fmax(speed, s->c * (mach < 1 ? at_rest + (2 - at_rest) * mach : 1 + mach));
    }
    return speed;
}

static void check_scheme(int scheme, double parameter)
{
    for (int i = 0; i < TRIALS; i++) {
        struct state l, r;
        double n[3], f[5], speed;
        real got_speed;
        random_pair(i, &l, &r, n);
        struct gas a = gas_of(l, n), b = gas_of(r, n);
        speed = other_formulation(scheme, &a, &b, n, parameter, f);
        struct flux5 got = inviscid_flux(scheme, face_states(l, r, n, g), parameter, &got_speed);
        double value[5] = {got.mass, got.mx, got.my, got.mz, got.energy};
        for (int k = 0; k < 5; k++)
            CHECK_NEAR(value[k], f[k], 1e-11);
        CHECK_NEAR(got_speed, speed, 1e-12 * speed);
    }
}

static void roe_by_eigenvectors(void)
{
    check_scheme(FLUX_ROE, 0);
    check_scheme(FLUX_ROE, 0.3);
}
static void steger_warming_by_eigenvectors(void)
{
    check_scheme(FLUX_STEGER_WARMING, 0);
    check_scheme(FLUX_STEGER_WARMING, 0.2);
}
static void van_leer_by_mach_numbers(void)
{
    check_scheme(FLUX_VAN_LEER, 0);
    check_scheme(FLUX_HAENEL, 0);
}
static void hllc_by_jump_conditions(void)
{
    check_scheme(FLUX_HLLC, 0);
}
static void hlle_by_mean_state(void)
{
    check_scheme(FLUX_HLLE, 0);
}
static void ausm_up_by_polynomials(void)
{
    check_scheme(FLUX_AUSM_UP, 0.05);
    check_scheme(FLUX_AUSM_UP, 0.8);
}

/* What the update uses: differences of conserved variables, and the state after one. */
static void changes_of_state(void)
{
    const double x[3] = {1, 0, 0};
    for (int i = 0; i < TRIALS; i++) {
        struct state a, b;
        double n[3], wa[5], wb[5];
        random_pair(i, &a, &b, n);
        struct gas ga = gas_of(a, x), gb = gas_of(b, x);
        conserved(&ga, wa);
        conserved(&gb, wb);
        struct flux5 d = gas_difference(a, b, g);
        double difference[5] = {d.mass, d.mx, d.my, d.mz, d.energy};
        for (int k = 0; k < 5; k++)
            CHECK_NEAR(difference[k], wb[k] - wa[k], 1e-12);
        struct state after = gas_advance(a, d, g);
        double off[5] = {after.rho - b.rho, after.u - b.u, after.v - b.v, after.w - b.w, after.p - b.p};
        for (int k = 0; k < 5; k++)
            CHECK_NEAR(off[k], 0, 1e-12);
    }
}

/* The cells' states and the face's apart. Bound: as above. */
static void keep_by_products(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct state c[2], s[2];
        double n[3], split[5], more[5], fix = 0.2 * (i % 2), share = (i % 5) / 4.0, speed;
        real got_speed;
        random_pair(i, &c[0], &c[1], n);
        random_pair(i, &s[0], &s[1], n);
        struct gas l = gas_of(c[0], n), r = gas_of(c[1], n);
        keep_split(&l, &r, n, split);
        speed = keep_roe(s[0], s[1], n, fix, more);
        struct flux5 f =
            keep_flux(face_states(c[0], c[1], n, g), face_states(s[0], s[1], n, g), fix, share, &got_speed);
        double value[5] = {f.mass, f.mx, f.my, f.mz, f.energy};
        for (int k = 0; k < 5; k++)
            CHECK_NEAR(value[k], (1 - share) * split[k] + share * more[k], 1e-11);
        CHECK_NEAR(got_speed, speed, 1e-12 * speed);
    }
}

/* What the flux does to the kinetic energy of the two cells, u . momentum - |u|^2 / 2 mass out of the left and into the
 * right one, is the work of the mean pressure on what their velocities differ by: convection does nothing. Bound:
 * rounding of numbers up to about 100. */
static void keep_conserves_kinetic_energy(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct state l, r;
        double n[3];
        random_pair(i, &l, &r, n);
        struct gas a = gas_of(l, n), b = gas_of(r, n);
        struct flux5 f = keep_central(face_states(l, r, n, g));
        double out = l.u * f.mx + l.v * f.my + l.w * f.mz - a.q2 / 2 * f.mass;
        double in = r.u * f.mx + r.v * f.my + r.w * f.mz - b.q2 / 2 * f.mass;
        CHECK_NEAR(in - out, (l.p + r.p) / 2 * (b.un - a.un), 1e-12);
    }
}

/* Ducros' sensor by hand: 9 / (9 + 16 + (0.05 * 20)^2) at a compression of 3 and a vorticity of 4 over a distance of 1;
 * nothing in expansion; 1 less the floor where nothing turns; the same in other units of length. */
static void shock_sensor(void)
{
    CHECK_NEAR(keep_sensor(-3, 4, 20, 1), 9.0 / 26, 1e-15);
    CHECK_NEAR(keep_sensor(-6, 8, 20, 0.5), 9.0 / 26, 1e-15);
    CHECK_NEAR(keep_sensor(3, 4, 20, 1), 0, 0);
    CHECK_NEAR(keep_sensor(-3, 0, 20, 1), 0.9, 1e-15);
}

int main(void)
{
    CASE(keep_by_products);
    CASE(keep_conserves_kinetic_energy);
    CASE(shock_sensor);
    CASE(changes_of_state);
    CASE(roe_by_eigenvectors);
    CASE(steger_warming_by_eigenvectors);
    CASE(van_leer_by_mach_numbers);
    CASE(hllc_by_jump_conditions);
    CASE(hlle_by_mean_state);
    CASE(ausm_up_by_polynomials);
    return check_end();
}
