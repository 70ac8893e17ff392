/* Lines about the work on stderr, and the seconds of each stage, by the clock and of all processors. */
#include "progress/progress.h"

#include "timer.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static double seconds[N_STAGES], started[N_STAGES];
static double busy_seconds[N_STAGES], busy_started[N_STAGES];
static bool is_quiet, line_is_open;

const char *stage_name(enum stage s)
{
    static const char *const name[N_STAGES] = {"read",      "refine", "faces", "metrics", "check", "partition",
                                               "order", "wall_distance", "halo",  "local",   "colour", "write"};
    return name[s];
}

void progress_set_quiet(bool quiet)
{
    is_quiet = quiet;
}

/* Lines that update themselves would fill a batch job's log. */
static bool in_terminal(void)
{
    return isatty(STDERR_FILENO);
}

/* Ends the line that updates, before something else is printed. */
static void close_line(void)
{
    if (line_is_open)
        /* Back to the first column, and ANSI's "erase to the end of the line". */
        fprintf(stderr, "\r\033[K");
    line_is_open = false;
}

/* Processor time of all threads, in the program and in the system on its behalf. */
static double processor_now(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Stages from STAGE_LOCAL on run once per rank and have a line of packs instead (progress_rank()). */
void progress_begin(enum stage s)
{
    started[s] = timer_now();
    busy_started[s] = processor_now();
    if (is_quiet || !in_terminal() || s >= STAGE_LOCAL)
        return;
    close_line();
    fprintf(stderr, "ufv-prep: %s ...", stage_name(s));
    line_is_open = true;
}

/* Stages may run more than once: seconds add up. */
void progress_end(enum stage s)
{
    seconds[s] += timer_now() - started[s];
    busy_seconds[s] += processor_now() - busy_started[s];
    if (is_quiet || s >= STAGE_LOCAL)
        return;
    close_line();
    fprintf(stderr, "ufv-prep: %s %.2f s\n", stage_name(s), seconds[s]);
}

/* Where there is no terminal, as in a batch job's log, it prints a line for each tenth of the packs. */
void progress_rank(int done, int all)
{
    if (is_quiet || !in_terminal()) {
        /* The tenth changes between the pack before and this one. */
        bool occasionally = done == all || (done > 0 && (int64_t)done * 10 / all != (int64_t)(done - 1) * 10 / all);
        if (!is_quiet && occasionally)
            fprintf(stderr, "ufv-prep: packs %d of %d\n", done, all);
        return;
    }
    close_line();
    fprintf(stderr, "ufv-prep: packs %d of %d%s", done, all, done == all ? "\n" : "");
    line_is_open = done < all;
}

double progress_seconds(enum stage s)
{
    return seconds[s];
}

double progress_processor_seconds(enum stage s)
{
    return busy_seconds[s];
}

static void say(const char *what, const char *format, va_list ap)
{
    close_line();
    fprintf(stderr, "ufv-prep: %s: ", what);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
}

void progress_note(const char *format, ...)
{
    va_list ap;
    if (is_quiet)
        return;
    va_start(ap, format);
    say("note", format, ap);
    va_end(ap);
}

void progress_warn(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    say("warning", format, ap);
    va_end(ap);
}
