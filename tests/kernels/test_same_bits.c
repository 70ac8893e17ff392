/* Kernels that must give the same bits: the CPU's blocks of cells and cells one by one, and each
 * kernel on the GPU and on the CPU (on a machine with a GPU), on boxes (kernel_bed.h). Compiled once
 * in each precision (solve/arithmetic/real.h).
 */
#include "kernel_bed.h"

#include "backend/cpu/backend_cpu.h"
#include "kernels/all_kernels.h"
#include "scheme/flow_parts.h"

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
        KERNEL_LAUNCH(both[k]->f.kernels.flux, STREAM_COMPUTE, v->n_boundary, v->n_flux, &both[k]->f.args.fluxes);
        KERNEL_LAUNCH(both[k]->f.kernels.flux_boundary, STREAM_COMPUTE, 0, v->n_boundary, &both[k]->f.args.fluxes);
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
                both[k]->f.args.gradients.limiter = limiters[l];
                KERNEL_LAUNCH(kernels.gradient, STREAM_COMPUTE, 0, both[k]->d.view.n_stencil,
                              &both[k]->f.args.gradients);
            }
            snprintf(what, sizeof what, "gradient, limiter %d%s", limiters[l], any ? ", rows of any width" : "");
            compare_fetched(what, fetch_gradient(a), fetch_gradient(b), n);
        }
}

