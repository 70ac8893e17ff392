/* checkpoint_numbers.h: the numbers of a run that a checkpoint keeps beside its arrays, each under a name: one row of a
 * table in checkpoint_numbers.c says how many there are, and writes and reads them. Not collective.
 */
#ifndef UFV_SOLVE_CHECKPOINT_CHECKPOINT_NUMBERS_H
#define UFV_SOLVE_CHECKPOINT_CHECKPOINT_NUMBERS_H

#include "control/monitor.h"

/* Adds all that the run has. */
void checkpoint_numbers_gather(const struct monitor *m, struct solution *s);

/* What is read for others. */
struct checkpoint_reading {
    double integrator[INTEGRATOR_NUMBERS + 2]; /* how many numbers, the scheme, the scheme's */
};

/* Takes those of the monitor: residuals, window and the scheme's numbers; of other lengths than this program
 * writes none. */
void checkpoint_numbers_take(const struct solution *s, struct checkpoint_reading *r, struct monitor *m);

#endif
