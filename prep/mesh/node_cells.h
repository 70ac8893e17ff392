/* node_cells.h: all cells around each node, as a CSR table: the way from faces and nodes back to cells. */
#ifndef UFV_PREP_MESH_NODE_CELLS_H
#define UFV_PREP_MESH_NODE_CELLS_H

#include "mesh/mesh.h"

struct node_cells {
    int64_t *offset; /* [all nodes + 1] */
    lid *cell;       /* [offset[all nodes]] ascending, each cell once */
};

/* Of all nodes and cells, those of images included where there are any. */
void node_cells_make(const struct mesh *m, struct node_cells *n);
/* Accepts a zeroed struct. */
void node_cells_free(struct node_cells *n);

#endif
