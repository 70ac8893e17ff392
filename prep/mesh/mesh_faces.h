/* mesh_faces.h: the faces of a mesh whose file gives its cells only. */
#ifndef UFV_PREP_MESH_MESH_FACES_H
#define UFV_PREP_MESH_MESH_FACES_H

#include "mesh/mesh.h"
#include "mesh/patch_table.h"

/* Can faces be made from it? An error when there are no cells, more than 2^31 - 1 of them or of
 * nodes, or one of a type that is known neither by its nodes nor by its faces. */
int mesh_raw_check(const struct raw_mesh *raw);

/* Fills the nodes, cells and faces of a zeroed m from a raw mesh that mesh_raw_check() accepts; right
 * is MESH_NO_PATCH at the boundary. The nodes and cells of raw are handed over to m and its polygons
 * freed; patches stay. table: the patch faces of raw, borrowed.
 * internal_walls: a glob; where faces of the patches that it matches lie inside the volume, they become
 * boundary faces of the cells on either side. NULL: none do. A glob that matches no patch is an error, as
 * are polyhedra that are no closed surface. Adds to found what it noticed, by places of m.
 * Free m with mesh_free(), also after an error. */
int mesh_faces_make(struct raw_mesh *raw, const struct patch_table *table, const char *internal_walls,
                    struct mesh *m, struct mesh_findings *found);

#endif
