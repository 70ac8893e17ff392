/* Derivatives of the inviscid flux (solve/physics/jacobian_inviscid.h, jacobian_block.h):
 * against differences of the fluxes, eigenvectors, identities of gas dynamics.
 */
#include "unit/solve/jacobian_probe.h"

#include "physics/inviscid.h"
#include "physics/jacobian_inviscid.h"

enum { TRIALS = 2000 };

static struct block5 flux_matrix(struct state s, const double n[3])
{
    struct block5 m = block5_zero();
    jacobian_add_flux(&m, jacobian_gas(s, gamma_air), n, gamma_air);
    return m;
}

static struct block5 absolute_matrix(struct jacobian_gas g, const double n[3], double fix)
{
    struct block5 m = block5_zero();
    jacobian_add_dissipation(&m, 1, upwind_face(1, n, gamma_air, fix, 0, false), g);
    return m;
}

static struct jacobian_gas roe_of(struct state l, struct state r)
{
    return jacobian_roe(jacobian_gas(l, gamma_air), jacobian_gas(r, gamma_air));
}

static struct block5 difference(const struct block5 *a, const struct block5 *b)
{
    struct block5 d;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            d.a[i][j] = a->a[i][j] - b->a[i][j];
    return d;
}

/* ---- the algebra of blocks ---- */

/* Numbers in -1 .. 1, and something on the diagonal. */
static struct block5 random_block(uint64_t *seed, double diagonal)
{
    struct block5 m;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            m.a[i][j] = random_signed(seed);
    block5_add_identity(&m, diagonal);
    return m;
}

/* m times its inverse, either way round. Rows are dominant by 6 against 5. */
static void inverse(void)
{
    uint64_t seed = 1;
    struct block5 one = block5_zero();
    block5_add_identity(&one, 1);
    for (int k = 0; k < TRIALS; k++) {
        struct block5 m = random_block(&seed, 6), inverse = m;
        block5_invert(&inverse);
        struct block5 left = block5_product(&inverse, &m), right = block5_product(&m, &inverse);
        probe_compare("inverse m", &left, &one, 1e-13);
        probe_compare("m inverse", &right, &one, 1e-13);
    }
}

/* The product applied to a vector, and the columns of the identity. */
static void products(void)
{
    uint64_t seed = 2;
    for (int k = 0; k < TRIALS; k++) {
        struct block5 a = random_block(&seed, 0), b = random_block(&seed, 0), ab = block5_product(&a, &b);
        double x[5], bx[5], abx[5], expected[5];
        for (int i = 0; i < 5; i++)
            x[i] = random_signed(&seed);
        block5_times(&b, x, bx);
        block5_times(&a, bx, expected);
        block5_times(&ab, x, abx);
        for (int i = 0; i < 5; i++) {
            double by_hand = 0;
            for (int j = 0; j < 5; j++)
                by_hand += b.a[i][j] * x[j];
            CHECK_NEAR(bx[i], by_hand, 1e-14);
            CHECK_NEAR(abx[i], expected[i], 1e-13);
        }
    }
}

/* A pivot of zero is not passed over in silence. */
static void no_inverse(void)
{
    struct block5 m = block5_zero();
    block5_invert(&m);
    CHECK(!(probe_largest(&m) < 1e300), "the inverse of zero is a number: %g", probe_largest(&m));
}

/* ---- A ---- */

struct through {
    double n[3];
    struct state other; /* of roe_here() and roe_across() */
    double fix;
};

static void euler(struct flux5 w, const void *context, double out[5])
{
    const struct through *t = context;
    probe_numbers(gas_flux(gas_primitive(w, gamma_air), t->n[0], t->n[1], t->n[2], gamma_air), out);
}

static void flux_differences(void)
{
    uint64_t seed = 3;
    for (int k = 0; k < TRIALS; k++) {
        struct state s = random_gas(&seed);
        struct through t;
        random_direction(&seed, t.n);
        struct block5 got = flux_matrix(s, t.n), expected = probe_derivative(euler, &t, s);
        probe_compare("A", &got, &expected, 1e-8);
    }
}

