/* extrude.h: a plane mesh becomes one layer of cells between two symmetry planes. */
#ifndef UFV_FORMATS_RAW_EXTRUDE_H
#define UFV_FORMATS_RAW_EXTRUDE_H

#include "raw/raw_mesh.h"

#define RAW_LAYER_DEPTH 1.0 /* m */

struct extrusion {
    int axis;         /* 0, 1, 2: the one along which all nodes are at one place; z when several are so */
    double thickness; /* m */
};

/* m: cells of types ELEMENT_TRI and ELEMENT_QUAD, and polygons: ELEMENT_POLYHEDRON
 * whose polygons are edges; patch faces and periodic faces are edges too, of two
 * nodes each; patches may list vertices. Triangles become prisms, quadrilaterals
 * hexahedra, polygons polyhedra, edges quadrilaterals; the two sides become
 * patches "symmetry-lower" and "symmetry-upper", which come last. Node v of the
 * plane, 0..n_nodes-1, gets a twin v + n_nodes; cells keep their numbers. The layer is RAW_LAYER_DEPTH thick, so that
 * forces are per metre. Fails,
 * naming m->source, when the nodes lie in no coordinate plane, the edges of a
 * polygon make no closed ring, or there are too many to be numbered; m is then still
 * one that raw_mesh_free() takes. */
int raw_mesh_extrude(struct raw_mesh *m, struct extrusion *e);

/* Is the mesh one layer, with half of its nodes in one coordinate plane and half in another? e: which, and how far they
 * are apart; only if it is. */
bool raw_mesh_is_layer(const struct raw_mesh *m, struct extrusion *e);

/* Makes the layer e of m so thick, m > 0; its lower plane stays. */
void raw_mesh_set_depth(struct raw_mesh *m, const struct extrusion *e, double depth);

#endif
