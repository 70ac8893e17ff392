/* test_unfinished: what is registered goes when a signal or exit() ends the program, newest first; what has been ended
 * stays, and ignored signals stay ignored. Each program is a child process.
 */
#include "check.h"
#include "child.h"
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static char folder[] = "/tmp/ufv-unfinished-XXXXXX";

static void make(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    CHECK(fd >= 0 && close(fd) == 0, "a file");
}

static bool is_there(const char *name)
{
    struct stat s;
    return stat(name, &s) == 0;
}

/* Fails where the folder is not empty: what is in it must go first. */
static void remove_folder(const char *path)
{
    rmdir(path);
}

/* A whole file under its own name, one that is registered twice in turn, one in a folder. */
static void begin_some(void)
{
    unfinished_begin("whole", NULL);
    make("whole");
    unfinished_end("whole");
    unfinished_begin("half", NULL);
    make("half");
    mkdir("inner", 0777);
    unfinished_begin("inner", remove_folder);
    unfinished_begin("inner/half", NULL);
    make("inner/half");
    unfinished_end("never begun");
}

static void ended_by_a_signal(void)
{
    unfinished_remove_on_signals("program");
    begin_some();
    raise(SIGTERM);
}

static void ended_by_exit(void)
{
    unfinished_remove_on_signals("program");
    begin_some();
    exit(1);
}

static void interrupted_with_nothing_begun(void)
{
    unfinished_remove_on_signals("program");
    begin_some();
    unlink("half"), unfinished_end("half");
    unlink("inner/half"), unfinished_end("inner/half");
    rmdir("inner"), unfinished_end("inner");
    raise(SIGINT);
}

static void ignores_a_terminal_that_closes(void)
{
    signal(SIGHUP, SIG_IGN);
    unfinished_remove_on_signals("program");
    begin_some();
    raise(SIGHUP);
    _exit(is_there("half") ? 5 : 6);
}

/* ufv-solve */
static void has_not_asked_for_it(void)
{
    begin_some();
    exit(is_there("half") ? 5 : 6);
}

static bool nothing_half_written(void)
{
    return is_there("whole") && !is_there("half") && !is_there("inner");
}

static void a_signal_removes_the_newest_first(void)
{
    int status = child(ended_by_a_signal);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "status %d", status);
    CHECK(nothing_half_written(), "something is left");
    CHECK(strcmp(said, "program: stopped by SIGTERM; what it had begun to write was removed: start it again\n") == 0,
          "%s", said);
}

static void exit_removes_too(void)
{
    int status = child(ended_by_exit);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1, "status %d", status);
    CHECK(nothing_half_written() && said[0] == '\0', "something is left, or said: %s", said);
}

static void nothing_unfinished_is_nothing_said(void)
{
    int status = child(interrupted_with_nothing_begun);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, "status %d", status);
    CHECK(nothing_half_written() && said[0] == '\0', "%s", said);
}

static void ignored_signals_stay_ignored(void)
{
    int status = child(ignores_a_terminal_that_closes);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5, "status %d", status);
}

static void others_remove_nothing(void)
{
    int status = child(has_not_asked_for_it);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5, "status %d", status);
    CHECK(is_there("half") && is_there("inner/half"), "removed");
}

static long turn; /* microseconds until the signal */

static void interrupt_now(int number)
{
    (void)number;
    kill(getpid(), SIGTERM); /* to the thread that does not block it */
}

static void *wait_for_ever(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void makes_files_until_interrupted(void)
{
    struct itimerval at = {.it_value.tv_usec = 500 + turn};
    struct rlimit seconds = {.rlim_cur = 5, .rlim_max = 6}; /* of a program that no signal ends */
    pthread_t idle;
    setrlimit(RLIMIT_CPU, &seconds);
    unfinished_remove_on_signals("program");
    if (turn % 2 && pthread_create(&idle, NULL, wait_for_ever, NULL) != 0)
        _exit(8);
    signal(SIGALRM, interrupt_now);
    setitimer(ITIMER_REAL, &at, NULL);
    for (;;) {
        char name[] = "picture.XXXXXX.svg";
        int fd = unfinished_make(name, 4);
        if (fd < 0 || close(fd) != 0)
            _exit(7);
        unlink(name); /* which the signal may have done on the other thread */
        unfinished_end(name);
    }
}

static int files_left(void)
{
    DIR *here = opendir(".");
    int n = 0;
    for (struct dirent *e; here && (e = readdir(here));)
        n += strncmp(e->d_name, "picture.", 8) == 0;
    if (here)
        closedir(here);
    return n;
}

/* The signal comes at another moment each time; every second time there is another thread to take it. */
static void nothing_is_made_that_is_not_registered(void)
{
    for (turn = 0; turn < 300; turn++) {
        int status = child(makes_files_until_interrupted);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "status %d", status);
    }
    CHECK(files_left() == 0, "%d files are left", files_left());
}

static void what_cannot_be_made(void)
{
    char name[] = "no-folder/XXXXXX.svg", wrong[] = "picture.svg";
    CHECK(unfinished_make(name, 4) == -1 && errno == ENOENT, "no folder: %d", errno);
    CHECK(unfinished_make(wrong, 4) == -1 && errno == EINVAL, "no template: %d", errno);
}

int main(void)
{
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    CASE(a_signal_removes_the_newest_first);
    CASE(exit_removes_too);
    CASE(nothing_unfinished_is_nothing_said);
    CASE(ignored_signals_stay_ignored);
    CASE(others_remove_nothing);
    CASE(nothing_is_made_that_is_not_registered);
    CASE(what_cannot_be_made);
    unlink("whole"), unlink("half"), unlink("inner/half"), rmdir("inner");
    return chdir("/") != 0 || rmdir(folder) != 0 || check_end();
}
