/* worker_thread.h: one piece of work at a time in a thread of its own, while the host
 * thread marches on. The work must not call MPI and must not touch what the host
 * thread changes meanwhile; its error message is handed over when it is joined.
 * Nothing here is collective; the host thread calls all of it.
 */
#ifndef UFV_SOLVE_RESULTS_WORKER_THREAD_H
#define UFV_SOLVE_RESULTS_WORKER_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct worker_thread {
    bool running; /* started and not joined */
    pthread_t thread;
    int (*work)(void *argument);
    void *argument;
    _Atomic bool done;
    int status;
    char message[2048];
    double begin, end; /* timer_now() around the work, s */
};

/* Starts work(argument), which returns 0, or nonzero after error_set(); nothing else is running in b.
 * argument: borrowed until the join. Where no thread can be had the work is done at once. */
void worker_thread_start(struct worker_thread *b, int (*work)(void *argument), void *argument);

/* Has the work ended? Never waits. */
bool worker_thread_is_done(const struct worker_thread *b);

/* Waits; the work's status, with its error_message(). 0 when nothing was started. */
int worker_thread_join(struct worker_thread *b);

#endif
