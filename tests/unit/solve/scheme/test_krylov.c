/* GMRES on a small system whose solution is known, with vectors of floats and of 16 bits; these numbers; and steps that
 * are remembered.
 */
#include "check.h"
#include "backend/backend.h"
#include "kernels/vector.h"
#include "parallel/comm.h"
#include "random.h"
#include "scheme/krylov.h"

#include <math.h>
#include <string.h>

enum { UNKNOWNS = 40 };

/* Convection and diffusion on a line; preconditioned by its diagonal. */
static void line_product(void *own, const double *v, double *to)
{
    (void)own;
    for (int i = 0; i < UNKNOWNS; i++)
        to[i] = (3 + 0.1 * i) * v[i] - 1.7 * (i > 0 ? v[i - 1] : 0) - 0.4 * (i + 1 < UNKNOWNS ? v[i + 1] : 0);
}

static void line_precondition(void *own, const double *v, double *to)
{
    (void)own;
    for (int i = 0; i < UNKNOWNS; i++)
        to[i] = v[i] / (3 + 0.1 * i);
}

/* The largest error of x, and by which factor its residual is smaller than b. */
static double line_error(int vectors, bool compact, double tolerance, struct krylov_result *result, double *reduction)
{
    const struct krylov_problem p = {.product = line_product, .precondition = line_precondition};
    double want[UNKNOWNS], b[UNKNOWNS], there[UNKNOWNS], worst = 0, left = 0, whole = 0;
    uint64_t seed = 3;
    struct krylov k;
    for (int i = 0; i < UNKNOWNS; i++)
        want[i] = random_signed(&seed);
    line_product(NULL, want, b);
    krylov_create(backend_cpu(1), UNKNOWNS, vectors, compact, &k);
    memcpy(k.w, b, sizeof b);
    *result = krylov_solve(&k, &p, tolerance);
    line_product(NULL, k.w, there);
    for (int i = 0; i < UNKNOWNS; i++) {
        worst = fmax(worst, fabs(k.w[i] - want[i]));
        left += (b[i] - there[i]) * (b[i] - there[i]);
        whole += b[i] * b[i];
    }
    krylov_free(&k);
    *reduction = sqrt(left / whole);
    return worst;
}

static void krylov_solves(void)
{
    struct krylov_result r;
    double reduction;
    CHECK_NEAR(line_error(UNKNOWNS, false, 1e-6, &r, &reduction), 0, 5e-6); /* vectors have seven digits */
    CHECK(reduction <= 1.2e-6 && r.vectors < UNKNOWNS, "%d vectors, reduction %g", r.vectors, reduction);
    double error = line_error(UNKNOWNS, false, 1e-2, &r, &reduction); /* stops where it is told to */
    CHECK(r.reduction <= 1e-2 && r.vectors < UNKNOWNS / 2 && error < 0.1, "%d vectors, error %g", r.vectors, error);
    CHECK_NEAR(reduction, r.reduction, 1e-6);
    line_error(3, false, 1e-6, &r, &reduction); /* says what it has reached when vectors run out */
    CHECK(r.vectors == 3 && r.reduction > 1e-6 && r.reduction < 1, "%d vectors, reduction %g", r.vectors, r.reduction);
    CHECK_NEAR(reduction, r.reduction, 1e-6);
}

/* Vectors of 16 bits: to the one percent that the scheme asks for at most, the residual is what is said up to twice
 * the unit of rounding. */
static void krylov_solves_in_16_bits(void)
{
    struct krylov_result r, floats;
    double reduction, left;
    line_error(UNKNOWNS, false, 1e-2, &floats, &left);
    line_error(UNKNOWNS, true, 1e-2, &r, &reduction);
    CHECK(r.vectors == floats.vectors && r.reduction <= 1e-2, "%d vectors, %d of floats", r.vectors, floats.vectors);
    CHECK_NEAR(reduction, r.reduction, 0x1p-9);
    CHECK(reduction != left, "the same residual as with floats, %g", left);
}

/* The line, and far entries that lengthen vectors a thousandfold: own is their size. */
static void long_product(void *own, const double *v, double *to)
{
    const double *size = own;
    line_product(NULL, v, to);
    for (int i = 0; i + UNKNOWNS / 2 < UNKNOWNS; i++)
        to[i] += *size * v[i + UNKNOWNS / 2];
}

