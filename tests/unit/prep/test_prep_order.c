/* The Hilbert curve against its definition: consecutive places are neighbours, every
 * aligned cube is one run of the curve, at every scale. And what it does to cells. */
#include "check.h"

#include "unit/box_mesh.h"
#include "order/cell_cost.h"
#include "error.h"
#include "order/hilbert.h"
#include "mesh/mesh.h"
#include "order/reorder.h"
#include "run/mesh_from_raw.h"

enum { EDGE = 8, CUBE = EDGE * EDGE * EDGE };

static int distance(const int *a, const int *b)
{
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]);
}

/* The aligned cube of 8^3 cells of the lattice whose corner is 8 (i, j, k). */
static void check_cube(uint32_t i, uint32_t j, uint32_t k)
{
    int at[CUBE][3];
    int seen[CUBE] = {0};
    uint64_t run = hilbert_key(EDGE * i, EDGE * j, EDGE * k) / CUBE;
    for (int c = 0; c < CUBE; c++) {
        int d[3] = {c % EDGE, c / EDGE % EDGE, c / EDGE / EDGE};
        uint64_t key = hilbert_key(EDGE * i + (uint32_t)d[0], EDGE * j + (uint32_t)d[1], EDGE * k + (uint32_t)d[2]);
        CHECK(key / CUBE == run, "(%u, %u, %u): the cube is not one run", i, j, k);
        seen[key % CUBE]++;
        memcpy(at[key % CUBE], d, sizeof d);
    }
    for (int p = 0; p < CUBE; p++)
        CHECK(seen[p] == 1, "place %d is taken %d times", p, seen[p]);
    for (int p = 1; p < CUBE && check_case_failures == 0; p++)
        CHECK(distance(at[p - 1], at[p]) == 1, "(%u, %u, %u): a jump at place %d", i, j, k, p);
}

/* Cubes of 8^3 at both ends of the lattice of 2^21 and at 200 random places. */
static void the_curve_steps_to_neighbours(void)
{
    uint64_t random = 1;
    check_cube(0, 0, 0);
    check_cube((1 << 18) - 1, (1 << 18) - 1, (1 << 18) - 1);
    for (int n = 0; n < 200; n++) {
        uint32_t corner[3];
        for (int d = 0; d < 3; d++)
            corner[d] = (uint32_t)((random_signed(&random) + 1.0) * (1 << 17));
        check_cube(corner[0], corner[1], corner[2]);
    }
}

static void coarse_cubes_follow_one_another(void)
{
    /* Cubes of 2^18 cells an edge, in the middle of the whole lattice and at its ends. */
    int at[CUBE][3], seen[CUBE] = {0};
    for (int c = 0; c < CUBE; c++) {
        int d[3] = {c % EDGE, c / EDGE % EDGE, c / EDGE / EDGE};
        uint64_t place = hilbert_key((uint32_t)d[0] << 18, (uint32_t)d[1] << 18, (uint32_t)d[2] << 18) >> 54;
        CHECK(place < CUBE, "beyond the end");
        seen[place % CUBE]++;
        memcpy(at[place % CUBE], d, sizeof d);
    }
    for (int p = 0; p < CUBE; p++) {
        CHECK(seen[p] == 1, "place %d is taken %d times", p, seen[p]);
        CHECK(p == 0 || distance(at[p - 1], at[p]) == 1, "a jump at place %d", p);
    }
}

/* Every point once; where points coincide, in their own order. */
static void check_points(lid n, const double *x)
{
    lid *point, *order;
    uint8_t *seen;
    MEM_NEW(point, n);
    MEM_NEW(order, n);
    MEM_NEW_ZERO(seen, n);
    for (lid p = 0; p < n; p++)
        point[p] = n - 1 - p;
    hilbert_order(n, point, x, n, order);
    for (lid i = 0; i < n; i++) {
        CHECK(order[i] >= 0 && order[i] < n && !seen[order[i]]++, "%d comes twice", (int)order[i]);
        lid a = i ? point[order[i - 1]] : 0, b = point[order[i]];
        bool same = i > 0 && x[a] == x[b] && x[n + a] == x[n + b] && x[2 * n + a] == x[2 * n + b];
        CHECK(!same || order[i - 1] < order[i], "coinciding points change places");
    }
    mem_free(point);
    mem_free(order);
    mem_free(seen);
}

/* No points, one, all in one place, a speck far from the origin, a plane, and many that coincide: the box around the
 * points may have no extent in some or all directions. */
static void any_points_are_put_in_order(void)
{
    enum { N = 5000 };
    static double x[3 * N];
    uint64_t random = 7;
    check_points(0, x);
    check_points(1, x);
    check_points(N, x); /* all in one place */
    for (int i = 0; i < 3 * N; i++)
        x[i] = 1e6 + 1e-3 * random_signed(&random);
    check_points(N, x);
    for (int i = 0; i < N; i++)
        x[2 * N + i] = -3.0; /* a plane */
    check_points(N, x);
    for (int i = 0; i < 3 * N; i++)
        x[i] = x[i / 5 * 5]; /* many coincide */
    check_points(N, x);
}

