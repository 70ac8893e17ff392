/* run_notes.h: what a run says on stderr, before its first step, of its mesh and of the state that it goes on from. Not
 * collective: for rank 0.
 */
#ifndef UFV_SOLVE_RUN_RUN_NOTES_H
#define UFV_SOLVE_RUN_RUN_NOTES_H

#include "case/case_file.h"
#include "checkpoint/checkpoint.h"
#include "mesh/domain.h"
#include "scheme/flow.h"

/* Wall distances that were computed again. */
void run_notes_domain(const struct domain *d);

/* Where the state comes from: another mesh or partition, another angle of a motion, another free stream or model. */
void run_notes_restart(const struct checkpoint_start *s);

#endif
