/* run_verdict.h: what a run of ufv-solve says of its convergence in run.json, for those who read its fields.
 */
#ifndef UFV_POST_FORCES_RUN_VERDICT_H
#define UFV_POST_FORCES_RUN_VERDICT_H

#include "fields/results.h"

/* The sentence of a run that has not converged: a new block. NULL: the run has converged or says nothing, or
 * the fields are not those of its end. A run.json that cannot be read counts as saying nothing. */
char *run_verdict_unconverged(const struct results *r);

#endif
