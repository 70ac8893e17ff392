/* node_slices.h: the nodes of each cell in slices, as kernels read them, and what a
 * node's value adds to the Green-Gauss gradient of a cell.
 */
#ifndef UFV_SOLVE_MESH_NODE_SLICES_H
#define UFV_SOLVE_MESH_NODE_SLICES_H

#include "backend/backend.h"
#include "pack/pack.h"

/* Makes view.node_slice_offset and node_slice on the device, owned by the caller, from a pack whose
 * arrays of nodes are still on the host; with_weights: node_weight too (needs the faces' nodes). Not
 * collective. */
void node_slices_upload(const struct backend *b, const struct pack *p, bool with_weights, struct mesh_view *view);

#endif
