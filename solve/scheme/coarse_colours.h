/* coarse_colours.h: colours of the coarse cells. A sweep over them takes a launch a colour, one after the other, so
 * that few colours count for more than here on cells.
 */
#ifndef UFV_SOLVE_SCHEME_COARSE_COLOURS_H
#define UFV_SOLVE_SCHEME_COARSE_COLOURS_H

#include "scheme/coarse_cells.h"

/* The colour of each vertex, which none of its neighbours has: [g->n], out. How many there are. Not collective. */
int coarse_colours_find(const struct cell_graph *g, int *colour);

#endif
