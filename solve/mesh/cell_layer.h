/* cell_layer.h: is the mesh one cell thick, between two planes of symmetry? Plane meshes become such layers, whose
 * thickness is arbitrary, and wedges of axisymmetric flow are. Sizes and time steps leave the two sides out.
 */
#ifndef UFV_SOLVE_MESH_CELL_LAYER_H
#define UFV_SOLVE_MESH_CELL_LAYER_H

#include "backend/backend.h"
#include "pack/pack.h"

/* Collective. p: with its faces; values: [n_patches] what the patches are; layer: out, the same on all ranks. A layer
 * is a mesh each cell of which has one face in each of two directions that are opposite in part, on patches that are
 * planes of symmetry. */
/* Of a plane mesh whose sides are normal to x, y or z the rounding of normals and places in that direction is taken
 * off, in p. */
void cell_layer_find(struct pack *p, const struct bc_values *values, struct layer *layer);

#endif
