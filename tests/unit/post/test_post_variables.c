/* Derived variables against exact flows, on packs of a box of all cell types on
 * three ranks: gradients of linear velocities, isentropic relations, averages at
 * nodes that agree between ranks.
 */
#include "check.h"
#include "export/export_grid.h"
#include "pipeline.h"
#include "fields/surface_nodes.h"
#include "fields/variables.h"

#include <sys/stat.h>

enum { N_RANKS = 3 };

/* A gas turning about the z axis at w = 3 1/s, in a stream along z that shears. */
static void velocity_at(const double x[3], double v[3])
{
    v[0] = 20 - 3 * x[1];
    v[1] = 3 * x[0];
    v[2] = 5 + 2 * x[0] - x[2];
}

/* Isentropic: p / rho^1.4 as in the free stream. */
static double density_at(const double x[3])
{
    return 1.2 + 0.1 * x[0] + 0.05 * x[2];
}

static void fill_fields(const struct pack *p, struct solution *s)
{
    static const char *const name[6] = {"density", "velocity_x", "velocity_y", "velocity_z", "pressure", "nu_tilde"};
    s->n_cells = p->n_owned;
    MEM_NEW(s->cell_gid, s->n_cells);
    memcpy(s->cell_gid, p->cell_gid, (size_t)s->n_cells * sizeof(gid));
    s->n_fields = 6;
    for (int f = 0; f < 6; f++) {
        text_copy(s->field[f].name, NAME_SIZE, name[f]);
        MEM_NEW(s->field[f].value, s->n_cells);
    }
    for (int64_t i = 0; i < s->n_cells; i++) {
        double x[3], v[3];
        for (int c = 0; c < 3; c++)
            x[c] = p->centroid[c * p->n_slots + i];
        velocity_at(x, v);
        s->field[0].value[i] = density_at(x);
        for (int c = 0; c < 3; c++)
            s->field[1 + c].value[i] = v[c];
        s->field[4].value[i] = 1e5 * pow(density_at(x) / 1.2, 1.4);
        s->field[5].value[i] = 7;
    }
    s->n_boundary = p->n_boundary;
    MEM_NEW(s->face_gid, s->n_boundary);
    memcpy(s->face_gid, p->face_gid, (size_t)s->n_boundary * sizeof(gid));
    s->n_boundary_fields = 1;
    text_copy(s->boundary_field[0].name, NAME_SIZE, "pressure");
    MEM_NEW(s->boundary_field[0].value, s->n_boundary);
    for (int64_t i = 0; i < s->n_boundary; i++)
        s->boundary_field[0].value[i] = 1e5 + p->face_centroid[i];
}

static char packs[600], results[600];

static int write_rank(const char *fields, int rank)
{
    struct pack p;
    struct solution s;
    TRY(pack_read(packs, rank, PACK_CORE, &p));
    memset(&s, 0, sizeof s);
    memcpy(s.pack_id, p.id, sizeof s.pack_id);
    text_copy(s.packs, sizeof s.packs, packs);
    s.rank = rank;
    s.n_ranks = N_RANKS;
    s.iteration = 7;
    s.reference = (struct solution_reference){.gamma = 1.4, .gas_constant = 287, .density = 1.2, .velocity = {20, 0, 0},
                                              .pressure = 1e5, .area = 1, .length = 1, .span = 1};
    fill_fields(&p, &s);
    int status = solution_write(fields, &s);
    solution_free(&s);
    pack_free(&p);
    return status;
}

static int prepare(void)
{
    const char *b = pipeline_build(), *t = pipeline_scratch();
    char fields[640];
    snprintf(packs, sizeof packs, "%s/packs", t);
    snprintf(results, sizeof results, "%s/results", t);
    snprintf(fields, sizeof fields, "%s/fields-000000007", results);
    if (pipeline_run("%s/tools/box_mesh --cells mixed --n 8 5 5 --perturb 0.1 --out %s/box.cgns >/dev/null", b, t) ||
        pipeline_run("%s/ufv-prep %s/box.cgns --out %s --ranks %d --quiet", b, t, packs, N_RANKS) != 0)
        return 1;
    mkdir(results, 0777), mkdir(fields, 0777);
    for (int rank = 0; rank < N_RANKS; rank++)
        TRY(write_rank(fields, rank));
    return solution_set_latest(results, "fields-000000007");
}

/* One rank with everything around it. */
struct part {
    struct results r;
    struct pack p;
    struct solution s;
    struct cell_data d;
};

static int part_read(int rank, unsigned need, struct part *q)
{
    TRY(results_open(results, NULL, RESULTS_GEOMETRY, &q->r));
    TRY(results_read_rank(&q->r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &q->p, &q->s));
    return cell_data_read(&q->r, &q->p, &q->s, need, &q->d);
}

static void part_free(struct part *q)
{
    cell_data_free(&q->d);
    solution_free(&q->s);
    pack_free(&q->p);
    results_close(&q->r);
}

