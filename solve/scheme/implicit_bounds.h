/* implicit_bounds.h: cells of a steady run that are hotter than anything that enters, where that is known
 * (physics/steady_bounds.h). For the implicit integrator's own sources.
 *
 * They come of the way through pseudo-time, and second order keeps them: a cell full of hot gas at rest lets no mass
 * through its faces. Such cells take the state of a neighbour, and are of first order from then on where a limiter is
 * at work.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_BOUNDS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_BOUNDS_H

#include "scheme/implicit_parts.h"

/* Collective. How many cells of all ranks, not of first order yet, are beyond the bounds in the flow's state; 0 where
 * the case wants no cells of first order, and in physical time. */
double implicit_count_beyond(const struct implicit *s, const struct case_file *c);

/* Collective. Gives all cells beyond the bounds the state of the cell across their largest face that leads to one
 * within them, and makes them and their neighbours of first order, for good, where flow_has_first_order_cells(). The
 * caller
 * evaluates the state again. Downloads the state. */
void implicit_bring_back(struct implicit *s, const struct case_file *c);

#endif
