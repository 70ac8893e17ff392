/* The solver's kernels: against properties any right one has, the CPU's blocks of cells
 * against cells one by one, and each on the GPU against the CPU's plain loops (on a machine
 * with a GPU).
 *
 * The mesh is a small box of all four cell types, nodes moved at random, cut into
 * two packs so that halo cells and halo boundary faces are there; this program
 * loads the first. Compiled once in each precision (solve/arithmetic/real.h).
 */
#include "backend/cpu/backend_cpu.h"
#include "check.h"
#include "random.h"
#include "mesh/domain.h"
#include "scheme/flow.h"
#include "backend/convert.h"
#include "pipeline.h"

#include "kernels/all_kernels.h"

/* A bound for arithmetic in double precision, and one for single, where a rounding
 * is 6e-8: a few, or a few dozen of them. */
#define WITHIN(in_double, in_single) (sizeof(real) == sizeof(double) ? (in_double) : (in_single))

static struct comm comm_self;
static char packs[PATH_MAX], config[PATH_MAX];

/* ---- a domain without the manifest's rank check ---- */

static void make_packs(const char *cells, int ranks)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    snprintf(packs, sizeof packs, "%s/packs", s);
    snprintf(config, sizeof config, "%s/case.cfg", s);
    pipeline_write(config, "[flow]\nmach = 0.7\nalpha = 2\n[numerics]\ngradient = node\nfreeze_limiter = 1\n[patches]\n"
                           "xmin = farfield\nxmax = pressure-outlet pressure=101000\nymin = wall\nymax = symmetry\n"
                           "zmin = total-inflow\nzmax = supersonic-outflow\n");
    CHECK(pipeline_run("rm -rf %s; %s/tools/box_mesh --cells %s --n 8 6 5 --size 1.2 1 0.9 --perturb 0.15 --seed 5 "
                       "--bc ymin=BCWallViscous --out %s/box.cgns >/dev/null && "
                       "%s/ufv-prep --quiet %s/box.cgns --ranks %d --out %s >/dev/null",
                       packs, b, cells, s, b, s, ranks, packs) == 0,
          "no packs");
}

struct bed {
    struct case_file c;
    struct domain d;
    struct flow f;
};

static int bed_make(const struct backend *b, const char *gradient, const char *equations, struct bed *t)
{
    char method[64], model[64];
    const char *set[] = {"numerics.limiter=venkatakrishnan", "numerics.turbulence_order=2", "flow.reynolds=5e3", method,
                         model};
    memset(t, 0, sizeof *t);
    snprintf(method, sizeof method, "numerics.gradient=%s", gradient);
    snprintf(model, sizeof model, "model.equations=%s", equations);
    TRY(case_read(config, set, 5, &t->c));
    TRY(domain_load(packs, &t->c, &comm_self, b, &t->d));
    return flow_create(&t->d, &t->c, EXCHANGE_STAGED, &t->f);
}

static void bed_free(struct bed *t)
{
    flow_free(&t->f);
    domain_free(&t->d);
    case_free(&t->c);
}

/* A rough but physical state in all slots. */
static void random_state(const struct bed *t, uint64_t seed)
{
    int64_t n = t->d.view.n_slots;
    int nv = t->f.n_variables;
    real *q = mem_alloc("random state", (size_t)n * (size_t)nv, sizeof *q);
    for (lid i = 0; i < n; i++) {
        struct state s = {(real)(1.2 + 0.3 * random_signed(&seed)), (real)(200 + 150 * random_signed(&seed)),
                          (real)(80 * random_signed(&seed)), (real)(60 * random_signed(&seed)),
                          (real)(1e5 + 3e4 * random_signed(&seed))};
        state_store(q, n, i, s);
        for (int v = NV; v < nv; v++) /* up to a hundred times the free stream's */
            q[v * n + i] = (real)(t->c.freestream_turbulence[v - NV] * (50.5 + 49.5 * random_signed(&seed)));
    }
    t->d.backend->upload(t->f.q, q, (size_t)n * (size_t)nv * sizeof *q);
    mem_free(q);
}

/* n numbers of `size` bytes. */
static double *fetch(const struct bed *t, const void *device, size_t n, size_t size)
{
    double *host = mem_alloc("fetched", n, sizeof *host);
    convert_download(t->d.backend, host, device, (int64_t)n, size);
    return host;
}

