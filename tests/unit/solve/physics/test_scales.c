/* Lengths of detached-eddy models and their numerical dissipation as values: against the papers' formulas, written here
 * in double with the library's tanh and exp, and at their limits.
 *
 * Bound: functions of solve/physics/elementary.h are within a rounding or two of the library's (exp a few dozen), and
 * 1 - tanh loses digits of the result, not of 1; 1e-12 of the length where nothing else is said.
 */
#include "check.h"
#include "random.h"

#include "physics/turbulence/models.h"

#include <string.h>

enum { TRIALS = 4000 };

static uint64_t seed = 31;

/* Lengths and viscosities over several decades, so that shielded, resolved and mixed cells come about. */
static struct scales_point random_point(void)
{
    struct scales_point p = {.d = exp(3 * random_signed(&seed)), .nu = exp(2 * random_signed(&seed) - 5)};
    p.nu_t = p.nu * exp(4 * random_signed(&seed));
    p.gradient = exp(4 * random_signed(&seed));
    p.own = p.d * exp(random_signed(&seed));
    p.most = exp(2 * random_signed(&seed));
    p.normal = p.most * exp(random_signed(&seed) - 1);
    return p;
}

static double ratio_of(double nu, const struct scales_point *p)
{
    return nu / (p->gradient * pow(0.41 * p->d, 2));
}

/* Spalart et al. 2006 with C_d1 = 8; Gritskevich et al. 2012 with 20. */
static void delayed(void)
{
    int shielded = 0, resolved = 0;
    for (int i = 0; i < TRIALS; i++) {
        int equations = i % 2 ? EQUATIONS_SA : EQUATIONS_SST;
        struct scales_point p = random_point();
        double delta = 0.65 * p.most, fd = 1 - tanh(pow((i % 2 ? 8 : 20) * ratio_of(p.nu + p.nu_t, &p), 3));
        double expected = p.own - fd * fmax(0, p.own - delta);
        CHECK_NEAR(scales_delayed(&p, delta, scales_constants(equations)), expected, 1e-12 * p.own);
        shielded += fd < 0.01;
        resolved += fd > 0.99;
    }
    CHECK(shielded > TRIALS / 20 && resolved > TRIALS / 20, "%d shielded, %d resolved", shielded, resolved);
}

/* In a logarithmic layer, u' = u_tau / (kappa y) and nu_t = kappa u_tau y, r_d is 1 or more: the length is that of the
 * model to the last bit, however small the cell. */
static void attached_layer(void)
{
    for (int i = 0; i < TRIALS; i++) {
        double u_tau = exp(random_signed(&seed)), y = exp(4 * random_signed(&seed) - 4), nu = 1e-5;
        struct scales_point p = {.own = y, .d = y, .nu = nu, .nu_t = 0.41 * u_tau * y, .gradient = u_tau / (0.41 * y)};
        CHECK_NEAR(scales_delayed(&p, 0.01 * y, scales_constants(EQUATIONS_SA)), y, 0);
        CHECK_NEAR(scales_delayed(&p, 0.01 * y, scales_constants(EQUATIONS_SST)), y, 0);
    }
}

/* Without a wall, and far from one, the length is C Delta to the last bit, in both forms. */
static void far_from_walls(void)
{
    struct scales_point p = {.own = 1e30, .d = 1e30, .nu = 1e-5, .nu_t = 1e-3, .gradient = 10, .most = 0.2,
                             .normal = 0.1};
    const struct scales_constants c = scales_constants(EQUATIONS_SA);
    CHECK_NEAR(scales_delayed(&p, 0.13, c), 0.13, 0);
    CHECK_NEAR(scales_improved(&p, 0.65, 1, p.most, c), 0.65 * 0.2, 0);
    p.own = p.d = 50; /* r_d = 1e-3 / (10 0.1681 2500) = 2.4e-7 */
    CHECK_NEAR(scales_delayed(&p, 0.13, c), 0.13, 1e-14);
    CHECK_NEAR(scales_improved(&p, 0.65, 1, p.most, c), 0.13, 1e-14);
    p.own = 0.05; /* SST: a length below the cell's stays */
    CHECK_NEAR(scales_delayed(&p, 0.13, c), 0.05, 1e-15);
}

