/* Parts of equal cost: weights from a benchmark's report, against costs added up here. */
#include "check.h"

#include "order/cell_cost.h"
#include "error.h"
#include "order/partition.h"
#include "periodic/periodic.h"
#include "periodic_box.h"
#include "pipeline.h"
#include "run/mesh_from_raw.h"

#include <limits.h>
#include <math.h>

enum { N = 9, RANKS = 3 };

/* raw is emptied. */
static void make_mesh(struct raw_mesh *raw, struct mesh *m, struct metrics *g)
{
    struct mesh_findings found;
    CHECK(mesh_build(raw, m, &found) == 0 && periodic_settle(m) == 0, "%s", error_message());
    metrics_compute(m, g);
    raw_mesh_free(raw);
}

static void make_box(enum box_kind kind, struct mesh *m, struct metrics *g)
{
    struct raw_mesh raw;
    box_mesh(kind, N, 0.0, &raw);
    make_mesh(&raw, m, g);
}

static void free_box(struct mesh *m, struct metrics *g)
{
    metrics_free(g);
    mesh_free(m);
}

static void write_report(char path[PATH_MAX], const char *text)
{
    snprintf(path, PATH_MAX, "%s/bench.json", pipeline_scratch());
    pipeline_write(path, text);
}

static void weigh(const struct mesh *m, const struct metrics *g, const struct cell_cost *cost, int32_t *weight)
{
    double *value = cell_costs(m, g, cost);
    cell_cost_round(m->n_cells, value, weight);
    mem_free(value);
}

/* Without measurements a cell weighs its number of faces; measured costs keep their ratios. */
static void weights_keep_ratios(void)
{
    struct mesh m;
    struct metrics g;
    int32_t *weight;
    make_box(BOX_MIXED, &m, &g);
    MEM_NEW(weight, m.n_cells);
    struct cell_cost cost = cell_cost_by_faces();
    weigh(&m, &g, &cost, weight);
    for (int64_t c = 0; c < m.n_cells; c++)
        CHECK(weight[c] == m.cell_face_offset[c + 1] - m.cell_face_offset[c], "cell %d", (int)c);
    cost = (struct cell_cost){.cell = 1.25e-8, .face = 0.5e-8, .node = 0.75e-8};
    weigh(&m, &g, &cost, weight);
    double unit = NAN;
    for (int64_t c = 0; c < m.n_cells; c++) {
        int64_t faces = m.cell_face_offset[c + 1] - m.cell_face_offset[c];
        int64_t nodes = m.cell_node_offset[c + 1] - m.cell_node_offset[c];
        double wanted = 1.25 + 0.5 * (double)faces + 0.75 * (double)nodes;
        unit = c == 0 ? weight[0] / wanted : unit;
        CHECK_NEAR(weight[c] / wanted, unit, 0.003 * unit); /* whole numbers about 1024 */
    }
    mem_free(weight);
    free_box(&m, &g);
}

/* Three million cells have weights about 333: costs that differ by a thousandth differ in sums, though
 * rounded to the nearest they would all be 333. */
static void sums_are_right(void)
{
    enum { MANY = 3000000 };
    double *cost, sum[2] = {0, 0};
    int32_t *weight;
    MEM_NEW(cost, MANY);
    MEM_NEW(weight, MANY);
    for (int64_t c = 0; c < MANY; c++)
        cost[c] = c < MANY / 2 ? 1.0005 : 1.0015;
    cell_cost_round(MANY, cost, weight);
    for (int64_t c = 0; c < MANY; c++)
        sum[c >= MANY / 2] += weight[c];
    CHECK_NEAR(sum[1] / sum[0], 1.0015 / 1.0005, 1e-6);
    CHECK(sum[0] + sum[1] < INT32_MAX, "%g in all", sum[0] + sum[1]);
    mem_free(cost);
    mem_free(weight);
}

