/* child.h: a part of a test that ends its process, by a signal or by exit(), runs in a child. */
#ifndef UFV_TESTS_CHILD_H
#define UFV_TESTS_CHILD_H

#include "check.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char said[4096]; /* what the last child wrote to stderr */

/* Runs `program` in a child, in the folder of the test; its wait status, of exit status 7 where it returned. */
static int child(void (*program)(void))
{
    int ends[2], status = -1;
    ssize_t n, at = 0;
    fflush(NULL);
    CHECK(pipe(ends) == 0, "pipe");
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL); /* a shell ignores it in what it starts in the background */
        dup2(ends[1], STDERR_FILENO);
        program();
        _exit(7);
    }
    close(ends[1]);
    while ((n = read(ends[0], said + at, sizeof said - 1 - (size_t)at)) > 0)
        at += n;
    said[at] = '\0';
    close(ends[0]);
    waitpid(pid, &status, 0);
    return status;
}

#endif
