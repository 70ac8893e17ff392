/* implicit_stiff_cells.h: the few cells that hold the residual of a steady run that stands still. For the implicit
 * integrator's own sources.
 *
 * Late in a run a kink of the limiter may be crossed back and forth in one cell, or a cell much smaller or more skewed
 * than those around it may answer to its own slopes. A handful of such cells keep the residual of millions from
 * falling. Taken as constant they cost no accuracy that can be seen, and the run goes on.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_STIFF_CELLS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_STIFF_CELLS_H

#include "scheme/implicit_parts.h"

/* Cells by their parts of a residual's square: bin k has those whose binary exponent is k less than that of the
 * largest; the last one has all smaller ones too. */
enum { STIFF_BINS = 64 };
struct stiff_bins {
    double cells[STIFF_BINS], sum[STIFF_BINS]; /* how many, and the sum of their parts */
};

/* The bin of a part; largest: > 0 and not less than it. STIFF_BINS - 1 for 0. */
int implicit_stiff_bin(double part, double largest);

/* How many bins, from the largest parts on, make up the stiff cells of a mesh of so many cells; 0: there are none,
 * since too many cells share the residual. */
int implicit_stiff_count(const struct stiff_bins *b, double cells);

/* May such cells be looked for at residual r: does the case want it, is the residual above rounding, and are there not
 * too many of first order already? Not collective, but the same on all ranks. */
bool implicit_can_look(const struct implicit *s, const struct case_file *c, struct implicit_norms r);

/* Collective. Where few cells make up the residual in s->residual, makes these and their neighbours across faces of
 * first order and returns true: the caller evaluates the state again. A look costs a download of a number a cell. */
bool implicit_reduce_stiff_cells(struct implicit *s);

/* Collective. Makes the marked cells of all ranks and their neighbours across faces of first order, for good.
 * marked: [n_owned], on the host. */
void implicit_make_first_order(struct flow *f, const uint8_t *marked);

#endif