/* ---- properties ---- */

static struct kernel *gradient_of(const struct bed *t, enum gradient_method method)
{
    return backend_kernel(t->d.backend, KERNEL_gradient, EQUATIONS_EULER, KERNEL_PLACE(method, ROWS_ANY));
}

static void check_gradients(const char *cells, const struct bed *t, const double g[NV][3], struct kernel *kernel)
{
    int64_t n = t->d.view.n_stencil;
    double worst = 0;
    KERNEL_LAUNCH(kernel, STREAM_COMPUTE, 0, (lid)n, &t->f.gradients);
    for (lid i = 0; i < n; i++)
        for (int k = 0; k < NV; k++)
            for (int d = 0; d < 3; d++) {
                double scale = fabs(g[k][0]) + fabs(g[k][1]) + fabs(g[k][2]) + 1;
                double found = (double)t->f.gradient[gradient_entry(&t->d.view, 3 * NV, d * NV + k, i)];
                double e = fabs(found - g[k][d]) / scale;
                worst = e <= worst ? worst : e;
            }
    CHECK(worst < (GEOMETRY_IS_RELATIVE ? WITHIN(1e-5, 2e-4) : 1e-10), "%s: gradient off by %g", cells, worst);
}

/* Gradients of a linear field are exact: with ghosts and halos set to it, at
 * every stencil cell. Bound: rounding, times the condition of the 3 x 3 system; of
 * the vectors (6e-8) in mixed precision, in single also of the values, whose
 * differences are about a tenth of them. */
static void check_linear(const char *cells)
{
    static const double g[NV][3] = {{0.3, -0.2, 0.5}, {10, 20, -30}, {5, 0, 1}, {-7, 8, 9}, {100, -2000, 300}};
    struct bed t;
    make_packs(cells, 1);
    CHECK(bed_make(backend_cpu(1), "node-lsq", "euler", &t) == 0, "%s", error_message());
    const struct mesh_view *v = &t.d.view;
    real *q = mem_alloc("linear", (size_t)v->n_slots * NV, sizeof *q);
    for (lid i = 0; i < v->n_slots; i++)
        for (int k = 0; k < NV; k++)
            q[(size_t)k * (size_t)v->n_slots + (size_t)i] =
                (real)(1 + g[k][0] * v->centroid[i] + g[k][1] * v->centroid[v->n_slots + i] +
                       g[k][2] * v->centroid[2 * v->n_slots + i]);
    t.d.backend->upload(t.f.q, q, (size_t)v->n_slots * NV * sizeof *q);
    t.f.gradients.limiter = LIMITER_NONE;
    check_gradients(cells, &t, g, gradient_of(&t, GRADIENT_LSQ));
    KERNEL_LAUNCH(backend_kernel(t.d.backend, KERNEL_record_state, EQUATIONS_ANY, 5), STREAM_COMPUTE, 0,
                  record_pairs(NV) * v->n_cells, &t.f.records);
    KERNEL_LAUNCH(backend_kernel(t.d.backend, KERNEL_node_gradient, EQUATIONS_ANY, 5), STREAM_COMPUTE, 0, v->n_nodes,
                  &t.f.node);
    check_gradients(cells, &t, g, gradient_of(&t, GRADIENT_NODE_LSQ));
    mem_free(q);
    bed_free(&t);
}
static void lsq_exact_for_linear_fields(void)
{
    check_linear("hex");
    check_linear("prism");
    check_linear("pyramid");
    check_linear("tet");
    check_linear("mixed");
}

