/* worker_thread.c: a POSIX thread per piece of work, which hands its status and sentence to who joins it.
 */
#include "results/worker_thread.h"

#include "error.h"
#include "text.h"
#include "timer.h"

#include <signal.h>

/* done is stored last, and by an atomic store: whoever sees it sees what the work has written. */
static void *do_work(void *argument)
{
    struct worker_thread *b = argument;
    b->status = b->work(b->argument);
    if (b->status)
        text_copy(b->message, sizeof b->message, error_message()); /* messages are each thread's own */
    b->end = timer_now();
    atomic_store(&b->done, true);
    return NULL;
}

/* Signals are masked while the thread is made, since it inherits the mask: a handler must not run in
 * it. */
void worker_thread_start(struct worker_thread *b, int (*work)(void *argument), void *argument)
{
    sigset_t all, before;
    b->work = work;
    b->argument = argument;
    b->begin = timer_now();
    atomic_store(&b->done, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the host thread */
    b->running = pthread_create(&b->thread, NULL, do_work, b) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!b->running)
        do_work(b);
}

bool worker_thread_is_done(const struct worker_thread *b)
{
    return atomic_load(&b->done);
}

/* Status is taken once: a second join finds nothing to report. */
int worker_thread_join(struct worker_thread *b)
{
    if (b->running)
        pthread_join(b->thread, NULL);
    b->running = false;
    int status = b->status;
    b->status = 0;
    return status ? error_set("%s", b->message) : 0;
}
