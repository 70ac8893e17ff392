/* Parts of a mesh: slabs against a plain sort, METIS against what parts must be, parts in one
 * piece against a search of its own, and the measures of a partition against counting.
 */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "mesh/mesh.h"
#include "run/mesh_from_raw.h"
#include "order/fragments.h"
#include "order/partition.h"
#include "periodic_box.h"
#include "random.h"

#include <stdlib.h>

enum { N = 6, CELLS = N * N * N };

struct bed {
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
};

static uint64_t seed = 11;

/* A box `length` times as long along x, y, z, on both sides of the origin. */
static void bed_make(enum box_kind kind, const double length[3], struct bed *b)
{
    struct mesh_findings found;
    box_mesh(kind, N, 0.2, &b->raw);
    for (int d = 0; d < 3; d++)
        for (int64_t v = 0; v < b->raw.n_nodes; v++)
            b->raw.x[d][v] = length[d] * (b->raw.x[d][v] - 0.6);
    CHECK(mesh_build(&b->raw, &b->m, &found) == 0, "%s", error_message());
    metrics_compute(&b->m, &b->g);
}

static void bed_free(struct bed *b)
{
    mesh_free(&b->m);
    metrics_free(&b->g);
    raw_mesh_free(&b->raw);
}

/* ---- slabs ---- */

static const double *along;

static int by_place(const void *a, const void *b)
{
    lid i = *(const lid *)a, k = *(const lid *)b;
    return along[i] != along[k] ? (along[i] < along[k] ? -1 : 1) : (i > k) - (i < k);
}

/* A cell belongs to the part that the middle of its weight falls in, cells by their place on the longest axis. */
static void check_slabs(const struct bed *b, int axis, const int32_t *weight, int n_parts, const int32_t *rank_of)
{
    lid *order;
    int64_t total = 0, before = 0;
    along = b->g.centroid + axis * b->m.n_cells;
    MEM_NEW(order, b->m.n_cells);
    for (lid c = 0; c < b->m.n_cells; c++) {
        order[c] = c;
        total += weight[c];
    }
    qsort(order, (size_t)b->m.n_cells, sizeof *order, by_place);
    for (int64_t i = 0; i < b->m.n_cells; i++) {
        double middle = (double)before + 0.5 * weight[order[i]];
        int wanted = (int)floor(middle * n_parts / (double)total);
        CHECK(rank_of[order[i]] == wanted, "cell %d at place %d: part %d, not %d", (int)order[i], (int)i,
              (int)rank_of[order[i]], wanted);
        before += weight[order[i]];
    }
    mem_free(order);
}

/* Boxes longest along x, y and z: the axis that is cut must be found, too. */
static void slabs(void)
{
    static const double length[3][3] = {{3, 1, 1}, {1, 2, 1.5}, {0.1, 0.2, 0.3}};
    for (int axis = 0; axis < 3; axis++)
        for (int n_parts = 2; n_parts < 12; n_parts += 3) {
            struct bed b;
            double *cost;
            int32_t *rank_of, *weight;
            bed_make(n_parts % 2 ? BOX_MIXED : BOX_TETRA, length[axis], &b);
            MEM_NEW(cost, b.m.n_cells);
            MEM_NEW(rank_of, b.m.n_cells);
            MEM_NEW(weight, b.m.n_cells);
            for (int64_t c = 0; c < b.m.n_cells; c++)
                cost[c] = 1 + random_below(&seed, 9); /* whole numbers are weights as they are */
            cell_cost_round(b.m.n_cells, cost, weight);
            CHECK(partition_by_cost(&b.m, &b.g, PARTITION_BISECT, cost, NULL, n_parts, rank_of) == 0, "%s", error_message());
            check_slabs(&b, axis, weight, n_parts, rank_of);
            mem_free(cost);
            mem_free(rank_of);
            mem_free(weight);
            bed_free(&b);
        }
}

/* ---- METIS ---- */

/* Every rank has cells, weights differ by little, fewer faces are cut than 0.6 of what parts at random cut; the
 * same again with the same seed. */
