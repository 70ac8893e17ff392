/* coincident_nodes.h: pairs of nodes that are at most a distance apart. */
#ifndef UFV_FORMATS_RAW_COINCIDENT_NODES_H
#define UFV_FORMATS_RAW_COINCIDENT_NODES_H

#include "raw/raw_mesh.h"

/* Calls pair(context, a, b), a < b, for each two of the n nodes that lie within
 * `distance` (m) of each other. Takes time in proportion to n when few do. */
void coincident_nodes(const struct raw_mesh *m, const lid *node, int64_t n, double distance,
                void (*pair)(void *context, lid a, lid b), void *context);

#endif
