/* probes.h: records the flow at the points of [probes] while the march goes on.
 *
 *   every step      a kernel puts the values of this rank's points into a row of a buffer on the device
 *   buffer full     rows of all ranks come to rank 0, whose second thread appends them to RESULTS/probes/NAME.h5
 *                   while the march goes on
 *   checkpoint      the rows until then are on the disk before the checkpoint is there
 *
 * A run that is killed goes on from its newest checkpoint: rows from before it are kept, later ones are made again.
 */
#ifndef UFV_SOLVE_RESULTS_PROBES_H
#define UFV_SOLVE_RESULTS_PROBES_H

#include "scheme/flow.h"

struct probes;

/* Collective. Decides which rank has which points of c->probe. c, f: borrowed until probes_free(). *probes: NULL where
 * the case has none. On all ranks nonzero with error_set(), which names the set and the point, where one lies outside
 * the mesh. */
int probes_create(const struct case_file *c, const struct flow *f, struct probes **probes);

/* Not collective; waits for rows that are being written. NULL is allowed. */
void probes_free(struct probes *p);

/* Collective. Before anything is written: can the rows of the results that are restarted from be carried over? On all
 * ranks nonzero with error_set() where a file of theirs is damaged or of other points. restart: NULL for none. */
int probes_check(const struct probes *p, const char *restart);

/* Collective. Makes the files; from here on the results folder changes. results: borrowed. restart: the results of
 * the run that is continued, whose rows before first_iteration are carried over, or NULL; goes_on: it is `results`.
 * Fails on all ranks where a file cannot be made or holds other points. p may be NULL, here and below. */
int probes_open(struct probes *p, const char *results, const char *restart, bool goes_on, int64_t first_iteration);

/* Collective. A row of each set for which it is time, of the evaluated state at that iteration and time (s), which
 * are the same on all ranks; nothing when this iteration has its row. On all ranks nonzero with error_set() where rows
 * could not be written. */
int probes_sample(struct probes *p, int64_t iteration, double time);

/* Collective. Hands rows to the second thread that have waited for some seconds. Fails as probes_sample(). */
int probes_look(struct probes *p);

/* Collective. Returns when all rows are on the disk. Fails as probes_sample(). */
int probes_finish(struct probes *p);

#endif
