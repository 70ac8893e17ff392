/* restart_mesh.h: the state of a run on one mesh as the start of a run on another: finer, coarser or quite different.
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_MESH_H
#define UFV_SOLVE_CHECKPOINT_RESTART_MESH_H

#include "pack/solution.h"
#include "scheme/flow.h"

/* What was done, over all ranks. */
struct restart_mesh_note {
    int64_t cells, old_cells;
    double largest;    /* m, from a cell's centroid to that of the cell it took its values from */
    int64_t far_cells; /* cells further from it than any point of that old cell: outside the old mesh */
};

/* Collective. Each owned cell takes the values at its place in the old mesh: those of the old cell there
 * (restart_place.h), found from the one with the nearest centroid (of two equally near ones that with the smaller
 * global id), and how they vary in it (restart_slopes.h); outside the old mesh those of the nearest cell.
 *
 * folder: of fields; head: its file of rank 0 without arrays. old_packs: the packs that the fields were made on, NULL
 * for those that the fields name. Every rank reads the old files, one at a time. On all ranks nonzero with error_set()
 * when a file is missing or damaged, or more than half of the cells lie outside the old mesh; the flow is then
 * undefined. */
int restart_mesh_read(const char *folder, const struct solution *head, const char *old_packs, struct flow *f,
                      struct restart_mesh_note *note);

#endif
