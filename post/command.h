/* command.h: the commands of ufv-post as rows, and running the one that a command line names. */
#ifndef UFV_POST_COMMAND_H
#define UFV_POST_COMMAND_H

#include "cli.h"
#include "fields/results.h"

enum { COMMANDS_MOST = 64 };

struct command {
    const char *name;
    struct cli cli;
    bool opens;         /* the first argument is opened as results */
    int (*check)(void); /* of options, before that; NULL: none */
    int (*run)(const struct results *r, const struct cli_result *args);
};

struct commands {
    const struct command *command; /* borrowed; [n], COMMANDS_MOST at most */
    int n;
    const char *const *packs; /* where the value of --packs is put; NULL there: not given */
    void (*print_libraries)(void);
};

/* Runs the command that argv[1] names, or prints help; the status that the program ends with. Errors go to stderr. */
int command_run_any(const struct commands *all, int argc, char **argv);

#endif