/* Boundary faces as dear as ten cells: three slabs of equal numbers of cells have 189,
 * 108 and 189 of them, so that the outer ones cost (243 + 1890) / (243 + 1620) of the
 * mean, 14 % more. With weights: within METIS's 3 % and a cell. */
static void slabs_of_equal_cost(void)
{
    static const char report[] = "{\n \"cells\": 1,\n \"cost\": {\n  \"cell\": 1e-9,\n  \"face\": 0,\n  \"node\": 0,\n"
                                 "  \"boundary_face\": 1e-8\n }\n}\n";
    struct mesh m;
    struct metrics g;
    struct cell_cost cost;
    int32_t *rank_of;
    char path[PATH_MAX];
    make_box(BOX_HEXA, &m, &g);
    MEM_NEW(rank_of, m.n_cells);
    write_report(path, report);
    CHECK(cell_cost_read(path, &cost) == 0, "%s", error_message());
    CHECK(partition_cells(&m, &g, PARTITION_BISECT, RANKS, rank_of) == 0, "%s", error_message());
    double *value = cell_costs(&m, &g, &cost);
    CHECK_NEAR(cell_cost_imbalance(m.n_cells, value, RANKS, rank_of), 2133.0 / 1863.0, 1e-12);
    for (int method = 0; method < 2; method++) {
        CHECK(partition_by_cost(&m, &g, method ? PARTITION_METIS : PARTITION_BISECT, value, NULL, RANKS, rank_of) == 0, "%s",
              error_message());
        double even = cell_cost_imbalance(m.n_cells, value, RANKS, rank_of);
        CHECK(even < 1.035, "%s: %g", method ? "METIS" : "slabs", even);
    }
    mem_free(value);
    mem_free(rank_of);
    free_box(&m, &g);
}

/* Cell c's sides on the outside of the box along that axis, 0 or 1. */
static int outer_sides(const struct metrics *g, int64_t c, int axis)
{
    double layer = floor(g->centroid[axis * g->stride + c] * N);
    return (layer == 0) + (layer == N - 1);
}

/* Faces behind which the box goes on cost what interior faces cost. */
static void periodic_faces_are_no_boundary(void)
{
    const struct cell_cost cost = {.cell = 1, .face = 2, .boundary_face = 10};
    for (int mask = 0; mask < 8; mask++) {
        struct raw_mesh raw;
        struct mesh m;
        struct metrics g;
        int32_t *weight;
        periodic_box(BOX_HEXA, N, 0.0, mask, &raw);
        make_mesh(&raw, &m, &g);
        MEM_NEW(weight, m.n_cells);
        weigh(&m, &g, &cost, weight);
        for (int64_t c = 0; c < m.n_cells; c++) {
            int boundary = 0;
            for (int axis = 0; axis < 3; axis++)
                boundary += mask & (1 << axis) ? 0 : outer_sides(&g, c, axis);
            CHECK(weight[c] == 1 + 2 * 6 + 10 * boundary, "periodic axes %d, cell %d: %d", mask, (int)c,
                  (int)weight[c]);
        }
        mem_free(weight);
        free_box(&m, &g);
    }
}

/* Layers of cells, the lower third of them six times as wide as high: those are stretched, in the
 * layer above a neighbour is at most 1.7 times as far as another. By the report the others cost three
 * times as much. */
