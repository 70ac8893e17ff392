/* Which cells are joined, and sweeps over coarse rows by slices. On a mesh:
 * test_implicit_coarse.
 */
#include "backend/backend.h"
#include "backend/cpu/backend_cpu_sweep.h"
#include "check.h"
#include "mem.h"
#include "random.h"
#include "scheme/coarse_cells.h"

#include <float.h>
#include <string.h>

/* A graph from a list of edges, each once. */
static struct cell_graph graph_of_edges(lid n, int n_edges, const lid (*edge)[2])
{
    struct cell_graph g = {.n = n};
    MEM_NEW(g.size, n);
    for (lid v = 0; v < n; v++)
        g.size[v] = 1;
    MEM_NEW(g.offset, n + 1);
    MEM_NEW(g.other, 2 * (int64_t)n_edges);
    g.offset[0] = 0;
    for (lid v = 0; v < n; v++) {
        int64_t at = g.offset[v];
        for (int k = 0; k < n_edges; k++)
            if (edge[k][0] == v || edge[k][1] == v)
                g.other[at++] = edge[k][0] == v ? edge[k][1] : edge[k][0];
        g.offset[v + 1] = at;
    }
    return g;
}

/* Two columns of eight cells: those of the first are joined from its end on; of the second comes a cell in its middle
 * first, which might be joined to that before it, by a somewhat larger area, as well as to that behind it. */
static void pairs_lie_side_by_side(void)
{
    enum { NY = 8, MIDDLE = 4 };
    lid edge[3 * NY][2], second[NY], coarse[2 * NY], n = NY + 1;
    int n_edges = 0;
    for (lid j = 0; j < NY; j++)
        second[j] = j == MIDDLE ? NY : n++;
    for (lid j = 0; j < NY; j++) {
        const lid pair[3][2] = {{j - 1, j}, {j > 0 ? second[j - 1] : 0, second[j]}, {j, second[j]}};
        for (int k = j > 0 ? 0 : 2; k < 3; k++)
            memcpy(edge[n_edges++], pair[k], sizeof pair[k]);
    }
    struct cell_graph g = graph_of_edges(2 * NY, n_edges, (const lid(*)[2])edge);
    MEM_NEW(g.weight, g.offset[g.n]);
    MEM_NEW_ZERO(g.outside, g.n);
    for (lid v = 0; v < g.n; v++)
        for (int64_t e = g.offset[v]; e < g.offset[v + 1]; e++)
            g.weight[e] = (v < NY) != (g.other[e] < NY) ? 0.3f : v + g.other[e] == NY + second[MIDDLE + 1] ? 0.8f : 1;
    coarse_cells_join(&g, 1, coarse);
    for (lid j = 0; j < NY - 1; j++)
        CHECK((coarse[j] == coarse[j + 1]) == (coarse[second[j]] == coarse[second[j + 1]]), "cells %d", (int)j);
    cell_graph_free(&g);
}

/* n cells in a row, with that area between them and this with the halo. */
static struct cell_graph row_graph(lid n, float between, float outside)
{
    enum { MOST = 16 };
    lid edge[MOST - 1][2];
    for (lid v = 0; v < n - 1; v++) {
        edge[v][0] = v;
        edge[v][1] = v + 1;
    }
    struct cell_graph g = graph_of_edges(n, (int)n - 1, (const lid(*)[2])edge);
    MEM_NEW(g.weight, g.offset[n]);
    MEM_NEW(g.outside, n);
    for (int64_t e = 0; e < g.offset[n]; e++)
        g.weight[e] = between;
    for (lid v = 0; v < n; v++)
        g.outside[v] = outside;
    return g;
}

/* Thin cells whose large faces are with the halo are not joined across their small ones, once those are less than a
 * tenth; without the halo they are. */
static void thin_cells_beside_the_halo_stay_alone(void)
{
    static const struct {
        float between, outside;
        lid n;
    } row[] = {{0.05f, 0, 4}, {0.05f, 1, 16}, {0.15f, 0, 4}, {0.15f, 1, 8}, {1, 1, 4}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct cell_graph g = row_graph(16, row[k].between, row[k].outside);
        lid coarse[16];
        coarse_cells_join(&g, 2, coarse);
        CHECK(g.n == row[k].n, "row %d: %d coarse cells", (int)k, (int)g.n);
        cell_graph_free(&g);
    }
}

