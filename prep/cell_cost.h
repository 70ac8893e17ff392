/* cell_cost.h: what a cell costs the solver, for parts of equal work. */
#ifndef UFV_PREP_CELL_COST_H
#define UFV_PREP_CELL_COST_H

#include "mesh.h"

/* In any unit: of a cell whatever its shape, and of each of its faces, its nodes and
 * those of its faces that are boundary faces. */
struct cell_cost {
    double cell, face, node, boundary_face;
};

/* Faces alone: what is taken when nothing was measured. */
struct cell_cost cell_cost_by_faces(void);

/* What `ufv-solve --bench STEPS --report FILE.json` has measured. */
int cell_cost_read(const char *path, struct cell_cost *cost);

/* Whole numbers in proportion to the cells' costs, at least 1: weight[n_cells]. Their
 * sum stays below 2^31, for a METIS with 32 bits. */
void cell_cost_weigh(const struct mesh *m, const struct cell_cost *cost, int32_t *weight);

/* Largest cost of a part over the mean. */
double cell_cost_imbalance(const struct mesh *m, const struct cell_cost *cost, int n_ranks, const int32_t *rank_of);

#endif
