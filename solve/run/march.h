/* march.h: the loop of a run. Between batches of steps it looks for signals, the stop file, the time limit and diverged
 * cells, and makes rows of the history, records of features and checkpoints; a batch ends where one of these is
 * due. All ranks make the same decisions at the same iteration.
 */
#ifndef UFV_SOLVE_RUN_MARCH_H
#define UFV_SOLVE_RUN_MARCH_H

#include "checkpoint/checkpoint.h"
#include "checkpoint/checkpoint_writer.h"
#include "checkpoint/divergence.h"
#include "checkpoint/last_valid.h"
#include "scheme/integrator.h"

/* Steps between looks at signals, the stop file and diverged cells without a history. */
enum { MARCH_CHECK_STEPS = 20 };

struct march {
    const char *results;          /* borrowed */
    bool afresh;                  /* what stands there is of an earlier run, which this one does not continue */
    struct checkpoint_start start; /* iteration 0 for a new run */
    char changes[2 * CASE_CHANGES_SIZE]; /* of the case since the run that is continued; "": none */
    struct case_file *c;          /* borrowed; the case, which features may change */
    bool steps_asked;             /* the command line gives the number of steps (outcome.h) */
    int64_t until;                /* the iteration that the run ends at whatever [time] steps says */
    int64_t last_iteration;
    enum stop_reason reason;      /* out */
    int64_t iteration;            /* out: the state's */
    double time;                  /* out, s */
    double seconds_marching, seconds_writing; /* seconds_writing: that checkpoints have held the march up */
    struct divergence divergence; /* out */
    struct last_valid valid;
    int64_t unsolved;             /* out: steps in dual time that sub_steps ended before sub_drop was reached */
    double least_drop;            /* out: decades, of the least solved of them */
    bool stuck;                   /* the integrator can make no further step */
    struct checkpoint_writer writer;
};

/* How many steps from `iteration` on need nothing of the host between them, at least 1. freeze: the iteration at which
 * limiters are frozen, if the case wants that. Not collective; the same on all ranks. */
int march_batch(const struct case_file *c, int64_t iteration, int64_t last_iteration, int64_t freeze);

/* The iteration at which a run that begins at iteration `start` ends, unless another rule ends it before. */
int64_t march_last_iteration(const struct case_file *c, int64_t start, int64_t until);

/* Collective. Steps until a rule of the case ends the run; writes history, records of features and checkpoints on the
 * way. r: results, afresh, start, c, steps_asked and until are the caller's, the same on all ranks. On all ranks
 * nonzero with error_set() when the solution diverged (divergence.found is then set) or something could not be
 * written. */
int march_run(struct integrator *it, struct monitor *m, struct march *r);

/* Puts what features control of the values of patches into those of d, and onto the device. Not collective, but to be
 * called on all ranks. */
void march_set_values(struct domain *d);

/* Waits for a checkpoint that is being written. Not collective; before the monitor and the flow are freed. */
void march_free(struct march *r);

#endif
