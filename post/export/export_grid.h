/* export_grid.h: a rank's pack and fields as a grid to be viewed. */
#ifndef UFV_POST_EXPORT_EXPORT_GRID_H
#define UFV_POST_EXPORT_EXPORT_GRID_H

#include "viewers/grid_view.h"
#include "fields/results.h"
#include "fields/surface_nodes.h"
#include "fields/variables.h"

enum { EXPORT_MAX_BLOCKS = VARIABLES_MAX + 16 };

/* What is to be in the grids of all ranks. */
struct export_plan {
    const struct results *r;
    bool surface;       /* boundary faces instead of cells */
    bool point_data;    /* averages at the nodes instead of values in the cells; labels stay there */
    struct variable_list variables;
    struct surface_nodes nodes; /* surface && point_data: the averages, of all ranks */
};

struct export_grid {
    struct grid_view view;
    struct grid_array array[VARIABLES_MAX], point_array[VARIABLES_MAX];
    void *block[EXPORT_MAX_BLOCKS]; /* owned: what the view's pointers point to */
    int n_blocks;
    int64_t *number; /* owned; [p->n_nodes] number of each node in the grid, -1: not there */
};

/* The grid without arrays: what it will have of points, cells and faces; free with
 * export_grid_free(). Borrows from p, which must stay and holds PACK_SHAPE, and PACK_SIDES
 * for surfaces and polyhedra. Cannot fail. */
void export_grid_shape(const struct export_plan *plan, const struct pack *p, struct export_grid *g);

/* Adds the plan's arrays. Borrows from s, which must stay, and from the plan. An error when a
 * variable cannot be formed, or a neighbour's fields cannot be read. */
int export_grid_arrays(const struct export_plan *plan, const struct pack *p, const struct solution *s,
                       struct export_grid *g);

/* Frees what it owns and zeroes the struct. */
void export_grid_free(struct export_grid *g);

/* Reads a rank for the plan's arrays; where they are made of its fields alone, the grid
 * has no points and cells, and of the pack only the counts are there. All are owned by
 * the caller, who frees them; nothing when it fails. */
int export_grid_values(const struct export_plan *plan, int rank, struct pack *p, struct solution *s,
                       struct export_grid *g);

/* Takes a rank's grid, which is gone afterwards; nonzero with an error ends the export. */
typedef int export_take(void *to, int rank, const struct grid_view *g);

/* Reads a rank and hands its grid to take(to, rank, view); with the plan's arrays, or
 * only its shape. An error when it cannot be read, or when take() says so. */
int export_grid_of_rank(const struct export_plan *plan, int rank, bool arrays, export_take *take, void *to);

#endif
