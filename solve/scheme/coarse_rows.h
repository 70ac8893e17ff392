/* coarse_rows.h: the rows of coarse levels: of each rank's coarse cells what they are made of, which others they touch,
 * and by way of which cells their values reach other ranks.
 *
 *   places of x   rows | coarse cells of the halo
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_ROWS_H
#define UFV_SOLVE_SCHEME_COARSE_ROWS_H

#include "kernels/coarse_args.h"
#include "scheme/coarse_pattern.h"
#include "scheme/flow.h"

struct coarse_rows {
    struct coarse_level level; /* device, owned, but its numbers, which are the caller's: inverse, beside, own, sum, b,
                                  x, next */
    struct coarse_pattern pattern;
    lid n_faces;               /* in borders; of the first level */
    uint8_t *stands;           /* [n_cells] host, owned: 1: a cell by way of which its coarse cell's values are
                                  exchanged; the same on all ranks that have it */
    lid *place;                /* [n_cells] host, owned: the place in x of the coarse cell of each cell, owned or of the
                                  halo, -1: none */
    lid *up;                   /* device, owned: coarse_prolong_args.up, by places in x of cells or of the level
                                  before */
};

/* Levels, the finest first; one at least. */
enum { COARSE_LEVELS_MOST = 12 };
struct coarse_levels {
    int n;
    struct coarse_rows level[COARSE_LEVELS_MOST];
};

/* Collective. Coarse cells (scheme/coarse_cells.h) of 2^rounds cells or coarse cells of the level before, level after
 * level until there are few. cell_place: [n_cells] the place in x of each cell, of n_places; -1: none. f and cell_place
 * are not kept. l: out, coarse_levels_free() it. */
void coarse_levels_create(const struct flow *f, int rounds, const lid *cell_place, lid n_places,
                          struct coarse_levels *l);
void coarse_levels_free(const struct backend *b, struct coarse_levels *l);

#endif
