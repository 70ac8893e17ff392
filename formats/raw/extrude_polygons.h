/* extrude_polygons.h: the parts of an extrusion (extrude.h) that concern edges and polygons
 * given by their edges.
 */
#ifndef UFV_FORMATS_RAW_EXTRUDE_POLYGONS_H
#define UFV_FORMATS_RAW_EXTRUDE_POLYGONS_H

#include "raw/raw_mesh.h"

/* n edges (a, b), edge i being edge_node[2 i] and [2 i + 1] with nodes 0..n_plane-1, become
 * quadrilaterals (a, b, b + n_plane, a + n_plane). Frees edge_node and returns the array that takes its
 * place, [4 n], the caller's. offset: [n + 1], its entries 1..n are set to 4, 8, ..., 4 n. Cannot fail. */
lid *thicken_edges(int64_t n, int64_t *offset, lid *edge_node, lid n_plane);

/* m->n_polygons edges of plane polygons, nodes 0..n_plane-1, become quadrilaterals; behind them come, for
 * each ELEMENT_POLYHEDRON cell, its lower and its upper face, which are the last two polygons of the cell.
 * *n_ring_nodes: nodes of all lower faces together. Does nothing to a mesh without polygons. Fails, naming
 * m->source, when the edges of a cell make no closed ring or the new faces cannot be numbered; m is then
 * still one that raw_mesh_free() takes. */
int thicken_polygons(struct raw_mesh *m, lid n_plane, int64_t *n_ring_nodes);

#endif
