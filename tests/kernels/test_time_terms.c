/* What physical time adds to residuals and diagonals (kernels/time_terms.h) against the formulas in conserved
 * variables, on random states of two cells with two turbulence variables.
 */
#include "check.h"
#include "kernels/time_terms.h"
#include "random.h"

enum { N = 2, SLOTS = 3 };

/* Two cells; the later state has a third slot, as cells are followed by ghosts: strides of the two differ. */
struct bed {
    real from[NV_MAX * N], to[NV_MAX * SLOTS], volume[N];
    double rate[NV_MAX * N], out[NV_MAX * N];
};

static uint64_t seed = 11;

static double between(double least, double most)
{
    return least + (most - least) * random_unit(&seed);
}

static const double gamma_gas = 1.4, factor = 3.5;

static void fill(real *q, int stride)
{
    for (int v = 0; v < NV_MAX; v++)
        for (int i = 0; i < N; i++)
            q[v * stride + i] = (real)(v == 0 || v == 4 ? between(0.5, 2) : between(-1, 1));
}

/* The strides, the volumes and the factor all differ from 1, so that one that is forgotten shows. */
static struct time_args bed_make(struct bed *b)
{
    fill(b->from, N);
    fill(b->to, SLOTS);
    for (int i = 0; i < N; i++)
        b->volume[i] = (real)between(0.5, 2);
    for (int k = 0; k < NV_MAX * N; k++) {
        b->rate[k] = between(-1, 1);
        b->out[k] = between(-1, 1);
    }
    return (struct time_args){.n_owned = N, .to_stride = SLOTS, .n_variables = NV_MAX, .gamma = (real)gamma_gas,
                              .volume = b->volume, .from = b->from, .to = b->to, .factor = factor, .rate = b->rate,
                              .out = b->out};
}

/* rho, rho u, energy per volume, rho times each turbulence variable. */
static double conserved(const real *q, int stride, int i, int v)
{
    double rho = (double)q[i], motion = 0;
    for (int d = 1; d <= 3; d++)
        motion += 0.5 * rho * (double)q[d * stride + i] * (double)q[d * stride + i];
    double energy = (double)q[4 * stride + i] / (gamma_gas - 1) + motion;
    return v == 0 ? rho : v == 4 ? energy : rho * (double)q[v * stride + i];
}

/* factor (U(to) - U(from)) + rate: the difference in time as BDF2 and ESDIRK stages have it. */
static double expected(const struct bed *b, int v, int i, bool with_rate)
{
    double change = conserved(b->to, SLOTS, i, v) - conserved(b->from, N, i, v);
    return factor * change + (with_rate ? b->rate[v * N + i] : 0);
}

/* With the earlier part and without (rate NULL). */
static void rate_is_the_formula(void)
{
    struct bed b;
    struct time_args a = bed_make(&b);
    for (int turn = 0; turn < 2; turn++) {
        a.rate = turn ? NULL : b.rate;
        for (lid i = 0; i < N; i++) {
            time_rate_body(i, &a);
            for (int v = 0; v < NV_MAX; v++)
                CHECK_NEAR(b.out[v * N + i], expected(&b, v, (int)i, turn == 0), 1e-13);
        }
    }
}

/* The residual is per cell, the term per volume. */
static void residual_loses_it(void)
{
    struct bed b;
    struct time_args a = bed_make(&b);
    struct bed before = b;
    for (lid i = 0; i < N; i++) {
        time_residual_body(i, &a);
        for (int v = 0; v < NV_MAX; v++)
            CHECK_NEAR(b.out[v * N + i], before.out[v * N + i] - (double)b.volume[i] * expected(&b, v, (int)i, true),
                       1e-13);
    }
}

static void slope_is_per_volume(void)
{
    struct bed b;
    struct time_args a = bed_make(&b);
    struct bed before = b;
    for (lid i = 0; i < N; i++) {
        time_per_volume_body(i, &a);
        for (int v = 0; v < NV_MAX; v++)
            CHECK_NEAR(b.out[v * N + i], before.out[v * N + i] / (double)b.volume[i], 1e-15);
    }
}

/* 2 x 10 + 5 and 3 x 10 + 7: volume times factor on top of the spectral radius. */
static void diagonal_has_both(void)
{
    const real volume[N] = {(real)2, (real)3};
    const double spectral[N] = {5, 7};
    double out[N];
    const struct inertia_args a = {.volume = volume, .spectral = spectral, .factor = 10, .out = out};
    for (lid i = 0; i < N; i++)
        time_inertia_body(i, &a);
    CHECK(out[0] == 25 && out[1] == 37, "%g, %g", out[0], out[1]);
}

