/* Cells at walls with wall functions (solve/kernels/wall_cells.h) in a layer of constant stress: the velocity, and what
 * the turbulence model has for its eddy viscosity, are those of the law of the wall, so that
 *
 *   (mu + mu_t) du/dy = rho u_tau^2 at any height,   du/dy = u_tau^2 / nu / (1 + mu_t / mu).
 *
 * Cells of 0.25 m, the first centre at 0.125 m. Differences between such cells are off by ten percent and more; with
 * the corrections stress and slopes are those of the layer.
 */
#include "features/wall_functions/wall_functions.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "kernels/wall_cells.h"
#include "run/prep_run.h"
#include "unit/split_box.h"

#include <math.h>
#include <string.h>

static const char case_text[] =
    "[flow]\nmach = 0.02\nreynolds = 4800\n[model]\nequations = %s\nwall_functions = yes\n[numerics]\nflux = hllc\n"
    "gradient = lsq\nlimiter = none\n[time]\nscheme = implicit\n[patches]\nx* = farfield\nymin = wall\nymax = slip\n"
    "z* = symmetry\n%s";

static const double Y_PLUS = 30, D = 0.125; /* of the first centre; m */

/* The kernels of the library do what stands here in all but the three passes over wall faces: these are called from
 * the test, so that it sees changes of their header (tests/mutations). */
static struct flow_bed t;
static lid next_of[2 * WALL_CEILINGS * 96]; /* as struct wall_next_args has it, of the box's faces */
static int sst;
static double rho, nu, friction; /* kg/m^3, m^2/s, m/s: u_tau */

static double eddy(double y) /* over nu, at y+; as in test_wall_function.c */
{
    double chi = 0.41 * y, cubic = sst ? 6.65 * chi * chi - 8.54 * chi + 104.07 : pow(7.1, 3);
    return pow(chi, 4) / (pow(chi, 3) + cubic);
}

static double omega_plus(double y)
{
    return 80 / (y * y) + y * y / (0.3 * 0.41 * (y * y * y + 178));
}

static double place(lid c, int d)
{
    return t.d.pack.centroid[d * t.d.pack.n_slots + c];
}

static double plus(double y)
{
    return y * friction / nu;
}

static void set_layer(void)
{
    const struct mesh_view *m = &t.d.view;
    for (lid c = 0; c < m->n_owned; c++) {
        double y = place(c, 1), up = plus(y), u = friction * wall_law_velocity((real)up, (int)t.c.model.equations);
        const double value[7] = {rho, u, 0, 0, t.c.derived.reference.pressure,
                                 sst ? friction * friction * omega_plus(up) * eddy(up) : 0.41 * friction * y,
                                 friction * friction / nu * omega_plus(up)};
        for (int v = 0; v < t.f.n_variables; v++)
            t.f.q[v * (int64_t)m->n_slots + c] = (real)value[v];
    }
}

static int make(const char *equations, const char *more)
{
    char text[1024];
    snprintf(text, sizeof text, case_text, equations, more);
    TRY(flow_bed_make("", text, &t));
    sst = t.c.model.equations == EQUATIONS_SST;
    rho = t.c.derived.reference.density;
    nu = fluid_viscosity(&t.f.args.update.fluid, (real)t.c.flow.temperature) / rho;
    friction = Y_PLUS * nu / D;
    set_layer();
    struct wall_functions *w = feature_own(t.d.features, "model.wall_functions");
    w->cell = w->flux = w->hold = NULL;
    flow_evaluate(&t.f, true);
    struct wall_next_args a = {.m = t.d.view, .patch = t.d.values, .next = next_of};
    CHECK(a.m.n_boundary == 96 && a.m.n_halo_boundary == 0, "%d faces", (int)a.m.n_boundary);
    for (lid i = 0; i < a.m.n_boundary; i++)
        wall_next_body(i, &a);
    return 0;
}

