/* raw_append.h: cells, faces and patches added to a mesh one at a time, by readers of formats that list them so. */
#ifndef UFV_FORMATS_RAW_RAW_APPEND_H
#define UFV_FORMATS_RAW_RAW_APPEND_H

#include "raw/raw_mesh.h"

/* Coordinates beyond this are refused, m: cubes of lengths stay far from overflow. */
#define RAW_COORDINATE_MOST 1e90

struct raw_append {
    struct raw_mesh *m; /* borrowed; its lists of cells and patch faces are added to here alone */
    int64_t cell_room;  /* of m->cell_type */
    int64_t cell_node_room, face_room, face_node_room;
};

/* Begins the list of cells, with room for n_cells at first, 0 or more, and for n_nodes nodes of them. Once. */
void raw_append_begin(struct raw_append *a, int64_t n_cells, int64_t n_nodes);

/* Adds a cell of that type (enum element_type, no polyhedron) with its node[n]. */
void raw_append_cell(struct raw_append *a, int type, int n, const lid *node);

/* Adds a boundary face with its node[n] to patch 0..m->n_patches-1; the patch may be added, or set, later. */
void raw_append_face(struct raw_append *a, lid patch, int n, const lid *node);

/* Adds a patch; returns its number. name: shorter than NAME_SIZE, copied. bc_type: the file's own word, "" where it has
 * none, copied. */
lid raw_append_patch(struct raw_append *a, const char *name, const char *bc_type, enum bc_kind kind);

#endif
