/* face_table.h: which faces and neighbours a rank's owned cells have, on the host: the mesh's slice table
 * (formats/pack/pack.h), whose own copy on the host has been freed when schemes are made.
 */
#ifndef UFV_SOLVE_SCHEME_FACE_TABLE_H
#define UFV_SOLVE_SCHEME_FACE_TABLE_H

#include "mesh/domain.h"

struct face_table {
    lid n_boundary;           /* faces below this number are boundary faces */
    lid *offset, *face, *cell; /* as slice_offset, slice_face and slice_cell of struct mesh_view; owned */
};

/* Not collective. d is not kept. t: out, face_table_free() it. */
void face_table_fetch(const struct domain *d, struct face_table *t);
void face_table_free(struct face_table *t);

/* A face of a cell that is no boundary's. */
struct inner_face {
    lid face, cell; /* its number, and the cell across: owned or of the halo */
    int number;     /* in the cell's row of the table */
    bool is_left;   /* is the cell its left one? */
};

/* Those of owned cell i, in the order of its row, to found[UINT8_MAX + 1], the caller's; how many there are. */
int face_table_inner(const struct face_table *t, lid i, struct inner_face *found);

#endif
