/* outcome.c: the order in which reasons count, and the table of words and statuses. */
#include "run/outcome.h"

#include "error.h"

static const struct {
    const char *word;
    int status;
} outcomes[] = {
    [OUTCOME_CONVERGED] = {"converged", EXIT_DONE},
    [OUTCOME_DONE] = {"done", EXIT_DONE},
    [OUTCOME_STOPPED] = {"stopped", EXIT_STOPPED},
    [OUTCOME_FAILED] = {"failed", EXIT_FAILED},
    [OUTCOME_UNCONVERGED] = {"not converged", EXIT_UNCONVERGED},
};

/* A run that was stopped may come back from an unphysical state; one that has ended there does not. */
enum outcome outcome_of(enum stop_reason reason, const struct verdict *v, bool steps_asked)
{
    if (reason == STOP_DIVERGED)
        return OUTCOME_FAILED;
    if (reason >= STOP_WALL_TIME)
        return OUTCOME_STOPPED;
    if (v->failed)
        return OUTCOME_FAILED;
    if (v->answer == VERDICT_CONVERGED)
        return OUTCOME_CONVERGED;
    return v->answer == VERDICT_UNKNOWN || (reason == STOP_STEPS && steps_asked) ? OUTCOME_DONE : OUTCOME_UNCONVERGED;
}

const char *outcome_word(enum outcome o)
{
    return outcomes[o].word;
}

int outcome_status(enum outcome o)
{
    return outcomes[o].status;
}