static void hlle_here(struct flux5 w, const void *context, double out[5])
{
    const struct through *t = context;
    double speed;
    const struct state s = gas_primitive(w, gamma_air);
    probe_numbers(inviscid_flux(FLUX_HLLE, face_states(s, t->other, t->n, gamma_air), 0, &speed), out);
}

/* Between equal states the waves' speeds multiply no difference: the matrix is the derivative of HLLE's flux itself. They
 * have a kink there, by which differences are off by up to 2.3e-4 of the largest entry. Supersonic: as Roe's. */
static void hlle_differences(void)
{
    uint64_t seed = 31;
    for (int k = 0; k < TRIALS; k++) {
        struct through t = {.other = random_gas(&seed)};
        random_direction(&seed, t.n);
        const double un = t.other.u * t.n[0] + t.other.v * t.n[1] + t.other.w * t.n[2];
        if (fabs(un) > 0.9 * gas_sound_speed(t.other, gamma_air))
            continue;
        struct block5 got = block5_zero(), expected = probe_derivative(hlle_here, &t, t.other);
        jacobian_add_own(&got, upwind_face(1, t.n, gamma_air, 1e-9, 0, true), jacobian_gas(t.other, gamma_air));
        probe_compare("HLLE", &got, &expected, 1e-3);
    }
}

/* F is homogeneous of degree one: A W = F. */
static void homogeneous(void)
{
    uint64_t seed = 4;
    for (int k = 0; k < TRIALS; k++) {
        struct state s = random_gas(&seed);
        double n[3], w[5], f[5], aw[5];
        random_direction(&seed, n);
        struct block5 a = flux_matrix(s, n);
        probe_numbers(gas_conserved(s, gamma_air), w);
        probe_numbers(gas_flux(s, n[0], n[1], n[2], gamma_air), f);
        block5_times(&a, w, aw);
        for (int i = 0; i < 5; i++)
            CHECK_NEAR(aw[i], f[i], 1e-13 * (1 + probe_largest(&a)));
    }
}

/* Scaled area vectors add up. */
static void linear_in_the_area(void)
{
    uint64_t seed = 5;
    for (int k = 0; k < TRIALS; k++) {
        struct state s = random_gas(&seed);
        struct jacobian_gas g = jacobian_gas(s, gamma_air);
        double a[3], b[3], sum[3];
        random_direction(&seed, a);
        random_direction(&seed, b);
        for (int d = 0; d < 3; d++)
            sum[d] = a[d] + b[d];
        struct block5 two = block5_zero(), one = block5_zero();
        jacobian_add_flux(&two, g, a, gamma_air);
        jacobian_add_flux(&two, g, b, gamma_air);
        jacobian_add_flux(&one, g, sum, gamma_air);
        probe_compare("A(a + b)", &two, &one, 1e-13 * probe_largest(&two) / probe_largest(&one));
    }
}

/* ---- |A| ---- */

/* Eigenvectors of A as columns, their eigenvalues (Blazek 2015, Appendix A; those of u_n by
 * any two directions t along the face). */
static void eigenvectors(struct jacobian_gas g, const double n[3], struct block5 *right, double value[5])
{
    double un = g.u * n[0] + g.v * n[1] + g.w * n[2], c = sqrt((gamma_air - 1) * (g.h - g.k)), t[2][3];
    int small = fabs(n[0]) < 0.5 ? 0 : 1; /* the axis to turn from */
    double axis[3] = {small == 0, small == 1, 0};
    for (int d = 0; d < 3; d++)
        t[0][d] = n[(d + 1) % 3] * axis[(d + 2) % 3] - n[(d + 2) % 3] * axis[(d + 1) % 3];
    for (int d = 0; d < 3; d++)
        t[1][d] = n[(d + 1) % 3] * t[0][(d + 2) % 3] - n[(d + 2) % 3] * t[0][(d + 1) % 3];
    for (int k = 0; k < 3; k++) { /* u_n - c, u_n, u_n + c */
        double moved[3] = {g.u + (k - 1) * c * n[0], g.v + (k - 1) * c * n[1], g.w + (k - 1) * c * n[2]};
        double column[5] = {1, moved[0], moved[1], moved[2], k == 1 ? g.k : g.h + (k - 1) * c * un};
        for (int i = 0; i < 5; i++)
            right->a[i][k] = column[i];
        value[k] = un + (k - 1) * c;
    }
    for (int k = 0; k < 2; k++) { /* shear */
        double along = g.u * t[k][0] + g.v * t[k][1] + g.w * t[k][2];
        double column[5] = {0, t[k][0], t[k][1], t[k][2], along};
        for (int i = 0; i < 5; i++)
            right->a[i][3 + k] = column[i];
        value[3 + k] = un;
    }
}

