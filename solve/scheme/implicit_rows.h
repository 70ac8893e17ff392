/* implicit_rows.h: the places of the stored Jacobian: which cell a row is of and which cells its
 * entries stand for (struct jacobian_rows).
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_ROWS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_ROWS_H

#include "mesh/domain.h"

/* The lines of a part of the cells, solved side by side. A line is one lane, and as many rows as its group's longest
 * line has cells. Lines of several cells come first, single cells follow. All numbers are multiples of SLICE. */
struct row_part {
    lid row, single_row, row_end;    /* rows of lines: row .. single_row - 1; of single cells: up to row_end - 1 */
    lid lane, single_lane, lane_end; /* likewise lanes */
};

struct implicit_rows {
    struct jacobian_rows rows; /* device, owned */
    int n_colours;
    int n_parts;           /* 2 n_colours: part 2 k has the lines of colour k that other ranks wait for, 2 k + 1 its
                              others */
    struct row_part *part; /* [n_parts] host, owned: each begins where that before ends */
    int64_t joined;        /* owned cells in lines of more than one */
    int64_t cut; /* faces between an owned cell and one of the halo that has its colour: a line that ranks share */
    lid *place;  /* [n_cells] host, owned: of owned and halo cells (struct jacobian_rows) */
};

/* Of a colour, 0 .. n_colours - 1, the part that other ranks wait for, and its others. */
static inline const struct row_part *implicit_sent_part(const struct implicit_rows *r, int colour)
{
    return &r->part[2 * colour];
}
static inline const struct row_part *implicit_other_part(const struct implicit_rows *r, int colour)
{
    return &r->part[2 * colour + 1];
}

/* Not collective. From the colours of the pack and the slice table. n_turbulence: scalar rows a cell, 0 to 2. d is not
 * kept. r: out, implicit_rows_free() it with the same back end; the entries themselves are zero. */
void implicit_rows_create(const struct domain *d, int n_turbulence, enum jacobian_storage storage,
                          struct implicit_rows *r);
void implicit_rows_free(const struct backend *b, struct implicit_rows *r);

/* The colour of each cell, owned and of the halo: [p->n_cells], mem_free() it. Not collective. */
uint8_t *implicit_cell_colours(const struct pack *p);

/* About how many rows those are, from a pack's counts, with those that only fill a slice. Not collective. */
int64_t implicit_rows_count(const struct pack *p);

/* Bytes of that on the device, from a pack's counts: as if rows were as wide as slices of the pack. Its arrays are
 * not looked at. Not collective. */
int64_t implicit_rows_bytes(const struct pack *p, int n_turbulence, enum jacobian_storage storage);

#endif
