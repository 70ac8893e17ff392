/* mesh_patches.h: which patch a boundary face belongs to. */
#ifndef UFV_PREP_MESH_PATCHES_H
#define UFV_PREP_MESH_PATCHES_H

#include "mesh.h"
#include "node_table.h"

/* In mesh.right until a patch is found for a boundary face. */
#define MESH_NO_PATCH INT32_MIN

/* table: the boundary faces in its chains. Faces named by the file come first,
 * then patches given by their vertices in file order, then "unassigned". */
void mesh_assign_patches(struct mesh *m, const struct raw_mesh *raw, const struct node_table *table,
                         struct mesh_findings *found);

#endif
