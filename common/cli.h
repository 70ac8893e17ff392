/* cli.h: command lines from a table of rows.
 *
 * Rows give --help its text, with defaults and units, and the parser its work:
 *
 *   static const struct cli_option rows[] = {
 *       {"--ranks", "N", CLI_LONG, &o.ranks, "1", "number of packs to write"},
 *       ...
 *   };
 *
 * The addresses hold the defaults before parsing. --help, --version, --quiet and
 * --verbose are known to every program and handled here.
 */
#ifndef UFV_COMMON_CLI_H
#define UFV_COMMON_CLI_H

#include "elsewhere.h"

#include <stdbool.h>

enum cli_type {
    CLI_FLAG,   /* bool *: set to true */
    CLI_LONG,   /* long * */
    CLI_DOUBLE, /* double * */
    CLI_TEXT,   /* const char **: borrowed from argv */
    CLI_OUTPUT, /* the same, a file or folder that the command writes; no two of them may be the same place */
    CLI_LIST,   /* struct cli_list *: may be given many times */
};

struct cli_list {
    const char *item[64]; /* borrowed from argv */
    int n;
};

struct cli_option {
    const char *name;     /* "--ranks" */
    const char *argument; /* "N" in help; NULL for a flag */
    enum cli_type type;
    void *value;
    const char *default_text; /* as help shows it; NULL: none */
    const char *help;         /* one line; further lines after \n */
};

struct cli {
    const char *program;  /* "ufv-prep" */
    const char *usage;    /* the forms of the command, one a line */
    const char *about;    /* a sentence or two under the usage */
    const struct cli_option *option;
    int n_options;
    int min_arguments, max_arguments; /* positional ones */
    void (*print_libraries)(void);    /* extra lines of --version, or NULL */
    const char *no_option;            /* what is set in another way than by options, for unknown ones; or NULL */
    const struct elsewhere *elsewhere; /* [n_elsewhere] what is written in place of other programs' options, without */
    int n_elsewhere;                   /* their dashes: {"np n", "write mpirun -np N before ufv-solve"} */
    const char *no_argument;          /* what an argument beyond the last probably is; or NULL */
};

struct cli_result {
    const char *argument[16]; /* positional, borrowed from argv */
    int n_arguments;
    bool quiet, verbose;
};

/* Parses argv[1..]. Returns 0 to go on, or -1 when the program should end now
 * with *status (0 after --help or --version, EXIT_BAD when these could not be
 * printed, EXIT_USAGE after printing what is wrong to stderr, with the nearest
 * known option). Call it before any file is opened: where stdin, stdout or stderr
 * is closed, it takes their numbers, so that no file of the program gets them and
 * what is printed later cannot end up in it. r borrows from argv. Not collective. */
int cli_parse(const struct cli *c, int argc, char **argv, struct cli_result *r, int *status);

/* Has all that was printed to stdout arrived? Flushes it; nonzero with error_set()
 * when some was lost: a full disk, a quota, a closed file. stdout stays open; 0 when
 * nothing was printed. The last step of every command whose result is what it prints:
 *
 *   if (status == 0)
 *       status = cli_flush_stdout();
 *
 * Of the calling process alone; not collective. */
int cli_flush_stdout(void);

#endif