static struct wall_cell_args cell_args(void)
{
    return (struct wall_cell_args){.m = t.d.view, .patch = t.d.values, .fluid = t.f.args.update.fluid, .q = t.f.q,
                                   .turbulence = t.f.args.update.turbulence, .next = next_of, .terms = t.f.terms,
                                   .mu_t = t.f.mu_t, .f1 = t.f.f1};
}

/* Not beside the far fields, whose stream is another. */
static bool is_inside(lid c)
{
    return fabs(place(c, 0) - 0.5) < 0.2;
}

/* What a wall face has across its cell, by coordinates alone. */
static void cells_behind(void)
{
    CHECK(make("sa", "") == 0, "%s", error_message());
    const struct mesh_view *m = &t.d.view;
    int found = 0;
    for (lid i = 0; i < m->n_boundary; i++) {
        lid c = m->left[i], signed_face = next_of[i], next = next_of[WALL_CEILINGS * m->n_boundary + i];
        if (t.d.values[m->face_patch[i]].kind != BC_WALL) {
            CHECK(signed_face == WALL_NEXT_IDLE && next == -1, "face %d is of no wall", (int)i);
            continue;
        }
        CHECK(next_of[m->n_boundary + i] == WALL_NEXT_NONE && next_of[(WALL_CEILINGS + 1) * m->n_boundary + i] == -1,
              "face %d has two cells behind it", (int)i);
        lid face = signed_face >= 0 ? signed_face : ~signed_face;
        lid inner = signed_face >= 0 ? m->left[face] : m->right[face],
            outer = signed_face >= 0 ? m->right[face] : m->left[face];
        CHECK(inner == c && outer == next, "face %d: cells %d, %d", (int)i, (int)inner, (int)outer);
        CHECK_NEAR(place(next, 1) - place(c, 1), 0.25, 1e-14);
        CHECK_NEAR(hypot(place(next, 0) - place(c, 0), place(next, 2) - place(c, 2)), 0, 1e-14);
        found++;
    }
    CHECK(found == 16, "%d", found);
    flow_bed_free(&t);
}

/* The same mesh, whose rows name faces in the other order: as ranks that number them otherwise may have it. Arrays are
 * to be freed. */
static struct mesh_view reversed(const struct mesh_view *m)
{
    struct mesh_view v = *m;
    const struct pack *p = &t.d.pack;
    lid *face, *cell;
    MEM_NEW(face, p->n_slice_entries);
    MEM_NEW(cell, p->n_slice_entries);
    for (int64_t s = 0; s < p->n_slices; s++)
        for (lid e = m->slice_offset[s]; e < m->slice_offset[s + 1]; e++) {
            lid k = (e - m->slice_offset[s]) / SLICE, width = (m->slice_offset[s + 1] - m->slice_offset[s]) / SLICE;
            lid from = m->slice_offset[s] + (width - 1 - k) * SLICE + e % SLICE;
            face[e] = m->slice_face[from];
            cell[e] = m->slice_cell[from];
        }
    v.slice_face = face;
    v.slice_cell = cell;
    return v;
}

/* Faces and cells of wall face i in a table: a set, since the order of ceilings does not matter. */
static bool has_ceiling(const lid *next, lid faces, lid i, lid signed_face, lid cell)
{
    for (int k = 0; k < WALL_CEILINGS; k++)
        if (next[k * faces + i] == signed_face && next[(WALL_CEILINGS + k) * faces + i] == cell)
            return true;
    return false;
}