static void roe_properties(void)
{
    struct state l = {(real)1.1, (real)150, (real)40, (real)-20, (real)9e4};
    struct state r = {(real)0.8, (real)90, (real)-10, (real)30, (real)1.2e5};
    real n[3] = {(real)0.48, (real)0.6, (real)0.64}, s;
    struct flux5 same = roe_flux(l, l, n[0], n[1], n[2], (real)1.4, (real)0.1, &s);
    struct flux5 exact = gas_flux(l, n[0], n[1], n[2], (real)1.4);
    CHECK_NEAR(same.mass, exact.mass, WITHIN(1e-12, 1e-6) * fabs(exact.mass));
    CHECK_NEAR(same.mx, exact.mx, WITHIN(1e-12, 1e-6) * fabs(exact.mx));
    CHECK_NEAR(same.energy, exact.energy, WITHIN(1e-12, 1e-6) * fabs(exact.energy));
    /* turned round, the same flux the other way */
    struct flux5 a = roe_flux(l, r, n[0], n[1], n[2], (real)1.4, (real)0.1, &s);
    struct flux5 b = roe_flux(r, l, -n[0], -n[1], -n[2], (real)1.4, (real)0.1, &s);
    CHECK_NEAR(a.mass, -b.mass, WITHIN(1e-12, 1e-6) * fabs(a.mass));
    CHECK_NEAR(a.my, -b.my, WITHIN(1e-12, 1e-6) * 1e5);
    CHECK_NEAR(a.energy, -b.energy, WITHIN(1e-12, 1e-6) * fabs(a.energy));
    /* supersonic to the right: the left flux alone */
    l.u = r.u = (real)1500;
    l.v = r.v = l.w = r.w = 0;
    a = roe_flux(l, r, 1, 0, 0, (real)1.4, (real)0.1, &s);
    exact = gas_flux(l, 1, 0, 0, (real)1.4);
    CHECK_NEAR(a.mass, exact.mass, WITHIN(1e-11, 2e-6) * fabs(exact.mass));
    CHECK_NEAR(a.mx, exact.mx, WITHIN(1e-11, 2e-6) * fabs(exact.mx));
    CHECK_NEAR(a.energy, exact.energy, WITHIN(1e-11, 2e-6) * fabs(exact.energy));
    /* a steady contact is kept exactly */
    l = (struct state){1, 0, 5, 0, 1e5};
    r = (struct state){3, 0, -7, 2, 1e5};
    a = roe_flux(l, r, 1, 0, 0, (real)1.4, 0, &s);
    CHECK_NEAR(a.mass, 0, WITHIN(1e-9, 1e-4)); /* of fluxes of rho c = 400 */
    CHECK_NEAR(a.mx, 1e5, WITHIN(1e-9, 1e-6) * 1e5);
    CHECK_NEAR(a.energy, 0, WITHIN(1e-6, 60)); /* of rho h c = 1e8 */
}

static void total_inflow_properties(void)
{
    /* a stream of Mach 0.3 keeps itself when its own totals are given */
    struct bc_values g = {.kind = BC_TOTAL_INFLOW, .gas_constant = (real)287.05, .dx = 1, .dy = 0, .dz = 0};
    const double t = 290, p = 1e5, m = 0.3, factor = 1 + 0.2 * m * m;
    g.total_temperature = (real)(t * factor);
    g.total_pressure = (real)(p * pow(factor, 3.5));
    struct state in = {(real)(p / (287.05 * t)), (real)(m * sqrt(1.4 * 287.05 * t)), 0, 0, (real)p};
    struct state b = boundary_state(in, &g, (real)-0.8, (real)0.6, 0, (real)1.4);
    CHECK_NEAR(b.p, p, WITHIN(1e-9, 1e-5) * p);
    CHECK_NEAR(b.rho, in.rho, WITHIN(1e-9, 1e-5));
    CHECK_NEAR(b.u, in.u, WITHIN(1e-7, 1e-2)); /* a difference of temperatures: 1e-6 of c */
    /* the same for the far field and the pressure outlet */
    g.kind = BC_FARFIELD;
    g.outside = in;
    b = boundary_state(in, &g, (real)-0.8, (real)0.6, 0, (real)1.4);
    CHECK_NEAR(b.p, p, WITHIN(1e-12, 1e-6) * p);
    g.kind = BC_PRESSURE_OUTLET;
    g.pressure = (real)p;
    b = boundary_state(in, &g, (real)0.8, (real)0.6, 0, (real)1.4);
    CHECK_NEAR(b.u, in.u, WITHIN(1e-12, 1e-6) * (double)in.u);
}