static void stretched_cells_cost_their_own(void)
{
    static const char report[] = "{\"cost\": {\"cell\": 1e-9, \"face\": 0, \"node\": 0.25e-9, \"boundary_face\": 0, "
                                 "\"stretched_face\": 0.25e-9, \"stretched_factor\": 0.4}}";
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct cell_cost cost;
    int32_t *weight;
    char path[PATH_MAX];
    box_mesh(BOX_HEXA, N, 0.0, &raw);
    for (int64_t i = 0; i < raw.n_nodes; i++) {
        double *z = &raw.x[2][i], layer = *z * N;
        *z = (layer <= 3 ? layer / 6 : layer - 2.5) / N;
    }
    make_mesh(&raw, &m, &g);
    write_report(path, report);
    CHECK(cell_cost_read(path, &cost) == 0 && cost.two_kinds, "%s", error_message());
    MEM_NEW(weight, m.n_cells);
    weigh(&m, &g, &cost, weight);
    int64_t stretched = 0;
    for (int64_t c = 0; c < m.n_cells; c++) {
        bool thin = g.centroid[2 * m.n_cells + c] * N < 0.5;
        CHECK(cell_is_stretched(&m, &g, c) == thin, "cell %d at %g", (int)c, g.centroid[2 * m.n_cells + c] * N);
        stretched += thin;
        /* 0.4 (1 + 6 / 4) = 1 and 1 + 8 / 4 = 3, about a mean of 1024 */
        CHECK_NEAR((double)weight[c], (thin ? 1 : 3) * 1024 * 3 / 7.0, 1.0);
    }
    CHECK(stretched == 3 * N * N, "%d", (int)stretched);
    mem_free(weight);
    free_box(&m, &g);
}

static int64_t count_stretched(struct raw_mesh *raw, int64_t *n_cells)
{
    struct mesh m;
    struct metrics g;
    int64_t n = 0;
    make_mesh(raw, &m, &g);
    for (int64_t c = 0; c < m.n_cells; c++)
        n += cell_is_stretched(&m, &g, c);
    *n_cells = m.n_cells;
    free_box(&m, &g);
    return n;
}

/* The lowest layer of a box is a sixth as high as the others: beside its own mirror image a
 * neighbour is six times as far, beside the highest layer 1.7 times. */
static void thin_cells_behind_periodic_faces(void)
{
    for (int periodic = 0; periodic < 2; periodic++) {
        struct raw_mesh raw;
        int64_t n;
        periodic_box(BOX_HEXA, N, 0.0, periodic ? 4 : 0, &raw);
        for (int64_t i = 0; i < raw.n_nodes; i++)
            raw.x[2][i] = raw.x[2][i] > 0 ? raw.x[2][i] - 5.0 / 6 / N : 0;
        for (int64_t k = 0; k < raw.n_periodic; k++)
            raw.periodic[k].translation[2] -= 5.0 / 6 / N;
        int64_t stretched = count_stretched(&raw, &n);
        CHECK(stretched == (periodic ? 0 : N * N), "%d cells", (int)stretched);
    }
}

/* A sector of one degree and one cell, six to ten times as long outward as it is wide: with its
 * images it is no plane mesh. */
static void images_make_space(void)
{
    struct raw_mesh raw;
    int64_t n;
    periodic_sector(1, 0, (const double[2]){1, 2}, 1, (const int[3]){1, 5, 6}, &raw);
    int64_t stretched = count_stretched(&raw, &n);
    CHECK(stretched == n, "%d of %d cells", (int)stretched, (int)n);
}

static void refuse(const char *text, const char *words)
{
    struct cell_cost cost;
    char path[PATH_MAX];
    write_report(path, text);
    CHECK(cell_cost_read(path, &cost) != 0, "accepted: %s", text);
    CHECK(strstr(error_message(), words) && strstr(error_message(), "bench.json"), "%s", error_message());
}

/* A file that is not there, empty, without costs, without one of them, with one that is no cost, and with a kind of
 * cells that is half described. */
static void bad_reports_are_refused(void)
{
    struct cell_cost cost;
    CHECK(cell_cost_read("nowhere.json", &cost) != 0 && strstr(error_message(), "nowhere.json"), "%s", error_message());
    refuse("", "empty");
    refuse("{ \"cells\": 1 }", "no measured costs");
    refuse("{ \"cost\": { \"cell\": 1 }, \"face\": 1 }", "no face");
    refuse("{ \"cost\": { \"cell\": -1, \"face\": 1, \"node\": 1, \"boundary_face\": 1 } }", "cost of cell");
    refuse("{ \"cost\": { \"cell\": 1, \"face\": nan, \"node\": 1, \"boundary_face\": 1 } }", "cost of face");
    refuse("{ \"cost\": { \"cell\": 1, \"face\": 1, \"node\": 1, \"boundary_face\": 1, \"stretched_face\": 1 } }",
           "no stretched_factor");
    refuse("{ \"cost\": { \"cell\": 0, \"face\": 0, \"node\": 0, \"boundary_face\": 1 } }", "all zero");
}

