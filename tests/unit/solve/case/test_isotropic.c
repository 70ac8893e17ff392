/* [initial] kind = isotropic: the spectrum against its integral, and the sum of waves against what it is to be: no
 * divergence, the energy of the spectrum in each shell, the same numbers for the same seed.
 */
#include "check.h"
#include "case/isotropic.h"

#include <math.h>
#include <string.h>

static struct case_file made(int waves, int seed)
{
    struct case_file c;
    memset(&c, 0, sizeof c);
    c.initial.kind = INITIAL_ISOTROPIC;
    c.initial.fluctuation = 0.222;
    c.initial.integral_length = 0.024;
    c.initial.box = 0.5;
    c.initial.waves = waves;
    c.initial.seed = seed;
    c.model.equations = EQUATIONS_LAMINAR;
    c.flow.viscosity = 1.8e-5;
    c.flow.density = 1.2;
    return c;
}

/* Without viscosity 3/2 u'^2 in all, and the integral length pi / (2 u'^2) times the integral of E / k: both to 1 %,
 * since 1.453 and 0.747 have three digits. By the midpoint rule in log k. */
static void spectrum(void)
{
    double energy = 0, length = 0, step = 0.001;
    for (double x = log(1e-3); x < log(1e9); x += step) {
        double k = exp(x + step / 2), e = isotropic_spectrum(k, 0.3, 0.05, 0);
        energy += e * k * step;
        length += e * step;
    }
    CHECK_NEAR(energy, 1.5 * 0.09, 0.01 * 1.5 * 0.09);
    CHECK_NEAR(length * acos(-1.0) / 2 / 0.09, 0.05, 0.01 * 0.05);
    /* at k_eta = rate^(1/4) nu^(-3/4) the end is exp(-2) */
    double rate = 0.027 / 0.05, end = pow(rate, 0.25) * pow(1e-5, -0.75);
    CHECK_NEAR(isotropic_spectrum(end, 0.3, 0.05, 1e-5) / isotropic_spectrum(end, 0.3, 0.05, 0), exp(-2), 1e-12);
}

/* Comte-Bellot & Corrsin 1971 at 42 meshes (cm^3/s^2 at 1/cm), with the values of cases/isotropic: within
 * 15 %, as two numbers fit seven. */
static void spectrum_behind_a_grid(void)
{
    static const double table[][2] = {{0.5, 457}, {0.7, 380}, {1, 270}, {1.5, 168}, {2, 120}, {3, 70.3}, {4, 47}};
    for (int i = 0; i < 7; i++) {
        double e = 1e6 * isotropic_spectrum(100 * table[i][0], 0.244, 0.021, 1.5e-5);
        CHECK_NEAR(e, table[i][1], 0.15 * table[i][1]);
    }
}

static void velocity(const struct isotropic *t, double x, double y, double z, double u[3])
{
    memset(u, 0, 3 * sizeof *u);
    isotropic_add(t, (const double[3]){x, y, z}, u);
}

static void divergence(void)
{
    struct case_file c = made(6, 3);
    struct isotropic *t = isotropic_create(&c);
    const double h = 1e-6;
    for (int i = 0; i < 50; i++) {
        double x[3] = {0.01 * i, 0.3 - 0.007 * i, 0.02 * i}, sum = 0, size = 0;
        for (int d = 0; d < 3; d++) {
            double a[3], b[3], p[3] = {x[0], x[1], x[2]};
            p[d] += h;
            velocity(t, p[0], p[1], p[2], b);
            p[d] -= 2 * h;
            velocity(t, p[0], p[1], p[2], a);
            sum += (b[d] - a[d]) / (2 * h);
            for (int k = 0; k < 3; k++)
                size += fabs(b[k] - a[k]) / (2 * h);
        }
        CHECK_NEAR(sum, 0, 1e-7 * size); /* differences: h^2 k^2 / 6 and rounding over h */
    }
    isotropic_free(t);
}

/* On 16^3 points waves up to 7 are orthogonal: what the mean energy grows by from shell to shell is the spectrum's over
 * its thickness, between its least and its largest value in the shell. The box repeats. */
