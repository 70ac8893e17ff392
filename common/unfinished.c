/* unfinished.c: a list of temporary names that a signal handler may walk at any moment. */
#include "unfinished.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Entries are never freed and never leave the list, since the handler may be looking at them; one that is not in use is
 * taken for the next path. `used` is set last and cleared first. malloc(): this list is not memory of the program's
 * work, and mem.h may be what fails. */
struct entry {
    char path[PATH_MAX];
    unfinished_remover *remover; /* NULL: unlink() */
    unsigned long begun;         /* the larger, the later */
    atomic_bool used;
    struct entry *next;
};

static _Atomic(struct entry *) entries;
static unsigned long n_begun;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *program_name;
/* Held while unfinished_make() makes a file, and by a signal to the end: on another thread it waits for the file. */
static atomic_flag making = ATOMIC_FLAG_INIT;

static const struct {
    int number;
    const char *name;
} ending[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};
enum { N_ENDING = sizeof ending / sizeof *ending };

static struct entry *unused_entry(void)
{
    struct entry *e = entries;
    while (e && e->used)
        e = e->next;
    if (!e && (e = malloc(sizeof *e))) {
        atomic_init(&e->used, false);
        e->next = entries;
        entries = e;
    }
    return e;
}

/* Without memory for an entry the path may be left behind, which is better than no output at all. */
void unfinished_begin(const char *path, unfinished_remover *remover)
{
    size_t size = strlen(path) + 1;
    pthread_mutex_lock(&lock);
    struct entry *e = size <= sizeof e->path ? unused_entry() : NULL;
    if (e) {
        memcpy(e->path, path, size);
        e->remover = remover;
        e->begun = ++n_begun;
        e->used = true;
    }
    pthread_mutex_unlock(&lock);
}

int unfinished_make(char *name, int suffix)
{
    sigset_t all, before;
    sigemptyset(&all);
    for (int i = 0; i < N_ENDING; i++)
        sigaddset(&all, ending[i].number);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* or the handler would wait for the thread that it has interrupted */
    while (atomic_flag_test_and_set(&making)) {
    }
    const int fd = mkstemps(name, suffix), error = errno;
    if (fd >= 0)
        unfinished_begin(name, NULL);
    atomic_flag_clear(&making);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

void unfinished_end(const char *path)
{
    pthread_mutex_lock(&lock);
    for (struct entry *e = entries; e; e = e->next)
        if (e->used && strcmp(e->path, path) == 0)
            e->used = false;
    pthread_mutex_unlock(&lock);
}

/* Newest first: files before the folder that they are in. Takes no lock, since the thread that holds it may be the one
 * that the signal has interrupted. */
static bool remove_all(void)
{
    bool any = false;
    for (;;) {
        struct entry *newest = NULL;
        for (struct entry *e = entries; e; e = e->next)
            if (e->used && (!newest || e->begun > newest->begun))
                newest = e;
        if (!newest)
            return any;
        any = true;
        if (newest->remover)
            newest->remover(newest->path);
        else
            unlink(newest->path);
        newest->used = false;
    }
}

static void say(const char *text)
{
    ssize_t n = write(STDERR_FILENO, text, strlen(text));
    (void)n; /* nobody is left to be told */
}

/* The signal ends the program before the handler returns, so that no other thread begins a file meanwhile. */
static void handle(int number)
{
    sigset_t this_one;
    while (atomic_flag_test_and_set(&making)) {
    }
    if (remove_all()) {
        say(isatty(STDERR_FILENO) ? "\n" : ""); /* behind a line of progress */
        say(program_name);
        say(": stopped by ");
        for (int i = 0; i < N_ENDING; i++)
            say(ending[i].number == number ? ending[i].name : "");
        say("; what it had begun to write was removed: start it again\n");
    }
    signal(number, SIG_DFL);
    sigemptyset(&this_one);
    sigaddset(&this_one, number);
    pthread_sigmask(SIG_UNBLOCK, &this_one, NULL);
    raise(number);
}

void unfinished_remove_at_exit(void)
{
    if (program_name)
        (void)remove_all();
}

void unfinished_remove_on_signals(const char *program)
{
    struct sigaction action = {.sa_handler = handle}, before;
    program_name = program;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_ENDING; i++)
        sigaddset(&action.sa_mask, ending[i].number);
    for (int i = 0; i < N_ENDING; i++)
        if (sigaction(ending[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending[i].number, &action, NULL);
    atexit(unfinished_remove_at_exit);
}
