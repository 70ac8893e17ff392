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

/* The colours of the cells of a whole mesh; a struct of zeros has none. */
struct cell_colours {
    int n;
    uint8_t *colour; /* [n_cells] 0 .. n - 1, by the mesh's numbers; owned */
};

/* Colours the lines l of m, or its cells one by one where l is NULL, so that no two items of a colour share a face.
 * Where m has its images, an item also conflicts with the line behind its periodic faces, unless that is the item
 * itself. Lines of several cells come first; each kind is coloured breadth first, and further passes then empty colours
 * that have few items. Fills c, to be freed with cell_colours_free(), also after an error. An error where more than
 * PACK_COLOURS_MOST colours would be needed. */
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
