/* mms.h: the solver run on a manufactured solution (tests/mms_model.h): sources in the
 * cells, the exact fields on and behind the boundary, their gradients there.
 *
 * Every family of cells runs two grids in the test suite, of some 500 and 1,600 cells;
 * pyramids and tetrahedra, whose turbulence variables come to their order from below on
 * coarser grids, of 1,300 and 3,100. With --fine, for a GPU (tests/gpu/mms.sh): from the
 * coarsest on, each with half the spacing of the one before.
 */
#ifndef UFV_TESTS_MMS_H
#define UFV_TESTS_MMS_H

#include "check.h"
#include "scheme/integrator.h"
#include "mms_model.h"
#include "pipeline.h"

static struct comm mms_comm;
static bool mms_fine;                     /* --fine */
static const struct backend *mms_backend; /* backend_cpu(1); --cuda: the GPU */

enum { MMS_MOST_LEVELS = 4 };

/* Hexahedra along each axis of the suite's two boxes and of the coarsest with --fine,
 * before they are cut, and the gradient method that docs/numerics.md recommends for such
 * cells. A family of layers has a shape. */
struct mms_family {
    const char *cells;
    int suite[2], coarsest;
    const char *gradient;
    const char *shape; /* options of box_mesh besides; NULL: a cube of even spacing */
    int across[3];     /* with a shape: hexahedra along each axis for each one of `suite` */
    double drop;       /* with a shape: part of their start to which residuals fall; 0: 1e-4 */
    bool newton;       /* with a shape: no time step from the second step on, lines, vectors in floats */
};
static const struct mms_family mms_hex = {.cells = "hex", .suite = {8, 12}, .coarsest = 8, .gradient = "lsq"},
                               mms_prism = {.cells = "prism", .suite = {6, 9}, .coarsest = 6, .gradient = "lsq"},
                               mms_pyramid = {.cells = "pyramid", .suite = {6, 8}, .coarsest = 4,
                                              .gradient = "node-lsq"},
                               mms_tet = {.cells = "tet", .suite = {6, 8}, .coarsest = 4, .gradient = "node-lsq"};

/* [--fine] [--cuda] [LEVELS]; LEVELS: how many of the fine sequence, 4 when not given. */
static int mms_levels = MMS_MOST_LEVELS;
static inline int mms_begin(int argc, char **argv)
{
    comm_init(&argc, &argv, &mms_comm);
    mms_backend = backend_cpu(1);
    for (int k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--fine") == 0)
            mms_fine = true;
        else if (strcmp(argv[k], "--cuda") == 0)
            mms_backend = backend_cuda(0);
        else
            mms_levels = (int)strtol(argv[k], NULL, 10);
    }
    if (!mms_backend || mms_levels < 2 || mms_levels > MMS_MOST_LEVELS) {
        printf("FAIL arguments: %s\n", mms_backend ? "2 to 4 levels" : error_message());
        return 1;
    }
    return 0;
}

/* The field's values at n points x[3][stride] from `first` on: [nv][n]. */
static inline real *mms_fields(const struct mms *m, const double *x, int64_t stride, int64_t first, int64_t n,
                               bool sources)
{
    real *q = mem_alloc("manufactured fields", (size_t)(n * m->nv), sizeof *q);
    for (int64_t i = 0; i < n; i++) {
        double point[3], s[MMS_MAX];
        for (int d = 0; d < 3; d++)
            point[d] = x[d * stride + first + i];
        if (sources)
            mms_source(m, point, s);
        for (int v = 0; v < m->nv; v++)
            q[v * n + i] = (real)(sources ? s[v] : mms_value(m, v, point));
    }
    return q;
}

static inline void mms_upload(const struct flow *f, real *device, real *host, size_t n)
{
    f->domain->backend->upload(device, host, n * sizeof *host);
    mem_free(host);
}