/* What is chosen depends on the mesh, not on the order in which a rank has its faces. */
static void check_order(void)
{
    static lid other[2 * WALL_CEILINGS * 96];
    const struct mesh_view *m = &t.d.view;
    struct wall_next_args a = {.m = reversed(m), .patch = t.d.values, .next = other};
    for (lid i = 0; i < m->n_boundary; i++)
        wall_next_body(i, &a);
    for (lid i = 0; i < m->n_boundary; i++)
        for (int k = 0; k < WALL_CEILINGS; k++)
            CHECK(has_ceiling(other, m->n_boundary, i, next_of[k * m->n_boundary + i],
                              next_of[(WALL_CEILINGS + k) * m->n_boundary + i]), "face %d, ceiling %d", (int)i, k);
    mem_free((void *)(uintptr_t)a.m.slice_face);
    mem_free((void *)(uintptr_t)a.m.slice_cell);
}

/* Of two walls in a corner one is taken, whatever the order; behind it lies another cell at a wall, which is not
 * corrected. */
static void corners(void)
{
    CHECK(make("sa", "xmin = wall\n") == 0, "%s", error_message());
    const struct mesh_view *m = &t.d.view;
    int idle = 0, none = 0, faces = 0, acting[64] = {0}; /* [cells] */
    for (lid i = 0; i < m->n_boundary; i++)
        if (t.d.values[m->face_patch[i]].kind == BC_WALL) {
            faces++;
            idle += next_of[i] == WALL_NEXT_IDLE;
            none += next_of[i] == WALL_NEXT_NONE;
            acting[m->left[i]] += next_of[i] != WALL_NEXT_IDLE;
            lid next = next_of[WALL_CEILINGS * m->n_boundary + i];
            CHECK(next < 0 || (place(next, 0) > 0.25 && place(next, 1) > 0.25), "a cell at a wall is behind one");
        }
    for (lid i = 0; i < m->n_boundary; i++)
        CHECK(t.d.values[m->face_patch[i]].kind != BC_WALL || acting[m->left[i]] == 1, "cell %d", (int)m->left[i]);
    check_order();
    CHECK(faces == 32 && idle == 4 && none == 4, "%d faces, %d, %d", faces, idle, none); /* four cells in the corner */
    flow_bed_free(&t);
}

/* In a corner the wall that is nearer to the cell's centre acts, either of the two. */
static void the_nearer_wall_acts(void)
{
    CHECK(make("sa", "xmin = wall\n") == 0, "%s", error_message());
    struct mesh_view v = t.d.view;
    const int64_t n = v.n_slots;
    double *centroid;
    int looked = 0;
    MEM_NEW(centroid, 3 * n);
    v.centroid = centroid;
    for (int d = 0; d < 2; d++)
        for (lid c = 0; c < v.n_owned; c++) {
            if (place(c, 0) > 0.25 || place(c, 1) > 0.25)
                continue;
            memcpy(centroid, t.d.view.centroid, 3 * (size_t)n * sizeof *centroid);
            centroid[d * n + c] -= 0.01;
            lid i = wall_of_cell(&v, t.d.values, c);
            CHECK(i >= 0 && fabs(v.normal[(int64_t)d * v.n_faces + i]) > 0.03, "cell %d: not the wall across axis %d",
                  (int)c, d);
            looked++;
        }
    CHECK(looked == 8, "%d", looked);
    mem_free(centroid);
    flow_bed_free(&t);
}

/* Distances on a mesh of equal cells. */
static void heights(void)
{
    CHECK(make("sa", "") == 0, "%s", error_message());
    const struct mesh_view *m = &t.d.view;
    for (lid i = 0; i < m->n_boundary; i++) {
        if (next_of[i] == WALL_NEXT_IDLE)
            continue;
        const real n[3] = {0, -1, 0};
        struct wall_heights h = wall_heights_of(m, m->left[i], next_of[i], n, (real)D);
        CHECK_NEAR(h.cell, D, 0);
        CHECK_NEAR(h.face, 2 * D, 1e-14);
        CHECK_NEAR(h.next, 3 * D, 1e-14);
        CHECK_NEAR(h.beyond, 5 * D, 1e-14);
    }
    flow_bed_free(&t);
}

