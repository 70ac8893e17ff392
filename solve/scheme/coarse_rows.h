/* coarse_rows.h: the rows of a coarse level: of each rank's coarse cells by colour, what cells they are made of, which
 * others they touch, and by way of which cells their values reach other ranks.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_ROWS_H
#define UFV_SOLVE_SCHEME_COARSE_ROWS_H

#include "kernels/coarse_args.h"
#include "scheme/flow.h"

struct coarse_rows {
    struct coarse_level level; /* device, owned, but the entries: those are the caller's */
    lid n;                     /* coarse cells of this rank */
    lid n_faces;               /* of their borders */
    int n_colours;
    lid *begin;                /* [n_colours + 1] host, owned: the rows of each colour, multiples of SLICE */
    uint8_t *stands;           /* [n_cells] host, owned: 1: a cell by way of which its coarse cell's values are
                                  exchanged; the same on all ranks that have it */
    lid *place;                /* [n_cells] host, owned: the place in x of the coarse cell of each cell, owned or of the
                                  halo, -1: none */
};

/* Collective. Coarse cells of up to 2^rounds cells (scheme/coarse_cells.h). f is not kept. r: out, coarse_rows_free()
 * it. */
void coarse_rows_create(const struct flow *f, int rounds, struct coarse_rows *r);
void coarse_rows_free(const struct backend *b, struct coarse_rows *r);

#endif
