/* test_crash_guard: deadly signals while a file is guarded become a sentence and status 1; others stay what
 * they were. Each crash happens in a child process.
 */
#include "check.h"
#include "child.h"
#include "crash_guard.h"
#include "pipeline.h"

#include <signal.h>

static volatile int *nowhere;

static void wild_pointer(void)
{
    crash_guard_begin("a/mesh\033.cgns", "write it again");
    *nowhere = 1;
}

static int deeper(volatile int *at)
{
    volatile int here[1000] = {*at + 1};
    return *at < 0 ? 0 : deeper(here) + here[999];
}

static void endless_recursion(void)
{
    crash_guard_begin("a/mesh\033.cgns", "write it again");
    volatile int start = 0;
    _exit(deeper(&start));
}

static void library_gives_up(void)
{
    crash_guard_begin("a/mesh\033.cgns", "write it again");
    abort();
}

static void divided_by_zero(void)
{
    crash_guard_begin("a/mesh\033.cgns", "write it again");
    raise(SIGFPE);
}

/* A wild pointer, a full stack, abort() and a signal: the sentence with the file, cleaned, and status 1. */
static void crashes_are_said(void)
{
    static void (*const crash[])(void) = {wild_pointer, endless_recursion, library_gives_up, divided_by_zero};
    for (int i = 0; i < 4; i++) {
        int status = child(crash[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1, "crash %d: wait status %d", i, status);
        CHECK(strncmp(said, "ufv: a/mesh?.cgns: ", 19) == 0 && strstr(said, "; write it again\n"), "crash %d: %s", i,
              said);
    }
}

static void after_the_end(void)
{
    int first = crash_guard_begin("first", "x"), second = crash_guard_begin("second", "x");
    crash_guard_end(first);
    crash_guard_end(second);
    *nowhere = 1;
}

static void own_handler(int signal)
{
    _exit(signal == SIGSEGV ? 42 : 43);
}

static void to_whom_it_was_before(void)
{
    signal(SIGSEGV, own_handler);
    crash_guard_end(crash_guard_begin("first", "x"));
    *nowhere = 1;
}

/* After the guard has ended a crash is a crash, or goes to the handler that was there before. */
static void other_signals_stay(void)
{
    int status = child(after_the_end);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV && !said[0], "wait status %d: %s", status, said);
    status = child(to_whom_it_was_before);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 42, "wait status %d: %s", status, said);
}

static void last_begun(void)
{
    crash_guard_begin("first", "x");
    int second = crash_guard_begin("second", "x");
    crash_guard_begin("third", "x");
    crash_guard_end(second);
    crash_guard_begin("fourth", "x");
    abort();
}

/* Of those that are guarded still. */
static void the_last_file_is_named(void)
{
    child(last_begun);
    CHECK(strstr(said, "fourth: "), "%s", said);
}

int main(void)
{
    int guard = crash_guard_begin("probe", "x");
    if (guard < 0) {
        printf("skip crash_guard an address sanitizer shows crashes itself\n");
        return 0;
    }
    crash_guard_end(guard);
    CASE(crashes_are_said);
    CASE(other_signals_stay);
    CASE(the_last_file_is_named);
    return check_end();
}
