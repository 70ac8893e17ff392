/* images.h: the cells behind periodic faces, made part of the mesh.
 *
 * An image is a cell of the mesh moved by a transform. images_add() appends, with
 * their faces and nodes, those images that the halo of some division can hold:
 * neighbours across periodic faces, their face neighbours, and all others that
 * share a node with a cell of the mesh or with one of the former. Periodic faces
 * then are interior faces between a cell and an image, so that halos and packs
 * are made as if the geometry were repeated; an image is owned by the rank that
 * owns its cell.
 *
 * Where an image of a node or face coincides with one of the mesh, it is that one.
 */
#ifndef UFV_PREP_PERIODIC_IMAGES_H
#define UFV_PREP_PERIODIC_IMAGES_H

#include "mesh/geometry.h"
#include "mesh/mesh.h"

/* Appends images to the arrays of m and g, and their numbers to m->images; m->n_cells, n_faces and n_nodes
 * stay the mesh's own, and g->stride grows. Nothing without periodic faces. m: settled by
 * periodic_settle(); afterwards its periodic faces have the image of a cell on their right. An error
 * when there would be more than 2^31 - 1 cells, or more transforms than a table holds; m and g then are
 * good for mesh_free() and metrics_free() only. */
int images_add(struct mesh *m, struct metrics *g);

#endif
