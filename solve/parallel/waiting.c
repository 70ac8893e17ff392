/* waiting.c: marks of what the host thread waits for, in atomic variables, so that another thread
 * may read them at any time; the totals are the host thread's alone. */
#include "parallel/waiting.h"

#include "parallel/timeline.h"
#include "timer.h"

#include <stdatomic.h>

/* Written by the host thread, read by the stall detector's. */
static _Atomic int kind_now, task_now, rank_now = -1;
static _Atomic int64_t iteration_now;
static _Atomic uint64_t changes;

/* Host thread only. */
static double begun;
static double total[WAITING_COLLECTIVE + 1];

/* The parts of a mark are written and read one by one: the watch thread may see a mixture, for one look, and `changes`
 * then differs at its next one. A lock would stand in the way of the host thread at each message. */
static void mark(enum waiting_kind kind)
{
    atomic_store(&rank_now, -1);
    atomic_store(&kind_now, (int)kind);
    atomic_fetch_add(&changes, 1);
}

/* No change is counted: a task is told when the rank begins it, and a rank that hangs in it must be
 * found. */
void waiting_set_task(enum waiting_task task, int64_t iteration)
{
    atomic_store(&task_now, (int)task);
    atomic_store(&iteration_now, iteration);
}

/* Every wait of the host thread for other ranks stands between begin and end; a wait without them is one
 * whose hang nobody can name. */
void waiting_begin(enum waiting_kind kind)
{
    begun = timer_now();
    mark(kind);
}

void waiting_end(void)
{
    int kind = atomic_load(&kind_now);
    double now = timer_now();
    total[kind] += now - begun;
    timeline_add(LANE_HOST, kind == WAITING_EXCHANGE ? "wait for messages" : "wait for all ranks", begun, now);
    mark(WAITING_NOT);
}

/* In the order of the list, which is that of the neighbours. */
static int first_pending(int n, const MPI_Request *request, const int *rank)
{
    for (int i = 0; i < n; i++)
        if (request[i] != MPI_REQUEST_NULL)
            return rank[i];
    return -1;
}

/* Waitany in place of Waitall, so that the rank named is always one whose message is still missing. Requests
 * that are MPI_REQUEST_NULL are done. */
void waiting_for_messages(int n, MPI_Request *request, const int *rank)
{
    waiting_begin(WAITING_EXCHANGE);
    for (int last = first_pending(n, request, rank), done; last >= 0; last = first_pending(n, request, rank)) {
        atomic_store(&rank_now, last);
        MPI_Waitany(n, request, &done, MPI_STATUS_IGNORE);
    }
    waiting_end();
}

/* Called by the watch thread. */
struct waiting waiting_now(void)
{
    struct waiting w = {.changes = atomic_load(&changes)};
    w.kind = (enum waiting_kind)atomic_load(&kind_now);
    w.task = (enum waiting_task)atomic_load(&task_now);
    w.rank = atomic_load(&rank_now);
    w.iteration = atomic_load(&iteration_now);
    return w;
}

void waiting_reset(void)
{
    for (int k = 0; k <= WAITING_COLLECTIVE; k++)
        total[k] = 0;
}

/* Since waiting_reset(), which a run calls before its march: loading does not count. Host thread only. */
double waiting_seconds(enum waiting_kind kind)
{
    return total[kind];
}
