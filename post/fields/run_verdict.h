/* run_verdict.h: what a run of ufv-solve says of its last state in run.json, for those who read its fields: whether it
 * has converged, and whether cells are hotter than anything that could have heated them.
 */
#ifndef UFV_POST_FIELDS_RUN_VERDICT_H
#define UFV_POST_FIELDS_RUN_VERDICT_H

#include "fields/results.h"

/* The sentence of a run that has not converged: a new block. NULL: the run has converged or says nothing, or
 * the fields are not those of its end. Of a damaged run.json it is said that the verdict is not known. */
char *run_verdict_unconverged(const struct results *r);

/* What a picture says of its run in brackets, behind the iteration: " (diverged)", " (not converged)", or "". A static
 * string. */
const char *run_verdict_mark(const struct results *r);

/* When the fields are of, with that: "iteration 90 (not converged)", "iteration 500, time 0.4 s". */
void run_verdict_instant(const struct results *r, size_t size, char *text);

/* What it says of cells that are too hot: too_hot_sentence() of input/too_hot.h, and NULL where the fields are not
 * those of the run's end or run.json cannot be read. A new block. */
char *run_verdict_hot_cells(const struct results *r);

#endif
