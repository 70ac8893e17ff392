/* partition.h: which rank owns which cell: parts of equal cost with little surface between them, since what a rank does
 * follows its cost and what it exchanges follows the surface.
 */
#ifndef UFV_PREP_ORDER_PARTITION_H
#define UFV_PREP_ORDER_PARTITION_H

#include "order/cell_cost.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "order/lines.h"

enum partition_method { PARTITION_METIS, PARTITION_BISECT };

/* Fills rank_of [n_cells] 0 .. n_ranks - 1; cost [n_cells] > 0, in any unit. METIS (Karypis and Kumar 1998): k-way
 * on the cell graph, at most 1 % over the mean, fixed seed; lines of m stay on one rank where they are short enough
 * for that (NULL: none). Bisect: slabs of equal cost along the longest axis, as
 * in the papers that docs/kernel-lab.md names. An error where there are more ranks than cells, or a rank would
 * stay empty, says how many ranks would do; and where the graph is too large for this METIS. */
int partition_by_cost(const struct mesh *m, const struct metrics *g, enum partition_method method,
                      const double *cost, const struct cell_lines *lines, int n_ranks, int32_t *rank_of);

/* The same, with each cell weighted by its number of faces. */
int partition_cells(const struct mesh *m, const struct metrics *g, enum partition_method method, int n_ranks,
                    int32_t *rank_of);

struct partition_quality {
    int64_t edge_cut;    /* interior faces between two ranks */
    double imbalance;    /* largest number of cells over the mean */
    int64_t fewest, most; /* cells of a rank */
};
/* rank_of [n_cells] 0 .. n_ranks - 1. */
void partition_measure(const struct mesh *m, int n_ranks, const int32_t *rank_of, struct partition_quality *q);

#endif
