/* waiting.h: what the host thread of this rank waits for, since when, and how long in
 * all. comm.c and exchange.c mark their waits here; the stall detector (stall.h) reads
 * the newest mark from its own thread, reports read the totals.
 *
 * Nothing here is collective, but waiting_for_messages() returns only when other ranks
 * have done their part.
 */
#ifndef UFV_SOLVE_PARALLEL_WAITING_H
#define UFV_SOLVE_PARALLEL_WAITING_H

#include <mpi.h>
#include <stdint.h>

/* For nothing, for halo messages of neighbours, in a call of all ranks. */
enum waiting_kind { WAITING_NOT, WAITING_EXCHANGE, WAITING_COLLECTIVE };
enum waiting_task { TASK_MARCH, TASK_CHECKPOINT };

/* The newest mark; changes: how many there have been, so that two marks of the
 * same kind can be told apart. */
struct waiting {
    enum waiting_kind kind;
    enum waiting_task task;
    int rank;          /* the first in the list of those still waited for; -1: not known (collective) */
    int64_t iteration;
    uint64_t changes;
};

/* What the rank works on, for messages; iterations completed. Host thread only. */
void waiting_set_task(enum waiting_task task, int64_t iteration);

/* Around a call that returns only when other ranks do their part. Not nested. Host thread only.
 * The time between them is added to the total of that kind and to the timeline (timeline.h). */
void waiting_begin(enum waiting_kind kind);
void waiting_end(void);

/* Waits for n halo messages, one by one, so that the mark names a rank whose message is still to come.
 * request[n]: all are MPI_REQUEST_NULL afterwards; rank[n]: the other end of each. Host thread only. */
void waiting_for_messages(int n, MPI_Request *request, const int *rank);

/* The newest mark. May be called by any thread. */
struct waiting waiting_now(void);

/* Total since the last reset, s. Host thread only. */
void waiting_reset(void);
double waiting_seconds(enum waiting_kind kind);

#endif
