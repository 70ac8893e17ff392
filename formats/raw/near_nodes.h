/* near_nodes.h: nodes of outer faces that coincide without anything that says so.
 *
 * Only nodes of outer faces are joined, and never two that are more than half an edge apart, so that a generous
 * distance does not fold cells.
 */
#ifndef UFV_FORMATS_RAW_NEAR_NODES_H
#define UFV_FORMATS_RAW_NEAR_NODES_H

#include "raw/exterior_faces.h"

/* Lists into e the outer faces all of whose nodes have others within `distance` (m, 0 or more), by roots of g. g: nodes
 * that are one already. spacing: [m->n_nodes] of raw_node_spacing(). e: overwritten, free with exterior_faces_free().
 */
void raw_near_faces(const struct raw_mesh *m, struct node_merge *g, const float *spacing, double distance,
                    struct exterior_faces *e);

/* Makes one in g the nodes of these faces that lie within `distance` of one another; returns how many were united. The
 * mesh stays as it is. */
int64_t raw_near_unite(const struct raw_mesh *m, struct node_merge *g, const float *spacing, double distance);

/* The same for a mesh of which no nodes are known to be one, and applies it (node_merge_apply()): faces of patches that
 * became inner ones leave them (*n_faces), and patches that lose all are dropped. Returns how many nodes vanished. */
int64_t raw_near_join(struct raw_mesh *m, double distance, int64_t *n_faces);

/* The distance, m, at which nodes are said to coincide: rounding in files of single precision, 1e-7 of the mesh. */
double raw_rounding(const struct raw_mesh *m);

#endif
