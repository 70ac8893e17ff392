/* coarse_halo.h: coarse cells of other ranks. Ranks join their own cells only; what coarse cell a cell of the halo
 * belongs to its rank tells once. In each exchange one cell stands for all those of a coarse cell that a neighbour has.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_HALO_H
#define UFV_SOLVE_SCHEME_COARSE_HALO_H

#include "scheme/flow.h"

/* Collective. of: [n_cells] the coarse cell of each cell, as its rank counts; in: of owned ones, of which there are n;
 * out: also of the halo, -1 beyond layer 1. stands: out, [n_cells], 1: a cell by way of which its coarse cell's values
 * are exchanged; the same on all ranks that have it. place: out, [n_cells], of the halo's cells the number of their
 * coarse cell among those of the halo, -1: none; of owned ones -1. How many coarse cells of the halo there are. */
lid coarse_halo_find(const struct flow *f, lid n, lid *of, uint8_t *stands, lid *place);

#endif
