/* checkpoint_numbers.h: the numbers of a run that a checkpoint keeps beside its arrays, each under a name: one row of a
 * table in checkpoint_numbers.c says how many there are, and writes and reads them. Not collective.
 */
#ifndef UFV_SOLVE_CHECKPOINT_CHECKPOINT_NUMBERS_H
#define UFV_SOLVE_CHECKPOINT_CHECKPOINT_NUMBERS_H

#include "control/monitor.h"

/* Adds all that the run has. */
void checkpoint_numbers_gather(const struct monitor *m, struct solution *s);

/* Who reads: at which moment of a restart, and by what leave. */
struct checkpoint_reading {
    enum checkpoint_moment {
        CHECKPOINT_MONITOR,    /* residuals, window and the scheme's numbers */
        CHECKPOINT_CONTROLLERS /* of lift and mass flow */
    } moment;
    bool same_flow;            /* controllers: what they have seen so far counts */
    double integrator[INTEGRATOR_NUMBERS + 2]; /* out: how many numbers, the scheme, the scheme's */
};

/* Takes those of the moment; of other lengths than this program writes none. */
void checkpoint_numbers_take(const struct solution *s, struct checkpoint_reading *r, struct monitor *m);

#endif
