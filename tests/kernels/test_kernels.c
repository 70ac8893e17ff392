/* The solver's kernels against properties any right one has, on a box of all four cell types
 * (kernel_bed.h). Compiled once in each precision (solve/arithmetic/real.h).
 */
#include "kernel_bed.h"

#include "kernels/all_kernels.h"

/* A bound for arithmetic in double precision, and one for single, where a rounding
 * is 6e-8: a few, or a few dozen of them. */
#define WITHIN(in_double, in_single) (sizeof(real) == sizeof(double) ? (in_double) : (in_single))

/* ---- properties ---- */

static struct kernel *gradient_of(const struct bed *t, enum gradient_method method)
{
    return backend_kernel(t->d.backend, KERNEL_gradient, EQUATIONS_EULER, KERNEL_PLACE(method, ROWS_ANY));
}

static void check_gradients(const char *cells, const struct bed *t, const double g[NV][3], struct kernel *kernel)
{
    int64_t n = t->d.view.n_stencil;
    double worst = 0;
    KERNEL_LAUNCH(kernel, STREAM_COMPUTE, 0, (lid)n, &t->f.args.gradients);
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
    t.f.recorded = false;
    t.f.args.gradients.limiter = LIMITER_NONE;
    check_gradients(cells, &t, g, gradient_of(&t, GRADIENT_LSQ));
    KERNEL_LAUNCH(backend_kernel(t.d.backend, KERNEL_record_state, EQUATIONS_ANY, 5), STREAM_COMPUTE, 0,
                  record_pairs(NV) * v->n_cells, &t.f.args.records);
    KERNEL_LAUNCH(backend_kernel(t.d.backend, KERNEL_node_gradient, EQUATIONS_ANY, 5), STREAM_COMPUTE, 0, v->n_nodes,
                  &t.f.args.node);
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
    struct flux5 same = roe_flux(face_states(l, l, n, (real)1.4), (real)0.1, &s);
    struct flux5 exact = gas_flux(l, n[0], n[1], n[2], (real)1.4);
    CHECK_NEAR(same.mass, exact.mass, WITHIN(1e-12, 1e-6) * fabs(exact.mass));
    CHECK_NEAR(same.mx, exact.mx, WITHIN(1e-12, 1e-6) * fabs(exact.mx));
    CHECK_NEAR(same.energy, exact.energy, WITHIN(1e-12, 1e-6) * fabs(exact.energy));
    /* turned round, the same flux the other way */
    struct flux5 a = roe_flux(face_states(l, r, n, (real)1.4), (real)0.1, &s);
    struct flux5 b = roe_flux(face_states(r, l, (const real[]){-n[0], -n[1], -n[2]}, (real)1.4), (real)0.1, &s);
    CHECK_NEAR(a.mass, -b.mass, WITHIN(1e-12, 1e-6) * fabs(a.mass));
    CHECK_NEAR(a.my, -b.my, WITHIN(1e-12, 1e-6) * 1e5);
    CHECK_NEAR(a.energy, -b.energy, WITHIN(1e-12, 1e-6) * fabs(a.energy));
    /* supersonic to the right: the left flux alone */
    l.u = r.u = (real)1500;
    l.v = r.v = l.w = r.w = 0;
    a = roe_flux(face_states(l, r, (const real[]){1, 0, 0}, (real)1.4), (real)0.1, &s);
    exact = gas_flux(l, 1, 0, 0, (real)1.4);
    CHECK_NEAR(a.mass, exact.mass, WITHIN(1e-11, 2e-6) * fabs(exact.mass));
    CHECK_NEAR(a.mx, exact.mx, WITHIN(1e-11, 2e-6) * fabs(exact.mx));
    CHECK_NEAR(a.energy, exact.energy, WITHIN(1e-11, 2e-6) * fabs(exact.energy));
    /* a steady contact is kept exactly */
    l = (struct state){1, 0, 5, 0, 1e5};
    r = (struct state){3, 0, -7, 2, 1e5};
    a = roe_flux(face_states(l, r, (const real[]){1, 0, 0}, (real)1.4), 0, &s);
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
        const real *flux = t.f.flux + k * (int64_t)v->n_flux;
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
        KERNEL_LAUNCH(t.f.kernels.flux_all, STREAM_COMPUTE, 0, v->n_flux, &t.f.args.fluxes);
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
    BACKEND_SUM(t.d.backend, t.f.kernels.residual_sum, t.d.view.n_owned, &t.f.args.update, tree);
    for (lid i = 0; i < t.d.view.n_owned; i++) {
        double one[NV_MAX];
        residual_sum_body(i, &t.f.args.update, EQUATIONS_EULER, one);
        for (int k = 0; k < NV; k++)
            plain[k] += one[k];
    }
    for (int k = 0; k < NV; k++)
        CHECK_NEAR(tree[k], (double)plain[k], 1e-14 * fabs((double)plain[k]));
    bed_free(&t);
}

