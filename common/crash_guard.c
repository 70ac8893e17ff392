/* crash_guard.c: a handler of deadly signals that only writes ready-made text and ends the program.
 *
 * What it needs is put in place beforehand: a signal handler may neither allocate nor format. It runs on a
 * stack of its own, since the crash may be that the stack is full.
 */
#include "crash_guard.h"

#include "printable.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { MOST = 64, SENTENCE_SIZE = 2048, STACK_SIZE = 1 << 16 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

static struct {
    char sentence[SENTENCE_SIZE];
    volatile size_t length; /* 0: free */
    volatile long begun;    /* the larger, the later */
} guards[MOST];
static struct sigaction before[N_SIGNALS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long n_begun;
static bool installed;

/* Read by the handler without the lock, which the thread that crashed may hold. A slot's length is set last and cleared
 * first, so that whatever slot is seen with one has its whole sentence. */
static int last_begun(void)
{
    int last = -1;
    for (int i = 0; i < MOST; i++)
        if (guards[i].length > 0 && (last < 0 || guards[i].begun > guards[last].begun))
            last = i;
    return last;
}

static void handle(int signal)
{
    int guard = last_begun();
    /* _exit(), not exit(): handlers registered with atexit() would run in a process whose heap may be broken. */
    if (guard >= 0) {
        ssize_t n = write(STDERR_FILENO, guards[guard].sentence, guards[guard].length);
        (void)n; /* nobody is left to be told */
        _exit(1);
    }
    /* No file is being read: the signal is somebody else's. What was there before gets it, when this handler has
     * returned and the signal, blocked while it ran, is delivered again. */
    for (int i = 0; i < N_SIGNALS; i++)
        if (signals[i] == signal)
            sigaction(signal, &before[i], NULL);
    raise(signal);
}

static void install(void)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}

/* Gives this thread a stack for handlers, for as long as the program runs. */
static void give_stack(void)
{
    static _Thread_local char stack[STACK_SIZE];
    /* A stack that MPI or a debugger has set up is left as it is. */
    stack_t now, own = {.ss_sp = stack, .ss_size = sizeof stack};
    if (sigaltstack(NULL, &now) == 0 && now.ss_flags & SS_DISABLE)
        sigaltstack(&own, NULL);
}

int crash_guard_begin(const char *path, const char *advice)
{
    if (SANITIZED)
        return -1;
    pthread_mutex_lock(&lock);
    if (!installed)
        install();
    installed = true;
    give_stack();
    int guard = 0;
    while (guard < MOST && guards[guard].length > 0)
        guard++;
    if (guard < MOST) {
        char *sentence = guards[guard].sentence;
        snprintf(sentence, SENTENCE_SIZE - 1, "ufv: %s: the program crashed while it read this file, which is damaged "
                                              "in a way that the HDF5 or CGNS library does not survive; %s",
                 path, advice);
        printable_clean(sentence);
        strcat(sentence, "\n");
        guards[guard].begun = n_begun++;
        guards[guard].length = strlen(sentence);
    }
    pthread_mutex_unlock(&lock);
    /* More files at once than there are slots: those are not guarded. */
    return guard < MOST ? guard : -1;
}

void crash_guard_end(int guard)
{
    if (guard >= 0)
        guards[guard].length = 0;
}
