/* stall_decide.c: which rank keeps the others waiting, from what rank 0 has heard of each, and the
 * sentence that says so. Without threads and sockets, so that tests can ask it anything. */
#include "parallel/stall.h"
#include "parallel/waiting.h"

#include <math.h>
#include <stdio.h>

/* !(age <= silence): an age of infinity, a rank that has never been heard, is silent, too. */
static bool is_silent(const struct stall_report *r, double silence)
{
    return !(r->age <= silence);
}

/* A rank counts as waiting only as long as it says so itself. */
static bool is_waiting(const struct stall_report *r, double silence)
{
    return r->kind != WAITING_NOT && !is_silent(r, silence);
}

/* The rank that has waited longest, -1 when none waits.
 * A silent rank's wait is not believed: it may have gone on since. */
static int longest_waiting(const struct stall_report *r, int n, double silence)
{
    int found = -1;
    for (int k = 0; k < n; k++)
        if (is_waiting(&r[k], silence) && (found < 0 || r[k].seconds > r[found].seconds))
            found = k;
    return found;
}

/* The rank waited for when it does not wait itself, else the lowest silent one,
 * else the lowest that does not wait; -1 when all wait. Ranks wait for one another in chains: the rank that the longest
 * waits for is most often a waiting one, and the cause stands at the end of the chain. */
static int culprit(const struct stall_report *r, int n, int waiting, double silence)
{
    /* -1 where it waits in a collective call, for all. */
    int direct = r[waiting].rank, found = -1;
    if (direct >= 0 && direct < n && !is_waiting(&r[direct], silence))
        return direct;
    for (int k = 0; k < n && found < 0; k++)
        if (is_silent(&r[k], silence))
            found = k;
    for (int k = 0; k < n && found < 0; k++)
        if (!is_waiting(&r[k], silence))
            found = k;
    return found;
}

/* What the rank that keeps the others waiting does. */
static const char *does_instead(const struct stall_report *r, double silence)
{
    if (is_silent(r, silence))
        return "does not answer (stopped, or its host is down)";
    return r->task == TASK_CHECKPOINT ? "is still writing a checkpoint (a slow disk needs a larger [output] stall)"
                                      : "is still computing";
}

/* What a waiting rank waits for. */
static const char *waits_for(const struct stall_report *r)
{
    if (r->kind == WAITING_EXCHANGE)
        return "its halo message";
    return r->task == TASK_CHECKPOINT ? "its part of a checkpoint" : "its part of a sum over all ranks";
}

/* report: [n], that of rank 0 among them. True: the run is to end, and sentence says why. silence, limit: s. */
bool stall_decide(const struct stall_report *report, int n, const char (*host)[64], double limit, double silence,
                  char *sentence, size_t size)
{
    int w = longest_waiting(report, n, silence);
    if (w < 0 || report[w].seconds < limit)
        return false;
    const struct stall_report *r = &report[w];
    int c = culprit(report, n, w, silence);
    char direct[32] = "a collective call";
    if (r->rank >= 0)
        snprintf(direct, sizeof direct, "rank %d", r->rank);
    if (c < 0)
        snprintf(sentence, size, "all ranks wait for one another, rank %d for %s at iteration %" PRId64 " since %.0f s",
                 w, direct, r->iteration, r->seconds);
    else
        snprintf(sentence, size,
                 "rank %d on %s %s: rank %d has waited %.0f s for %s%s at iteration %" PRId64, c, host[c],
                 does_instead(&report[c], silence), w, r->seconds, waits_for(r),
                 c == r->rank || r->rank < 0 ? "" : " by way of others", r->iteration);
    return true;
}