static void limiter_properties(void)
{
    /* never over 1, never below 0, no new extreme with Barth & Jespersen, and
     * nothing limited where there is room */
    uint64_t seed = 11;
    for (int k = 0; k < 10000; k++) {
        real up = (real)fabs(random_signed(&seed)), down = (real)-fabs(random_signed(&seed));
        real high = (real)fabs(random_signed(&seed)), low = (real)-fabs(random_signed(&seed));
        real b = limiter_barth(up, down, high, low), v = limiter_venkatakrishnan(up, down, high, low, 0);
        CHECK(b >= 0 && b <= 1 && v >= 0 && v <= 1, "%g %g", (double)b, (double)v);
        const real most = up * (1 + (real)WITHIN(1e-14, 1e-6)), least = down * (1 + (real)WITHIN(1e-14, 1e-6));
        CHECK(b * high <= most && b * low >= least, "new extreme");
        CHECK(v * high <= most && v * low >= least, "new extreme");
        CHECK(limiter_venkatakrishnan(up, down, high, low, (real)1e9) > 0.999999, "a large threshold limits nothing");
    }
    CHECK(limiter_barth(0, 0, 0, 0) == 1 && limiter_venkatakrishnan(0, 0, 0, 0, 0) == 1, "a flat field");
}

/* What leaves the cells is what passes the boundary: sums of residuals against
 * sums of boundary fluxes. Bound: rounding of a sum of a few thousand terms. */
static void conservation(void)
{
    struct bed t;
    make_packs("mixed", 1);
    CHECK(bed_make(backend_cpu(2), "lsq", "euler", &t) == 0, "%s", error_message());
    const struct mesh_view *v = &t.d.view;
    random_state(&t, 3);
    flow_evaluate(&t.f, true);
    for (int k = 0; k < NV; k++) {
        const stored *flux = t.f.flux + k * (int64_t)v->n_flux;
        double boundary = 0, cells = 0, size = 0;
        for (lid f = 0; f < v->n_boundary; f++)
            boundary += (double)flux[f];
        for (lid i = 0; i < v->n_owned; i++) {
            real one[NV_MAX];
            update_flux_sums(row_of(v, i, ROWS_ANY), v, t.f.flux, NV, one);
            cells += (double)one[k];
            size += fabs((double)one[k]);
        }
        CHECK_NEAR(cells, boundary, WITHIN(1e-13, 1e-6) * size);
    }
    bed_free(&t);
}

/* The one launch of small meshes, which a CPU never makes, gives the bits of the two. */
static void all_fluxes_at_once(void)
{
    static const char *const equations[] = {"euler", "laminar", "sa", "sst"};
    make_packs("mixed", 1);
    for (int e = 0; e < 4; e++) {
        struct bed t;
        CHECK(bed_make(backend_cpu(2), "lsq", equations[e], &t) == 0, "%s", error_message());
        random_state(&t, 5);
        flow_evaluate(&t.f, true);
        const struct mesh_view *v = &t.d.view;
        const size_t flux = (size_t)v->n_flux * (size_t)t.f.n_variables * sizeof *t.f.flux;
        const size_t speed = (size_t)v->n_flux * sizeof *t.f.speed, wall = (size_t)v->n_boundary * sizeof(real);
        void *made[] = {t.f.flux, t.f.speed, t.f.pressure, t.f.wall};
        const size_t bytes[] = {flux, speed, wall, t.f.wall ? N_WALL * wall : 0};
        void *two[4];
        for (int k = 0; k < 4; k++) {
            two[k] = mem_alloc("of two launches", bytes[k] + 1, 1);
            if (bytes[k] > 0) {
                memcpy(two[k], made[k], bytes[k]);
                memset(made[k], 0, bytes[k]);
            }
        }
        KERNEL_LAUNCH(t.f.kernels.flux_all, STREAM_COMPUTE, 0, v->n_flux, &t.f.fluxes);
        for (int k = 0; k < 4; k++) {
            CHECK(bytes[k] == 0 || memcmp(made[k], two[k], bytes[k]) == 0, "%s: array %d differs", equations[e], k);
            mem_free(two[k]);
        }
        bed_free(&t);
    }
}

/* The tree's sum against a plain one in long double. */
static void residual_sums(void)
{
    struct bed t;
    make_packs("tet", 1);
    CHECK(bed_make(backend_cpu(2), "lsq", "euler", &t) == 0, "%s", error_message());
    random_state(&t, 4);
    flow_evaluate(&t.f, true);
    double tree[NV_MAX];
    long double plain[NV] = {0};
    BACKEND_SUM(t.d.backend, t.f.kernels.residual_sum, t.d.view.n_owned, &t.f.update, tree);
    for (lid i = 0; i < t.d.view.n_owned; i++) {
        double one[NV_MAX];
        residual_sum_body(i, &t.f.update, EQUATIONS_EULER, one);
        for (int k = 0; k < NV; k++)
            plain[k] += one[k];
    }
    for (int k = 0; k < NV; k++)
        CHECK_NEAR(tree[k], (double)plain[k], 1e-14 * fabs((double)plain[k]));
    bed_free(&t);
}

