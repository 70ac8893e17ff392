/* chosen_cells.h: cells of a rank that a case file chooses by where they lie, found while nodes and wall distances are
 * still on the host. Nothing is collective.
 */
#ifndef UFV_SOLVE_MESH_CHOSEN_CELLS_H
#define UFV_SOLVE_MESH_CHOSEN_CELLS_H

#include "case/case_file.h"
#include "pack/pack.h"

/* chosen[n_owned]: 1 for cells whose centroids lie in the case's time.cfl_box and within its time.cfl_wall_distance of
 * walls, as far as these are given. p: with its cores. */
void chosen_cells_step(const struct case_file *c, const struct pack *p, uint8_t *chosen);

#endif