/* A state that changes in the last digits only: the difference has them, which conserved variables lose. */
static void small_changes_keep_their_digits(void)
{
    struct bed b;
    struct time_args a = bed_make(&b);
    for (int v = 0; v < NV_MAX; v++)
        b.to[v * SLOTS] = b.from[v * N];
    b.to[4 * SLOTS] = (real)((double)b.from[4 * N] * (1 + 1e-13));
    /* Of the states as they are stored: 1e-13 itself is rounded there. */
    double dp = (double)b.to[4 * SLOTS] - (double)b.from[4 * N];
    a.rate = NULL;
    time_rate_body(0, &a);
    CHECK_NEAR(b.out[4 * N], factor * dp / (gamma_gas - 1), 1e-12 * fabs(factor * dp));
    CHECK(b.out[0] == 0 && b.out[N] == 0, "mass %g, momentum %g", b.out[0], b.out[N]);
}

/* ---- the first guess ---- */

struct levels {
    real start[NV_MAX * N], before[NV_MAX * N], older[NV_MAX * N], to[NV_MAX * SLOTS];
};

/* Through states that vary little: 2 and 0.5 of the two differences. */
static struct extrapolate_args levels_make(struct levels *l)
{
    fill(l->start, N);
    for (int k = 0; k < NV_MAX * N; k++) {
        l->before[k] = (real)((double)l->start[k] * (1 + between(-0.05, 0.05)));
        l->older[k] = (real)((double)l->before[k] * (1 + between(-0.05, 0.05)));
    }
    return (struct extrapolate_args){.n_owned = N, .to_stride = SLOTS, .n_variables = NV_MAX, .start = l->start,
                                     .before = l->before, .older = l->older, .share_before = 2, .share_older = 0.5,
                                     .most = 0.3, .to = l->to};
}

static double guessed(const struct levels *l, const struct extrapolate_args *a, int v, int i)
{
    int at = v * N + i;
    return (double)l->start[at] + a->share_before * ((double)l->start[at] - (double)l->before[at]) +
           (a->older ? a->share_older * ((double)l->before[at] - (double)l->older[at]) : 0);
}

static void guess_is_the_polynomial(void)
{
    struct levels l;
    struct extrapolate_args a = levels_make(&l);
    for (int turn = 0; turn < 2; turn++) {
        a.older = turn ? NULL : l.older;
        for (lid i = 0; i < N; i++) {
            time_extrapolate_body(i, &a);
            for (int v = 0; v < NV_MAX; v++)
                CHECK_NEAR(l.to[v * SLOTS + i], guessed(&l, &a, v, (int)i), 1e-14);
        }
    }
}

/* A pressure that has halved and would become negative: the cell's flow moves by the part that takes 0.3 of it, the
 * other cell and turbulence as they would. */
static void guess_stays_positive(void)
{
    struct levels l;
    struct extrapolate_args a = levels_make(&l);
    l.before[4 * N] = (real)(2 * (double)l.start[4 * N]);
    l.older[4 * N] = l.before[4 * N];
    l.before[5 * N + 1] = (real)(3 * (double)l.start[5 * N + 1]);
    l.older[5 * N + 1] = l.before[5 * N + 1];
    for (lid i = 0; i < N; i++)
        time_extrapolate_body(i, &a);
    const double part = 0.3 / 2;
    CHECK_NEAR(l.to[4 * SLOTS], 0.7 * (double)l.start[4 * N], 1e-14);
    for (int v = 0; v < NV; v++) {
        double start = (double)l.start[v * N];
        CHECK_NEAR(l.to[v * SLOTS], start + part * (guessed(&l, &a, v, 0) - start), 1e-14);
        CHECK_NEAR(l.to[v * SLOTS + 1], guessed(&l, &a, v, 1), 1e-14);
    }
    CHECK_NEAR(l.to[5 * SLOTS], guessed(&l, &a, 5, 0), 1e-14);
    CHECK_NEAR(l.to[6 * SLOTS + 1], guessed(&l, &a, 6, 1), 1e-14);
    CHECK_NEAR(l.to[5 * SLOTS + 1] / l.start[5 * N + 1], 0.7, 1e-14);
}

int main(void)
{
    CASE(rate_is_the_formula);
    CASE(residual_loses_it);
    CASE(slope_is_per_volume);
    CASE(diagonal_has_both);
    CASE(small_changes_keep_their_digits);
    CASE(guess_is_the_polynomial);
    CASE(guess_stays_positive);
    return check_end();
}