/* ---- GPU against CPU ---- */

/* Same inputs, every kernel of a step on both; arrays compared after each. The
 * operations are the same in the same order without contraction, so the bits are. */
#define compare(what, a, pa, b, pb, n)                                                                                 \
    compare_fetched(what, fetch(a, pa, n, sizeof *(pa)), fetch(b, pb, n, sizeof *(pb)), n)
/* Releases x and y, [n]. */
static void compare_fetched(const char *what, double *x, double *y, size_t n)
{
    double worst = 0, scale = 0;
    size_t differing = 0;
    for (size_t i = 0; i < n; i++) {
        double e = fabs(x[i] - y[i]);
        scale = fmax(scale, fabs(x[i]));
        worst = e <= worst ? worst : e;
        differing += x[i] != y[i];
    }
    CHECK(differing == 0 && scale > 0, "%s: %zu differ, by %g of %g", what, differing, worst, scale);
    printf("  %-28s %zu of %zu differ, at most %.2g relative\n", what, differing, n, scale > 0 ? worst / scale : 0);
    mem_free(x);
    mem_free(y);
}

/* Arrays of [components][n] numbers of `size` bytes that stand at entry(), in room for `room` of each. */
static double *fetch_plain(const struct bed *t, const void *device, size_t size, int components, int64_t n,
                           int64_t room, int64_t (*entry)(const struct mesh_view *, int, int, lid))
{
    double *plain, *x = fetch(t, device, (size_t)components * (size_t)room, size);
    MEM_NEW(plain, components * n);
    for (int k = 0; k < components; k++)
        for (lid i = 0; i < n; i++)
            plain[k * n + i] = x[entry(&t->d.view, components, k, i)];
    mem_free(x);
    return plain;
}

static double *fetch_gradient(const struct bed *t)
{
    const struct mesh_view *m = &t->d.view;
    return fetch_plain(t, t->f.gradient, sizeof(stored), 3 * t->f.n_variables, m->n_stencil, gradient_capacity(m),
                       gradient_entry);
}

static double *fetch_limited(const struct bed *t)
{
    const struct mesh_view *m = &t->d.view;
    int nv = t->f.n_variables;
    int64_t n = m->n_stencil;
    double *plain, *x = fetch(t, t->f.limited, 4 * (size_t)nv * (size_t)gradient_capacity(m), sizeof(stored));
    MEM_NEW(plain, 4 * nv * n);
    for (int v = 0; v < nv; v++)
        for (lid i = 0; i < n; i++) {
            struct layout_numbers r = layout_numbers(m->gradients_in_slices, SLICE, n, nv, v, i);
            for (int d = 0; d < 4; d++)
                plain[(4 * v + d) * n + i] = x[r.base + d * r.step];
        }
    mem_free(x);
    return plain;
}

static double *fetch_node_gradient(const struct bed *t)
{
    int64_t n = t->d.view.n_nodes;
    return fetch_plain(t, t->f.gradient_node, sizeof(stored), 3 * t->f.n_variables + 1, n, n, node_entry);
}

/* Of limiters behind node-lsq; 0 at nodes that are not fitted, which hold anything. */
static double *fetch_node_extremes(const struct bed *t)
{
    lid n = t->d.view.n_nodes;
    int parts = 2 * t->f.n_variables;
    uint8_t *fitted = mem_alloc("fitted", (size_t)n, 1);
    t->d.backend->download(fitted, t->f.fitted, (size_t)n);
    double *x = fetch_plain(t, t->f.node_extremes, sizeof(real), parts, n, n, node_entry);
    for (int p = 0; p < parts; p++)
        for (lid i = 0; i < n; i++)
            x[p * (int64_t)n + i] = fitted[i] ? x[p * (int64_t)n + i] : 0;
    mem_free(fitted);
    return x;
}

