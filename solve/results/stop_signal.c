/* stop_signal.c: the handlers, which set a flag and, while there is nothing to lose, an alarm. */
#include "results/stop_signal.h"

#include "error.h"
#include "parallel/comm.h"

#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const struct {
    int number;
    const char *name;
} signals[] = {{SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"}, {SIGHUP, "SIGHUP"}};

enum { N_SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t caught, left_to_march;

static char to_remove[PATH_MAX];

/* Only calls that are safe in a handler.
 * _exit() does not run handlers of exit, which might wait for locks that the interrupted code holds; the lock file
 * is therefore removed here, by a path that was stored before. */
static void end_now(void)
{
    static const char sentence[] = "ufv-solve: stopped by a signal before the first step; start it again\n";
    if (to_remove[0])
        unlink(to_remove);
    (void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
    _exit(EXIT_STOPPED);
}

static void on_alarm(int number)
{
    (void)number;
    end_now();
}

/* Before the march nothing would be lost: the program may end by itself within STOP_SIGNAL_GRACE seconds, where it
 * looks at the flag, and is ended by the alarm else; a second signal ends it at once. In the march the flag alone is
 * set, and a checkpoint is written before the end. */
static void on_signal(int number)
{
    if (!left_to_march && caught)
        end_now();
    caught = number;
    if (!left_to_march)
        alarm(STOP_SIGNAL_GRACE);
}

/* SA_RESTART: system calls of MPI and HDF5 go on after the handler; a few of them treat an interrupted call as an
 * error. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, NULL);
}

static bool is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* All of the signals at once: one of them must not arrive while another is still held back. */
static void mask(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (int k = 0; k < N_SIGNALS; k++)
        sigaddset(&set, signals[k].number);
    sigprocmask(how, &set, NULL);
}

/* SIGHUP that is ignored (nohup) stays ignored. */
void stop_signal_catch(void)
{
    handle(SIGALRM, on_alarm);
    for (int k = 0; k < N_SIGNALS; k++)
        if (signals[k].number != SIGHUP || !is_ignored(SIGHUP))
            handle(signals[k].number, on_signal);
    mask(SIG_UNBLOCK);
}

void stop_signal_ignore_lost_readers(void)
{
    handle(SIGPIPE, SIG_IGN);
}

void stop_signal_leave_to_march(void)
{
    left_to_march = 1;
    alarm(0);
    handle(SIGALRM, SIG_DFL); /* stall.c has an alarm of its own */
}

/* The first character is written last: a handler in between sees an empty path and removes nothing. */
void stop_signal_unlink(const char *path)
{
    to_remove[0] = '\0'; /* first: a signal may come in between */
    if (path && path[0] && strlen(path) < sizeof to_remove) {
        memcpy(to_remove + 1, path + 1, strlen(path));
        to_remove[0] = path[0];
    }
}

int stop_signal_caught(void)
{
    return caught;
}

/* The largest number over all ranks: a scheduler may signal one process, and all have to stop at the same step. */
int stop_signal_any(void)
{
    int number = caught;
    comm_maximum_int(&number, 1);
    return number;
}

const char *stop_signal_name(int number)
{
    for (int k = 0; k < N_SIGNALS; k++)
        if (signals[k].number == number)
            return signals[k].name;
    return "a signal";
}

/* A caught signal is raised again while it is blocked, so that it is pending when execv() replaces the
 * program: masks and pending signals survive it, handlers do not. */
void stop_signal_hold(void)
{
    mask(SIG_BLOCK);
    alarm(0);
    if (caught)
        raise(caught);
    caught = 0;
}
