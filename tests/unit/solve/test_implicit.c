/* The implicit scheme, from its pieces to a converged flow: rows and sweeps against a dense
 * solution of the same numbers, GMRES on a small system whose solution is known, the rules of
 * the CFL number, what a checkpoint holds, and first-order flow over a ramp.
 */
#include "check.h"
#include "kernels/jacobian_entry.h"
#include "pipeline.h"
#include "scheme/implicit_rows.h"
#include "scheme/integrator.h"
#include "scheme/krylov.h"

struct bed {
    struct comm comm;
    struct case_file c;
    struct domain d;
    struct flow f;
    struct integrator it;
};

static struct bed t;

static int make_bed(void)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char config[PATH_MAX], packs[PATH_MAX];
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    pipeline_write(config, "[flow]\nmach = 2\nup = y\n[numerics]\norder = 1\n[time]\nscheme = implicit\n"
                           "[patches]\n* = symmetry\nxmin = supersonic-inflow\nxmax = supersonic-outflow\n"
                           "ymin = slip\nymax = farfield\n");
    if (pipeline_run("%s/tools/box_mesh --n 9 7 2 --map ramp:8 --out %s/box.cgns >/dev/null && "
                     "%s/ufv-prep --quiet %s/box.cgns --out %s >/dev/null", b, s, b, s, packs) != 0)
        return error_set("no packs");
    TRY(case_read(config, NULL, 0, &t.c));
    TRY(domain_load(packs, &t.c, &t.comm, backend_cpu(1), &t.d));
    TRY(flow_create(&t.d, &t.c, EXCHANGE_STAGED, &t.f));
    return integrator_create(&t.f, &t.c, &t.it);
}

/* A number within -1 .. 1, the same each time. */
static double noise(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* a [n][n] x = b by elimination; x in place of b. Diagonally dominant. */
static void dense_solve(double *a, double *b, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

/* ---- rows ---- */

/* Every owned cell has one row; every column is a neighbour across a face, seen from both sides; cells of a colour
 * share none. */
static void rows_are_the_mesh(void)
{
    struct implicit_rows r;
    implicit_rows_create(&t.d, 0, JACOBIAN_SINGLE, &r);
    lid n = t.d.view.n_owned, seen = 0, faces = 0;
    int *colour = mem_zalloc("colour", (size_t)n, sizeof *colour);
    for (int k = 0; k < r.n_colours; k++)
        for (lid p = r.begin[k]; p < r.begin[k + 1]; p++)
            if (r.rows.cell[p] >= 0) {
                CHECK(colour[r.rows.cell[p]] == 0, "cell %d has two rows", (int)r.rows.cell[p]);
                colour[r.rows.cell[p]] = k + 1;
                seen++;
            }
    CHECK(seen == n && r.begin[r.n_colours] == r.rows.n_rows, "%d rows of %d cells", (int)seen, (int)n);
    for (lid p = 0; p < r.rows.n_rows; p++)
        for (lid e = r.rows.offset[p / SLICE] + p % SLICE; e < r.rows.offset[p / SLICE + 1]; e += SLICE) {
            lid c = r.rows.column[e] < 0 ? -1 : r.rows.cell[r.rows.column[e]];
            faces += c >= 0;
            CHECK(c < 0 || colour[c] != colour[r.rows.cell[p]], "cells %d and %d share a colour and a face", (int)c,
                  (int)r.rows.cell[p]);
        }
    CHECK(faces == 2 * (t.d.view.n_flux - t.d.view.n_boundary), "%d entries", (int)faces);
    mem_free(colour);
    implicit_rows_free(t.d.backend, &r);
}

/* ---- sweeps ---- */

/* Blocks of weight 0.15 beside the diagonal, so that rows are dominant; all numbers are floats. */
static void fill_rows(struct jacobian_rows *r, jacobian_number *b, uint64_t *seed)
{
    for (int64_t k = 0; k < (int64_t)r->n_entries * NV * NV; k++)
        jacobian_entry_store(r->beside, k, (jacobian_number)(0.03 * noise(seed)), r->storage);
    for (int64_t k = 0; k < (int64_t)r->n_rows * NV; k++)
        b[k] = (jacobian_number)noise(seed);
}

/* The system x_i + sum of O'_ij x_j = b_i, unknown v of cell i at 5 i + v. */
static void dense_system(const struct jacobian_rows *r, const jacobian_number *b, int n, double *a, double *right)
{
    for (lid p = 0; p < r->n_rows; p++) {
        lid i = r->cell[p];
        for (int v = 0; v < NV && i >= 0; v++) {
            right[NV * i + v] = b[v * r->n_rows + p];
            a[(size_t)(NV * i + v) * (size_t)n + (size_t)(NV * i + v)] = 1;
        }
        for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1] && i >= 0; e += SLICE)
            for (int k = 0; k < NV * NV && r->column[e] >= 0; k++)
                a[(size_t)(NV * i + k / NV) * (size_t)n + (size_t)(NV * r->cell[r->column[e]] + k % NV)] +=
                    jacobian_entry(r->beside, ((int64_t)(e / SLICE) * NV * NV + k) * SLICE + p % SLICE, r->storage);
    }
}

