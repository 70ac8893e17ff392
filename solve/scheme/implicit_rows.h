/* implicit_rows.h: the places of the stored Jacobian: which cell a row is of and which cells its
 * entries stand for (struct jacobian_rows).
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_ROWS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_ROWS_H

#include "mesh/domain.h"

struct implicit_rows {
    struct jacobian_rows rows; /* device, owned */
    int n_colours;
    int n_parts; /* 2 n_colours: part 2 k has the lines of colour k that other ranks wait for, 2 k + 1 its others */
    lid *begin; /* [n_parts + 1] host, owned: rows of part k are begin[k] .. begin[k + 1] - 1, multiples of SLICE */
    lid *lane;  /* [n_parts + 1] host, owned: likewise lanes */
    lid *lines; /* [n_parts] host, owned: the end of those of its lanes whose lines have several cells */
    lid *line_rows; /* [n_parts] host, owned: likewise of its rows */
    int64_t joined; /* owned cells in lines of more than one */
    int64_t cut; /* faces between an owned cell and one of the halo that has its colour: a line that ranks share */
    lid *place; /* [n_cells] host, owned: of owned and halo cells (struct jacobian_rows) */
};

/* Not collective. From the colours of the pack and the slice table. n_turbulence: scalar rows a cell, 0 to 2. d is not
 * kept. r: out, implicit_rows_free() it with the same back end; the entries themselves are zero. */
void implicit_rows_create(const struct domain *d, int n_turbulence, enum jacobian_storage storage,
                          struct implicit_rows *r);
void implicit_rows_free(const struct backend *b, struct implicit_rows *r);

/* The colour of each cell, owned and of the halo: [p->n_cells], mem_free() it. Not collective. */
uint8_t *implicit_cell_colours(const struct pack *p);

/* Bytes of that on the device, from a pack's counts: as if rows were as wide as slices of the pack. Its arrays are
 * not looked at. Not collective. */
int64_t implicit_rows_bytes(const struct pack *p, int n_turbulence, enum jacobian_storage storage);

#endif
