/* progress_file.h: RESULTS/progress.json: how far a run is, for `ufv-post watch` and for
 * job scripts.
 */
#ifndef UFV_SOLVE_RUN_PROGRESS_FILE_H
#define UFV_SOLVE_RUN_PROGRESS_FILE_H

#include "run/monitor.h"

/* Removes what an earlier run left. Rank 0 only. */
void progress_clear(const char *results);

/* Collective. What each rank has waited so far, to rank 0's m->waiting. */
void progress_gather(struct monitor *m);

/* Rank 0 only. Replaces the file, at most once in two seconds unless `last`. A file that
 * cannot be written is left out: history.csv is what a run must be able to write. */
void progress_write(struct monitor *m, int64_t last_iteration, bool last);

#endif
