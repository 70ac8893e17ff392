/* polyhedra.h: cells that a file gives by their faces, made ready to be built.
 *
 * Files disagree about which way round the nodes of a polygon run and which faces
 * point out of a cell. Here topology decides: the faces of a closed cell use each
 * of its edges once in either direction, and the sign of the volume tells inside
 * from outside.
 */
#ifndef UFV_PREP_MESH_POLYHEDRA_H
#define UFV_PREP_MESH_POLYHEDRA_H

#include "raw/raw_mesh.h"

/* Takes repeated neighbours out of the polygons; turns cell_polygon[i] into ~p
 * where polygon p must be run through backwards to point out of the cell; and
 * gives every polyhedron its nodes, ascending, in cell_node. Nothing to do
 * without polyhedra. A cell whose faces are no closed surface is an error that
 * names the first one. Changes raw in place. */
int polyhedra_prepare(struct raw_mesh *raw);

#endif