/* Each cell of the pack has the density of its own centroid, whoever owns it. */
static void halo_comes_from_its_owners(void)
{
    for (int rank = 0; rank < N_RANKS; rank++) {
        struct part q;
        CHECK(part_read(rank, CELL_DATA_HALO, &q) == 0, "%s", error_message());
        CHECK(q.d.n == q.p.n_cells && q.d.n > q.p.n_owned, "%d cells", (int)q.d.n);
        for (int64_t i = 0; i < q.d.n; i++) {
            double x[3];
            for (int c = 0; c < 3; c++)
                x[c] = q.p.centroid[c * q.p.n_slots + i];
            CHECK_NEAR(cell_data_field(&q.d, "density")[i], density_at(x), 1e-14);
        }
        part_free(&q);
    }
}

static const struct variable *chosen(const struct variable_list *v, const char *name)
{
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->item[i].name, name) == 0)
            return &v->item[i];
    CHECK(false, "%s was not chosen", name);
    return &v->item[0];
}

/* Least squares are exact for linear velocities: what is left is rounding, 1e-16
 * of 20 m/s over 0.02 m, some 1e-13, times the condition of small fits. */
static void gradients_of_linear_velocity(void)
{
    for (int rank = 0; rank < N_RANKS; rank++) {
        struct part q;
        struct variable_list v;
        double *w;
        CHECK(part_read(rank, CELL_DATA_GRADIENT, &q) == 0, "%s", error_message());
        CHECK(variables_choose(&q.r, "vorticity,q,divergence", false, false, &v) == 0, "%s", error_message());
        int64_t n = q.p.n_stencil;
        MEM_NEW(w, 3 * n);
        CHECK(variable_compute(chosen(&v, "vorticity"), &q.d, n, w) == 0, "%s", error_message());
        for (int64_t i = 0; i < n; i++) {
            CHECK_NEAR(w[i], 0, 1e-10);
            CHECK_NEAR(w[n + i], -2, 1e-10);
            CHECK_NEAR(w[2 * n + i], 6, 1e-10);
        }
        /* S_xz = 1 and S_zz = -1 twice and once, W_xy = 3 and W_xz = 1 twice each:
         * (W:W - S:S) / 2 = (20 - 3) / 2. */
        CHECK(variable_compute(chosen(&v, "q_criterion"), &q.d, n, w) == 0, "%s", error_message());
        for (int64_t i = 0; i < n; i++)
            CHECK_NEAR(w[i], 0.5 * (20 - 3), 1e-9);
        CHECK(variable_compute(chosen(&v, "divergence"), &q.d, n, w) == 0, "%s", error_message());
        for (int64_t i = 0; i < n; i++)
            CHECK_NEAR(w[i], -1, 1e-10);
        mem_free(w);
        part_free(&q);
    }
}

/* NACA Report 1135, table II: at Mach 2 p / p0 = 0.1278 and T / T0 = 0.5556, given
 * to four digits; and relations that hold exactly. */
static void isentropic_relations(void)
{
    struct part q;
    struct variable_list v;
    CHECK(part_read(0, CELL_DATA_OWNED, &q) == 0, "%s", error_message());
    CHECK(variables_choose(&q.r, "all", false, false, &v) == 0, "%s", error_message());
    const struct variable *p0 = chosen(&v, "total_pressure"), *t0 = chosen(&v, "total_temperature");
    struct cell_state fast = {1.2, {2 * sqrt(1.4 * 1e5 / 1.2), 0, 0}, 1e5};
    CHECK_NEAR(fast.pressure / p0->derived(&fast, &q.r.reference), 0.1278, 0.00005);
    CHECK_NEAR(1e5 / (1.2 * 287) / t0->derived(&fast, &q.r.reference), 0.5556, 0.00005);
    CHECK_NEAR(chosen(&v, "mach")->derived(&fast, &q.r.reference), 2, 1e-14);
    double *s;
    MEM_NEW(s, q.p.n_owned);
    CHECK(variable_compute(chosen(&v, "entropy"), &q.d, q.p.n_owned, s) == 0, "%s", error_message());
    for (int64_t i = 0; i < q.p.n_owned; i++)
        CHECK_NEAR(s[i], 0, 1e-14);
    CHECK(variable_compute(chosen(&v, "nu_tilde"), &q.d, q.p.n_owned, s) == 0, "%s", error_message());
    for (int64_t i = 0; i < q.p.n_owned; i++)
        CHECK_NEAR(s[i], 7, 0); /* stored fields of any name pass through */
    mem_free(s);
    part_free(&q);
}

/* Values at points: of all ranks by node, the first that came. */
struct seen {
    double value[4000];
    bool known[4000];
    int n_shared;
};