/* Shur et al. 2008; Gritskevich et al. 2012 with their constants. */
static double improved_length(const struct scales_point *p, double constant, double psi, int is_sa)
{
    double cdt = is_sa ? 8 : 20, ct = is_sa ? 1.63 : 1.87, cl = is_sa ? 3.55 : 5.0;
    double alpha = 0.25 - p->d / p->most, rdt = ratio_of(p->nu_t, p), rdl = ratio_of(p->nu, p);
    double fb = fmin(2 * exp(-9 * alpha * alpha), 1), fdt = 1 - tanh(pow(cdt * rdt, 3));
    double fd = fmax(1 - fdt, fb);
    double fe1 = alpha >= 0 ? 2 * exp(-11.09 * alpha * alpha) : 2 * exp(-9 * alpha * alpha);
    double fe2 = 1 - fmax(tanh(pow(ct * ct * rdt, 3)), tanh(pow(cl * cl * rdl, 10)));
    double fe = fmax(fe1 - 1, 0) * psi * fe2;
    double delta = fmin(fmax(fmax(0.15 * p->d, 0.15 * p->most), p->normal), p->most);
    return fd * (1 + fe) * p->own + (1 - fd) * constant * delta;
}

static void improved(void)
{
    int raised = 0, blended = 0;
    for (int i = 0; i < TRIALS; i++) {
        int is_sa = i % 2;
        struct scales_point p = random_point();
        if (i % 4 < 2)
            p.d = p.most * exp(random_signed(&seed) - 1); /* about where the two are blended */
        if (i % 3 == 0)
            p.gradient *= 1000; /* and resolved turbulence */
        double constant = 0.65 + 0.2 * random_signed(&seed), psi = 1 + fabs(random_signed(&seed));
        double expected = improved_length(&p, constant, psi, is_sa);
        double got = scales_improved(&p, constant, psi, p.most,
                                     scales_constants(is_sa ? EQUATIONS_SA : EQUATIONS_SST));
        CHECK_NEAR(got, expected, 1e-12 * (p.own + p.most));
        raised += expected > 1.05 * p.own && p.normal < p.own;
        blended += p.d < p.most && p.d > 0.5 * p.most;
    }
    CHECK(raised > 20 && blended > 100, "%d raised, %d blended", raised, blended);
}

/* Delta by hand: at the wall 0.15 h_max, above it 0.15 d, never below the step along the normal nor above the bound. */
static void wall_length(void)
{
    CHECK_NEAR(scales_wall_length(0.001, 2, 0.01, 2), 0.3, 1e-16);
    CHECK_NEAR(scales_wall_length(4, 2, 0.01, 2), 0.6, 1e-16);
    CHECK_NEAR(scales_wall_length(4, 2, 0.9, 2), 0.9, 1e-16);
    CHECK_NEAR(scales_wall_length(400, 2, 0.9, 2), 2, 0);
    CHECK_NEAR(scales_wall_length(400, 2, 0.9, 0.2), 0.2, 0);
}

/* The bound is what is resolved far from walls; near them the model's own length stays. */
static void bounded(void)
{
    const struct scales_constants c = scales_constants(EQUATIONS_SA);
    struct scales_point p = {.own = 50, .d = 50, .nu = 1e-5, .nu_t = 1e-3, .gradient = 10, .most = 0.2, .normal = 0.1};
    CHECK_NEAR(scales_improved(&p, 0.65, 1, 0.02, c), 0.65 * 0.02, 1e-15);
    p.own = p.d = 0.02; /* alpha = 0.15: f_B = 1, and f_dt is 0 of so much eddy viscosity */
    CHECK_NEAR(scales_improved(&p, 0.65, 0, 0.02, c), scales_improved(&p, 0.65, 0, 0.2, c), 0);
}

static struct flow_gradient gradient_of(double a[3][3])
{
    struct flow_gradient g = {{0}, {0}, {0}, {0}};
    for (int j = 0; j < 3; j++) {
        g.u[j] = (stored)a[0][j];
        g.v[j] = (stored)a[1][j];
        g.w[j] = (stored)a[2][j];
    }
    return g;
}

/* Shur et al. 2015 with the vorticity as it stands: root(6) |(S w) x w| / (w^2 root(3 tr S^2 - (tr S)^2)). */
static double tilting_of(double a[3][3])
{
    double w[3], t[3] = {0}, trace = 0, square = 0, w2 = 0, across = 0;
    for (int i = 0; i < 3; i++) {
        w[i] = a[(i + 2) % 3][(i + 1) % 3] - a[(i + 1) % 3][(i + 2) % 3];
        w2 += w[i] * w[i];
        trace += a[i][i];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double s = 0.5 * (a[i][j] + a[j][i]);
            square += s * s;
            t[i] += s * w[j];
        }
    for (int i = 0; i < 3; i++)
        across += pow(t[(i + 1) % 3] * w[(i + 2) % 3] - t[(i + 2) % 3] * w[(i + 1) % 3], 2);
    return sqrt(6 * across) / (w2 * sqrt(3 * square - trace * trace));
}