static void energies(void)
{
    enum { N = 16 };
    double before = 0, box = 0.5;
    for (int waves = 1; waves <= 5; waves++) {
        struct case_file c = made(waves, 1);
        struct isotropic *t = isotropic_create(&c);
        double energy = 0, u[3], again[3];
        for (int i = 0; i < N * N * N; i++) {
            int x = i % N, y = i / N % N, z = i / (N * N);
            velocity(t, box * x / N, box * y / N, box * z / N, u);
            energy += 0.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / (N * N * N);
        }
        double one = 2 * acos(-1.0) / box, least = HUGE_VAL, most = 0;
        for (double s = waves - 0.5; s <= waves + 0.5; s += 0.01) {
            double e = isotropic_spectrum(s * one, c.initial.fluctuation, c.initial.integral_length, 1.5e-5) * one;
            least = fmin(least, e);
            most = fmax(most, e);
        }
        CHECK(energy - before > least && energy - before < most, "shell %d: %g, not in %g .. %g", waves,
              energy - before, least, most);
        before = energy;
        velocity(t, 0.1, 0.2, 0.3, u);
        velocity(t, 0.1 + box, 0.2 - box, 0.3, again);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(again[d], u[d], 1e-13);
        isotropic_free(t);
    }
}

/* The amplitude u of the wave n[3] in the box: sums over 4^3 points, on which the waves up to one along each side are
 * orthogonal. Its part with the cosine or with the sine, whichever is larger: u times a factor, of one direction. */
static void amplitude(const struct isotropic *t, double box, const int n[3], double u[3])
{
    enum { N = 4 };
    double part[2][3] = {{0}}, size[2] = {0, 0}, v[3];
    for (int i = 0; i < N * N * N; i++) {
        int at[3] = {i % N, i / N % N, i / (N * N)};
        double phase = acos(-1.0) / 2 * (n[0] * at[0] + n[1] * at[1] + n[2] * at[2]);
        velocity(t, box * at[0] / N, box * at[1] / N, box * at[2] / N, v);
        for (int d = 0; d < 3; d++) {
            part[0][d] += v[d] * cos(phase);
            part[1][d] += v[d] * sin(phase);
        }
    }
    for (int k = 0; k < 2; k++)
        for (int d = 0; d < 3; d++)
            size[k] += part[k][d] * part[k][d];
    for (int d = 0; d < 3; d++)
        u[d] = part[size[1] > size[0]][d] / sqrt(size[size[1] > size[0]]);
}

/* All directions normal to a wave are alike: of the angle to one of them the mean square of the cosine is 1/2, the mean
 * of its fourth power 3/8. Of 3000 seeds: means within four standard deviations of one, sqrt(1/8) and sqrt(17/128). */
static void directions(void)
{
    enum { SEEDS = 3000 };
    static const struct {
        int n[3];
        double normal[3]; /* a direction normal to n */
    } wave[] = {{{1, 0, 0}, {0, 0.6, 0.8}}, {{1, 1, 0}, {0, 0, 1}}, {{0, -1, 1}, {0, M_SQRT1_2, M_SQRT1_2}}};
    double mean[3][2] = {{0}};
    for (int seed = 0; seed < SEEDS; seed++) {
        struct case_file c = made(1, seed);
        struct isotropic *t = isotropic_create(&c);
        for (int k = 0; k < 3; k++) {
            double u[3], cosine = 0;
            amplitude(t, c.initial.box, wave[k].n, u);
            for (int d = 0; d < 3; d++)
                cosine += u[d] * wave[k].normal[d];
            mean[k][0] += pow(cosine, 2) / SEEDS;
            mean[k][1] += pow(cosine, 4) / SEEDS;
        }
        isotropic_free(t);
    }
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(mean[k][0], 0.5, 4 * sqrt(1.0 / 8 / SEEDS));
        CHECK_NEAR(mean[k][1], 0.375, 4 * sqrt(17.0 / 128 / SEEDS));
    }
}

static void seeds(void)
{
    double u[3][3];
    for (int k = 0; k < 3; k++) {
        struct case_file c = made(8, k == 2 ? 8 : 7);
        struct isotropic *t = isotropic_create(&c);
        velocity(t, 0.1, 0.2, 0.3, u[k]);
        isotropic_free(t);
    }
    for (int d = 0; d < 3; d++)
        CHECK_NEAR(u[1][d], u[0][d], 0);
    CHECK(fabs(u[2][0] - u[0][0]) > 1e-3, "another seed, the same field");
    struct case_file c = made(8, 1);
    c.initial.kind = INITIAL_UNIFORM;
    CHECK(!isotropic_create(&c), "waves that nobody asked for");
}

int main(void)
{
    CASE(spectrum);
    CASE(spectrum_behind_a_grid);
    CASE(divergence);
    CASE(energies);
    CASE(directions);
    CASE(seeds);
    return check_end();
}
