/* coincident_nodes.h: pairs of nodes that are at most a distance apart. */
#ifndef UFV_FORMATS_RAW_COINCIDENT_NODES_H
#define UFV_FORMATS_RAW_COINCIDENT_NODES_H

#include "raw/raw_mesh.h"

/* Calls pair(context, a, b), a < b, once for each two of the n nodes that lie within
 * `distance` (m, 0 or more) of each other, in an order that depends on their places alone.
 * node: [n] different numbers, 0..m->n_nodes-1. Takes time in proportion to n when few do. Does
 * nothing when all nodes lie at the origin and distance is 0. */
void coincident_nodes(const struct raw_mesh *m, const lid *node, int64_t n, double distance,
                void (*pair)(void *context, lid a, lid b), void *context);

#endif