/* From a real benchmark to packs of it. */
static void benchmark_feeds_packs(void)
{
    const char *t = pipeline_scratch(), *b = pipeline_build();
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/case.cfg", t);
    pipeline_write(path, "[flow]\nmach = 0.5\n[patches]\n* = farfield\n");
    CHECK(pipeline_run("%s/tools/box_mesh --cells mixed --n 8 6 5 --out %s/m.cgns >/dev/null && "
                       "%s/ufv-prep --quiet %s/m.cgns --ranks 2 --out %s/p", b, t, b, t, t) == 0, "packs");
    CHECK(pipeline_run("mpirun -np 2 %s/ufv-solve %s/case.cfg --packs %s/p --device cpu --threads 1 --bench 2 "
                       "--report %s/real.json >/dev/null", b, t, t, t) == 0, "benchmark");
    CHECK(pipeline_run("%s/ufv-prep --quiet %s/m.cgns --ranks 2 --weights %s/real.json --out %s/w", b, t, t, t) == 0,
          "packs of equal cost");
    snprintf(path, sizeof path, "%s/real.json", t);
    struct cell_cost cost;
    CHECK(cell_cost_read(path, &cost) == 0, "%s", error_message());
    CHECK(cost.cell > 0 && cost.face > 0 && cost.node > 0 && cost.boundary_face > 0, "%g %g %g %g", cost.cell,
          cost.face, cost.node, cost.boundary_face);
}

/* A rank's seconds in a report. */
static int write_rank(char *text, size_t size, int64_t cells, double seconds, bool last)
{
    return snprintf(text, size, "  {\n   \"cells\": %" PRId64 ",\n   \"kernel_seconds_per_step\": %g\n  }%s\n", cells,
                    seconds, last ? "" : ",");
}

static void write_parts_report(char path[PATH_MAX], const int64_t *cells, const double *seconds, int n)
{
    char text[2000];
    int at = snprintf(text, sizeof text, "{\n \"cost\": {\n  \"cell\": 1e-9,\n  \"face\": 0,\n  \"node\": 0,\n"
                                         "  \"boundary_face\": 0\n },\n \"ranks_report\": [\n");
    for (int r = 0; r < n; r++)
        at += write_rank(text + at, sizeof text - (size_t)at, cells[r], seconds[r], r == n - 1);
    snprintf(text + at, sizeof text - (size_t)at, " ],\n \"exchange\": {\n  \"neighbours\": 3\n }\n}\n");
    write_report(path, text);
}

static void refuse_parts(const char *path, const struct mesh *m, const struct metrics *g, const int32_t *part,
                         const char *words)
{
    struct cell_cost cost;
    CHECK(cell_cost_read(path, &cost) == 0, "%s", error_message());
    CHECK(cell_cost_read_parts(path, m, g, part, 3, &cost) != 0, "taken");
    CHECK(strstr(error_message(), words), "'%s' is not in: %s", words, error_message());
    cell_cost_free(&cost);
}

/* Slabs of 243 cells took 1, 2 and 3 s: a cell of the third weighs three times one of the first, and
 * parts of equal cost end where a third and two thirds of 6 s have passed. */
