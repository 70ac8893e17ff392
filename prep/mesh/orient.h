/* orient.h: puts the nodes of mirrored cells into CGNS order.
 *
 * Files disagree about which way round prisms are numbered, and whole zones may
 * be left-handed. The sign of a cell's volume decides.
 */
#ifndef UFV_PREP_MESH_ORIENT_H
#define UFV_PREP_MESH_ORIENT_H

#include "mesh/mesh.h"

/* Changes m->cell_node; needs nodes and cells only. Polyhedra stay as they are. Returns the number of cells turned
 * round. */
int64_t orient_cells(struct mesh *m);

#endif