static void sweeps_solve_the_system(void)
{
    const struct mesh_view *m = &t.d.view;
    struct implicit_rows r;
    int n = NV * m->n_owned;
    uint64_t seed = 7;
    implicit_rows_create(&t.d, 0, JACOBIAN_SINGLE, &r);
    jacobian_number *b = mem_zalloc("b", (size_t)r.rows.n_rows * NV, sizeof *b);
    real *x = mem_zalloc("x", (size_t)r.rows.n_places * NV, sizeof *x);
    double *a = mem_zalloc("dense", (size_t)n * (size_t)n, sizeof *a), *right = mem_zalloc("right", (size_t)n, 8);
    fill_rows(&r.rows, b, &seed);
    dense_system(&r.rows, b, n, a, right);
    dense_solve(a, right, n);
    struct jacobian_solve_args s = {.rows = r.rows, .n_owned = m->n_owned, .n_variables = NV, .b = b, .x = x};
    struct kernel *sweep = backend_kernel(t.d.backend, KERNEL_jacobian_sweep, EQUATIONS_ANY,
                                          KERNEL_PLACE(r.rows.storage, NV));
    for (int k = 0; k < 60; k++)
        for (int c = 0; c < r.n_colours; c++)
            KERNEL_LAUNCH(sweep, STREAM_COMPUTE, r.begin[c], r.begin[c + 1], &s);
    double worst = 0;
    for (lid i = 0; i < m->n_owned; i++)
        for (int v = 0; v < NV; v++)
            worst = fmax(worst, fabs((double)x[(int64_t)v * r.rows.stride + (int64_t)r.rows.place[i] * r.rows.step] -
                                     right[NV * i + v]));
    CHECK_NEAR(worst, 0, 2e-6); /* rounding of floats of order one */
    mem_free(b);
    mem_free(x);
    mem_free(a);
    mem_free(right);
    implicit_rows_free(t.d.backend, &r);
}

/* ---- GMRES ---- */

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

static double line_error(int vectors, double tolerance, struct krylov_result *result)
{
    const struct krylov_problem p = {.product = line_product, .precondition = line_precondition};
    double want[UNKNOWNS], b[UNKNOWNS], x[UNKNOWNS], worst = 0;
    uint64_t seed = 3;
    struct krylov k;
    for (int i = 0; i < UNKNOWNS; i++)
        want[i] = noise(&seed);
    line_product(NULL, want, b);
    krylov_create(t.d.backend, UNKNOWNS, vectors, &k);
    *result = krylov_solve(&k, &p, b, tolerance, x);
    krylov_free(&k);
    for (int i = 0; i < UNKNOWNS; i++)
        worst = fmax(worst, fabs(x[i] - want[i]));
    return worst;
}

static void krylov_solves(void)
{
    struct krylov_result r;
    CHECK_NEAR(line_error(UNKNOWNS, 1e-13, &r), 0, 1e-11);
    CHECK(r.reduction <= 1e-13 && r.vectors <= UNKNOWNS, "%d vectors, reduction %g", r.vectors, r.reduction);
    double error = line_error(UNKNOWNS, 1e-2, &r); /* stops where it is told to */
    CHECK(r.reduction <= 1e-2 && r.vectors < UNKNOWNS / 2 && error < 0.1, "%d vectors, error %g", r.vectors, error);
    line_error(3, 1e-13, &r); /* says what it has reached when vectors run out */
    CHECK(r.vectors == 3 && r.reduction > 1e-13 && r.reduction < 1, "%d vectors, reduction %g", r.vectors, r.reduction);
}

static void krylov_takes_zero_and_no_number(void)
{
    const struct krylov_problem p = {.product = line_product, .precondition = line_precondition};
    double b[UNKNOWNS] = {0}, x[UNKNOWNS];
    struct krylov k;
    for (int i = 0; i < UNKNOWNS; i++)
        x[i] = 1;
    krylov_create(t.d.backend, UNKNOWNS, 8, &k);
    struct krylov_result r = krylov_solve(&k, &p, b, 0.1, x);
    CHECK(r.vectors == 0 && r.reduction == 0 && x[0] == 0 && x[UNKNOWNS - 1] == 0, "%d vectors", r.vectors);
    b[5] = NAN;
    r = krylov_solve(&k, &p, b, 0.1, x);
    CHECK(isnan(r.reduction), "reduction %g of no number", r.reduction);
    krylov_free(&k);
}

/* ---- the CFL number ---- */

static double cfl_behind(struct cfl_control k, struct cfl_seen seen)
{
    cfl_control_after(&k, &seen);
    return k.cfl;
}

