/* outcome.h: what has come of a run, for scripts: the exit status, and the same in a word in run.json. */
#ifndef UFV_SOLVE_RUN_OUTCOME_H
#define UFV_SOLVE_RUN_OUTCOME_H

#include "control/monitor.h"

enum outcome {
    OUTCOME_CONVERGED,   /* status 0: a steady run has converged */
    OUTCOME_DONE,        /* 0: the steps that the command line asked for are done, or a run in physical time is */
    OUTCOME_STOPPED,     /* 3: on request, or by a limit; the run can go on */
    OUTCOME_FAILED,      /* 4: diverged, no further step was possible, or unphysical cells at the end */
    OUTCOME_UNCONVERGED, /* 5: a steady run has ended without having converged */
};

/* reason: what ended the run; v: of monitor_end(); steps_asked: the number of steps is the command line's, not the case
 * file's. Not collective. */
enum outcome outcome_of(enum stop_reason reason, const struct verdict *v, bool steps_asked);

/* "converged", "done", "stopped", "failed" or "not converged": a static string. Not collective. */
const char *outcome_word(enum outcome o);

/* Not collective. */
int outcome_status(enum outcome o);

#endif
