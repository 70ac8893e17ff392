/* extrude.h: a plane mesh becomes one layer of cells between two symmetry planes. */
#ifndef UFV_FORMATS_RAW_EXTRUDE_H
#define UFV_FORMATS_RAW_EXTRUDE_H

#include "raw/raw_mesh.h"

struct extrusion {
    int axis;         /* 0, 1, 2: the one along which all nodes are at one place; z when several are so */
    double thickness; /* m */
};

/* m: cells of types ELEMENT_TRI and ELEMENT_QUAD, and polygons: ELEMENT_POLYHEDRON
 * whose polygons are edges; patch faces and periodic faces are edges too, of two
 * nodes each; patches may list vertices. Triangles become prisms, quadrilaterals
 * hexahedra, polygons polyhedra, edges quadrilaterals; the two sides become
 * patches "symmetry-lower" and "symmetry-upper", which come last. Node v of the
 * plane gets a twin v + n_nodes. The layer is 1 m thick where the mean edge is
 * between 1 mm and 1 km, else the power of ten next to the mean edge. Fails,
 * naming m->source, when the nodes lie in no coordinate plane, or the edges of a
 * polygon make no closed ring. */
int raw_mesh_extrude(struct raw_mesh *m, struct extrusion *e);

/* ---- its parts ---- */

/* n edges (a, b) become quadrilaterals (a, b, b', a'), offset [n + 1] too; frees
 * edge_node and returns what takes its place. */
lid *thicken_edges(int64_t n, int64_t *offset, lid *edge_node, lid n_plane);

/* The edges of polygons, and their lower and upper faces behind them, which are the
 * last two of each cell; n_ring_nodes: nodes of all lower faces. */
int thicken_polygons(struct raw_mesh *m, lid n_plane, int64_t *n_ring_nodes);

#endif
