/* stall.h: a rank that hangs is noticed by the others.
 *
 * A thread of every rank tells rank 0's thread, several times within the limit,
 * what its rank does or waits for (a UDP datagram: MPI itself is what hangs).
 *
 *   rank 1 host thread  --waits for a halo message of rank 2-------...
 *   rank 1 watch thread --report--report--report--.
 *   rank 0 watch thread ---------------------------> decides after the limit:
 *                                                    who waits, who does not, who is silent
 *
 * When a rank has waited for the limit, rank 0 says in one sentence which rank
 * keeps the others waiting and ends all ranks with MPI_Abort. Should rank 0
 * itself be gone, another rank does so a little later. Time during which the
 * whole run was suspended does not count.
 */
#ifndef UFV_SOLVE_PARALLEL_STALL_H
#define UFV_SOLVE_PARALLEL_STALL_H

#include "parallel/comm.h"

/* Collective. Watches from here on. limit: s that a rank may wait, the same on all ranks; nothing is
 * watched with 0 or on one rank. results: borrowed until stall_stop(), may be NULL; the folder that
 * the sentence says to restart from. On all ranks nonzero with error_set() when some rank gets no
 * socket or thread. */
int stall_start(const struct comm *comm, double limit, const char *results);

/* Not collective; to be called when this rank will wait no more, or was never started. Waits for the
 * watch thread's end, at most for a look of its own. */
void stall_stop(void);

/* ---- the decision, apart from threads and sockets -------------------------- */

/* What rank 0 knows of a rank; seconds and age in s. */
struct stall_report {
    int kind, task;    /* enum waiting_kind, enum waiting_task */
    int rank;          /* waited for; -1: not known */
    int64_t iteration;
    double seconds;    /* in this state */
    double age;        /* s since the report was made; HUGE_VAL: none ever came */
};

/* The sentence (at most size - 1 characters) about the rank that keeps the others waiting, when one
 * has waited for `limit` s, else false. A rank is silent when its report is older than
 * `silence` s. report, host: [n] of every rank. Not collective. */
bool stall_decide(const struct stall_report *report, int n, const char (*host)[64], double limit, double silence,
                  char *sentence, size_t size);

#endif
