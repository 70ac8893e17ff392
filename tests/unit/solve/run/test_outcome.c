/* What has come of a run, for every way in which it can end: a second table of words and exit statuses.
 */
#include "check.h"
#include "run/outcome.h"

#include <string.h>

static void check_outcome(enum stop_reason reason, enum verdict_answer answer, bool failed, bool asked, int status,
                          const char *word)
{
    const struct verdict v = {.answer = answer, .failed = failed};
    enum outcome o = outcome_of(reason, &v, asked);
    CHECK(outcome_status(o) == status && strcmp(outcome_word(o), word) == 0, "%s: %d, %s", stop_reason_text(reason),
          outcome_status(o), outcome_word(o));
}

static void steady(void)
{
    check_outcome(STOP_RESIDUAL, VERDICT_CONVERGED, false, false, 0, "converged");
    check_outcome(STOP_FORCES, VERDICT_CONVERGED, false, true, 0, "converged");
    check_outcome(STOP_STEPS, VERDICT_CONVERGED, false, false, 0, "converged"); /* in the last step */
    check_outcome(STOP_STEPS, VERDICT_NOT_CONVERGED, false, false, 5, "not converged");
    check_outcome(STOP_STEPS, VERDICT_NOT_CONVERGED, false, true, 0, "done");
    check_outcome(STOP_FORCES, VERDICT_NOT_CONVERGED, false, true, 5, "not converged");
    check_outcome(STOP_UNREACHABLE, VERDICT_NOT_CONVERGED, false, true, 5, "not converged");
    check_outcome(STOP_STUCK, VERDICT_NOT_CONVERGED, true, true, 4, "failed");
    check_outcome(STOP_STEPS, VERDICT_NOT_CONVERGED, true, true, 4, "failed");
    check_outcome(STOP_DIVERGED, VERDICT_NOT_CONVERGED, false, true, 4, "failed");
}

static void stopped(void)
{
    for (int r = STOP_WALL_TIME; r <= STOP_SIGNAL; r++)
        for (int k = 0; k < 2; k++) {
            check_outcome((enum stop_reason)r, VERDICT_NOT_CONVERGED, k, !k, 3, "stopped");
            check_outcome((enum stop_reason)r, VERDICT_UNKNOWN, false, k, 3, "stopped");
        }
}

static void in_physical_time(void)
{
    check_outcome(STOP_END_TIME, VERDICT_UNKNOWN, false, false, 0, "done");
    check_outcome(STOP_STEPS, VERDICT_UNKNOWN, false, false, 0, "done");
    check_outcome(STOP_DIVERGED, VERDICT_UNKNOWN, false, true, 4, "failed");
}

int main(void)
{
    CASE(steady);
    CASE(stopped);
    CASE(in_physical_time);
    return check_end();
}
