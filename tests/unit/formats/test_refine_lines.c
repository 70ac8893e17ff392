/* test_refine_lines.c: refined lines of the cases' grids: curved walls stay curved, edges
 * stay edges, coarse nodes stay where they were.
 */
#include "plane/refine_lines.h"
#include "check.h"

enum { NI = 2, NJ = 13, NK = 6, EDGE = 8 }; /* EDGE: node along j where the arc ends and the plate begins */

/* A quarter of a circle of radius 1 up to EDGE, a straight plate behind it; z_k away from the wall. */
static void node_at(int j, int k, double x[2])
{
    double radius = 1 + 0.01 * (pow(1.5, k) - 1), turn = acos(-1.0) / 2 * j / EDGE;
    x[0] = j <= EDGE ? -radius * cos(turn) : 0.3 * (j - EDGE);
    x[1] = j <= EDGE ? radius * sin(turn) : radius;
}

static void fill(struct grid *g)
{
    *g = (struct grid){.n = {NI, NJ, NK}, .n_patches = 2,
                       .patch = {{.name = "ARC", .range = {1, 1, 1, NI, EDGE + 1, 1}},
                                 {.name = "PLATE", .range = {1, EDGE + 1, 1, NI, NJ, 1}}}};
    for (int d = 0; d < 3; d++)
        g->x[d] = mesh_grow(NULL, nodes_of(g->n) * sizeof *g->x[d]);
    for (int k = 0, at = 0; k < NK; k++)
        for (int j = 0; j < NJ; j++)
            for (int i = 0; i < NI; i++, at++) {
                double x[2];
                node_at(j, k, x);
                g->x[0][at] = x[0], g->x[1][at] = -i, g->x[2][at] = x[1];
            }
}

static size_t node(const struct grid *g, int i, int j, int k)
{
    return (size_t)i + (size_t)g->n[0] * ((size_t)j + (size_t)g->n[1] * (size_t)k);
}

static void release(struct grid *g)
{
    for (int d = 0; d < 3; d++)
        free(g->x[d]);
}

static struct grid g;

/* To the bit, so that results on two levels can be compared at the same places. */
static void coarse_nodes_stay(void)
{
    fill(&g);
    refine(&g);
    CHECK(g.n[0] == NI && g.n[1] == 2 * NJ - 1 && g.n[2] == 2 * NK - 1, "%d x %d x %d", g.n[0], g.n[1], g.n[2]);
    for (int k = 0; k < NK; k++)
        for (int j = 0; j < NJ; j++) {
            double x[2];
            size_t at = node(&g, 1, 2 * j, 2 * k);
            node_at(j, k, x);
            CHECK(g.x[0][at] == x[0] && g.x[1][at] == -1 && g.x[2][at] == x[1], "node %d, %d moved", j, k);
        }
    release(&g);
}

/* Halfway along straight edges the nodes would be 1 - cos(pi / 32) = 0.0048 inside the circle. */
static void walls_keep_their_shape(void)
{
    fill(&g);
    refine(&g);
    for (int j = 0; j <= 2 * EDGE; j++) {
        size_t at = node(&g, 0, j, 0);
        CHECK(fabs(hypot(g.x[0][at], g.x[2][at]) - 1) < 1e-4, "node %d of the arc is at a radius of %.6f", j,
              hypot(g.x[0][at], g.x[2][at]));
    }
    for (int j = 2 * EDGE; j < g.n[1]; j++)
        CHECK(fabs(g.x[2][node(&g, 0, j, 0)] - 1) < 1e-14, "node %d of the plate is off", j);
    release(&g);
}

/* Distances from the wall grow by 1.5 from cell to cell: by its square root after refining. */
static void distances_from_the_wall(void)
{
    fill(&g);
    refine(&g);
    for (int k = 1; k < g.n[2]; k++) {
        double d = g.x[2][node(&g, 0, g.n[1] - 1, k)] - 1, expected = 0.01 * (pow(1.5, k / 2.0) - 1);
        CHECK(fabs(d - expected) < 0.02 * expected, "%g, expected %g", d, expected);
    }
    release(&g);
}

/* Index ranges grow with the lines: node n becomes 2 n - 1, counted from 1. */
static void patches_keep_their_nodes(void)
{
    fill(&g);
    refine(&g);
    const cgsize_t *arc = g.patch[0].range, *plate = g.patch[1].range;
    CHECK(arc[0] == 1 && arc[3] == NI && arc[4] == 2 * EDGE + 1 && arc[5] == 1, "arc to %d", (int)arc[4]);
    CHECK(plate[1] == 2 * EDGE + 1 && plate[4] == 2 * NJ - 1, "plate %d to %d", (int)plate[1], (int)plate[4]);
    release(&g);
}

int main(void)
{
    CASE(coarse_nodes_stay);
    CASE(walls_keep_their_shape);
    CASE(distances_from_the_wall);
    CASE(patches_keep_their_nodes);
    return check_end();
}
