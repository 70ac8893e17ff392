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

/* Appends images to m and g (nothing without periodic faces). What is said of the
 * mesh alone (its checks, partition, order, id) must be done before. */
int images_add(struct mesh *m, struct metrics *g);

#endif