/* Solves r x = b by elimination with pivoting; r and b are overwritten. */
static void solve5(double r[5][5], double b[5])
{
    for (int k = 0; k < 5; k++) {
        int best = k;
        for (int i = k + 1; i < 5; i++)
            best = fabs(r[i][k]) > fabs(r[best][k]) ? i : best;
        for (int j = 0; j < 5; j++) {
            double t = r[k][j];
            r[k][j] = r[best][j];
            r[best][j] = t;
        }
        double t = b[k];
        b[k] = b[best];
        b[best] = t;
        for (int i = 0; i < 5; i++)
            if (i != k) {
                double factor = r[i][k] / r[k][k];
                for (int j = 0; j < 5; j++)
                    r[i][j] -= factor * r[k][j];
                b[i] -= factor * b[k];
            }
    }
    for (int k = 0; k < 5; k++)
        b[k] /= r[k][k];
}

/* R f(values) R^-1, f the magnitude rounded off below delta for the acoustic waves (Harten
 * 1983), or, with delta negative, the value itself. */
static struct block5 recomposed(struct jacobian_gas g, const double n[3], double delta)
{
    struct block5 right, m;
    double value[5];
    eigenvectors(g, n, &right, value);
    for (int j = 0; j < 5; j++) {
        double r[5][5], x[5] = {0};
        x[j] = 1;
        for (int i = 0; i < 25; i++)
            r[i / 5][i % 5] = right.a[i / 5][i % 5];
        solve5(r, x);
        for (int k = 0; k < 5; k++) {
            double f = fabs(value[k]);
            if ((k == 0 || k == 2) && f < delta)
                f = (f * f / delta + delta) / 2;
            x[k] *= delta < 0 ? value[k] : f;
        }
        for (int i = 0; i < 5; i++) {
            m.a[i][j] = 0;
            for (int k = 0; k < 5; k++)
                m.a[i][j] += right.a[i][k] * x[k];
        }
    }
    return m;
}

static void by_eigenvectors(void)
{
    const double fixes[3] = {0, 0.1, 0.6};
    uint64_t seed = 6;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = random_gas(&seed);
        struct jacobian_gas g = roe_of(l, r);
        double n[3], c = sqrt((gamma_air - 1) * (g.h - g.k)), fix = fixes[k % 3];
        random_direction(&seed, n);
        struct block5 got = absolute_matrix(g, n, fix), expected = recomposed(g, n, fix * c);
        probe_compare("|A|", &got, &expected, 1e-12);
        got = flux_matrix(l, n);
        expected = recomposed(jacobian_gas(l, gamma_air), n, -1);
        probe_compare("A", &got, &expected, 1e-12);
    }
}

/* Faster than sound |A| is A or -A; from the other side it is the same; squared it is A^2. */
static void magnitude(void)
{
    uint64_t seed = 7;
    int fast = 0;
    for (int k = 0; k < TRIALS; k++) {
        struct state s = random_gas(&seed);
        struct jacobian_gas g = jacobian_gas(s, gamma_air);
        double n[3], back[3];
        random_direction(&seed, n);
        for (int d = 0; d < 3; d++)
            back[d] = -n[d];
        struct block5 a = flux_matrix(s, n), size = absolute_matrix(g, n, 0), reverse = absolute_matrix(g, back, 0);
        struct block5 twice = block5_product(&a, &a), size2 = block5_product(&size, &size);
        probe_compare("|A(-n)|", &reverse, &size, 1e-13);
        probe_compare("|A|^2", &size2, &twice, 1e-11); /* entries cancel by up to u^2 / c^2 = 25 */
        if (fabs(normal_mach(s, n)) > 1) {
            struct block5 expected = normal_mach(s, n) > 0 ? a : flux_matrix(s, back);
            probe_compare("faster than sound", &size, &expected, 1e-12);
            fast++;
        }
    }
    CHECK(fast > TRIALS / 20, "%d fast gases", fast);
}