static void metis_parts(void)
{
    static const double length[3] = {1, 1, 1};
    struct bed b;
    struct partition_quality q;
    int32_t *rank_of, *again;
    bed_make(BOX_HEXA, length, &b);
    MEM_NEW(rank_of, b.m.n_cells);
    MEM_NEW(again, b.m.n_cells);
    for (int n = 1; n <= 8; n++) {
        CHECK(partition_cells(&b.m, &b.g, PARTITION_METIS, n, rank_of) == 0, "%s", error_message());
        CHECK(partition_cells(&b.m, &b.g, PARTITION_METIS, n, again) == 0, "%s", error_message());
        CHECK(memcmp(rank_of, again, (size_t)b.m.n_cells * sizeof *again) == 0, "%d ranks: not the same again", n);
        partition_measure(&b.m, n, rank_of, &q);
        CHECK(q.fewest > 0 && q.imbalance < 1.06, "%d ranks: %g", n, q.imbalance);
        CHECK((double)q.edge_cut <= 0.6 * (1 - 1.0 / n) * (double)(b.m.n_faces - b.m.n_boundary),
              "%d ranks: %d faces cut", n, (int)q.edge_cut);
    }
    mem_free(rank_of);
    mem_free(again);
    bed_free(&b);
}

/* As many ranks as cells is the most; beyond, and where one cell costs more than a whole part, a sentence says what
 * would go. */
static void too_many_ranks(void)
{
    static const double length[3] = {1, 1, 1};
    struct bed b;
    int32_t *rank_of;
    bed_make(BOX_HEXA, length, &b);
    MEM_NEW(rank_of, b.m.n_cells);
    CHECK(partition_cells(&b.m, &b.g, PARTITION_BISECT, CELLS, rank_of) == 0, "%s", error_message());
    CHECK(partition_cells(&b.m, &b.g, PARTITION_BISECT, CELLS + 5, rank_of) != 0, "more ranks than cells");
    CHECK(strstr(error_message(), "--ranks 221") && strstr(error_message(), "216 cells"), "%s", error_message());
    double cost[CELLS];
    for (int c = 0; c < CELLS; c++) /* one cell costs more than two parts */
        cost[c] = c == 100 ? 1e4 : 1;
    CHECK(partition_by_cost(&b.m, &b.g, PARTITION_BISECT, cost, NULL, 4, rank_of) != 0, "a part without cells");
    CHECK(strstr(error_message(), "--ranks 4") && strstr(error_message(), " 3 ranks or fewer"), "%s", error_message());
    mem_free(rank_of);
    bed_free(&b);
}

/* ---- measures ---- */

/* Random parts: faces between ranks, the smallest and largest part and the imbalance, counted here by the cells'
 * faces. */
static void measures(void)
{
    static const double length[3] = {1, 1, 1};
    for (int n = 1; n < 6; n++) {
        struct bed b;
        struct partition_quality q;
        int32_t *rank_of;
        int64_t size[6] = {0}, cut = 0, fewest = INT64_MAX, most = 0;
        bed_make(BOX_PRISM, length, &b);
        MEM_NEW(rank_of, b.m.n_cells);
        for (int64_t c = 0; c < b.m.n_cells; c++)
            size[rank_of[c] = random_below(&seed, n)]++;
        for (lid c = 0; c < b.m.n_cells; c++)
            for (int64_t k = b.m.cell_face_offset[c]; k < b.m.cell_face_offset[c + 1]; k++) {
                lid f = b.m.cell_face[k], other = b.m.left[f] == c ? b.m.right[f] : b.m.left[f];
                cut += other > c && rank_of[other] != rank_of[c];
            }
        for (int r = 0; r < n; r++) {
            fewest = size[r] < fewest ? size[r] : fewest;
            most = size[r] > most ? size[r] : most;
        }
        partition_measure(&b.m, n, rank_of, &q);
        CHECK(q.edge_cut == cut && q.fewest == fewest && q.most == most, "%d ranks: %d faces, %d to %d cells", n,
              (int)q.edge_cut, (int)q.fewest, (int)q.most);
        CHECK_NEAR(q.imbalance, most / (b.m.n_cells / (double)n), 1e-14);
        mem_free(rank_of);
        bed_free(&b);
    }
}

