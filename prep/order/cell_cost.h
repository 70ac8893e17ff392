/* cell_cost.h: what a cell costs the solver, for parts of equal work. */
#ifndef UFV_PREP_ORDER_CELL_COST_H
#define UFV_PREP_ORDER_CELL_COST_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

#include <stdbool.h>

/* In any unit: of a cell whatever its shape, and of each of its faces, its nodes and
 * those of its faces that are on patches: periodic ones are interior faces to the solver.
 * With two_kinds stretched cells
 * (cell_is_stretched()) cost stretched_face a face more, nothing for their nodes, and all of
 * it stretched_factor times: with gradient = node-lsq they take Green-Gauss. */
struct cell_cost {
    double cell, face, node, boundary_face, stretched_face, stretched_factor;
    bool two_kinds;
    /* Where the packs that were measured are what is divided anew: what else made the cells of one
     * of their ranks dear or cheap. NULL: not known. */
    const int32_t *part;  /* [n_cells] rank that owned the cell */
    double *part_factor;  /* by rank, on all its cells' costs; owned, cell_cost_free() */
};

/* Faces alone: what is taken when nothing was measured. */
struct cell_cost cell_cost_by_faces(void);

/* What `ufv-solve --bench STEPS --report FILE.json` has measured: replaces *cost. An error says what the file
 * lacks. */
int cell_cost_read(const char *path, struct cell_cost *cost);

/* Sets part_factor from the seconds that the same report has of each rank, over what the ranks' cells
 * cost by the rest, less what is chance. part: [n_cells], borrowed from now on; cells of n_parts
 * ranks. Nonzero with error_set() where the report is not of these packs: says in what. */
int cell_cost_read_parts(const char *path, const struct mesh *m, const struct metrics *g, const int32_t *part,
                         int n_parts, struct cell_cost *cost);
/* Accepts a zeroed struct. */
void cell_cost_free(struct cell_cost *cost);

/* Has the cell more than four neighbours, one of them more than five times as far as another,
 * and those inside not all in a plane with it? By the geometry alone, as ufv-solve decides
 * (solve/kernels/gradient_choice.h, where noise counts too). */
bool cell_is_stretched(const struct mesh *m, const struct metrics *g, int64_t cell);

/* Of every cell, in any unit: [n_cells], mem_free() it. */
double *cell_costs(const struct mesh *m, const struct metrics *g, const struct cell_cost *cost);

/* Whole numbers in proportion to n costs, at least 1. Their sum stays below 2^31, for a METIS with
 * 32 bits; sums over many cells are right to less than the rounding of one. */
void cell_cost_round(int64_t n, const double *cost, int32_t *weight);

/* Largest cost of a rank over the mean; cost, rank_of [n_cells]. */
double cell_cost_imbalance(int64_t n_cells, const double *cost, int n_ranks, const int32_t *rank_of);

#endif