/* ---- the two halves, and Roe's flux ---- */

/* Between equal states the halves add up to A; between any, own and other seen from the two
 * sides cancel: what leaves one cell enters the other. */
static void halves(void)
{
    uint64_t seed = 8;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = random_gas(&seed);
        struct jacobian_gas gl = jacobian_gas(l, gamma_air);
        double n[3], back[3], area = exp(random_signed(&seed));
        random_direction(&seed, n);
        for (int d = 0; d < 3; d++)
            back[d] = -n[d];
        struct block5 sum = block5_zero(), a = block5_zero(), own = a, other = a, none = a;
        double s[3] = {area * n[0], area * n[1], area * n[2]};
        jacobian_add_own(&sum, upwind_face(area, n, gamma_air, 0.1, 0, false), gl);
        jacobian_add_other(&sum, upwind_face(area, n, gamma_air, 0.1, 0, false), gl);
        jacobian_add_flux(&a, gl, s, gamma_air);
        probe_compare("own + other", &sum, &a, 1e-12);
        jacobian_add_own(&own, upwind_face(area, back, gamma_air, 0.1, 0, false), roe_of(r, l));
        jacobian_add_other(&other, upwind_face(area, n, gamma_air, 0.1, 0, false), roe_of(l, r));
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++)
                none.a[i][j] = -other.a[i][j];
        probe_compare("own from one side, other from the other", &own, &none, 1e-12);
    }
}

/* What one cell's half of a face is made of: Roe's average where pressures are alike, whatever else differs; its own
 * state across a strong shock; a state with a sound speed anywhere between. What leaves one cell enters the other. */
static void beside(void)
{
    uint64_t seed = 21;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = random_gas(&seed);
        struct jacobian_gas gl = jacobian_gas(l, gamma_air), gr = jacobian_gas(r, gamma_air);
        struct jacobian_gas any = jacobian_beside(gl, gr), roe = roe_of(l, r);
        double x = (l.p - r.p) / fmin(l.p, r.p) / 0.1, share = x * x / (1 + x * x);
        CHECK_NEAR(any.u, roe.u + share * (l.u - roe.u), 1e-10 * (fabs(l.u) + fabs(r.u)));
        CHECK_NEAR(any.h, roe.h + share * (gl.h - roe.h), 1e-10 * (gl.h + gr.h));
        CHECK(any.h > any.k, "no sound speed between %g and %g Pa", l.p, r.p);
        r.p = l.p;
        struct jacobian_gas alike = jacobian_beside(gl, jacobian_gas(r, gamma_air));
        roe = roe_of(l, r);
        CHECK_NEAR(alike.v, roe.v, 1e-9 * (fabs(l.v) + fabs(r.v)));
        r.p = 10 * l.p; /* as behind a normal shock at Mach 3: a share of 1 - 1.2e-4 */
        gr = jacobian_gas(r, gamma_air);
        struct jacobian_gas shock = jacobian_beside(gl, gr);
        CHECK_NEAR(shock.h, gl.h, 2e-4 * (gl.h + gr.h));
        CHECK_NEAR(shock.w, l.w, 2e-4 * (fabs(l.w) + fabs(r.w)));
    }
}

/* m r = expected r, for the vectors in the columns of `right`. */
static void check_values(const char *what, const struct block5 *m, const struct block5 *right, const double expected[5])
{
    struct block5 product = block5_product(m, right), scaled;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            scaled.a[i][j] = right->a[i][j] * expected[j];
    probe_compare(what, &product, &scaled, 1e-12);
}

/* Whatever the jump: the eigenvalues of the own half are not negative, those of the other not positive. */
static void signs(void)
{
    uint64_t seed = 12;
    for (int k = 0; k < TRIALS; k++) {
        struct jacobian_gas g = roe_of(random_gas(&seed), random_gas(&seed));
        double n[3], value[5], plus[5], minus[5];
        struct block5 right, own = block5_zero(), other = own;
        random_direction(&seed, n);
        eigenvectors(g, n, &right, value);
        for (int i = 0; i < 5; i++) {
            plus[i] = fmax(value[i], 0);
            minus[i] = fmin(value[i], 0);
        }
        jacobian_add_own(&own, upwind_face(1, n, gamma_air, 0, 0, false), g);
        jacobian_add_other(&other, upwind_face(1, n, gamma_air, 0, 0, false), g);
        check_values("own", &own, &right, plus);
        check_values("other", &other, &right, minus);
    }
}

