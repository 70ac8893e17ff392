/* face_match.h: finds which sides of cells are one face, and numbers the faces.
 *
 * Sides are sorted by their smallest node, by counting; in each node's bucket
 * those with the same nodes are paired. 16 bytes a side for the time being.
 */
#ifndef UFV_PREP_MESH_FACE_MATCH_H
#define UFV_PREP_MESH_FACE_MATCH_H

#include "mesh/cell_sides.h"
#include "mesh/patch_table.h"

/* Faces of the file's patches p with split[p] stay two boundary faces where two
 * cells meet; split NULL: there are none. */
struct face_split {
    const uint8_t *split; /* [raw->n_patches] */
    const struct patch_table *table;
};

/* Fills cell_face, the faces of m and their nodes, left and right (MESH_NO_PATCH at
 * the boundary); counts folded, triple and split faces. m: zeroed but for nodes and cells. The numbers do not
 * depend on threads. An error where all cells together have more than 2^31 - 1 sides. */
int faces_match(const struct cell_sides *s, const struct face_split *split, struct mesh *m,
                struct mesh_findings *found);

#endif