/* 16^3 hexahedra: the curve through their centroids goes from each cell to one it
 * shares a face with. */
static void cells_of_a_lattice_follow_the_curve(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    struct ordering o;
    box_mesh(BOX_HEXA, 16, 0.0, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    int32_t *rank_of;
    MEM_NEW_ZERO(rank_of, m.n_cells);
    reorder_cells(&m, &g, 1, rank_of, REORDER_HILBERT, &o);
    for (int64_t i = 1; i < m.n_cells; i++) {
        bool next = false;
        for (int64_t k = m.cell_face_offset[o.cell[i]]; k < m.cell_face_offset[o.cell[i] + 1]; k++)
            next = next || mesh_across(&m, m.cell_face[k], o.cell[i]) == o.cell[i - 1];
        CHECK(next, "cells %d and %d share no face", (int)o.cell[i - 1], (int)o.cell[i]);
        CHECK(o.position[o.cell[i]] == i, "position of cell %d", (int)o.cell[i]);
    }
    /* In the file's lines the three neighbours ahead are 1, 16 and 256 away. On the
     * curve each of the 64 aligned cubes of 4^3 cells, with 3 * 3 * 16 faces inside, is
     * a run of 64 places. */
    CHECK(o.before.largest == 256 && o.before.sum == 91.0 * (double)o.before.n_edges, "the file's order");
    int64_t near = 0;
    for (int64_t f = 0; f < m.n_faces; f++)
        near += !mesh_is_boundary(&m, f) && abs(o.position[m.left[f]] - o.position[m.right[f]]) < 64;
    CHECK(o.after.n_edges == 3 * 15 * 16 * 16 && near >= 64 * 144, "%d faces between near cells", (int)near);
    raw_mesh_free(&raw);
    ordering_free(&o);
    mem_free(rank_of);
    metrics_free(&g);
    mesh_free(&m);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

/* Cells of all types, the outer third of them twenty times as long in z as they were: stretched there. */
static void make_stretched(struct mesh *m, struct metrics *g)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    box_mesh(BOX_MIXED, 18, 0.1, &raw);
    for (int64_t v = 0; v < raw.n_nodes; v++)
        if (raw.x[2][v] > 2.0 / 3)
            raw.x[2][v] = 2.0 / 3 + 20 * (raw.x[2][v] - 2.0 / 3);
    CHECK(mesh_build(&raw, m, &found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
    metrics_compute(m, g);
}

static int kind_of(const struct mesh *m, const struct metrics *g, lid c)
{
    return (int)(2 * (m->cell_face_offset[c + 1] - m->cell_face_offset[c])) + cell_is_stretched(m, g, c);
}

/* Places of the order at which a cell is of another kind than the one before. */
static int count_changes(const struct mesh *m, const struct metrics *g, enum reorder_method method,
                         struct ordering *o)
{
    int32_t *rank_of;
    int changes = 0;
    MEM_NEW_ZERO(rank_of, m->n_cells);
    reorder_cells(m, g, 1, rank_of, method, o);
    for (int64_t i = 1; i < m->n_cells; i++)
        changes += kind_of(m, g, o->cell[i]) != kind_of(m, g, o->cell[i - 1]);
    mem_free(rank_of);
    return changes;
}

/* Cells with as many faces, stretched or not, stand together in every 2,048 of the order, and go no
 * farther from their place than that. The order of the file stays. */
static void kinds_stand_together(void)
{
    enum { WINDOW = 2048 };
    static const enum reorder_method method[2] = {REORDER_RCM, REORDER_HILBERT};
    struct mesh m;
    struct metrics g;
    struct ordering o;
    make_stretched(&m, &g);
    int kinds[64] = {0}, n_kinds = 0, windows = (int)(m.n_cells / WINDOW) + 1;
    for (lid c = 0; c < m.n_cells; c++)
        n_kinds += kinds[kind_of(&m, &g, c)]++ == 0;
    CHECK(n_kinds >= 4, "%d kinds", n_kinds);
    CHECK(count_changes(&m, &g, REORDER_NONE, &o) > 4 * windows * n_kinds, "the file's order is one by kind");
    for (int64_t i = 0; i < m.n_cells; i++)
        CHECK(o.cell[i] == i, "place %d", (int)i);
    ordering_free(&o);
    for (int k = 0; k < 2; k++) {
        int changes = count_changes(&m, &g, method[k], &o);
        CHECK(changes < windows * n_kinds, "method %d: %d changes", (int)method[k], changes);
        int64_t after = o.after.largest, final = o.final.largest;
        CHECK(final < after + 2 * WINDOW && final != after, "method %d: %d of %d", (int)method[k], (int) final,
              (int)after);
        ordering_free(&o);
    }
    metrics_free(&g);
    mesh_free(&m);
}

int main(void)
{
    CASE(the_curve_steps_to_neighbours);
    CASE(coarse_cubes_follow_one_another);
    CASE(any_points_are_put_in_order);
    CASE(cells_of_a_lattice_follow_the_curve);
    CASE(kinds_stand_together);
    CASE(nothing_leaks);
    return check_end();
}
