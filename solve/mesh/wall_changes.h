/* wall_changes.h: walls of a case that are none in its packs, or the other way about: wall distances anew. */
#ifndef UFV_SOLVE_MESH_WALL_CHANGES_H
#define UFV_SOLVE_MESH_WALL_CHANGES_H

#include "case/case_file.h"
#include "parallel/comm.h"

/* Are the no-slip walls, by values[n_patches], others than those that ufv-prep measured p's wall distances to? The
 * same on all ranks. Not collective. */
bool wall_changes_any(const struct pack *p, const struct bc_values *values);

/* Collective. Replaces p's wall distances by those to the walls that values[n_patches] names: of this rank's cells and,
 * as their owners have them, of its halo; bit for bit what ufv-prep writes for these walls. Reads faces and nodes of
 * the packs once more and gathers the wall faces of all ranks on each: some 200 bytes for a triangle of the wall, until
 * it returns. On all ranks nonzero with error_set() when a pack cannot be read. */
int wall_changes_measure(const char *packs, const struct comm *comm, const struct bc_values *values, struct pack *p);

#endif
