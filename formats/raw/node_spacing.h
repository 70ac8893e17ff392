/* node_spacing.h: the shortest edge at each node, the measure of how far two nodes that are one may be apart. */
#ifndef UFV_FORMATS_RAW_NODE_SPACING_H
#define UFV_FORMATS_RAW_NODE_SPACING_H

#include "raw/raw_mesh.h"

/* [m->n_nodes] m, FLT_MAX where all edges are collapsed or no cell is; the caller's (mem_free()). */
float *raw_node_spacing(const struct raw_mesh *m);

#endif