/* The last of five cells in a row stays alone in the first round and chooses first in the second, in which all rows are
 * joined to no more than two coarse cells of two and three cells. They are numbered as their first cells are. */
static void what_stays_alone_chooses_first(void)
{
    static const lid joined[5] = {0, 0, 1, 1, 1};
    struct cell_graph g = row_graph(5, 1, 0);
    lid coarse[5];
    coarse_cells_join(&g, 2, coarse);
    CHECK(g.n == 2 && g.size[0] == 2 && g.size[1] == 3, "%d coarse cells", (int)g.n);
    for (int v = 0; v < 5; v++)
        CHECK(coarse[v] == joined[v], "cell %d in %d", v, (int)coarse[v]);
    cell_graph_free(&g);
}

/* Rows of up to 40 entries, by the kernel, by what it does with a slice, by the body, and in double: the same bits, and
 * the right sums, relaxed. Places of other ranks are read where they were exchanged. */
static void sweeps_by_slices_have_the_same_bits(void)
{
    enum { SLICES = 5, ROWS = SLICES * SLICE, PLACES = ROWS + 50 };
    static const lid width[SLICES] = {0, 1, 16, 17, 40};
    uint64_t seed = 17;
    lid offset[SLICES + 1] = {0};
    for (int s = 0; s < SLICES; s++)
        offset[s + 1] = offset[s] + width[s] * SLICE;
    const lid n = offset[SLICES];
    lid *column = mem_alloc("columns", (size_t)n, sizeof *column);
    float *block = mem_alloc("blocks", (size_t)n * NV * NV, sizeof *block);
    jacobian_number b[NV * ROWS], from[NV * PLACES], exchanged[NV * PLACES], x[NV * PLACES], by_body[NV * PLACES],
        by_slice[NV * PLACES];
    for (lid e = 0; e < n; e++)
        column[e] = e % 7 == 3 ? -1 : (lid)(0.4999 * PLACES * (1 + random_signed(&seed)));
    for (lid k = 0; k < n * NV * NV; k++)
        block[k] = (float)random_signed(&seed);
    for (int k = 0; k < NV * ROWS; k++)
        b[k] = (float)random_signed(&seed);
    for (int k = 0; k < NV * PLACES; k++) {
        from[k] = (float)random_signed(&seed);
        exchanged[k] = (float)random_signed(&seed);
    }
    struct coarse_sweep_args a = {.level = {.rows = {.n_rows = ROWS, .n_places = PLACES, .n_entries = n,
                                                     .offset = offset, .others = offset, .column = column,
                                                     .beside = block, .stride = 1, .step = NV},
                                            .b = b, .x = exchanged},
                                  .from = from, .to = by_body};
    for (lid p = 0; p < ROWS; p++)
        coarse_sweep_body(p, &a);
    a.to = by_slice;
    block_coarse_sweep(0, ROWS, &a);
    a.to = x;
    BACKEND_LAUNCH(backend_cpu(1), KERNEL_coarse_sweep, STREAM_COMPUTE, 0, ROWS, &a);
    int apart = 0;
    double worst = 0;
    for (lid p = 0; p < ROWS; p++)
        for (int v = 0; v < NV; v++) {
            const double before = (double)from[p * NV + v];
            double sum = (double)b[v * ROWS + p];
            for (lid e = offset[p / SLICE] + p % SLICE; e < offset[p / SLICE + 1]; e += SLICE)
                for (int k = 0; column[e] >= 0 && k < NV; k++)
                    sum -= (double)block[(e / SLICE * NV * NV + v * NV + k) * SLICE + e % SLICE] *
                           (double)(column[e] < ROWS ? from : exchanged)[column[e] * NV + k];
            sum = before + 0.7 * (sum - before);
            const uint32_t bits = bits_of_float(x[p * NV + v]);
            apart += bits != bits_of_float(by_body[p * NV + v]) || bits != bits_of_float(by_slice[p * NV + v]);
            worst = fmax(worst, fabs(sum - (double)x[p * NV + v]));
        }
    CHECK(apart == 0 && worst < 200 * FLT_EPSILON, "%d differ, largest error %g", apart, worst);
    mem_free(column);
    mem_free(block);
}

int main(void)
{
    CASE(pairs_lie_side_by_side);
    CASE(thin_cells_beside_the_halo_stay_alone);
    CASE(what_stays_alone_chooses_first);
    CASE(sweeps_by_slices_have_the_same_bits);
    return check_end();
}
