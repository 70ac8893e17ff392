/* coarse_pattern.h: which coarse cells of a level touch, and what they are made of.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_PATTERN_H
#define UFV_SOLVE_SCHEME_COARSE_PATTERN_H

#include "types.h"

/* On the host, of n coarse cells of this rank: v touches other[begin[v]] .. other[begin[v + 1] - 1], each once, in the
 * order in which its parts meet them. Numbers from n on are coarse cells of the halo. */
struct coarse_pattern {
    lid n, n_halo;
    int64_t *begin; /* [n + 1], owned, as are the following */
    lid *other;
    lid *entry; /* the entry in the rows of each of these */
    lid *place; /* [n + n_halo] the place in x of each, of this rank's that is the row */
    lid *cell;  /* [rows] the coarse cell of each row, -1: none */
    lid *part_begin, *part; /* v is made of part[part_begin[v]] .. part[part_begin[v + 1] - 1]: owned cells, or coarse
                               cells of the level before */
};

#endif
