/* background.h: one piece of work at a time in a thread of its own, while the host
 * thread marches on. The work must not call MPI and must not touch what the host
 * thread changes meanwhile; its error message is handed over when it is joined.
 */
#ifndef UFV_SOLVE_BACKGROUND_H
#define UFV_SOLVE_BACKGROUND_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct background {
    bool running; /* started and not joined */
    pthread_t thread;
    int (*work)(void *argument);
    void *argument;
    _Atomic bool done;
    int status;
    char message[2048];
    double begin, end; /* timer_now() around the work, s */
};

/* Starts work(argument); nothing else is running in b. Where no thread can be had
 * the work is done at once. */
void background_start(struct background *b, int (*work)(void *argument), void *argument);

/* Never waits. */
bool background_is_done(const struct background *b);

/* Waits; the work's status, with its error_message(). 0 when nothing was started. */
int background_join(struct background *b);

#endif