/* Diffusion of omega through the face over the cell, into that, of the law: (mu + mu_t / 2) d omega / dy. */
static double flux_of_omega(double y)
{
    double h = 1e-4 * y, slope = (omega_plus(plus(y + h)) - omega_plus(plus(y - h))) / (2 * h);
    return rho * nu * (1 + 0.5 * eddy(plus(y))) * friction * friction / nu * slope;
}

/* The slope by which turbulence is produced; SST's rate is its square. Tolerance: the square of the Mach number, and
 * the series and tables of the law, 1e-3 (test_wall_function.c). */
static void check_slope(lid c)
{
    double rate = t.f.terms[c], exact = friction * friction / nu / (1 + eddy(plus(place(c, 1))));
    CHECK_NEAR(sst ? sqrt(rate) : rate, exact, 2e-3 * exact);
}

/* Sums over the ceilings of the face i of momentum, energy and omega, out of the cell at the wall. */
static void sum_ceilings(lid i, double sum[3])
{
    const struct mesh_view *m = &t.d.view;
    const int row[3] = {1, 4, Q_OMEGA};
    memset(sum, 0, 3 * sizeof *sum);
    for (int k = 0; k < WALL_CEILINGS && next_of[k * m->n_boundary + i] != WALL_NEXT_NONE; k++)
        for (int v = 0; v < 2 + sst; v++) {
            lid signed_face = next_of[k * m->n_boundary + i], face = signed_face >= 0 ? signed_face : ~signed_face;
            sum[v] += (signed_face >= 0 ? 1 : -1) * (double)t.f.flux[(int64_t)row[v] * m->n_flux + face];
        }
}

/* ceilings: faces to the next cell. */
static void check_layer(const char *equations, int ceilings)
{
    CHECK(make(equations, "") == 0, "%s", error_message());
    const struct mesh_view *m = &t.d.view;
    double stress = rho * friction * friction, area = 1.0 / 16, before[3], after[3];
    struct wall_cell_args of_cells = cell_args();
    struct wall_flux_args of_fluxes = {.f = t.f.args.fluxes, .next = next_of};
    int tried = 0;
    for (lid i = 0; i < m->n_boundary; i++)
        wall_cell_body(i, &of_cells, (int)t.c.model.equations);
    for (lid i = 0; i < m->n_boundary; i++) {
        lid c = m->left[i], next = -1;
        int n = 0;
        if (next_of[i] == WALL_NEXT_IDLE || !is_inside(c))
            continue;
        for (; next_of[n * m->n_boundary + i] != WALL_NEXT_NONE; n++) {
            lid face = next_of[n * m->n_boundary + i], changed = next_of[(WALL_CEILINGS + n) * m->n_boundary + i];
            flux_body(face >= 0 ? face : ~face, &t.f.args.fluxes, FLUX_HLLC, (int)t.c.model.equations);
            CHECK(next < 0 || changed < 0, "cell %d is changed twice", (int)next);
            next = changed >= 0 ? changed : next;
        }
        CHECK(n == ceilings && next >= 0, "%d faces, next cell %d", n, (int)next);
        sum_ceilings(i, before);
        wall_flux_body(i, &of_fluxes, (int)t.c.model.equations);
        sum_ceilings(i, after);
        CHECK(fabs(before[0] + area * stress) > 0.02 * area * stress, "without the correction %g of %g", before[0],
              area * stress);
        CHECK_NEAR(t.f.flux[m->n_flux + i], area * stress, 1e-3 * area * stress); /* out of the fluid, into the wall */
        CHECK_NEAR(after[0], -area * stress, 5e-3 * area * stress);
        /* the work of the stress: the same velocity, and no heat in a gas of one temperature */
        CHECK_NEAR(after[1] / after[0], before[1] / before[0], 1e-6 * fabs(before[1] / before[0]));
        if (sst)
            CHECK_NEAR(after[2] / (-area * flux_of_omega(2 * D)), 1, 1e-2);
        check_slope(c);
        check_slope(next);
        tried++;
    }
    CHECK(tried == 8, "%d", tried);
    check_order();
    flow_bed_free(&t);
}