static void compare_sums(const struct bed *a, const struct bed *b)
{
    double x[SUM_MAX], y[SUM_MAX];
    BACKEND_SUM(a->d.backend, a->f.kernels.residual_sum, a->d.view.n_owned, &a->f.args.update, x);
    BACKEND_SUM(b->d.backend, b->f.kernels.residual_sum, b->d.view.n_owned, &b->f.args.update, y);
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

/* Means and covariances of the flow's variables: of the state now and of the one after a step, with weights that are no
 * powers of two. */
static void compare_moments(struct bed *a, struct bed *b)
{
    const lid n = a->d.view.n_owned;
    const size_t numbers = (size_t)(MOMENTS_VALUES + MOMENTS_PAIRS) * (size_t)n;
    struct bed *both[2] = {a, b};
    double *moment[2];
    for (int k = 0; k < 2; k++) {
        struct flow *f = &both[k]->f;
        const struct backend *backend = f->domain->backend;
        struct moments_args m = {.n_values = MOMENTS_VALUES, .n_pairs = MOMENTS_PAIRS, .n = n,
                                 .first = {0, 1, 2, 3, 1, 1, 2, 4}, .second = {0, 1, 2, 3, 2, 3, 3, 4}};
        m.moment = moment[k] = backend->alloc("moments", numbers * sizeof(double));
        for (int v = 0; v < MOMENTS_VALUES; v++)
            m.value[v] = f->q + (int64_t)v * f->domain->view.n_slots;
        m.share = 1;
        BACKEND_LAUNCH(backend, KERNEL_moments, STREAM_COMPUTE, 0, n, &m);
        flow_step(f, 0);
        flow_evaluate(f, true);
        m.share = 0.1 / 0.4;
        BACKEND_LAUNCH(backend, KERNEL_moments, STREAM_COMPUTE, 0, n, &m);
    }
    compare("means and covariances", a, moment[0], b, moment[1], numbers);
    for (int k = 0; k < 2; k++)
        both[k]->d.backend->free(moment[k]);
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
    compare_moments(&a, &b);
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
 * third, and so on; of tetrahedra every other by values at nodes. */
static void mix_methods(struct bed *t, uint64_t seed)
{
    for (lid i = 0; i < t->d.view.n_stencil; i++) {
        int kind = i / CPU_BLOCK % 3;
        t->f.by_faces[i] = kind == 2 ? random_signed(&seed) < 0 : (uint8_t)kind;
        if (t->f.by_faces[i] && i % 2 && gradient_is_tetrahedron(i, row_of(&t->d.view, i, ROWS_ANY), &t->d.view))
            t->f.by_faces[i] = GREEN_GAUSS_NODES;
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
    struct node_args by_node = t[1].f.args.node;
    for (lid i = 0; i < t[1].d.view.n_nodes; i++)
        node_gradient_body(i, &by_node, t[1].f.n_variables);
    CHECK(t[0].f.args.gradients.node_extremes == t[0].f.node_extremes, "limiters take other extremes");
    compare_fetched("node extremes", fetch_node_extremes(&t[0]), fetch_node_extremes(&t[1]),
                    (size_t)t[0].d.view.n_nodes * 2 * (size_t)t[0].f.n_variables);
    for (int k = 0; k < 2; k++)
        forget_fits(&t[k]);
    int width = any_width ? 99 : t[0].d.widest_row;
    int rows = width <= ROWS_OF_4 ? ROWS_OF_4 : width <= ROWS_TO_6 ? ROWS_TO_6 : ROWS_ANY;
    lid n = t[0].d.view.n_stencil;
    CHECK(n > 3 * CPU_BLOCK, "%d cells", (int)n);
    struct kernel *gradient = flow_choose_kernels(t[0].d.backend, &t[0].c, width).gradient;
    KERNEL_LAUNCH(gradient, STREAM_COMPUTE, 0, n, &t[0].f.args.gradients);
    for (lid i = 0; i < n; i++)
        gradient_body(i, &t[1].f.args.gradients, GRADIENT_NODE_LSQ, (int)t[1].f.equations, rows);
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

/* ---- minima ---- */

/* The least time step of cells of which one has no volume: whichever it is, first or last of a chunk, of a thread or of
 * all, and whatever its neighbours have. */
static void check_minimum(const struct backend *back)
{
    struct bed t;
    CHECK(bed_make(back, "lsq", "euler", &t) == 0, "%s", error_message());
    const lid n = t.d.view.n_owned, lost[] = {0, 1, SUM_CHUNK - 1, SUM_CHUNK, n / 3, n / 2, n - 2, n - 1};
    CHECK(n > SERIAL_BELOW, "%d cells: one thread does it all", (int)n);
    random_state(&t, 31);
    flow_evaluate(&t.f, true);
    real *volume = mem_alloc("volumes", (size_t)n, sizeof *volume);
    real *changed = t.d.backend->alloc("volumes", (size_t)n * sizeof *changed);
    struct time_step_args a = {.m = t.d.view, .speed = t.f.speed, .cfl = (real)0.8};
    t.d.backend->download(volume, t.d.view.volume, (size_t)n * sizeof *volume);
    double least = BACKEND_MINIMUM(t.d.backend, t.f.kernels.time_step, n, &a);
    CHECK(least > 0 && least < HUGE_VAL, "%g", least);
    a.m.volume = changed;
    for (size_t k = 0; k < sizeof lost / sizeof *lost; k++) {
        real whole = volume[lost[k]];
        volume[lost[k]] = (real)NAN;
        t.d.backend->upload(changed, volume, (size_t)n * sizeof *volume);
        CHECK(isnan(BACKEND_MINIMUM(t.d.backend, t.f.kernels.time_step, n, &a)), "a lost cell %d is hidden",
              (int)lost[k]);
        volume[lost[k]] = whole;
    }
    t.d.backend->free(changed);
    mem_free(volume);
    bed_free(&t);
}

static void a_lost_cell_shows_in_a_minimum(void)
{
    make_packs_of("hex", "20 16 14", 1);
    check_minimum(backend_cpu(1));
    check_minimum(backend_cpu(3));
    if (backend_cuda_count() > 0)
        check_minimum(backend_cuda(0));
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    CASE(blocks_are_their_cells);
    CASE(a_lost_cell_shows_in_a_minimum);
    if (backend_cuda_count() > 0)
        CASE(cuda_matches_cpu);
    else
        printf("skip cuda_matches_cpu no GPU on this machine\n");
    comm_finish();
    return check_end();
}
