/* refine_lines.h: a structured grid with half the spacing, its new nodes on smooth curves
 * through the nodes of the grid lines. `ufv-prep --refine` puts them halfway along
 * straight edges, which leaves a curved wall the polygon that it was on the coarse grid.
 *
 * Between x_1 and x_2 of a line the new node is that of the cubic through four nodes with
 * equal spacing of the parameter (Dyn, Levin, Gregory 1987, "A 4-point interpolatory
 * subdivision scheme", Eq. 2.1 with w = 1/16):
 *
 *     x_0 --- x_1 -o- x_2 --- x_3        o = (9 (x_1 + x_2) - x_0 - x_3) / 16
 *     x_0 -o- x_1 --- x_2 --- x_3        o = (5 x_0 + 15 x_1 - 5 x_2 + x_3) / 16
 *
 * the second at an end of a smooth piece. Pieces end where a patch or an interface does,
 * on all lines of that direction: there walls have their edges.
 */
#ifndef UFV_CASES_REFINE_LINES_H
#define UFV_CASES_REFINE_LINES_H

#include "mesh_build.h"

enum { MOST_PATCHES = 64, MOST_INDEX = 20000, NAME = 33 };

struct patch {
    char name[NAME];
    BCType_t bc;
    cgsize_t range[6]; /* first node, last node; 1-based */
};

struct joint {
    char name[NAME], donor[NAME];
    cgsize_t range[6], donor_range[6]; /* as those of patches */
    int transform[3];
};

struct grid {
    char name[NAME];
    int n[3];                 /* nodes along i, j, k */
    double *x[3];             /* [n[0] * n[1] * n[2]] each, i fastest; owned */
    bool has_units;
    DataClass_t data_class;
    int units[5];             /* mass, length, time, temperature, angle */
    struct patch patch[MOST_PATCHES];
    struct joint joint[MOST_PATCHES];
    int n_patches, n_joints;
};

static inline size_t nodes_of(const int n[3])
{
    return (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
}

static inline void mark_ends(const cgsize_t range[6], int d, int n, bool *ends)
{
    for (int e = 0; e < 2; e++)
        if (range[3 * e + d] >= 1 && range[3 * e + d] <= n)
            ends[range[3 * e + d] - 1] = true;
}

/* ends[n[d]]: where the pieces of the lines along d end. */
static inline void find_ends(const struct grid *g, int d, bool *ends)
{
    memset(ends, 0, (size_t)g->n[d] * sizeof *ends);
    ends[0] = ends[g->n[d] - 1] = true;
    for (int p = 0; p < g->n_patches; p++)
        mark_ends(g->patch[p].range, d, g->n[d], ends);
    for (int k = 0; k < g->n_joints; k++)
        mark_ends(g->joint[k].range, d, g->n[d], ends);
}

/* Between v[i] and v[i + 1] of values `step` apart; low, high: the ends of their piece. */
static inline double between(const double *v, size_t step, int i, int low, int high)
{
#define AT(k) v[(size_t)(k) * step]
    if (high - low < 3)
        return high - low < 2 ? (AT(i) + AT(i + 1)) / 2
               : i == low     ? (3 * AT(i) + 6 * AT(i + 1) - AT(i + 2)) / 8
                              : (3 * AT(i + 1) + 6 * AT(i) - AT(i - 1)) / 8;
    if (i == low)
        return (5 * AT(i) + 15 * AT(i + 1) - 5 * AT(i + 2) + AT(i + 3)) / 16;
    if (i + 1 == high)
        return (5 * AT(i + 1) + 15 * AT(i) - 5 * AT(i - 1) + AT(i - 2)) / 16;
    return (9 * (AT(i) + AT(i + 1)) - AT(i - 1) - AT(i + 2)) / 16;
#undef AT
}

/* One line of n nodes, `step` values apart, becomes one of 2 n - 1. */
static inline void refine_line(const double *from, double *to, size_t step, int n, const bool *ends)
{
    int low = 0, high = 0;
    for (int i = 0; i < n - 1; i++) {
        if (i == high) {
            low = i;
            do
                high++;
            while (!ends[high]);
        }
        to[(size_t)(2 * i) * step] = from[(size_t)i * step];
        to[(size_t)(2 * i + 1) * step] = between(from, step, i, low, high);
    }
    to[(size_t)(2 * n - 2) * step] = from[(size_t)(n - 1) * step];
}

static inline void refine_range(cgsize_t range[6], int d)
{
    range[d] = 2 * range[d] - 1;
    range[3 + d] = 2 * range[3 + d] - 1;
}

static inline void refine_coordinate(struct grid *g, int axis, int d, const bool *ends)
{
    int m[3] = {g->n[0], g->n[1], g->n[2]};
    m[d] = 2 * g->n[d] - 1;
    double *fine = mesh_grow(NULL, nodes_of(m) * sizeof *fine);
    size_t step = 1; /* between neighbours along d, the same in both grids */
    for (int e = 0; e < d; e++)
        step *= (size_t)g->n[e];
    size_t blocks = nodes_of(g->n) / (step * (size_t)g->n[d]);
    for (size_t b = 0; b < blocks; b++)
        for (size_t s = 0; s < step; s++)
            refine_line(g->x[axis] + b * step * (size_t)g->n[d] + s, fine + b * step * (size_t)m[d] + s, step, g->n[d],
                        ends);
    free(g->x[axis]);
    g->x[axis] = fine;
}

/* The donor's direction d is another one of this zone's where the interface turns. */
static inline void refine_direction(struct grid *g, int d)
{
    static bool ends[MOST_INDEX];
    if (g->n[d] > MOST_INDEX / 2)
        mesh_fail(g->name, "more than 10,000 nodes along a line");
    find_ends(g, d, ends);
    for (int axis = 0; axis < 3; axis++)
        refine_coordinate(g, axis, d, ends);
    g->n[d] = 2 * g->n[d] - 1;
    for (int p = 0; p < g->n_patches; p++)
        refine_range(g->patch[p].range, d);
    for (int k = 0; k < g->n_joints; k++) {
        refine_range(g->joint[k].range, d);
        refine_range(g->joint[k].donor_range, d);
    }
}

/* Directions of one cell, the depth of a plane grid, stay as they are. */
static inline void refine(struct grid *g)
{
    bool more[3];
    for (int d = 0; d < 3; d++)
        more[d] = g->n[d] > 2;
    for (int d = 0; d < 3; d++)
        if (more[d])
            refine_direction(g, d);
}

#endif
