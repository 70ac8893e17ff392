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
 * plane, 0..n_nodes-1, gets a twin v + n_nodes; cells keep their numbers. The layer is 1 m thick where the mean edge is
 * between 1 mm and 1 km, else the power of ten next to the mean edge. Fails,
 * naming m->source, when the nodes lie in no coordinate plane, the edges of a
 * polygon make no closed ring, or there are too many to be numbered; m is then still
 * one that raw_mesh_free() takes. */
int raw_mesh_extrude(struct raw_mesh *m, struct extrusion *e);

#endif
