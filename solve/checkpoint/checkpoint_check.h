/* checkpoint_check.h: may a fields file be restarted from?
 */
#ifndef UFV_SOLVE_CHECKPOINT_CHECKPOINT_CHECK_H
#define UFV_SOLVE_CHECKPOINT_CHECKPOINT_CHECK_H

#include "pack/solution.h"
#include "scheme/flow.h"

/* Does the file s of that rank belong to rank 0's, has it the variables of the flow's equations, and is
 * its state physical (density and pressure positive, all finite)? folder: of fields, for messages;
 * head: rank 0's file without its arrays. Fails with a sentence that names the file and, where it is
 * one, the cell. Not collective. */
int checkpoint_check(const char *folder, int rank, const struct solution *s, const struct solution *head,
                     const struct flow *f);

#endif