static void tilting(void)
{
    for (int i = 0; i < TRIALS; i++) {
        double a[3][3], nu = exp(3 * random_signed(&seed)), nu_t = exp(3 * random_signed(&seed));
        for (int k = 0; k < 9; k++)
            a[k / 3][k % 3] = random_signed(&seed);
        const struct flow_gradient g = gradient_of(a);
        double expected = tilting_of(a) * fmax(1, 0.2 * nu / nu_t);
        CHECK_NEAR(scales_tilting(&g, nu, nu_t), expected, 1e-11 * (1 + expected));
    }
}

/* No vortex tilts in plane flow, of whatever shear, strain and dilatation, in a solid rotation about any axis, nor in
 * one that is stretched along it; one across a strain of its own plane tilts by 1, the most there is. Nothing turns: 1.
 * Little eddy viscosity, as in irrotational flow: more. */
static void tilting_of_simple_flows(void)
{
    double shear[3][3] = {{0, 100, 0}}, plane[3][3] = {{3, 7, 0}, {-2, 1, 0}}, none[3][3] = {{0}};
    double solid[3][3] = {{0, -3, 2}, {3, 0, -1}, {-2, 1, 0}}, stretched[3][3] = {{-1, -5, 0}, {5, -1, 0}, {0, 0, 2}};
    double tilts[3][3] = {{0, 1e-3, 0}, {-1e-3, 0, 0}}, strain[3][3] = {{0, 1, 0}, {1, 0, 0}};
    const struct flow_gradient at_rest = gradient_of(none), strained = gradient_of(strain);
    double(*still[])[3] = {shear, plane, solid, stretched};
    for (int k = 0; k < 4; k++) {
        const struct flow_gradient g = gradient_of(still[k]);
        CHECK_NEAR(scales_tilting(&g, 1, 1), 0, 1e-14);
        CHECK_NEAR(scales_roll_up(scales_tilting(&g, 1, 1), 0), 0.1, 0);
    }
    tilts[0][2] = tilts[2][0] = 1; /* the vorticity along z, S n along x */
    const struct flow_gradient g = gradient_of(tilts);
    CHECK_NEAR(scales_tilting(&g, 1, 1), 1, 1e-14);
    CHECK_NEAR(scales_tilting(&g, 1, 0.1), 2, 1e-13);
    CHECK_NEAR(scales_tilting(&g, 1, 0), 2e5, 1e-6);
    /* A solid rotation whose strain is rounding. */
    double rounded[3][3] = {{0, -3, 1e-14}, {3, 0, 0}, {1e-14, 0, 0}};
    const struct flow_gradient turning = gradient_of(rounded);
    CHECK_NEAR(scales_tilting(&turning, 1, 1), 0, 1e-4);
    CHECK_NEAR(scales_tilting(&at_rest, 1, 1), 1, 0);
    CHECK_NEAR(scales_tilting(&strained, 1, 1), 1, 0);
}

/* Of isotropic turbulence the vorticity has any direction n to the strain. The mean over all n of |S n|^2 is tr S^2 / 3
 * and that of (n . S n)^2 is 2 tr S^2 / 15 if tr S = 0, so that of the measure's square is 6 (1/3 - 2/15) / 3 = 0.4. The
 * vertices of an icosahedron give the mean of polynomials up to the fifth degree exactly. */
static void tilting_of_isotropic_flow(void)
{
    const double phi = 0.5 * (1 + sqrt(5));
    for (int i = 0; i < 100; i++) {
        double s[3][3], sum = 0, mean = 0;
        for (int k = 0; k < 3; k++)
            for (int l = 0; l <= k; l++)
                s[k][l] = s[l][k] = random_signed(&seed);
        s[2][2] = -s[0][0] - s[1][1];
        for (int v = 0; v < 12; v++) {
            double w[3] = {0}, a[3][3];
            w[v % 3] = v / 3 % 2 ? -1 : 1;
            w[(v + 1) % 3] = v / 6 ? -phi : phi;
            memcpy(a, s, sizeof a);
            for (int k = 0; k < 3; k++) {
                a[(k + 2) % 3][(k + 1) % 3] += 0.5 * w[k];
                a[(k + 1) % 3][(k + 2) % 3] -= 0.5 * w[k];
            }
            const struct flow_gradient g = gradient_of(a);
            double vtm = scales_tilting(&g, 1, 1);
            sum += vtm * vtm / 12;
            mean += vtm / 12;
        }
        CHECK_NEAR(sum, 0.4, 1e-13);
        CHECK_NEAR(scales_roll_up(mean, 0), 1, 0);
    }
}

