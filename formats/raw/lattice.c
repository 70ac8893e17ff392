/* lattice.c: cells, faces and collapsed edges of structured blocks. */
#include "raw/lattice.h"

#include "element.h"

#include <float.h>
#include <math.h>

void lattice_cell(const struct lattice *l, int64_t i, int64_t j, int64_t k, lid node[8])
{
    lid v = lattice_node(l, i, j, k), row = (lid)l->size[0], plane = (lid)(l->size[0] * l->size[1]);
    node[0] = v;
    node[1] = v + 1;
    node[2] = v + 1 + row;
    node[3] = v + row;
    for (int n = 0; n < 4 && l->dim == 3; n++)
        /* CGNS order: the face of the lower k, then the one above it, node for node. */
        node[4 + n] = node[n] + plane;
}

int64_t lattice_cells(const struct lattice *l)
{
    return (l->size[0] - 1) * (l->size[1] - 1) * (l->dim == 3 ? l->size[2] - 1 : 1);
}

int lattice_face(const struct lattice *l, int d, const int64_t at[3], lid node[4])
{
    /* The two other indices, in ascending order; corners run round: (0,0), (1,0), (1,1), (0,1). */
    int u = d == 0 ? 1 : 0, w = d == 2 ? 1 : 2, n = l->dim == 3 ? 4 : 2;
    for (int c = 0; c < n; c++) {
        int64_t p[3] = {at[0], at[1], at[2]};
        p[u] += c == 1 || c == 2;
        p[w] += c >= 2;
        node[c] = lattice_node(l, p[0], p[1], p[2]);
    }
    return n;
}

static double squared_length(const struct raw_mesh *m, lid a, lid b, double *size)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++) {
        double p = m->x[d][a], q = m->x[d][b];
        s += (p - q) * (p - q);
        *size = fmax(*size, fmax(fabs(p), fabs(q)));
    }
    return s;
}

/* Node numbers of each edge of a hexahedron; a quadrilateral has the first four. */
static const int8_t edge[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                   {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

static void join_cell(const struct raw_mesh *m, struct node_merge *g, const lid *node, int n_edges)
{
    double length[12], longest = 0.0, size = 0.0;
    for (int e = 0; e < n_edges; e++) {
        length[e] = squared_length(m, node[edge[e][0]], node[edge[e][1]], &size);
        longest = fmax(longest, length[e]);
    }
    /* All of these are squares: 1e-22 is 1e-11 of a length. */
    double rounding = 4.0 * DBL_EPSILON * size, least = fmax(1e-22 * longest, rounding * rounding);
    for (int e = 0; e < n_edges; e++)
        if (length[e] <= least)
            node_merge_unite(g, node[edge[e][0]], node[edge[e][1]]);
}

/* Only cells at the sides are looked at. */
void lattice_unite_collapsed(const struct lattice *l, const struct raw_mesh *m, struct node_merge *g)
{
    int64_t n[3] = {l->size[0] - 1, l->size[1] - 1, l->dim == 3 ? l->size[2] - 1 : 1};
    int n_edges = l->dim == 3 ? 12 : 4;
    lid node[8];
    for (int64_t k = 0; k < n[2]; k++)
        for (int64_t j = 0; j < n[1]; j++) {
            bool side = j == 0 || j == n[1] - 1 || (l->dim == 3 && (k == 0 || k == n[2] - 1));
            /* In rows inside the block only the first and the last cell touch a side. */
            int64_t step = side || n[0] == 1 ? 1 : n[0] - 1;
            for (int64_t i = 0; i < n[0]; i += step) {
                lattice_cell(l, i, j, k, node);
                join_cell(m, g, node, n_edges);
            }
        }
}
