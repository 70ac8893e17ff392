/* refine.h: uniform refinement: every tetrahedron, prism and hexahedron becomes
 * eight, every pyramid six pyramids and four tetrahedra. Conforming.
 */
#ifndef UFV_PREP_MESH_REFINE_H
#define UFV_PREP_MESH_REFINE_H

#include "raw/raw_mesh.h"

/* Once. New nodes: middles of edges, of quadrilateral faces, of hexahedra.
 * Patch faces, patches given by vertices and periodic faces are refined along. The octahedron
 * inside a tetrahedron is cut along its shortest diagonal. An error where a cell is collapsed or a polyhedron, or
 * there would be more than 2^31 - 1 cells or nodes; m then is good for raw_mesh_free() only. */
int refine_raw_mesh(struct raw_mesh *m);

/* Cells that one cell of a type has become after so many refinements; they follow one another in
 * the order of the cells they come from. */
int64_t refine_descendants(int cell_type, int times);

#endif