static void what_ranks_took(void)
{
    struct mesh m;
    struct metrics g;
    struct cell_cost cost;
    char path[PATH_MAX];
    int32_t *part, *rank_of, *weight;
    int64_t cells[3] = {0}, of_part[3][3] = {{0}};
    make_box(BOX_HEXA, &m, &g);
    MEM_NEW(part, m.n_cells);
    MEM_NEW(rank_of, m.n_cells);
    MEM_NEW(weight, m.n_cells);
    CHECK(partition_cells(&m, &g, PARTITION_BISECT, 3, part) == 0, "%s", error_message());
    for (int64_t c = 0; c < m.n_cells; c++)
        cells[part[c]]++;
    write_parts_report(path, cells, (const double[3]){1, 2, 3}, 3);
    CHECK(cell_cost_read(path, &cost) == 0, "%s", error_message());
    CHECK(cell_cost_read_parts(path, &m, &g, part, 3, &cost) == 0, "%s", error_message());
    weigh(&m, &g, &cost, weight);
    for (int64_t c = 0; c < m.n_cells; c++)
        CHECK_NEAR(weight[c] / 1024.0, 0.5 * (part[c] + 1), 0.003); /* whole numbers about 1024 */
    double *costs = cell_costs(&m, &g, &cost);
    CHECK_NEAR(cell_cost_imbalance(m.n_cells, costs, 3, part), 1.5, 0.002); /* 3 % are by chance: 0.4 % of 0.5 */
    const double excess = 0.02, by_chance = 0.03;
    write_parts_report(path, cells, (const double[3]){1 - excess, 1, 1 + excess}, 3);
    struct cell_cost near;
    CHECK(cell_cost_read(path, &near) == 0, "%s", error_message());
    CHECK(cell_cost_read_parts(path, &m, &g, part, 3, &near) == 0, "%s", error_message());
    CHECK_NEAR(near.part_factor[2] - 1, excess / (1 + pow(by_chance / excess, 2)), 1e-12);
    CHECK_NEAR(near.part_factor[0] + near.part_factor[2], 2.0, 1e-12);
    cell_cost_free(&near);
    CHECK(partition_by_cost(&m, &g, PARTITION_BISECT, costs, NULL, 3, rank_of) == 0, "%s", error_message());
    mem_free(costs);
    for (int64_t c = 0; c < m.n_cells; c++)
        of_part[rank_of[c]][part[c]]++;
    /* 2 s each: all of the first and half of the second; a half and a third; two thirds of the third */
    const double wanted[3][3] = {{243, 121.5, 0}, {0, 121.5, 81}, {0, 0, 162}};
    for (int r = 0; r < 3; r++)
        for (int q = 0; q < 3; q++)
            CHECK_NEAR(of_part[r][q], wanted[r][q], 2.0);
    cell_cost_free(&cost);
    write_parts_report(path, cells, (const double[3]){1, 2, 3}, 2);
    refuse_parts(path, &m, &g, part, "it has 2 ranks");
    write_parts_report(path, (const int64_t[4]){243, 243, 243, 1}, (const double[4]){1, 2, 3, 4}, 4);
    refuse_parts(path, &m, &g, part, "it has more than 3 ranks");
    write_parts_report(path, (const int64_t[3]){243, 242, 244}, (const double[3]){1, 2, 3}, 3);
    refuse_parts(path, &m, &g, part, "it has 242 cells on rank 1, these 243");
    write_parts_report(path, cells, (const double[3]){1, 0, 3}, 3);
    refuse_parts(path, &m, &g, part, "rank 1 took no time");
    mem_free(part);
    mem_free(rank_of);
    mem_free(weight);
    free_box(&m, &g);
}

int main(void)
{
    CASE(weights_keep_ratios);
    CASE(sums_are_right);
    CASE(slabs_of_equal_cost);
    CASE(periodic_faces_are_no_boundary);
    CASE(stretched_cells_cost_their_own);
    CASE(thin_cells_behind_periodic_faces);
    CASE(images_make_space);
    CASE(what_ranks_took);
    CASE(bad_reports_are_refused);
    CASE(benchmark_feeds_packs);
    return check_end();
}