/* Fields in the cells, on the boundary and behind it; sources; wall distance. */
static inline int mms_prepare(const struct mms *m, struct flow *f, const char *packs)
{
    struct pack p;
    pack_init(&p);
    TRY(pack_read(packs, 0, PACK_CORE, &p));
    const struct mesh_view *v = &f->domain->view;
    size_t nv = (size_t)m->nv, ghosts = (size_t)(v->n_boundary + v->n_halo_boundary);
    real *q = mms_fields(m, p.centroid, p.n_slots, 0, v->n_owned, false);
    real *s = mms_fields(m, p.centroid, p.n_slots, 0, v->n_owned, true);
    flow_upload(f, q);
    flow_set_source(f, s);
    mem_free(q);
    mem_free(s);
    mms_upload(f, f->prescribed_ghost, mms_fields(m, p.centroid, p.n_slots, p.n_cells, (int64_t)ghosts, false),
               nv * ghosts);
    mms_upload(f, f->prescribed_face, mms_fields(m, p.face_centroid, p.n_faces, 0, v->n_boundary, false),
               nv * (size_t)v->n_boundary);
    real *g = mem_alloc("boundary gradients", nv * 3 * (size_t)v->n_boundary, sizeof *g);
    for (lid i = 0; i < v->n_boundary; i++) {
        double x[3] = {p.face_centroid[i], p.face_centroid[p.n_faces + i], p.face_centroid[2 * p.n_faces + i]};
        for (int k = 0; k < m->nv; k++)
            for (int d = 0; d < 3; d++)
                g[(int64_t)(d * m->nv + k) * v->n_boundary + i] = (real)mms_slope(m, k, d, x);
    }
    real *device = f->domain->backend->alloc("boundary gradients", nv * 3 * (size_t)v->n_boundary * sizeof *g);
    mms_upload(f, device, g, nv * 3 * (size_t)v->n_boundary);
    f->args.fluxes.prescribed_gradient = device; /* the back end's until the program ends */
    if (v->wall_distance) {
        real *d = mem_alloc("distance", (size_t)v->n_cells, sizeof *d);
        for (lid i = 0; i < v->n_cells; i++) {
            double x[3] = {p.centroid[i], p.centroid[p.n_slots + i], p.centroid[2 * p.n_slots + i]};
            d[i] = (real)mms_distance(m, x);
        }
        mms_upload(f, (real *)(uintptr_t)v->wall_distance, d, (size_t)v->n_cells);
    }
    pack_free(&p);
    return 0;
}

/* Marches until every residual has fallen to `drop` times its start; 0 when it has. */
static inline int mms_march(struct flow *f, double drop, int most)
{
    double first[SUM_MAX], now[SUM_MAX];
    for (int step = 0; step < most; step++) {
        flow_evaluate(f, true);
        if (step % 20 == 0) {
            BACKEND_SUM(f->domain->backend, f->kernels.residual_sum, f->domain->view.n_owned, &f->args.update, now);
            if (step == 0)
                memcpy(first, now, sizeof first);
            bool done = step > 0;
            for (int v = 0; v < f->n_variables; v++)
                done = done && now[v] <= drop * drop * first[v];
            if (done)
                return 0;
            if (flow_check(f).found)
                return error_set("the solution diverged before step %d", step);
        }
        flow_step(f, 0);
    }
    return error_set("not converged after %d steps: %g of %g", most, now[0], first[0]);
}

/* The CFL number that stands for none: in it the lowest cells of a layer, 1e-4 m high, take seconds in a step. */
static const double mms_no_step = 1e8;

/* The same with the implicit scheme, which thin layers do not delay. The exact fields are near the solution, so that
 * steps begin as those after a restart do, at a large CFL number. held: the CFL number from the second step on; 0: led
 * by the scheme. Through tetrahedra in layers systems are solved poorly, the scheme lowers the CFL number for that, and
 * the density of the lowest cells, which nothing diffuses, stays where it is (docs/validation.md). */
static inline int mms_newton(struct flow *f, const struct case_file *c, double held, double drop, int most)
{
    struct integrator it = {0};
    double first[SUM_MAX], now[SUM_MAX];
    int status = integrator_create(f, c, &it);
    bool done = false;
    if (status == 0)
        integrator_disturbed(&it, true);
    for (int step = 0; status == 0 && !done && step <= most; step++) {
        if (held > 0 && step > 1)
            it.cfl.cfl = held;
        if (step == 0)
            flow_evaluate(f, true);
        else
            status = integrator_step(&it, step - 1, 1, integrator_time_step(&it, step - 1));
        BACKEND_SUM(f->domain->backend, f->kernels.residual_sum, f->domain->view.n_owned, &f->args.update, now);
        if (step == 0)
            memcpy(first, now, sizeof first);
        done = step > 0;
        for (int v = 0; v < f->n_variables; v++)
            done = done && now[v] <= drop * drop * first[v];
    }
    integrator_free(&it);
    if (status == 0 && !done)
        return error_set("not converged after %d steps: %g of %g", most, now[0], first[0]);
    return status;
}

/* Mean errors relative to the field's amplitude. by_cell: every cell counts the same, in place of its volume: of a
 * layer half of the cells lie in the lowest fiftieth. */
static inline void mms_errors(const struct mms *m, const struct flow *f, bool by_cell, double error[MMS_MAX])
{
    const struct pack *p = &f->domain->pack;
    int64_t n = p->n_owned;
    real *q = mem_alloc("state", (size_t)(n * m->nv), sizeof *q);
    real *volumes = mem_alloc("volumes", (size_t)n, sizeof *volumes);
    double total = 0;
    flow_download(f, q);
    f->domain->backend->download(volumes, f->domain->view.volume, (size_t)n * sizeof *volumes);
    for (int v = 0; v < m->nv; v++)
        error[v] = 0;
    for (int64_t i = 0; i < n; i++) {
        double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
        double volume = by_cell ? 1 : volumes[i];
        total += volume;
        for (int v = 0; v < m->nv; v++)
            error[v] += volume * fabs(q[v * n + i] - mms_value(m, v, x)) / m->amplitude[v];
    }
    for (int v = 0; v < m->nv; v++)
        error[v] /= total;
    mem_free(q);
    mem_free(volumes);
}

