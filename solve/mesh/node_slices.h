/* node_slices.h: the nodes of each cell in slices, as kernels read them, and what a
 * node's value adds to the Green-Gauss gradient of a cell.
 */
#ifndef UFV_SOLVE_MESH_NODE_SLICES_H
#define UFV_SOLVE_MESH_NODE_SLICES_H

#include "mesh/domain.h"

/* Makes view.node_slice_offset and node_slice from the pack of d, which is still whole;
 * with_weights: node_weight too (needs the faces' nodes). */
void node_slices_upload(struct domain *d, bool with_weights);

#endif
