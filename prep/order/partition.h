/* partition.h: which rank owns which cell. */
#ifndef UFV_PREP_ORDER_PARTITION_H
#define UFV_PREP_ORDER_PARTITION_H

#include "order/cell_cost.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"

enum partition_method { PARTITION_METIS, PARTITION_BISECT };

/* rank_of [n_cells] 0..n_ranks-1; METIS: k-way on the
 * cell graph, cells weighted by their cost[n_cells], fixed seed; a rank that would stay empty
 * is an error that says how many ranks would do. Bisect: slabs of equal
 * weight along the longest axis, as in the papers. */
int partition_by_cost(const struct mesh *m, const struct metrics *g, enum partition_method method,
                      const double *cost, int n_ranks, int32_t *rank_of);

/* The same with cells weighted by their faces. */
int partition_cells(const struct mesh *m, const struct metrics *g, enum partition_method method, int n_ranks,
                    int32_t *rank_of);

struct partition_quality {
    int64_t edge_cut;    /* interior faces between two ranks */
    double imbalance;    /* largest number of cells over the mean */
    int64_t fewest, most; /* cells of a rank */
};
void partition_measure(const struct mesh *m, int n_ranks, const int32_t *rank_of, struct partition_quality *q);

#endif