/* Of the system with far entries of that size, with so many vectors of 16 bits: what is left of the right-hand side. */
static double left_of_long(struct krylov *k, double size, struct krylov_result *r)
{
    const struct krylov_problem p = {.own = &size, .product = long_product, .precondition = line_precondition};
    double b[UNKNOWNS], there[UNKNOWNS], left = 0, whole = 0;
    uint64_t seed = 5;
    for (int i = 0; i < UNKNOWNS; i++)
        k->w[i] = b[i] = random_signed(&seed);
    *r = krylov_solve(k, &p, 0.1);
    long_product(&size, k->w, there);
    for (int i = 0; i < UNKNOWNS; i++) {
        left += (b[i] - there[i]) * (b[i] - there[i]);
        whole += b[i] * b[i];
    }
    return sqrt(left / whole);
}

/* What 16 bits lose is what they are said to lose, here where there is no room for floats and they have to do. */
static void loss_of_16_bits(void)
{
    struct krylov k;
    struct krylov_result r;
    krylov_create(backend_cpu(1), UNKNOWNS, 19, true, &k);
    for (double size = 30; size < 1e3; size *= 3) {
        double left = left_of_long(&k, size, &r);
        CHECK(!r.lost && !k.in_floats && fabs(log(left / hypot(r.reduction, r.loss))) < log(1.25),
              "far entries of %g: left %g, said %g and %g", size, left, r.reduction, r.loss);
    }
    CHECK(r.loss > 1, "and that is much: %g", r.loss);
    krylov_free(&k);
    double loss[2]; /* of one vector, the right-hand side's rounding; of two, also that of the first product */
    for (int most = 1; most <= 2; most++) {
        krylov_create(backend_cpu(1), UNKNOWNS, most, true, &k);
        left_of_long(&k, 300, &r);
        loss[most - 1] = r.loss;
        krylov_free(&k);
    }
    CHECK(loss[0] > 2e-4 && loss[0] < 6e-4 && loss[1] > 1.05 * loss[0], "%g of one vector, %g of two", loss[0], loss[1]);
}

/* Where 16 bits would spoil the solution, floats solve the system, and those after it until one is served by 16 bits
 * again. */
static void krylov_goes_over_to_floats(void)
{
    struct krylov k;
    struct krylov_result r;
    krylov_create(backend_cpu(1), UNKNOWNS, 60, true, &k);
    left_of_long(&k, 300, &r);
    CHECK(r.lost && k.in_floats, "16 bits, after %d vectors, loss %g", r.vectors, r.loss);
    for (int turn = 0; turn < 2; turn++) {
        double left = left_of_long(&k, 300, &r);
        CHECK(!r.lost && k.in_floats && left <= 0.1 && r.reduction <= 0.1, "%d vectors: left %g, said %g", r.vectors, left,
              r.reduction);
    }
    left_of_long(&k, 0, &r); /* with floats still */
    CHECK(!r.lost && !k.in_floats, "the next one is for 16 bits");
    double left = left_of_long(&k, 0, &r);
    CHECK(!r.lost && !k.in_floats && left <= 0.1 * 1.1, "%d vectors: left %g", r.vectors, left);
    krylov_free(&k);
}

/* What 16 bits keep: every number of theirs itself, others to 2^-10 of themselves, nothing below 2^-60. */
static void compact_numbers(void)
{
    uint64_t seed = 11;
    for (int b = 0; b < 0x10000; b++)
        if ((b & 0x7fff) >= 0x200 || b == 0) {
            uint16_t again = compact_from(compact_to((uint16_t)b));
            CHECK(again == b, "%#x became %#x", (unsigned)b, (unsigned)again);
        }
    for (int n = 0; n < 1000; n++) {
        float x = (float)ldexp(random_signed(&seed), -n % 58), kept = compact_to(compact_from(x));
        CHECK(fabsf(kept - x) <= 0x1p-10f * fabsf(x) || fabsf(x) < 0x1p-60f, "%a became %a", (double)x, (double)kept);
    }
    CHECK_NEAR(compact_to(compact_from(1.0f)), 1, 0);
    CHECK_NEAR(compact_to(compact_from(1.0f + 0x1p-10f)), 1, 0); /* ties to even */
    CHECK_NEAR(compact_to(compact_from(1.0f + 3 * 0x1p-10f)), 1 + 0x1p-8, 0);
    CHECK_NEAR(compact_to(compact_from(-0x1p-60f)), -0x1p-60, 0);
    CHECK_NEAR(compact_to(compact_from(0x1.fp-61f)), 0, 0);
    CHECK_NEAR(compact_to(compact_from(100.0f)), 0x1.ff8p2, 0);
    CHECK_NEAR(compact_to(compact_from(NAN)), 0, 0);
    double of = 0.3; /* what goes on is what was kept */
    uint16_t kept;
    struct keep_args a = {.of = &of, .kept = &kept, .factor = 0.5};
    keep_body(0, &a, VECTOR_COMPACT);
    CHECK(of == (double)compact_to(kept) && of != 0.15 && fabs(of - 0.15) < 0.15 / 512, "kept %.9g", of);
}