/* A turbulence variable that stands at its least value and would fall has no part in the norm; one that would rise, or
 * stands above, has, and so have the flow's variables. Random values, half of them below. */
static void norms_without_what_is_held(void)
{
    struct bed t;
    int held[2] = {0, 0}, counted[2] = {0, 0};
    make_packs("mixed", 1);
    CHECK(bed_make(backend_cpu(1), "node-lsq", "sst", &t) == 0, "%s", error_message());
    random_state(&t, 6);
    flow_evaluate(&t.f, true);
    for (int v = 0; v < 2; v++)
        t.f.args.update.held[v] = 50 * (double)t.c.derived.freestream_turbulence[v];
    for (lid i = 0; i < t.d.view.n_owned; i++) {
        real q[NV_MAX], residual[NV_MAX], source_jacobian[2];
        double one[NV_MAX];
        update_load(t.f.q, t.d.view.n_slots, i, NV_MAX, q);
        update_residual(row_of(&t.d.view, i, ROWS_ANY), &t.f.args.update, q, EQUATIONS_SST, residual, source_jacobian);
        residual_sum_body(i, &t.f.args.update, EQUATIONS_SST, one);
        for (int v = 0; v < NV_MAX; v++) {
            double r = (double)residual[v], falls = r - (double)q[v] * (double)residual[0];
            bool out = v >= NV && (double)q[v] < t.f.args.update.held[v - NV] && falls < 0;
            CHECK(one[v] == (out ? 0 : r * r), "cell %d, variable %d: %g of %g", (int)i, v, one[v], r * r);
            if (v >= NV)
                out ? held[v - NV]++ : counted[v - NV]++;
        }
    }
    CHECK(held[0] > 20 && held[1] > 20 && counted[0] > 20 && counted[1] > 20, "%d %d %d %d", held[0], held[1],
          counted[0], counted[1]);
    bed_free(&t);
}

/* Two cells with k, the second's direction opposed: k may fall by half, and in mixed precision no entry may change by
 * more than is given. */
static void reach_of_a_difference(void)
{
    enum { CELLS = 2, VARIABLES = NV + 2 };
    real q0[VARIABLES * CELLS] = {0};
    stored direction[VARIABLES * CELLS] = {0};
    for (int i = 0; i < CELLS; i++) {
        q0[i] = 1;
        q0[Q_K * CELLS + i] = (real)2e-3;
        direction[Q_K * CELLS + i] = i ? (stored)-0.5 : (stored)0.5;
        direction[2 * CELLS + i] = (stored)-8;
    }
    struct implicit_args a = {.n_owned = CELLS, .n_slots = CELLS, .n_variables = VARIABLES, .entry = 0.01,
                              .by_value = Q_OMEGA, .unit = {1, 1, 1, 1, 1, 0.1, 1}, .q0 = q0, .direction = direction};
    const bool bounded = sizeof(stored) < sizeof(double);
    CHECK_NEAR(implicit_reach_body(1, &a), bounded ? 0.01 / 8 : 0.02, 1e-8);
    CHECK_NEAR(fmin(implicit_reach_body(0, &a), 1), bounded ? 0.01 / 8 : 1, 1e-8);
    a.entry = 1e3;
    CHECK_NEAR(implicit_reach_body(1, &a), 0.02, 1e-8);
    a.n_variables = NV;
    CHECK_NEAR(fmin(implicit_reach_body(1, &a), 1e3), bounded ? 125 : 1e3, 1e-5);
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
    CASE(norms_without_what_is_held);
    CASE(reach_of_a_difference);
    comm_finish();
    return check_end();
}