static void compare_step(struct bed *a, struct bed *b)
{
    const struct mesh_view *v = &a->d.view;
    size_t slots = (size_t)v->n_slots, stencil = (size_t)v->n_stencil, flux = (size_t)v->n_flux;
    size_t nv = (size_t)a->f.n_variables;
    struct bed *both[2] = {a, b};
    for (int k = 0; k < 2; k++)
        flow_evaluate(&both[k]->f, true);
    compare("ghost", a, a->f.q, b, b->f.q, slots * nv);
    if (a->f.q_node)
        compare("node_average", a, a->f.q_node, b, b->f.q_node, (size_t)v->n_nodes * nv);
    if (a->f.gradient_node)
        compare_fetched("node_gradient", fetch_node_gradient(a), fetch_node_gradient(b),
                        (size_t)v->n_nodes * (3 * nv + 1));
    CHECK(!a->f.node_extremes == !b->f.node_extremes, "only one has extremes at nodes");
    if (a->f.node_extremes && b->f.node_extremes)
        compare_fetched("node extremes", fetch_node_extremes(a), fetch_node_extremes(b), (size_t)v->n_nodes * 2 * nv);
    if (a->f.limited) /* the limiters with them */
        compare_fetched("gradient", fetch_limited(a), fetch_limited(b), stencil * nv * 4);
    else
        compare_fetched("gradient", fetch_gradient(a), fetch_gradient(b), stencil * nv * 3);
    if (a->f.phi)
        compare("limiter", a, a->f.phi, b, b->f.phi, stencil * nv);
    if (a->f.terms)
        compare("terms of the sources", a, a->f.terms, b, b->f.terms,
                stencil * (size_t)equations_terms((int)a->f.equations));
    if (a->f.mu_t) {
        compare("eddy viscosity", a, a->f.mu_t, b, b->f.mu_t, stencil);
        compare("blending", a, a->f.f1, b, b->f.f1, stencil);
    }
    compare("flux", a, a->f.flux, b, b->f.flux, flux * nv);
    compare("speed", a, a->f.speed, b, b->f.speed, flux);
    compare("pressure", a, a->f.pressure, b, b->f.pressure, (size_t)v->n_boundary);
    if (a->f.wall)
        compare("wall values", a, a->f.wall, b, b->f.wall, (size_t)v->n_boundary * N_WALL);
    for (int k = 0; k < 2; k++) { /* the mesh is small, and a GPU made them all at once */
        KERNEL_LAUNCH(both[k]->f.kernels.flux, STREAM_COMPUTE, v->n_boundary, v->n_flux, &both[k]->f.fluxes);
        KERNEL_LAUNCH(both[k]->f.kernels.flux_boundary, STREAM_COMPUTE, 0, v->n_boundary, &both[k]->f.fluxes);
    }
    compare("flux of two kernels", a, a->f.flux, b, b->f.flux, flux * nv);
    for (int k = 0; k < 2; k++)
        flow_step(&both[k]->f, 0);
    compare("update", a, a->f.q, b, b->f.q, slots * nv);
    compare("time step", a, a->f.dt, b, b->f.dt, (size_t)v->n_owned);
}

/* Every limiter, in the instance for this mesh and the one for any; the frozen one
 * last, with the values just kept. */
static void compare_gradients(struct bed *a, struct bed *b, const struct case_file *c)
{
    const int limiters[] = {LIMITER_NONE, LIMITER_VENKATAKRISHNAN, LIMITER_BARTH, LIMITER_VAN_ALBADA, LIMITER_PRESSURE,
                            LIMITER_FROZEN};
    size_t n = (size_t)a->d.view.n_stencil * NV * 3;
    struct bed *both[2] = {a, b};
    char what[64];
    for (int l = 0; l < 6; l++)
        for (int any = 0; any < 2; any++) {
            for (int k = 0; k < 2; k++) {
                int widest_row = any ? 99 : both[k]->d.widest_row;
                struct flow_kernels kernels = flow_choose_kernels(both[k]->d.backend, c, widest_row);
                both[k]->f.gradients.limiter = limiters[l];
                KERNEL_LAUNCH(kernels.gradient, STREAM_COMPUTE, 0, both[k]->d.view.n_stencil, &both[k]->f.gradients);
            }
            snprintf(what, sizeof what, "gradient, limiter %d%s", limiters[l], any ? ", rows of any width" : "");
            compare_fetched(what, fetch_gradient(a), fetch_gradient(b), n);
        }
}

