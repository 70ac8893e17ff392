/* exterior_faces.h: the faces that one cell alone has, among those whose nodes
 * are all marked.
 */
#ifndef UFV_FORMATS_RAW_EXTERIOR_FACES_H
#define UFV_FORMATS_RAW_EXTERIOR_FACES_H

#include "raw/node_merge.h"
#include "raw/raw_mesh.h"

struct exterior_faces {
    int64_t n;
    int64_t *offset; /* owned; [n + 1] */
    lid *node;       /* owned; [offset[n]] roots of g, each once, around the face; two in a plane mesh */
};

/* Lists into e the exterior faces of cells first..first + n_cells - 1 of m, in the order of cells and of their
 * faces; a face between two of these cells is not among them, one to a cell outside the range is. mark:
 * [m->n_nodes], nonzero where looked at; of a class of nodes the root's counts, and all nodes of a face must
 * be marked. g: nodes that are one already; g->parent may be NULL. Faces collapsed to a line are left out.
 * Cannot fail. Free with exterior_faces_free(). */
void exterior_faces_find(const struct raw_mesh *m, const struct node_merge *g, int64_t first, int64_t n_cells,
                         const uint8_t *mark, struct exterior_faces *e);
void exterior_faces_free(struct exterior_faces *e);

#endif
