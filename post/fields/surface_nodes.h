/* surface_nodes.h: averages at the nodes of the boundary, the same on all ranks
 * that share a node: gathered from all of them, one at a time.
 */
#ifndef UFV_POST_FIELDS_SURFACE_NODES_H
#define UFV_POST_FIELDS_SURFACE_NODES_H

#include "fields/variables.h"

struct surface_nodes {
    int64_t n;
    gid *id;       /* owned; [n] ascending: the nodes of all boundary faces */
    double *value; /* owned; [components][n], variables one after another, labels left out */
};

/* Means over the faces around each node, weighted by their areas; free with
 * surface_nodes_free(). An error, with nothing to free, when a rank cannot be read or a
 * variable not be formed. */
int surface_nodes_gather(const struct results *r, const struct variable_list *v, struct surface_nodes *s);

/* Frees the arrays and zeroes the struct; also of a zeroed one. */
void surface_nodes_free(struct surface_nodes *s);

/* The place 0 .. n - 1 of a node (global id) among them, or -1. */
int64_t surface_nodes_find(const struct surface_nodes *s, gid id);

#endif