static void compare_sums(const struct bed *a, const struct bed *b)
{
    double x[SUM_MAX], y[SUM_MAX];
    BACKEND_SUM(a->d.backend, a->f.kernels.residual_sum, a->d.view.n_owned, &a->f.update, x);
    BACKEND_SUM(b->d.backend, b->f.kernels.residual_sum, b->d.view.n_owned, &b->f.update, y);
    for (int k = 0; k < a->f.n_variables; k++)
        CHECK(x[k] == y[k], "%.17g %.17g", x[k], y[k]);
    struct force_args fa = {.m = a->d.view, .pressure = a->f.pressure, .wall = a->f.wall, .reference = 1e5},
                      fb = fa;
    fb.m = b->d.view;
    fb.pressure = b->f.pressure;
    fb.wall = b->f.wall;
    struct kernel *sums[2] = {backend_kernel(a->d.backend, KERNEL_force_sum, EQUATIONS_ANY, 0),
                              backend_kernel(b->d.backend, KERNEL_force_sum, EQUATIONS_ANY, 0)};
    BACKEND_SUM(a->d.backend, sums[0], a->d.view.n_boundary, &fa, x);
    BACKEND_SUM(b->d.backend, sums[1], b->d.view.n_boundary, &fb, y);
    for (int k = 0; k < 12; k++)
        CHECK(x[k] == y[k], "%.17g %.17g", x[k], y[k]);
    struct time_step_args ta = {.m = a->d.view, .speed = a->f.speed, .cfl = (real)0.8}, tb = ta;
    tb.m = b->d.view;
    tb.speed = b->f.speed;
    x[0] = BACKEND_MINIMUM(a->d.backend, a->f.kernels.time_step, a->d.view.n_owned, &ta);
    y[0] = BACKEND_MINIMUM(b->d.backend, b->f.kernels.time_step, b->d.view.n_owned, &tb);
    CHECK_NEAR(x[0], y[0], 1e-18);
}

static void compare_method(const char *cells, const char *method, const char *equations)
{
    struct bed a, b;
    const struct backend *cuda = backend_cuda(0);
    if (!cuda || bed_make(backend_cpu(2), method, equations, &a) != 0 || bed_make(cuda, method, equations, &b) != 0) {
        CHECK(0, "%s", error_message());
        return;
    }
    random_state(&a, 9);
    random_state(&b, 9);
    printf("  %s, %s, %s:\n", cells, method, equations);
    compare_step(&a, &b);
    flow_evaluate(&a.f, true);
    flow_evaluate(&b.f, true);
    compare_sums(&a, &b);
    if (strcmp(equations, "euler") == 0)
        compare_gradients(&a, &b, &a.c);
    bed_free(&a);
    bed_free(&b);
}

static void cuda_matches_cpu(void)
{
    static const char *const kinds[] = {"mixed", "tet", "hex"}, *const methods[] = {"lsq", "face", "node", "node-lsq"};
    static const char *const equations[] = {"euler", "laminar", "sa", "sst"};
    for (int k = 0; k < 3; k++) {
        make_packs(kinds[k], 1);
        for (int m = 0; m < 4; m++)
            for (int e = 0; e < 4; e++)
                compare_method(kinds[k], methods[m], equations[e]);
    }
}

/* ---- the CPU's blocks against cells one by one ---- */

/* Green-Gauss behind node-lsq in no cell of a block, in all of the next and in some of the
 * third, and so on. */
static void mix_methods(struct bed *t, uint64_t seed)
{
    for (lid i = 0; i < t->d.view.n_stencil; i++) {
        int kind = i / CPU_BLOCK % 3;
        t->f.by_faces[i] = kind == 2 ? random_signed(&seed) < 0 : (uint8_t)kind;
    }
    flow_weigh_sides(&t->f);
}

/* Takes the fits at all nodes of every 23rd cell away. */
static void forget_fits(const struct bed *t)
{
    const struct mesh_view *m = &t->d.view;
    int parts = 3 * t->f.n_variables + 1;
    for (lid i = 0; i < m->n_stencil; i += 23) {
        struct node_row nodes = node_row_of(m, i, ROWS_ANY);
        for (int k = 0; k < nodes.turns; k++)
            for (int p = 0; p < parts && m->node_slice[nodes.begin + k * SLICE] >= 0; p++)
                t->f.gradient_node[node_entry(m, parts, p, m->node_slice[nodes.begin + k * SLICE])] = 0;
    }
}

