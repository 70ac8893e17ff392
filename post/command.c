/* command.c: a command is found by its name, its options are read, its results opened, and what it returns becomes the
 * status of the program.
 */
#include "command.h"

#include "error.h"
#include "input/processes.h"
#include "text.h"
#include "threads.h"

#include <stdio.h>
#include <string.h>

/* Fields that a run replaces while they are read are read anew; not where processes share the work, since each of
 * them would have to. */
static int run_opened(const struct command *c, const char *packs, const struct cli_result *args)
{
    for (int attempt = 1;; attempt++) {
        struct results r;
        TRY(results_open(args->argument[0], packs, RESULTS_GEOMETRY, &r));
        if (r.note && attempt == 1)
            fprintf(stderr, "ufv-post: note: %s\n", r.note);
        int status = c->run(&r, args);
        bool again = status != 0 && attempt < RESULTS_ATTEMPTS && !processes_are_sharing() && results_moved_on(&r);
        results_close(&r);
        if (!again)
            return status;
    }
}

static int run(const struct command *c, const char *packs, const struct cli_result *args)
{
    if (c->check)
        TRY(c->check());
    TRY(threads_start("ufv-post", 0));
    TRY(c->opens ? run_opened(c, packs, args) : c->run(NULL, args));
    return cli_flush_stdout();
}

static int run_command(const struct commands *all, const struct command *c, int argc, char **argv)
{
    struct cli_result args;
    int status;
    if (cli_parse(&c->cli, argc, argv, &args, &status) != 0)
        return status;
    if (run(c, *all->packs, &args) == 0)
        return EXIT_DONE;
    /* What a command printed stands before the sentence that says why it ended. */
    fflush(stdout);
    if (processes_says(error_message()[0] != '\0'))
        fprintf(stderr, "ufv-post: %s\n", error_message());
    return EXIT_BAD;
}

/* The names of all commands, since the first of them is no more likely than the others. */
static int ask_for_command(const struct commands *all, const char *given, const char *wrong)
{
    fprintf(stderr, "ufv-post: %s%s; give one of", given, wrong);
    for (int i = 0; i < all->n; i++)
        fprintf(stderr, "%s%s", i ? ", " : " ", all->command[i].name);
    fprintf(stderr, ", such as ufv-post report RESULTS --out report.html. See ufv-post --help.\n");
    return EXIT_USAGE;
}

/* --help and the like: the usage of all commands, one under another.
 * Without a command cli_parse() prints help or says what is missing; nothing is run. */
static int run_top(const struct commands *all, int argc, char **argv)
{
    char usage[4096] = "";
    for (int i = 0; i < all->n; i++) {
        size_t used = strlen(usage);
        snprintf(usage + used, sizeof usage - used, "%s%s", i ? "\n" : "", all->command[i].cli.usage);
    }
    const struct cli top = {
        .program = "ufv-post", .usage = usage,
        .about = "Post-processes results of ufv-solve from any number of ranks: forces, pressure along cuts,\n"
                 "files for viewers, convergence, comparisons. RESULTS is what ufv-solve wrote with\n"
                 "--out, or one fields folder in it. `ufv-post COMMAND --help` lists a command's options.",
        .min_arguments = 1, .print_libraries = all->print_libraries,
    };
    struct cli_result args;
    int status;
    cli_parse(&top, argc, argv, &args, &status);
    return status;
}

int command_run_any(const struct commands *all, int argc, char **argv)
{
    if (argc < 2)
        return ask_for_command(all, "", "a command is missing");
    if (argv[1][0] == '-')
        return run_top(all, argc, argv);
    const char *names[COMMANDS_MOST];
    for (int i = 0; i < all->n; i++) {
        names[i] = all->command[i].name;
        if (strcmp(argv[1], names[i]) == 0)
            return run_command(all, &all->command[i], argc - 1, argv + 1);
    }
    for (int i = 0; argc > 2 && i < all->n; i++)
        if (strcmp(argv[2], names[i]) == 0) {
            fprintf(stderr, "ufv-post: %s: the command comes first; write ufv-post %s %s\n", argv[1], names[i],
                    argv[1]);
            return EXIT_USAGE;
        }
    const char *near = text_nearest(argv[1], names, all->n);
    if (!near)
        return ask_for_command(all, argv[1], ": unknown command");
    fprintf(stderr, "ufv-post: %s: unknown command; did you mean %s? See ufv-post --help.\n", argv[1], near);
    return EXIT_USAGE;
}
