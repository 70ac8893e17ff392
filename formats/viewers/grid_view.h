/* grid_view.h: cells, points and values to be written to a file for viewing:
 * what vtk_write.h, vtkhdf_write.h, tecplot_write.h and plt_write.h take.
 * Everything is borrowed.
 */
#ifndef UFV_FORMATS_VIEWERS_GRID_VIEW_H
#define UFV_FORMATS_VIEWERS_GRID_VIEW_H

#include "types.h"

enum grid_type { GRID_UINT8, GRID_INT32, GRID_INT64, GRID_DOUBLE };

/* Values of all cells or points: component c of item i is component[c][i]. */
struct grid_array {
    const char *name;
    enum grid_type type;
    int n_components; /* 1 or 3 */
    const void *component[3];
};

/* What holds of a whole file: numbers, and the names that the whole numbers of an array stand for. */
struct grid_facts {
    int n;
    struct grid_fact {
        const char *name;
        double value;
    } item[8];
    int n_names;
    const char *names_title;   /* of the list, as "patch_names" */
    const char *const *names;  /* [n_names] */
};

struct grid_view {
    int64_t n_points, n_cells;
    const double *x[3]; /* [3][n_points] m */

    /* Cells by their nodes: corner k of cell i is node[offset[i] + k], in CGNS
     * (and VTK) order; of a face around it, of a polyhedron all its nodes. */
    const int64_t *offset; /* [n_cells + 1] */
    const int64_t *node;   /* 0..n_points-1 */
    const uint8_t *type;   /* [n_cells] enum element_type; NULL: all are faces, of any number of nodes */

    /* With polyhedra only, else NULL: the faces that touch a cell of this grid.
     * Nodes run right-handed about the normal from left to right; a side without
     * a cell of this grid is -1. */
    int64_t n_faces;
    const int64_t *face_offset; /* [n_faces + 1] */
    const int64_t *face_node;
    const int64_t *left, *right; /* [n_faces] */

    int n_arrays;
    const struct grid_array *array; /* [n_arrays] one value a cell */
    int n_point_arrays;
    const struct grid_array *point_array; /* [n_point_arrays] one value a point */
    const struct grid_facts *facts; /* NULL: none. Written by vtk_write.h */
};

/* Is there a polyhedron among the cells? False when g->type is NULL. */
bool grid_has_polyhedra(const struct grid_view *g);

/* The faces of the polyhedra, each cell's own, nodes right-handed about the normal
 * out of it: a face between two of them stands here twice. Other cells have none. */
struct grid_faces {
    int64_t n;            /* faces */
    int64_t *cell_offset; /* owned; [n_cells + 1] first face of each cell */
    int64_t *offset;      /* owned; [n + 1] */
    int64_t *node;        /* owned; [offset[n]] */
};

/* g: with polyhedra and their faces. f: overwritten; free with grid_faces_free(). */
void grid_faces_make(const struct grid_view *g, struct grid_faces *f);
void grid_faces_free(struct grid_faces *f);

#endif