/* Not only where all cells of a block are of one kind must each have the gradient and the
 * limiter of its own: the same operations, so the same bits. */
static void check_blocks(const char *cells, const char *equations, bool any_width)
{
    struct bed t[2];
    for (int k = 0; k < 2; k++) {
        CHECK(bed_make(backend_cpu(1), "node-lsq", equations, &t[k]) == 0, "%s", error_message());
        random_state(&t[k], 21);
        mix_methods(&t[k], 22);
        flow_evaluate(&t[k].f, false);
    }
    struct node_args by_node = t[1].f.node;
    for (lid i = 0; i < t[1].d.view.n_nodes; i++)
        node_gradient_body(i, &by_node, t[1].f.n_variables);
    CHECK(t[0].f.gradients.node_extremes == t[0].f.node_extremes, "limiters take other extremes");
    compare_fetched("node extremes", fetch_node_extremes(&t[0]), fetch_node_extremes(&t[1]),
                    (size_t)t[0].d.view.n_nodes * 2 * (size_t)t[0].f.n_variables);
    for (int k = 0; k < 2; k++)
        forget_fits(&t[k]);
    int width = any_width ? 99 : t[0].d.widest_row;
    int rows = width <= ROWS_OF_4 ? ROWS_OF_4 : width <= ROWS_TO_6 ? ROWS_TO_6 : ROWS_ANY;
    lid n = t[0].d.view.n_stencil;
    CHECK(n > 3 * CPU_BLOCK, "%d cells", (int)n);
    struct kernel *gradient = flow_choose_kernels(t[0].d.backend, &t[0].c, width).gradient;
    KERNEL_LAUNCH(gradient, STREAM_COMPUTE, 0, n, &t[0].f.gradients);
    for (lid i = 0; i < n; i++)
        gradient_body(i, &t[1].f.gradients, GRADIENT_NODE_LSQ, (int)t[1].f.equations, rows);
    size_t nv = (size_t)t[0].f.n_variables;
    printf("  %s, %s, rows of %d:\n", cells, equations, width);
    if (t[0].f.limited)
        compare_fetched("gradient", fetch_limited(&t[0]), fetch_limited(&t[1]), (size_t)n * nv * 4);
    else
        compare_fetched("gradient", fetch_gradient(&t[0]), fetch_gradient(&t[1]), (size_t)n * nv * 3);
    compare("limiter", &t[0], t[0].f.phi, &t[1], t[1].f.phi, (size_t)n * nv);
    bed_free(&t[0]);
    bed_free(&t[1]);
}

static void blocks_are_their_cells(void)
{
    static const char *const kinds[] = {"mixed", "tet"}, *const equations[] = {"euler", "laminar", "sa", "sst"};
    for (int k = 0; k < 2; k++) {
        make_packs(kinds[k], 1);
        for (int e = 0; e < 4; e++)
            for (int any = 0; any < 2; any++)
                check_blocks(kinds[k], equations[e], any);
    }
}

/* ---- arithmetic ---- */

static void power_against_libm(void)
{
    for (double x = 0.05; x < 8; x *= 1.07)
        for (double y = -4; y < 6; y += 0.37)
            /* a rounding of the logarithm is multiplied by the exponent */
            CHECK_NEAR(power((real)x, (real)y), pow((double)(real)x, (double)(real)y),
                       WITHIN(1e-15, 4e-7) * (3 + fabs(y * log(x))) * pow(x, y));
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    CASE(roe_properties);
    CASE(total_inflow_properties);
    CASE(limiter_properties);
    CASE(power_against_libm);
    CASE(lsq_exact_for_linear_fields);
    CASE(conservation);
    CASE(all_fluxes_at_once);
    CASE(residual_sums);
    CASE(blocks_are_their_cells);
    if (backend_cuda_count() > 0)
        CASE(cuda_matches_cpu);
    else
        printf("skip cuda_matches_cpu no GPU on this machine\n");
    comm_finish();
    return check_end();
}
