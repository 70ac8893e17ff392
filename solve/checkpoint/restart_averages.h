/* restart_averages.h: statistics in time of the run that is continued. They go on where the case has the same
 * [statistics] start, mesh and free stream; otherwise they begin anew.
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_AVERAGES_H
#define UFV_SOLVE_CHECKPOINT_RESTART_AVERAGES_H

#include "pack/solution.h"
#include "scheme/flow.h"

/* Not collective. From the file of this rank's own cells and faces, in their order. Does nothing where it holds none
 * that go on. */
void restart_averages_take(const struct solution *s, struct flow *f);

/* Takes the averages by global ids from all files of a folder of n_ranks ranks. Nonzero with error_set() where one
 * cannot be read. Not collective. */
int restart_averages_find(const char *folder, int n_ranks, struct flow *f);

#endif