static void take_point(struct seen *seen, gid node, double value)
{
    CHECK(node < 4000, "node %d", (int)node);
    if (seen->known[node]) {
        CHECK_NEAR(value, seen->value[node], 1e-9); /* of 1e5 Pa: the order of a sum's terms */
        seen->n_shared++;
    }
    seen->known[node] = true;
    seen->value[node] = value;
}

/* Averages in the volume and on the surface: nodes that ranks share have one value in all pieces. */
static void points_agree_between_ranks(void)
{
    for (int surface = 0; surface < 2; surface++) {
        static struct seen seen;
        memset(&seen, 0, sizeof seen);
        for (int rank = 0; rank < N_RANKS; rank++) {
            struct part q;
            struct export_grid g;
            struct export_plan plan = {.surface = surface, .point_data = true};
            CHECK(part_read(rank, CELL_DATA_OWNED, &q) == 0, "%s", error_message());
            plan.r = &q.r;
            CHECK(variables_choose(&q.r, "pressure,velocity", surface, true, &plan.variables) == 0, "%s",
                  error_message());
            if (surface)
                CHECK(surface_nodes_gather(&q.r, &plan.variables, &plan.nodes) == 0, "%s", error_message());
            export_grid_shape(&plan, &q.p, &g);
            CHECK(export_grid_arrays(&plan, &q.p, &q.s, &g) == 0, "%s", error_message());
            CHECK(g.view.n_point_arrays == 2 && g.view.n_arrays == (surface ? 3 : 2), "%d and %d arrays",
                  g.view.n_point_arrays, g.view.n_arrays);
            const double *pressure = g.view.point_array[0].component[0];
            for (int64_t i = 0; i < q.p.n_nodes; i++)
                if (g.number[i] >= 0)
                    take_point(&seen, q.p.node_gid[i], pressure[g.number[i]]);
            export_grid_free(&g);
            surface_nodes_free(&plan.nodes);
            part_free(&q);
        }
        CHECK(seen.n_shared > 20, "%d shared points", seen.n_shared);
    }
}

/* As many fields as a file may have, in cells and on faces. */
static void all_that_a_file_may_hold(void)
{
    char from[640], to[640], folder[700];
    struct variable_list v;
    snprintf(from, sizeof from, "%s/fields-000000007", results);
    snprintf(to, sizeof to, "%s-full", results);
    snprintf(folder, sizeof folder, "%s/fields-000000007", to);
    mkdir(to, 0777), mkdir(folder, 0777);
    for (int rank = 0; rank < N_RANKS; rank++) {
        struct solution s;
        CHECK(solution_read(from, rank, &s) == 0, "%s", error_message());
        for (; s.n_fields < SOLUTION_MAX_FIELDS; s.n_fields++) {
            snprintf(s.field[s.n_fields].name, NAME_SIZE, "cell_%d", s.n_fields);
            MEM_NEW_ZERO(s.field[s.n_fields].value, s.n_cells);
        }
        for (; s.n_boundary_fields < SOLUTION_MAX_FIELDS; s.n_boundary_fields++) {
            snprintf(s.boundary_field[s.n_boundary_fields].name, NAME_SIZE, "face_%d", s.n_boundary_fields);
            MEM_NEW_ZERO(s.boundary_field[s.n_boundary_fields].value, s.n_boundary);
        }
        CHECK(solution_write(folder, &s) == 0, "%s", error_message());
        solution_free(&s);
    }
    struct results r;
    CHECK(solution_set_latest(to, "fields-000000007") == 0 && results_open(to, packs, RESULTS_GEOMETRY, &r) == 0, "%s",
          error_message());
    /* 32 of faces; of cells neither the three of velocity nor the pressure, which faces have; 12 that follow,
     * velocity among them; 3 labels */
    CHECK(variables_choose(&r, "all", true, true, &v) == 0 && v.n == 32 + 28 + 12 + 3, "%d: %s", v.n, error_message());
    CHECK(v.n <= VARIABLES_MAX, "%d", v.n);
    results_close(&r);
}

/* With the nearest and all there are; an empty list; names that come twice count once. */
static void unknown_names(void)
{
    struct results r;
    struct variable_list v;
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    CHECK(variables_choose(&r, "density,vorticty", false, true, &v) != 0 &&
              strstr(error_message(), "did you mean vorticity") && strstr(error_message(), "nu_tilde"), "%s",
          error_message());
    CHECK(variables_choose(&r, " , ", false, true, &v) != 0 && strstr(error_message(), "empty"), "%s", error_message());
    CHECK(variables_choose(&r, "mach,primitive,mach", false, false, &v) == 0 && v.n == 4, "%d", v.n);
    results_close(&r);
}

int main(void)
{
    if (prepare() != 0) {
        printf("FAIL prepare: %s\n", error_message());
        return 1;
    }
    CASE(halo_comes_from_its_owners);
    CASE(gradients_of_linear_velocity);
    CASE(isentropic_relations);
    CASE(points_agree_between_ranks);
    CASE(all_that_a_file_may_hold);
    CASE(unknown_names);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
