/* krylov.c: GMRES: a vector at a time by Arnoldi's process, the small least-squares problem by Givens rotations as it
 * grows, and the solution put together once, at the end. Vectors are on the device, the small problem is on every rank.
 */
#include "scheme/krylov.h"

#include "error.h"
#include "parallel/comm.h"

#include <math.h>
#include <string.h>

enum { MOST = KRYLOV_VECTORS_MAX };

/* Arrays begin at multiples of so many entries: whole sectors of a GPU's memory, whatever the entries are. */
enum { ALIGNED = 16 };

static size_t entry_bytes(int storage)
{
    return storage == VECTOR_COMPACT ? sizeof(uint16_t) : sizeof(float);
}

static size_t padded(int64_t n)
{
    return (size_t)(n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static int storage_of(bool compact)
{
    return compact ? VECTOR_COMPACT : VECTOR_FLOAT;
}

/* `most` arrays one behind another in k->memory. */
static struct krylov_set set_of(const struct krylov *k, int most, int storage)
{
    struct krylov_set set = {.most = most, .dots = backend_kernel(k->backend, KERNEL_dots, EQUATIONS_ANY, storage),
                             .lincomb = backend_kernel(k->backend, KERNEL_lincomb, EQUATIONS_ANY, storage),
                             .keep = backend_kernel(k->backend, KERNEL_keep, EQUATIONS_ANY, storage)};
    for (int i = 0; i < most; i++)
        set.vector[i] = (char *)k->memory + (size_t)i * padded(k->n) * entry_bytes(storage);
    return set;
}

/* n: of this rank, may differ between ranks and be 0. The vector that is being orthogonalised is in w; of the one
 * behind the last product only the length is needed. */
void krylov_create(const struct backend *b, lid n, int most, bool compact, struct krylov *k)
{
    memset(k, 0, sizeof *k);
    if (most < 1 || most > MOST)
        FATAL("krylov_create: %d vectors; 1 to %d are possible", most, MOST);
    const size_t bytes = (size_t)most * entry_bytes(storage_of(compact));
    *k = (struct krylov){.backend = b, .n = n};
    k->memory = b->alloc("krylov vectors", bytes * padded(n));
    k->vectors = set_of(k, most, storage_of(compact));
    k->floats = set_of(k, (int)(bytes / sizeof(float)), VECTOR_FLOAT);
    k->w = b->alloc("krylov right-hand side", (size_t)n * sizeof(stored));
    k->z = b->alloc("krylov work", (size_t)n * sizeof(stored));
}

void krylov_free(struct krylov *k)
{
    if (!k->backend)
        return;
    k->backend->free(k->memory);
    k->backend->free(k->w);
    k->backend->free(k->z);
    memset(k, 0, sizeof *k);
}

int64_t krylov_bytes(int64_t n, int most, bool compact)
{
    return (int64_t)most * (int64_t)(padded(n) * entry_bytes(storage_of(compact))) + 2 * n * (int64_t)sizeof(stored);
}

/* dot[i] = vector[i] of the set . w for i < count, over all ranks.
 * VECTORS_TOGETHER in one launch, so that w is read once for several. Sums have a fixed order on the
 * device and are added in the order of ranks: the same bits in each run. */
static void dots(struct krylov *k, const struct krylov_set *of, int count, double *dot)
{
    if (count == 0)
        return;
    for (int first = 0; first < count; first += VECTORS_TOGETHER) {
        double out[VECTORS_TOGETHER];
        struct dots_args a = {.with = k->w,
                              .n = count - first < VECTORS_TOGETHER ? count - first : VECTORS_TOGETHER};
        for (int i = 0; i < VECTORS_TOGETHER; i++)
            /* The kernel loads all of them; those beyond the count are any that exist, with sums that
             * are not taken. */
            a.vector[i] = of->vector[i < a.n ? first + i : first];
        BACKEND_SUM(k->backend, of->dots, k->n, &a, out);
        memcpy(dot + first, out, (size_t)a.n * sizeof *dot);
    }
    comm_sum(dot, count);
}

/* to = keep to + factor sum of coefficient[i] vector[begin + i] of the set, i < count.
 * keep 0 does not read `to`, which may hold anything then. */
static void lincomb(struct krylov *k, const struct krylov_set *of, int begin, stored *to, double keep, double factor,
                    const double *coefficient, int count)
{
    void *const *vector = of->vector + begin;
    for (int first = 0; first < count; first += VECTORS_TOGETHER) {
        struct lincomb_args a = {.to = to, .keep = first == 0 ? keep : 1,
                                 .n = count - first < VECTORS_TOGETHER ? count - first : VECTORS_TOGETHER};
        for (int i = 0; i < VECTORS_TOGETHER; i++) {
            a.vector[i] = vector[i < a.n ? first + i : first];
            a.coefficient[i] = i < a.n ? factor * coefficient[first + i] : 0;
        }
        KERNEL_LAUNCH(of->lincomb, STREAM_COMPUTE, 0, k->n, &a);
    }
}

/* Collective. */
double krylov_norm(struct krylov *k, const stored *v)
{
    double sum;
    struct square_args a = {.of = v};
    BACKEND_SUM(k->backend, backend_kernel(k->backend, KERNEL_square, EQUATIONS_ANY, 0), k->n, &a, &sum);
    comm_sum(&sum, 1);
    return sqrt(sum);
}

/* Vector number i of the set becomes x times factor, and so does x.
 * Vectors are rounded; x is rounded with them, so that the product is that of the vector that is kept. */
static void keep(struct krylov *k, const struct krylov_set *in, int i, stored *x, double factor)
{
    struct keep_args a = {.of = x, .kept = in->vector[i], .factor = factor};
    KERNEL_LAUNCH(in->keep, STREAM_COMPUTE, 0, k->n, &a);
}

/* Orthogonalises w against the first n vectors of the set, which are orthonormal; taken: out, [n], how much
 * of each that was.
 * Classical Gram-Schmidt, twice: as good as the modified form, with two launches of many dot products instead of n of
 * one. What the second turn takes out is what rounding left of the first; both belong to the coefficients. */
static void orthogonalise(struct krylov *k, const struct krylov_set *to, int n, double *taken)
{
    double dot[MOST];
    for (int i = 0; i < n; i++)
        taken[i] = 0;
    for (int turn = 0; turn < 2; turn++) {
        dots(k, to, n, dot);
        lincomb(k, to, 0, k->w, 1, -1, dot, n);
        for (int i = 0; i < n; i++)
            taken[i] += dot[i];
    }
}

/* The least-squares problem of the Hessenberg matrix, turned upper triangular by Givens rotations. */
struct givens {
    double h[MOST + 1][MOST], cosine[MOST], sine[MOST], right[MOST + 1];
};

/* Turns column j by the rotations before and makes one that removes its lowest entry. |right[j + 1]| is then
 * the residual of the least-squares problem, so the solution need not be formed to know when to stop. */
static void givens_add(struct givens *g, int j)
{
    for (int i = 0; i < j; i++) {
        double upper = g->h[i][j], lower = g->h[i + 1][j];
        g->h[i][j] = g->cosine[i] * upper + g->sine[i] * lower;
        g->h[i + 1][j] = g->cosine[i] * lower - g->sine[i] * upper;
    }
    /* Zero where both are: NaN from there on, which krylov_solve() gives back as a system without an
     * answer. */
    double length = hypot(g->h[j][j], g->h[j + 1][j]);
    g->cosine[j] = g->h[j][j] / length;
    g->sine[j] = g->h[j + 1][j] / length;
    g->h[j][j] = length;
    g->right[j + 1] = -g->sine[j] * g->right[j];
    g->right[j] *= g->cosine[j];
}

/* Back substitution. h[i][i] is a length (givens_add()); where that is 0, the rotation has made the reduction NaN and
 * build() has given up before. */
static void givens_solve(const struct givens *g, int n, double y[MOST])
{
    for (int i = n - 1; i >= 0; i--) {
        double sum = g->right[i];
        for (int j = i + 1; j < n; j++)
            sum -= g->h[i][j] * y[j];
        y[i] = sum / g->h[i][i];
    }
}

/* The product with the vector in w, number j, without what the vectors up to it have of it, and column j of the
 * Hessenberg matrix; the length that was left. */
static double extend(struct krylov *k, const struct krylov_set *in, const struct krylov_problem *p, int j,
                     struct givens *g)
{
    double column[MOST];
    /* The product is of A and the preconditioner: right preconditioning. */
    p->precondition(p->own, k->w, k->z);
    p->product(p->own, k->z, k->w);
    orthogonalise(k, in, j + 1, column);
    for (int i = 0; i <= j; i++)
        g->h[i][j] = column[i];
    g->h[j + 1][j] = krylov_norm(k, k->w);
    return g->h[j + 1][j];
}

/* Rounding to 16 bits takes that part of a vector's length, in the mean: up to 2^-10 of each entry. */
static const double ROUNDED = 0.4e-3;
/* Part of the tolerance that rounding may leave, and down to which a run that has gone over to floats stays with them.
 */
static const double LOSS_MOST = 0.5, LOSS_LEAST = 0.1;
/* Fewer floats do not solve what 16 bits do not. */
enum { FLOATS_LEAST = 10 };

/* What vectors of 16 bits leave of the right-hand side beside what `right` says, a part of it; y: out, the solution of
 * the problem of n columns. A product is n + 1 vectors times a column, up to what was rounded off the newest of these,
 * which had the length h[j + 1][j] before: the matrix times the solution differs by the sum of y[j] h[j + 1][j] times
 * that. These parts have nothing to do with one another. Of the last product nothing was rounded; of the right-hand
 * w, the first vector, it was. Where the preconditioned matrix lengthens vectors much, the loss is many times the
 * right-hand side. */
static double loss(const struct givens *g, int n, double y[MOST])
{
    double sum = 1;
    givens_solve(g, n, y);
    for (int j = 0; j + 1 < n; j++)
        sum += g->h[j + 1][j] * y[j] * (g->h[j + 1][j] * y[j]);
    return ROUNDED * sqrt(sum);
}

/* Vectors until the residual is as small as wanted, w holding the first; what it has fallen to.
 * reduction is |right| of the turned problem, not the norm of a residual that is computed; the loss comes on top of it.
 * The vectors are orthogonal to better than their rounding, since what is left out has no direction of its own.
 * y: out, the solution as a sum of vectors. */
static struct krylov_result build(struct krylov *k, const struct krylov_set *in, const struct krylov_problem *p,
                                  double tolerance, double y[MOST])
{
    struct givens g = {.right = {1}};
    struct krylov_result r = {.reduction = 1};
    const bool choice = k->floats.most >= FLOATS_LEAST && k->floats.most < k->vectors.most;
    while (r.vectors < in->most && r.reduction > tolerance && !r.lost) {
        double left = extend(k, in, p, r.vectors, &g);
        givens_add(&g, r.vectors);
        r.vectors++;
        r.reduction = fabs(g.right[r.vectors]);
        if (!isfinite(r.reduction))
            return (struct krylov_result){.vectors = r.vectors, .reduction = NAN};
        r.loss = loss(&g, r.vectors, y);
        r.lost = choice && !k->in_floats && r.loss > LOSS_MOST * tolerance;
        if (!(left > 0)) /* the solution lies in what there is */
            break;
        if (r.vectors < in->most)
            keep(k, in, r.vectors, k->w, 1 / left);
    }
    k->in_floats = choice && r.loss > (k->in_floats ? LOSS_LEAST : LOSS_MOST) * tolerance;
    return r;
}

/* Collective. w: in, the right-hand side; out, the solution from zero. Right preconditioning: the residual
 * that is reduced is the true one, and the preconditioner is applied to the sum of vectors once more at the
 * end. It must be the same operator in all vectors. */
struct krylov_result krylov_solve(struct krylov *k, const struct krylov_problem *p, double tolerance)
{
    const struct krylov_set *in = k->in_floats ? &k->floats : &k->vectors;
    double y[MOST] = {0}, norm = krylov_norm(k, k->w);
    if (norm == 0)
        return (struct krylov_result){0};
    if (!isfinite(norm))
        return (struct krylov_result){.reduction = NAN};
    keep(k, in, 0, k->w, 1 / norm);
    struct krylov_result r = build(k, in, p, tolerance, y);
    if (isnan(r.reduction) || r.lost)
        return r;
    /* Vectors were kept with unit length, y is for a right-hand side of length 1. */
    lincomb(k, in, 0, k->z, 0, norm, y, r.vectors);
    p->precondition(p->own, k->z, k->w);
    return r;
}

/* ---- steps that are remembered ---- */

/* Part of the change of a residual in a step that must be left beside those of the steps before it, or the step has
 * taught nothing. */
static const double NEW_LEAST = 1e-4;

/* Which of the arrays are what. */
struct pair_slots {
    int most;            /* of pairs; pair j is of the arrays */
    int changes;         /* changes + j: how a step changed the residual; these are orthonormal and stand first, where
                            orthogonalise() takes them; */
    int steps;           /* steps + j: the step that did */
    int newest_residual; /* that the newest step began from */
    int newest_step;
};

static struct pair_slots slots_of(const struct krylov *k)
{
    const int most = (k->floats.most - 2) / 2;
    return (struct pair_slots){.most = most, .changes = 0, .steps = most, .newest_residual = 2 * most,
                               .newest_step = 2 * most + 1};
}

static void copy(struct krylov *k, stored *to, const stored *from)
{
    k->backend->copy_async(STREAM_COMPUTE, to, from, (size_t)k->n * sizeof *to);
}

/* to = keep to + array number i; keep as lincomb(). */
static void add(struct krylov *k, int i, stored *to, double keep)
{
    static const double one = 1;
    lincomb(k, &k->floats, i, to, keep, 1, &one, 1);
}

void krylov_pairs_clear(struct krylov_pairs *p)
{
    p->count = 0;
    p->has_last = false;
}

/* The first of n arrays becomes the last, the others move up. */
static void rotate(void **vector, int n)
{
    void *first = vector[0];
    memmove(vector, vector + 1, (size_t)(n - 1) * sizeof *vector);
    vector[n - 1] = first;
}

/* The oldest pair makes room for the newest. What is left stays orthonormal, and each step the cause of its change. */
static void forget_oldest(struct krylov *k, struct krylov_pairs *p)
{
    const struct pair_slots at = slots_of(k);
    rotate(k->floats.vector + at.changes, at.most);
    rotate(k->floats.vector + at.steps, at.most);
    p->count--;
}

/* The newest step as a pair: w, the residual now, becomes scratch. The same is taken out of the step as out of the
 * change that it made, so that one stays the cause of the other. */
static void learn(struct krylov *k, struct krylov_pairs *p)
{
    const struct pair_slots at = slots_of(k);
    double taken[KRYLOV_PAIRS_MAX];
    add(k, at.newest_residual, k->w, -1);
    const double whole = krylov_norm(k, k->w);
    if (p->count == at.most)
        forget_oldest(k, p);
    orthogonalise(k, &k->floats, p->count, taken);
    const double left = krylov_norm(k, k->w);
    if (!(left > NEW_LEAST * whole))
        return;
    keep(k, &k->floats, at.changes + p->count, k->w, 1 / left);
    add(k, at.newest_step, k->w, 0);
    lincomb(k, &k->floats, at.steps, k->w, 1, -1, taken, p->count);
    keep(k, &k->floats, at.steps + p->count, k->w, 1 / left);
    p->count++;
}

void krylov_pairs_reduce(struct krylov *k, struct krylov_pairs *p)
{
    const struct pair_slots at = slots_of(k);
    copy(k, k->z, k->w);
    if (p->has_last)
        learn(k, p);
    copy(k, k->w, k->z);
    keep(k, &k->floats, at.newest_residual, k->z, 1);
    dots(k, &k->floats, p->count, p->share);
    lincomb(k, &k->floats, at.changes, k->w, 1, -1, p->share, p->count);
}

void krylov_pairs_complete(struct krylov *k, struct krylov_pairs *p)
{
    const struct pair_slots at = slots_of(k);
    lincomb(k, &k->floats, at.steps, k->z, 1, 1, p->share, p->count);
    keep(k, &k->floats, at.newest_step, k->z, 1);
    p->has_last = true;
}
