/* cgns_join_collapsed.c: edges of a structured zone whose two nodes are one place,
 * as at the poles of O- and C-grids.
 *
 * Only cells at the zone's sides are looked at. An edge is collapsed when it is
 * shorter than 1e-11 of the cell's longest edge (boundary layers reach 1e-7) or
 * than the rounding of its coordinates.
 */
#include "cgns/cgns_join.h"

#include "element.h"

#include <float.h>
#include <math.h>

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

static void join_cell(struct cgns_join *j, const lid *node, int n_edges)
{
    double length[12], longest = 0.0, size = 0.0;
    for (int e = 0; e < n_edges; e++) {
        length[e] = squared_length(j->m, node[edge[e][0]], node[edge[e][1]], &size);
        longest = fmax(longest, length[e]);
    }
    /* All of these are squares: 1e-22 is 1e-11 of a length. */
    double rounding = 4.0 * DBL_EPSILON * size, least = fmax(1e-22 * longest, rounding * rounding);
    for (int e = 0; e < n_edges; e++)
        if (length[e] <= least)
            node_merge_unite(&j->merge, node[edge[e][0]], node[edge[e][1]]);
}

void cgns_join_collapsed(struct cgns_join *j, const struct cgns_zone *z)
{
    int64_t n[3] = {z->size[0] - 1, z->size[1] - 1, z->dim == 3 ? z->size[2] - 1 : 1};
    int n_edges = z->dim == 3 ? 12 : 4, n_nodes = z->dim == 3 ? 8 : 4;
    for (int64_t k = 0; k < n[2]; k++)
        for (int64_t jj = 0; jj < n[1]; jj++) {
            bool side = jj == 0 || jj == n[1] - 1 || (z->dim == 3 && (k == 0 || k == n[2] - 1));
            /* In rows inside the zone only the first and the last cell touch a side. */
            int64_t step = side || n[0] == 1 ? 1 : n[0] - 1;
            for (int64_t i = 0; i < n[0]; i += step) {
                int64_t c = z->first_cell + i + n[0] * (jj + n[1] * k);
                join_cell(j, j->m->cell_node + j->m->cell_node_offset[z->first_cell] + n_nodes * (c - z->first_cell),
                          n_edges);
            }
        }
}