/* A right-hand side of zero is solved by zero without a vector; no number comes out as no number, for the caller to
 * see. */
static void krylov_takes_zero_and_no_number(void)
{
    const struct krylov_problem p = {.product = line_product, .precondition = line_precondition};
    struct krylov k;
    krylov_create(backend_cpu(1), UNKNOWNS, 8, true, &k);
    struct krylov_result r = krylov_solve(&k, &p, 0.1);
    CHECK(r.vectors == 0 && r.reduction == 0 && k.w[0] == 0 && k.w[UNKNOWNS - 1] == 0, "%d vectors", r.vectors);
    k.w[5] = NAN;
    r = krylov_solve(&k, &p, 0.1);
    CHECK(isnan(r.reduction), "reduction %g of no number", r.reduction);
    krylov_free(&k);
}

/* What is left of the residual of A x = b by `steps` steps of x <- x + M R that are remembered in the place of so many
 * vectors, as a part of b. */
static double left_of_steps(int steps, int vectors, bool compact)
{
    double want[UNKNOWNS], b[UNKNOWNS], there[UNKNOWNS], x[UNKNOWNS] = {0}, whole = 0, left = 0;
    uint64_t seed = 3;
    struct krylov k;
    struct krylov_pairs pairs;
    for (int i = 0; i < UNKNOWNS; i++)
        want[i] = random_signed(&seed);
    line_product(NULL, want, b);
    krylov_create(backend_cpu(1), UNKNOWNS, vectors, compact, &k);
    krylov_pairs_clear(&pairs);
    for (int n = 0; n <= steps; n++) {
        line_product(NULL, x, there);
        for (int i = 0; i < UNKNOWNS; i++)
            k.w[i] = b[i] - there[i];
        krylov_pairs_reduce(&k, &pairs);
        left = krylov_norm(&k, k.w);
        double rest[UNKNOWNS], own[UNKNOWNS];
        memcpy(rest, k.w, sizeof rest);
        line_precondition(NULL, k.w, k.z);
        line_product(NULL, k.z, own);
        krylov_pairs_complete(&k, &pairs);
        for (int i = 0; i < UNKNOWNS; i++)
            x[i] += k.z[i];
        line_product(NULL, x, there);
        for (int i = 0; i < UNKNOWNS; i++) /* the step has taken out of b what the pairs explain, and its own */
            CHECK_NEAR(b[i] - there[i], rest[i] - own[i], 1e-5);
    }
    krylov_free(&k);
    for (int i = 0; i < UNKNOWNS; i++)
        whole += b[i] * b[i];
    return left / sqrt(whole);
}

/* Of a linear equation they leave what GMRES leaves with as many products (Eisenstat, Elman & Schultz 1983), until there
 * is no place for more: 30 floats hold 14 steps and 20 vectors of 16 bits 4, in floats too. */
static void remembered_steps_are_those_of_gmres(void)
{
    for (int steps = 1; steps <= 14; steps++) {
        struct krylov_result r;
        double reduction;
        line_error(steps, false, 1e-12, &r, &reduction);
        const double digits = 1e-3 * r.reduction + 1e-6; /* vectors have seven digits */
        CHECK_NEAR(left_of_steps(steps, 30, false), r.reduction, digits);
        if (steps <= 4)
            CHECK_NEAR(left_of_steps(steps, 20, true), r.reduction, digits);
    }
}

/* The newest four of 16 steps do nearly as well as all of them: 1.5 times as much is left. */
static void oldest_steps_are_forgotten(void)
{
    double all = left_of_steps(16, 40, false), newest = left_of_steps(16, 20, true);
    CHECK(newest < 10 * all, "%g with four steps, %g with all", newest, all);
}

int main(int argc, char **argv)
{
    struct comm comm;
    comm_init(&argc, &argv, &comm);
    CASE(krylov_solves);
    CASE(krylov_solves_in_16_bits);
    CASE(loss_of_16_bits);
    CASE(krylov_goes_over_to_floats);
    CASE(compact_numbers);
    CASE(krylov_takes_zero_and_no_number);
    CASE(remembered_steps_are_those_of_gmres);
    CASE(oldest_steps_are_forgotten);
    comm_finish();
    return check_end();
}
