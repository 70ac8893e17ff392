/* surface.h: the faces of some patches, gathered from all ranks, with a quantity
 * averaged to their nodes.
 */
#ifndef UFV_POST_FIELDS_SURFACE_H
#define UFV_POST_FIELDS_SURFACE_H

#include "fields/quantity.h"

/* All arrays owned. */
struct surface {
    int64_t n_nodes;
    gid *node_gid;    /* [n_nodes] ascending */
    double *x[3];     /* [3][n_nodes] m */
    double *value;    /* [n_nodes] raw quantity (quantity.h): mean of the faces around, weighted by area */
    int64_t n_faces;
    int64_t *offset; /* [n_faces + 1] */
    int64_t *node;   /* [offset[n_faces]] around each face, 0..n_nodes-1 */
};

/* Gathers the patches with chosen[manifest.n_patches], one rank's pack at a time; free with
 * surface_free(). An error, with nothing to free, when a rank cannot be read, the run kept
 * no such quantity, or a value is not a finite number. */
int surface_gather(const struct results *r, const bool *chosen, enum quantity quantity, struct surface *s);

/* Frees the arrays and zeroes the struct. */
void surface_free(struct surface *s);

#endif