/* ---- parts in one piece ---- */

/* Number of pieces of all ranks together: numbers spread over faces until none is left to change. */
static int count_pieces(const struct mesh *m, const int32_t *rank_of)
{
    lid *name;
    int pieces = 0;
    MEM_NEW(name, m->n_cells);
    for (lid c = 0; c < m->n_cells; c++)
        name[c] = c;
    for (bool changed = true; changed;) {
        changed = false;
        for (int64_t f = 0; f < m->n_faces; f++) {
            lid l = m->left[f], r = m->right[f];
            if (r < 0 || rank_of[l] != rank_of[r] || name[l] == name[r])
                continue;
            name[l] = name[r] = name[l] < name[r] ? name[l] : name[r];
            changed = true;
        }
    }
    for (lid c = 0; c < m->n_cells; c++)
        pieces += name[c] == c;
    mem_free(name);
    return pieces;
}

/* Blocks of a box of hexahedra, i fastest. */
static lid cell_at(int i, int j, int k)
{
    return (k * N + j) * N + i;
}

/* Ranks 0 and 1 are the halves of the box, rank 2 its uppermost layer. */
static void halves(int32_t *rank_of)
{
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                rank_of[cell_at(i, j, k)] = k == N - 1 ? 2 : i < N / 2 ? 0 : 1;
}

/* Cells of rank 0 astray: one in the corner of rank 1's half, two beside rank 2 with more faces to rank 1, one
 * with more to rank 2. They go where they share most faces; the rest stays where it is. */
static void fragments_go_where_they_touch_most(void)
{
    static const double length[3] = {1, 1, 1};
    static const struct {
        int i, j, k, to;
    } astray[] = {{5, 5, 0, 1}, {4, 0, 4, 1}, {5, 0, 4, 1}, {5, 3, 5, 2}};
    struct bed b;
    int32_t rank_of[CELLS], wanted[CELLS];
    int64_t moved = -1;
    bed_make(BOX_HEXA, length, &b);
    halves(rank_of);
    halves(wanted);
    for (int k = 0; k < 4; k++) {
        rank_of[cell_at(astray[k].i, astray[k].j, astray[k].k)] = 0;
        wanted[cell_at(astray[k].i, astray[k].j, astray[k].k)] = astray[k].to;
    }
    CHECK(count_pieces(&b.m, rank_of) == 6, "%d pieces", count_pieces(&b.m, rank_of));
    CHECK(fragments_join(&b.m, 3, rank_of, &moved) == 0 && moved == 4, "%d cells moved", (int)moved);
    for (lid c = 0; c < CELLS; c++)
        CHECK(rank_of[c] == wanted[c], "cell %d belongs to %d", (int)c, (int)rank_of[c]);
    CHECK(fragments_join(&b.m, 3, rank_of, &moved) == 0 && moved == 0, "%d cells moved again", (int)moved);
    bed_free(&b);
}

/* Of whatever partition, all ranks are in one piece afterwards, and what was in one piece is as large as before. */
static void any_fragments(void)
{
    static const double length[3] = {1, 1, 1};
    struct bed b;
    bed_make(BOX_TETRA, length, &b);
    int32_t *rank_of, *before;
    MEM_NEW(rank_of, b.m.n_cells);
    MEM_NEW(before, b.m.n_cells);
    for (int n = 2; n < 30; n += 3) {
        int64_t moved, differ = 0;
        for (int64_t c = 0; c < b.m.n_cells; c++)
            before[c] = rank_of[c] = (int32_t)(c * n / b.m.n_cells) == random_below(&seed, n)
                                         ? random_below(&seed, n)
                                         : (int32_t)(c * n / b.m.n_cells);
        int64_t left = fragments_join(&b.m, n, rank_of, &moved);
        for (int64_t c = 0; c < b.m.n_cells; c++)
            differ += rank_of[c] != before[c];
        CHECK(left == 0 && count_pieces(&b.m, rank_of) == n, "%d ranks in %d pieces", n, count_pieces(&b.m, rank_of));
        CHECK(moved >= differ && differ > 0, "%d moved, %d differ", (int)moved, (int)differ);
    }
    mem_free(rank_of);
    mem_free(before);
    bed_free(&b);
}