/* settings: --set assignments on top of the manufactured gas. Errors of one grid. */
static inline int mms_run(const struct mms *m, const struct mms_family *family, int n, const char *const *settings,
                          int n_settings, double error[MMS_MAX])
{
    static const char *const models[] = {"laminar", "sa", "sst"};
    static const int even[3] = {1, 1, 1};
    const int *many = family->shape ? family->across : even;
    const char *b = pipeline_build(), *s = pipeline_scratch(), *set[16];
    char config[PATH_MAX], packs[PATH_MAX], text[1024], method[64];
    struct case_file c;
    struct domain d;
    struct flow f;
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    snprintf(text, sizeof text,
             "[flow]\nmach = 0.6\ndensity = 1\npressure = 1\ngas_constant = 1\nviscosity = %.17g\nsutherland = %.17g\n"
             "prandtl = %.17g\nprandtl_turbulent = %.17g\n[model]\nequations = %s\n[numerics]\nlimiter = none\n"
             "turbulence_order = 2\n[time]\n%s\n[patches]\n* = prescribed\n",
             m->mu, m->sutherland, m->pr, m->prt, models[m->model],
             family->shape ? "scheme = implicit" : "cfl = 0.9\nstages = 2");
    pipeline_write(config, text);
    snprintf(method, sizeof method, "numerics.gradient=%s", family->gradient);
    int many_set = 0;
    set[many_set++] = method;
    if (family->newton)
        set[many_set++] = "numerics.krylov=single";
    for (int k = 0; k < n_settings; k++)
        set[many_set++] = settings[k];
    if (pipeline_run("rm -rf %s; %s/tools/box_mesh --cells %s --n %d %d %d %s --out %s/box.cgns "
                     ">/dev/null && %s/ufv-prep --quiet%s %s/box.cgns --out %s >/dev/null",
                     packs, b, family->cells, n * many[0], n * many[1], n * many[2],
                     family->shape ? family->shape : "", s, b, family->newton ? " --lines" : "", s, packs) != 0)
        return error_set("no packs");
    TRY(case_read(config, set, many_set, &c));
    TRY(domain_load(packs, &c, &mms_comm, mms_backend, &d));
    TRY(flow_create(&d, &c, EXCHANGE_STAGED, &f));
    double drop = family->drop > 0 ? family->drop : 1e-4;
    const double held = family->newton ? mms_no_step : 0;
    int status = mms_prepare(m, &f, packs) ||
                 (family->shape ? mms_newton(&f, &c, held, drop, 200) : mms_march(&f, 1e-3, 40000));
    if (status == 0)
        mms_errors(m, &f, family->shape, error);
    flow_free(&f);
    domain_free(&d);
    case_free(&c);
    return status;
}

/* Prints the errors of level k and the orders from the one before: of the mean of the
 * flow's five relative errors (its variables share their errors between them), and of
 * each turbulence variable. */
static inline void mms_print_level(const struct mms *m, const char *cells, int n, double error[][MMS_MAX], int k,
                                   double size, double order[MMS_MAX])
{
    double flow[2] = {0, 0};
    for (int v = 0; v < 5; v++) {
        flow[0] += k > 0 ? 0.2 * error[k - 1][v] : 0;
        flow[1] += 0.2 * error[k][v];
    }
    order[4] = k > 0 ? log(flow[0] / flow[1]) / size : NAN;
    printf("  %-7s %3d: flow %.3e (order %5.2f)", cells, n, flow[1], order[4]);
    for (int v = 5; v < m->nv; v++) {
        order[v] = k > 0 ? log(error[k - 1][v] / error[k][v]) / size : NAN;
        printf("  %s %.3e (%5.2f)", m->model == MMS_SA ? "nu" : v == 5 ? "k" : "omega", error[k][v], order[v]);
    }
    printf("\n");
    fflush(stdout);
}

/* The family's sequence. The order from the last but one to the last level, of the flow
 * and of each turbulence variable, may fall short of the expected one by 0.1. */
static inline void mms_check_order(const struct mms *m, const struct mms_family *family, const char *const *settings,
                                   int n_settings, double expected)
{
    double error[MMS_MOST_LEVELS][MMS_MAX] = {{0}}, order[MMS_MAX] = {0};
    double size = log(mms_fine ? 2.0 : (double)family->suite[1] / family->suite[0]);
    int levels = mms_fine ? mms_levels : 2;
    for (int k = 0; k < levels; k++) {
        int n = mms_fine ? family->coarsest << k : family->suite[k];
        int status = mms_run(m, family, n, settings, n_settings, error[k]);
        CHECK(status == 0, "%s %d: %s", family->cells, n, error_message());
        if (status)
            return;
        mms_print_level(m, family->cells, n, error, k, size, order);
    }
    for (int v = 4; v < m->nv; v++)
        CHECK(order[v] >= expected - 0.1, "%s: %s, order %.3f", family->cells, v == 4 ? "flow" : "turbulence",
              order[v]);
}

#endif