/* Roe's flux is the mean less half of |A^| times the jump, whatever the jump. */
static void dissipation_of_roe(void)
{
    uint64_t seed = 9;
    for (int k = 0; k < TRIALS; k++) {
        struct state l = random_gas(&seed), r = random_gas(&seed);
        double n[3], fix = k % 2 ? 0.1 : 0.5, jump[5], fl[5], fr[5], roe[5], got[5];
        real speed;
        random_direction(&seed, n);
        probe_numbers(gas_difference(l, r, gamma_air), jump);
        probe_numbers(gas_flux(l, n[0], n[1], n[2], gamma_air), fl);
        probe_numbers(gas_flux(r, n[0], n[1], n[2], gamma_air), fr);
        probe_numbers(roe_flux(face_states(l, r, n, gamma_air), fix, &speed), roe);
        struct block5 size = absolute_matrix(roe_of(l, r), n, fix);
        block5_times(&size, jump, got);
        for (int i = 0; i < 5; i++) /* numbers of up to 1e3 */
            CHECK_NEAR(got[i], fl[i] + fr[i] - 2 * roe[i], 1e-11);
    }
}

static void roe_here(struct flux5 w, const void *context, double out[5])
{
    const struct through *t = context;
    real speed;
    probe_numbers(inviscid_flux(FLUX_ROE, face_states(gas_primitive(w, gamma_air), t->other, t->n, gamma_air),
                                t->fix, &speed),
                  out);
}

static void roe_across(struct flux5 w, const void *context, double out[5])
{
    const struct through *t = context;
    real speed;
    probe_numbers(inviscid_flux(FLUX_ROE, face_states(t->other, gas_primitive(w, gamma_air), t->n, gamma_air),
                                t->fix, &speed),
                  out);
}

/* Between equal states the derivative of |A^| meets a jump of zero, so that the halves are
 * the exact derivatives of the tree's flux: also with rounded-off speeds, whose second
 * derivative jumps, but not within differences of the kinks of |u_n|. */
static void roe_differences(void)
{
    uint64_t seed = 10;
    for (int k = 0; k < TRIALS; k++) {
        struct through t;
        t.other = random_gas(&seed);
        t.fix = k % 2 ? 0.1 : 0;
        random_direction(&seed, t.n);
        double m = fabs(normal_mach(t.other, t.n));
        if (!away_from_kinks(t.other, t.n) || fabs(fabs(m - 1) - t.fix) < 0.02)
            continue;
        struct jacobian_gas g = jacobian_gas(t.other, gamma_air);
        struct block5 own = block5_zero(), other = own;
        jacobian_add_own(&own, upwind_face(1, t.n, gamma_air, t.fix, 0, false), g);
        jacobian_add_other(&other, upwind_face(1, t.n, gamma_air, t.fix, 0, false), g);
        struct block5 own_by_steps = probe_derivative(roe_here, &t, t.other);
        struct block5 other_by_steps = probe_derivative(roe_across, &t, t.other);
        struct block5 a = flux_matrix(t.other, t.n); /* one of the halves may vanish */
        struct block5 off_own = difference(&own, &own_by_steps), off_other = difference(&other, &other_by_steps);
        CHECK(probe_largest(&off_own) <= 1e-8 * probe_largest(&a), "own: %g", probe_largest(&off_own));
        CHECK(probe_largest(&off_other) <= 1e-8 * probe_largest(&a), "other: %g", probe_largest(&off_other));
    }
}

int main(void)
{
    CASE(inverse);
    CASE(products);
    CASE(no_inverse);
    CASE(flux_differences);
    CASE(hlle_differences);
    CASE(homogeneous);
    CASE(linear_in_the_area);
    CASE(by_eigenvectors);
    CASE(magnitude);
    CASE(halves);
    CASE(beside);
    CASE(signs);
    CASE(dissipation_of_roe);
    CASE(roe_differences);
    return check_end();
}