static void cfl_follows(void)
{
    const struct cfl_control k = cfl_control_led(10, 2, 1e-2, 1e3);
    const struct cfl_seen good = {.reduction = 0.05, .tolerance = 0.1, .effort = 0.5};
    struct cfl_seen s = good;
    CHECK_NEAR(cfl_behind(k, good), 20, 1e-12);
    s.effort = 0.9;
    CHECK_NEAR(cfl_behind(k, s), 10, 1e-12);
    s.effort = NAN;
    CHECK_NEAR(cfl_behind(k, s), 10, 1e-12);
    s = good, s.limited = true;
    CHECK_NEAR(cfl_behind(k, s), 10, 1e-12);
    s = good, s.shortened = true;
    CHECK_NEAR(cfl_behind(k, s), 5, 1e-12);
    s = good, s.refused = true;
    CHECK_NEAR(cfl_behind(k, s), 2, 1e-12);
    s = good, s.reduction = 0.15;
    CHECK_NEAR(cfl_behind(k, s), 9, 1e-12);
    s.reduction = 0.25;
    CHECK_NEAR(cfl_behind(k, s), 6, 1e-12);
    s.reduction = 0.8;
    CHECK_NEAR(cfl_behind(k, s), 3, 1e-12);
    s.reduction = NAN; /* not known */
    CHECK_NEAR(cfl_behind(k, s), 20, 1e-12);
    s.tolerance = NAN, s.reduction = 0.05;
    CHECK_NEAR(cfl_behind(k, s), 9, 1e-12);
}

static void cfl_has_bounds_and_pauses(void)
{
    struct cfl_control k = cfl_control_led(10, 2, 1, 15);
    const struct cfl_seen good = {.reduction = NAN}, refused = {.refused = true, .reduction = NAN};
    cfl_control_after(&k, &good);
    CHECK_NEAR(k.cfl, 15, 0);
    for (int i = 0; i < 5; i++)
        cfl_control_after(&k, &refused);
    CHECK_NEAR(k.cfl, 1, 0);
    cfl_control_after(&k, &good);
    CHECK_NEAR(k.cfl, 1, 0); /* no growth right behind a refusal */
    cfl_control_after(&k, &good);
    CHECK_NEAR(k.cfl, 2, 0);
}

/* ---- flow ---- */

static double residual_norm(void)
{
    double sum[NV_MAX];
    BACKEND_SUM(t.d.backend, t.f.kernels.residual_sum, t.d.view.n_owned, &t.f.update, sum);
    return sqrt(sum[0]);
}

static int make_steps(int64_t *iteration)
{
    do {
        double dt = integrator_time_step(&t.it, *iteration);
        TRY(integrator_step(&t.it, *iteration, integrator_batch(&t.it, 1), dt));
    } while (t.it.report.steps == 0);
    *iteration += t.it.report.steps;
    return 0;
}

/* First order: the stored Jacobian is nearly the true one. */
static void first_order_converges(void)
{
    int64_t iteration = 0;
    double largest = 0, now;
    flow_evaluate(&t.f, true);
    do {
        now = residual_norm();
        largest = fmax(largest, now);
    } while (now > 1e-10 * largest && iteration < 60 && make_steps(&iteration) == 0);
    CHECK(now <= 1e-10 * largest && largest > 0, "residual %g of %g after %d steps", now, largest, (int)iteration);
    CHECK(t.it.report.evaluations >= iteration, "%d evaluations", (int)t.it.report.evaluations);
}

/* What one integrator saves another goes on with. */
static void control_is_saved(void)
{
    double number[INTEGRATOR_NUMBERS], again[INTEGRATOR_NUMBERS];
    int n = integrator_save(&t.it, number);
    struct integrator other;
    CHECK(n > 0 && n <= INTEGRATOR_NUMBERS && integrator_create(&t.f, &t.c, &other) == 0, "%d numbers", n);
    double cfl = t.f.cfl; /* of the newest step */
    flow_set_cfl(&t.f, 0.5 * cfl);
    integrator_load(&other, n, number);
    CHECK(t.f.cfl == cfl, "CFL number of the row %g, not %g", t.f.cfl, cfl);
    CHECK(integrator_save(&other, again) == n && memcmp(number, again, (size_t)n * sizeof *number) == 0,
          "other numbers come out");
    CHECK(other.cfl.cfl == t.it.cfl.cfl && other.cfl.most == t.it.cfl.most, "CFL number %g", other.cfl.cfl);
    integrator_free(&other);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &t.comm);
    if (make_bed() != 0) {
        printf("FAIL make_bed: %s\n", error_message());
        return 1;
    }
    CASE(rows_are_the_mesh);
    CASE(sweeps_solve_the_system);
    CASE(krylov_solves);
    CASE(krylov_takes_zero_and_no_number);
    CASE(cfl_follows);
    CASE(cfl_has_bounds_and_pauses);
    CASE(first_order_converges);
    CASE(control_is_saved);
    integrator_free(&t.it);
    flow_free(&t.f);
    domain_free(&t.d);
    case_free(&t.c);
    comm_finish();
    return check_end();
}