static void layer_sa(void)
{
    check_layer("sa", 1);
}

static void layer_sst(void)
{
    check_layer("sst", 1);
}

/* The same layer in cells whose faces to the next ones are two triangles each: both are corrected. The last case, since
 * its packs take the place of the others'. */
static void split_faces(void)
{
    char packs[PATH_MAX];
    struct raw_mesh raw;
    static const char *const turned[6] = {"xmin", "xmax", "zmax", "zmin", "ymin", "ymax"};
    split_box(4, 1, &raw);
    for (int64_t v = 0; v < raw.n_nodes; v++) { /* its layers lie one upon another along y */
        double y = raw.x[1][v];
        raw.x[1][v] = raw.x[2][v];
        raw.x[2][v] = 1 - y;
    }
    for (int k = 0; k < raw.n_patches; k++)
        snprintf(raw.patch[k].name, sizeof raw.patch[k].name, "%s", turned[k]);
    snprintf(packs, sizeof packs, "%s/packs", pipeline_scratch());
    pipeline_run("rm -rf '%s'", packs);
    const struct prep_options o = {.mesh = "box", .out = packs, .partition = "metis", .order = "rcm", .n_ranks = 1,
                                   .scale = 1.0, .quiet = true, .command_line = "box"};
    CHECK(prep_run_raw(&o, &raw) == 0, "%s", error_message());
    check_layer("sa", 2);
    check_layer("sst", 2);
}

/* k and omega that are off the law's are drawn back to them at 100 omega, beside corrections that stand there. */
static void held(void)
{
    CHECK(make("sst", "") == 0, "%s", error_message());
    const struct mesh_view *m = &t.d.view;
    int64_t n = m->n_owned;
    double omega = friction * friction / nu * omega_plus(Y_PLUS), k = nu * omega * eddy(Y_PLUS);
    real *correction = mem_alloc("corrections", 4 * (size_t)n, sizeof *correction);
    for (int adds = 0; adds < 2; adds++)
        for (lid i = 0; i < m->n_boundary; i++) {
            lid c = m->left[i];
            if (next_of[i] == WALL_NEXT_IDLE || !is_inside(c))
                continue;
            struct wall_cell_args a = cell_args();
            a.correction = correction;
            a.adds = adds;
            for (int v = 0; v < 4; v++)
                correction[v * n + c] = 1e4;
            t.f.q[Q_K * (int64_t)m->n_slots + c] = (real)(1.5 * k);
            t.f.q[Q_OMEGA * (int64_t)m->n_slots + c] = (real)(0.5 * omega);
            wall_hold_body(i, &a, EQUATIONS_SST);
            double base = adds ? 1e4 : 0, rate = 100 * omega; /* tolerance as of the slopes */
            CHECK_NEAR(correction[c], base - rho * rate * 0.5 * k, 5e-3 * rho * rate * k);
            CHECK_NEAR(correction[n + c], base + rho * rate * 0.5 * omega, 5e-3 * rho * rate * omega);
            CHECK_NEAR(correction[2 * n + c], base + rate, 2e-3 * rate);
            CHECK_NEAR(correction[3 * n + c], base + rate, 2e-3 * rate);
            wall_cell_body(i, &a, EQUATIONS_SST); /* no limiter of the eddy viscosity in that cell */
            CHECK_NEAR(t.f.mu_t[c], rho * 1.5 * k / (0.5 * omega), 1e-12 * t.f.mu_t[c]);
        }
    mem_free(correction);
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(cells_behind);
    CASE(corners);
    CASE(the_nearer_wall_acts);
    CASE(heights);
    CASE(layer_sa);
    CASE(layer_sst);
    CASE(held);
    CASE(split_faces);
    comm_finish();
    return check_end();
}
