/* krylov.c: GMRES; see krylov.h. */
#include "scheme/krylov.h"

#include "error.h"
#include "parallel/comm.h"

#include <math.h>
#include <string.h>

enum { MOST = KRYLOV_VECTORS_MAX };

void krylov_create(const struct backend *b, lid n, int most, struct krylov *k)
{
    memset(k, 0, sizeof *k);
    if (most < 1 || most > MOST)
        FATAL("krylov_create: %d vectors; 1 to %d are possible", most, MOST);
    *k = (struct krylov){.backend = b, .n = n, .most = most};
    for (int i = 0; i <= most; i++)
        k->vector[i] = b->alloc("krylov vector", (size_t)n * sizeof(double));
    k->work = b->alloc("krylov work", (size_t)n * sizeof(double));
    k->coefficient = b->alloc("krylov coefficients", MOST * sizeof(double));
}

void krylov_free(struct krylov *k)
{
    if (!k->backend)
        return;
    for (int i = 0; i <= k->most; i++)
        k->backend->free(k->vector[i]);
    k->backend->free(k->work);
    k->backend->free(k->coefficient);
    memset(k, 0, sizeof *k);
}

int64_t krylov_bytes(int64_t n, int most)
{
    return ((int64_t)most + 2) * n * (int64_t)sizeof(double) + MOST * (int64_t)sizeof(double);
}

/* dot[i] = vector[i] . w for i < count, over all ranks. */
static void dots(struct krylov *k, double *const *vector, int count, const double *w, double *dot)
{
    struct kernel *sum = backend_kernel(k->backend, KERNEL_dots, EQUATIONS_ANY, 0);
    for (int first = 0; first < count; first += VECTORS_TOGETHER) {
        double out[VECTORS_TOGETHER];
        struct dots_args a = {.with = w, .n = count - first < VECTORS_TOGETHER ? count - first : VECTORS_TOGETHER};
        for (int i = 0; i < VECTORS_TOGETHER; i++)
            a.vector[i] = vector[i < a.n ? first + i : first];
        BACKEND_SUM(k->backend, sum, k->n, &a, out);
        memcpy(dot + first, out, (size_t)a.n * sizeof *dot);
    }
    comm_sum(dot, count);
}

/* to = keep to + factor sum of coefficient[i] vector[i], i < count. */
static void combine(struct krylov *k, double *to, double keep, double factor, double *const *vector,
                    const double *coefficient, int count)
{
    k->backend->upload(k->coefficient, coefficient, (size_t)count * sizeof *coefficient);
    for (int first = 0; first < count; first += VECTORS_TOGETHER) {
        struct combine_args a = {.coefficient = k->coefficient + first, .to = to, .keep = first == 0 ? keep : 1,
                                 .factor = factor,
                                 .n = count - first < VECTORS_TOGETHER ? count - first : VECTORS_TOGETHER};
        for (int i = 0; i < VECTORS_TOGETHER; i++)
            a.vector[i] = vector[i < a.n ? first + i : first];
        BACKEND_LAUNCH(k->backend, KERNEL_combine, STREAM_COMPUTE, 0, k->n, &a);
    }
    k->backend->stream_synchronize(STREAM_COMPUTE); /* the coefficients may be overwritten */
}

double krylov_norm(struct krylov *k, const double *v)
{
    double sum, *one = (double *)(uintptr_t)v;
    dots(k, &one, 1, v, &sum);
    return sqrt(sum);
}

/* to = v / norm. */
static void normalise(struct krylov *k, double *to, double *v, double norm)
{
    const double one = 1;
    if (to == v) /* scaled in place */
        combine(k, to, 1 / norm, 0, &v, &one, 1);
    else
        combine(k, to, 0, 1 / norm, &v, &one, 1);
}

/* The least-squares problem of the Hessenberg matrix, turned upper triangular by Givens rotations. */
struct givens {
    double h[MOST + 1][MOST], cosine[MOST], sine[MOST], right[MOST + 1];
};

static void givens_add(struct givens *g, int j)
{
    for (int i = 0; i < j; i++) {
        double upper = g->h[i][j], lower = g->h[i + 1][j];
        g->h[i][j] = g->cosine[i] * upper + g->sine[i] * lower;
        g->h[i + 1][j] = g->cosine[i] * lower - g->sine[i] * upper;
    }
    double length = hypot(g->h[j][j], g->h[j + 1][j]);
    g->cosine[j] = g->h[j][j] / length;
    g->sine[j] = g->h[j + 1][j] / length;
    g->h[j][j] = length;
    g->right[j + 1] = -g->sine[j] * g->right[j];
    g->right[j] *= g->cosine[j];
}

static void givens_solve(const struct givens *g, int n, double y[MOST])
{
    for (int i = n - 1; i >= 0; i--) {
        double sum = g->right[i];
        for (int j = i + 1; j < n; j++)
            sum -= g->h[i][j] * y[j];
        y[i] = sum / g->h[i][i];
    }
}

/* Vector j + 1 and column j of the Hessenberg matrix; the length that was left. */
static double extend(struct krylov *k, const struct krylov_problem *p, int j, struct givens *g)
{
    double *w = k->vector[j + 1], dot[MOST];
    p->precondition(p->own, k->vector[j], k->work);
    p->product(p->own, k->work, w);
    for (int i = 0; i <= j; i++)
        g->h[i][j] = 0;
    for (int turn = 0; turn < 2; turn++) {
        dots(k, k->vector, j + 1, w, dot);
        combine(k, w, 1, -1, k->vector, dot, j + 1);
        for (int i = 0; i <= j; i++)
            g->h[i][j] += dot[i];
    }
    g->h[j + 1][j] = krylov_norm(k, w);
    return g->h[j + 1][j];
}

struct krylov_result krylov_solve(struct krylov *k, const struct krylov_problem *p, const double *b, double tolerance,
                                  double *x)
{
    struct givens g;
    double y[MOST] = {0}, norm = krylov_norm(k, b);
    struct krylov_result r = {0, isfinite(norm) ? 1 : NAN};
    if (norm == 0) {
        combine(k, x, 0, 0, k->vector, y, 1);
        return (struct krylov_result){0, 0};
    }
    if (!isfinite(norm))
        return r;
    normalise(k, k->vector[0], (double *)(uintptr_t)b, norm);
    g.right[0] = 1;
    while (r.vectors < k->most && !(r.reduction <= tolerance)) {
        double left = extend(k, p, r.vectors, &g);
        givens_add(&g, r.vectors);
        r.vectors++;
        r.reduction = fabs(g.right[r.vectors]);
        if (!isfinite(r.reduction))
            return (struct krylov_result){r.vectors, NAN};
        if (!(left > 0)) /* the solution lies in what there is */
            break;
        normalise(k, k->vector[r.vectors], k->vector[r.vectors], left);
    }
    givens_solve(&g, r.vectors, y);
    for (int i = 0; i < r.vectors; i++)
        y[i] *= norm;
    combine(k, k->work, 0, 1, k->vector, y, r.vectors);
    p->precondition(p->own, k->work, x);
    return r;
}
