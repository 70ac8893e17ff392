/* mesh_patches.h: which patch a boundary face belongs to. */
#ifndef UFV_PREP_MESH_MESH_PATCHES_H
#define UFV_PREP_MESH_MESH_PATCHES_H

#include "mesh/mesh.h"
#include "raw/raw_mesh.h"
#include "mesh/patch_table.h"

/* Faces named by the file come first, then patches given by their vertices in file order, then "unassigned". Fills
 * m->patch, and right where it is MESH_NO_PATCH; periodic faces stay and are counted as their patches' n_joined.
 * table: that of raw. Adds to found what was noticed about patches. */
void mesh_assign_patches(struct mesh *m, const struct raw_mesh *raw, const struct patch_table *table,
                         struct mesh_findings *found);

#endif
