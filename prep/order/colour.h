/* colour.h: greedy colouring (paper 3 of docs/kernel-lab.md, section 2): each item takes the smallest
 * colour that no item in conflict with it has.
 *
 * Cells are coloured line by line (order/lines.h) before the mesh is divided, so that their colours are the same
 * whatever the number of ranks, and two cells that share a face and a colour follow one another in a line; faces are
 * coloured rank by rank.
 */
#ifndef UFV_PREP_ORDER_COLOUR_H
#define UFV_PREP_ORDER_COLOUR_H

#include "mesh/mesh.h"
#include "order/lines.h"
#include "pack/pack.h"

/* Of the cells of a whole mesh; zero before. */
struct cell_colours {
    int n;
    uint8_t *colour; /* [n_cells] 0 .. n - 1, by the mesh's numbers; owned */
};

/* Fills c, to be freed with cell_colours_free(), also after an error. Items: the lines l of m; NULL: its cells, each
 * alone. Conflict: a common face; through periodic faces, m having its images, with the line that is behind them,
 * unless that is the line itself. Lines of several cells first, each kind breadth first, then in orders
 * that take cells off colours of few. An error where more than PACK_COLOURS_MOST colours would be needed. */
int colour_cells(const struct mesh *m, const struct cell_lines *l, struct cell_colours *c);
/* Accepts a zeroed struct. */
void cell_colours_free(struct cell_colours *c);

/* Fills n_cell_colours, cell_colour_* and halo_colour of a pack that has its counts of cells. cell[p->n_cells]: their
 * numbers in m, images included. The arrays are the pack's; within a colour cells ascend. A colour may be empty. */
void colour_copy_cells(const struct mesh *m, const struct cell_colours *c, const lid *cell, struct pack *p);

/* Fills n_face_colours and face_colour_* (flux faces; conflict: a common cell) of a pack that has left, right and its
 * CSR tables. The arrays are the pack's. Within a colour faces ascend. */
void colour_faces(struct pack *p);

#endif
