/* mesh_gather.h: what a file of the whole mesh needs to know of it beforehand,
 * gathered from the packs of all ranks, one at a time: the types of its cells, its
 * boundary faces by patch and, when there are polyhedra, all its faces.
 */
#ifndef UFV_POST_FIELDS_MESH_GATHER_H
#define UFV_POST_FIELDS_MESH_GATHER_H

#include "fields/results.h"

/* A face of the whole mesh, with global ids. */
struct mesh_face {
    gid id;
    gid left, right;  /* cells; right -1 on the boundary, periodic faces included */
    int patch;        /* -1 inside and on periodic faces */
    int64_t node;     /* its nodes begin there */
    int n_nodes;
};

struct mesh_gather {
    int64_t n_cells, n_nodes;
    bool polyhedra;
    uint8_t *type;    /* owned; [n_cells] enum element_type */
    int64_t n_faces;
    struct mesh_face *face; /* owned; boundary faces by patch, numbers of nodes (3, 4,
                               more) and id; then, with polyhedra, inner ones by id */
    int64_t n_face_nodes;
    gid *face_node;   /* owned; around each face */
};

/* Gathers from the packs of r (opened with RESULTS_GEOMETRY); free with mesh_gather_free().
 * An error, with nothing to free, when a pack cannot be read, or a cell is on no rank or on
 * two. */
int mesh_gather(const struct results *r, struct mesh_gather *m);

/* Frees the arrays and zeroes the struct. */
void mesh_gather_free(struct mesh_gather *m);

#endif