/* F_KH: 0.1 up to 0.15, 1 from 0.3 on, a straight line between; 1 where 1 - f_d is above 0.01. */
static void roll_up(void)
{
    CHECK_NEAR(scales_roll_up(0, 0), 0.1, 0);
    CHECK_NEAR(scales_roll_up(0.15, 0.005), 0.1, 1e-15);
    CHECK_NEAR(scales_roll_up(0.225, 0.0099), 0.55, 1e-15);
    CHECK_NEAR(scales_roll_up(0.3, 0), 1, 1e-15);
    CHECK_NEAR(scales_roll_up(20, 0), 1, 0);
    CHECK_NEAR(scales_roll_up(0, 0.0101), 1, 0);
    CHECK_NEAR(scales_roll_up(0.2, 1), 1, 0);
}

/* Spalart et al. 2006, without f_t2: SA's f_v1 and f_v2 of chi, fw* = 0.424; 10 at most; 1 at large chi. */
static void low_reynolds(void)
{
    const double cb1 = 0.1355, kappa2 = 0.41 * 0.41, cw1 = cb1 / kappa2 + 1.622 * 1.5;
    for (double chi = 0.01; chi < 1e4; chi *= 1.5) {
        double fv1 = pow(chi, 3) / (pow(chi, 3) + pow(7.1, 3)), fv2 = 1 - chi / (1 + chi * fv1);
        double square = (1 - cb1 / (cw1 * kappa2 * 0.424) * fv2) / fv1;
        CHECK_NEAR(sa_low_reynolds(chi), sqrt(fmin(100, square)), 1e-12);
    }
    CHECK_NEAR(sa_low_reynolds(1e-6), 10, 0);
    CHECK_NEAR(sa_low_reynolds(1e5), 1, 1e-4); /* f_v1 = 1, f_v2 = 1 / (1 + chi) then */
}

/* C: 0.65; between 0.61 and 0.78; or what is given. */
static void constants(void)
{
    CHECK_NEAR(scales_constant(0, 0.3, EQUATIONS_SA), 0.65, 0);
    CHECK_NEAR(scales_constant(0, 1, EQUATIONS_SST), 0.78, 0);
    CHECK_NEAR(scales_constant(0, 0, EQUATIONS_SST), 0.61, 0);
    CHECK_NEAR(scales_constant(0.4, 0.5, EQUATIONS_SST), 0.4, 0);
}

/* Travin et al. 2002. */
static double upwinding_of(double delta, double nu, double strain, double vorticity, double rate)
{
    double mean2 = (strain * strain + vorticity * vorticity) / 2, k = fmax(sqrt(mean2), rate);
    double b = 2 * vorticity * fmax(strain, vorticity) / fmax(mean2, 1e-20), g = tanh(pow(b, 4));
    double length = sqrt(nu / (pow(0.09, 1.5) * k)), a = fmax(delta / length / fmax(g, 1e-10) - 0.5, 0);
    return tanh(pow(a, 3));
}

static void upwinding(void)
{
    int low = 0, high = 0;
    for (int i = 0; i < TRIALS; i++) {
        double delta = exp(2 * random_signed(&seed)), strain = exp(2 * random_signed(&seed));
        double vorticity = strain * exp(random_signed(&seed)), rate = i % 2 ? 0 : exp(2 * random_signed(&seed));
        double nu = 0.027 * strain * exp(3 * random_signed(&seed));
        double expected = upwinding_of(delta, nu, strain, vorticity, rate);
        CHECK_NEAR(scales_upwinding(delta, nu, strain, vorticity, rate), expected, 1e-11);
        low += expected < 0.01;
        high += expected > 0.99;
    }
    CHECK(low > TRIALS / 20 && high > TRIALS / 20, "%d low, %d high", low, high);
    /* no vorticity, nor any motion: all of it; eddies as large as cells allow: none */
    CHECK_NEAR(scales_upwinding(0.1, 1e-5, 3, 0, 0), 1, 0);
    CHECK_NEAR(scales_upwinding(0.1, 1e-5, 0, 0, 1), 1, 0);
    CHECK_NEAR(scales_upwinding(0.1, 0.027 * 3, 3, 3, 0), 0, 0);
}

int main(void)
{
    CASE(delayed);
    CASE(attached_layer);
    CASE(far_from_walls);
    CASE(improved);
    CASE(wall_length);
    CASE(bounded);
    CASE(tilting);
    CASE(tilting_of_simple_flows);
    CASE(tilting_of_isotropic_flow);
    CASE(roll_up);
    CASE(low_reynolds);
    CASE(constants);
    CASE(upwinding);
    return check_end();
}