/* A mesh of two boxes apart hangs not together: a rank that owns parts of both stays in two pieces. */
static void two_boxes(void)
{
    static const double length[3] = {1, 1, 1};
    struct bed b;
    int32_t rank_of[CELLS] = {0};
    int64_t moved;
    bed_make(BOX_HEXA, length, &b);
    CHECK(mesh_is_connected(&b.m), "one box");
    for (int64_t f = 0; f < b.m.n_faces; f++) /* no face leads from the lower to the upper half */
        if (b.m.right[f] >= CELLS / 2 && b.m.left[f] < CELLS / 2)
            for (int64_t k = 0; k < b.m.cell_face_offset[CELLS]; k++)
                if (b.m.cell_face[k] == f)
                    b.m.cell_face[k] = 0;
    b.m.right[0] = MESH_NO_PATCH;
    CHECK(!mesh_is_connected(&b.m), "two boxes");
    CHECK(fragments_join(&b.m, 1, rank_of, &moved) == 1 && moved == 0, "%d moved", (int)moved);
    bed_free(&b);
}

/* ---- what cells cost ---- */

/* Hexahedra of a box: those with an edge a hundred times as long as another are stretched; so are not those whose
 * mirror images beside the boundary, at 0.3 of their width, are the nearest neighbours. */
static void stretched_cells(void)
{
    static const double length[2][3] = {{100, 1, 1}, {1, 1, 0.3}};
    for (int k = 0; k < 2; k++) {
        struct bed b;
        int64_t stretched = 0;
        bed_make(BOX_HEXA, length[k], &b);
        for (int64_t c = 0; c < b.m.n_cells; c++)
            stretched += cell_is_stretched(&b.m, &b.g, c);
        CHECK(stretched == (k == 0 ? CELLS : 0), "box %d: %d cells", k, (int)stretched);
        bed_free(&b);
    }
}

/* In one layer of cells, six to ten times as long as wide, neighbours lie in a plane. */
static void one_layer(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    periodic_sector(1, 0, (const double[2]){1, 2}, 1, (const int[3]){1, 5, 6}, &raw);
    const int64_t n_periodic = raw.n_periodic;
    raw.n_periodic = 0;
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    for (int64_t c = 0; c < m.n_cells; c++)
        CHECK(!cell_is_stretched(&m, &g, c), "cell %d", (int)c);
    raw.n_periodic = n_periodic;
    raw_mesh_free(&raw);
    mesh_free(&m);
    metrics_free(&g);
}

/* Nothing costs nothing, and the part in the middle is the dearest. */
static void rounded_costs(void)
{
    const double cost[4] = {1e-12, 1, 3, 2};
    const int32_t rank_of[4] = {0, 0, 1, 2};
    int32_t weight[4];
    cell_cost_round(4, cost, weight);
    CHECK(weight[0] == 1, "%d", (int)weight[0]);
    CHECK_NEAR(weight[2] / (double)weight[1], 3, 0.01);
    CHECK_NEAR(cell_cost_imbalance(4, cost, 3, rank_of), 1.5, 1e-11);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(slabs);
    CASE(metis_parts);
    CASE(too_many_ranks);
    CASE(measures);
    CASE(fragments_go_where_they_touch_most);
    CASE(any_fragments);
    CASE(two_boxes);
    CASE(stretched_cells);
    CASE(one_layer);
    CASE(rounded_costs);
    CASE(nothing_leaks);
    return check_end();
}
