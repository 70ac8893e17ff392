/* solve_options.h: the command line of ufv-solve.
 */
#ifndef UFV_SOLVE_RUN_SOLVE_OPTIONS_H
#define UFV_SOLVE_RUN_SOLVE_OPTIONS_H

#include "case/case_file.h"
#include "cli.h"

struct solve_options {
    const char *case_path;  /* with --kernels the name of a kernel; NULL: none given */
    const char *packs, *results, *device, *restart, *restart_packs, *exchange, *report, *timeline;
    long threads;           /* 0: a share of the host's cores */
    long steps, until;      /* iterations of this run, and in all; SOLVE_NOT_GIVEN */
    long bench;             /* iterations; 0: a run, no benchmark */
    bool has_bench;         /* --bench is given, also with a number that is refused */
    bool case_reference, kernels, force, quiet;
    struct cli_list set, blend;
};

extern const long SOLVE_NOT_GIVEN;

/* Parses main's arguments; all text is borrowed from argv. As cli_parse(): 0, or -1 when the program
 * is to end with *status. Not collective; every rank parses the same line. */
int solve_options_parse(int argc, char **argv, struct solve_options *o, int *status);

/* What is missing or wrong on the command line of a run or benchmark; NULL when nothing. A static
 * string. Not collective. */
const char *solve_options_wrong(const struct solve_options *o);

/* Does the command line ask for something to be printed (--case-reference, --kernels) and for nothing else? Not
 * collective. */
bool solve_options_print_only(const struct solve_options *o);

/* Prints that. Nonzero with error_set(). Not collective. */
int solve_options_print(const struct solve_options *o);

/* Is the number of steps the command line's (--steps, --until, --set time.steps), not the case file's? Not
 * collective. */
bool solve_options_ask_for_steps(const struct solve_options *o);

/* Reads the case file with what the command line changes in it (case_read()): case_free() it, after
 * a failure too. Not collective. */
int solve_options_read_case(const struct solve_options *o, struct case_file *c);

#endif
