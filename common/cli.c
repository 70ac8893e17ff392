/* Command lines: parsing by rows, help from the same rows, and the two files that every program is
 * handed open, stdout and stderr, made safe to print to. */
#include "cli.h"

#include "error.h"
#include "out_file.h"
#include "text.h"
#include "version.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- standard files ---- */

/* A number below 3 that is closed would go to the next file that is opened, say a pack, and what is
 * printed would end up in it. Opened the wrong way round, so that its use fails as if it were closed. */
static void occupy_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

/* Called before a program ends well: a full disk behind `ufv-post ... > file` must not look like success.
 * fflush() alone does not tell everything, see below. */
int cli_flush_stdout(void)
{
    bool lost = ferror(stdout) != 0; /* of an earlier write, whose errno is gone */
    errno = 0;
    if (fflush(stdout) != 0)
        lost = true;
    if (!lost) {
        /* Network file systems and quotas tell at the end; a copy is closed, stdout stays open. */
        int copy = dup(STDOUT_FILENO);
        lost = copy >= 0 && close(copy) != 0;
    }
    if (!lost)
        return 0;
    return error_set("stdout: not all of the output could be written: %s; is the disk full, or stdout closed?",
                     errno ? strerror(errno) : "an earlier write failed");
}

/* ---- help ---- */

/* One row: two blanks, 24 columns for name and argument, the help, the default in brackets. Further lines of
 * the help begin where its first does. */
static void print_option(const char *name, const char *argument, const char *help, const char *default_text)
{
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", name, argument ? " " : "", argument ? argument : "");
    printf("  %-24s ", left);
    if (strlen(left) > 24) /* the help below it, where that of the others begins */
        printf("\n  %-24s ", "");
    for (const char *p = help; *p; p++) {
        putchar(*p);
        if (*p == '\n')
            printf("  %-24s ", "");
    }
    if (default_text)
        printf(" [%s]", default_text);
    putchar('\n');
}

static void print_help(const struct cli *c)
{
    printf("%s\n\n%s\n\n", c->usage, c->about);
    for (int i = 0; i < c->n_options; i++)
        print_option(c->option[i].name, c->option[i].argument, c->option[i].help, c->option[i].default_text);
    print_option("--quiet", NULL, "errors and warnings only", NULL);
    print_option("--verbose", NULL, "more detail", NULL);
    print_option("--version", NULL, "versions of the program and its libraries", NULL);
    print_option("--help", NULL, "this text", NULL);
    printf("\nExit status: 0 done, 1 bad input or failed run, 2 wrong usage, 3 stopped on request, 4 failed, 5 not "
           "converged.\n");
}

static void print_version(const struct cli *c)
{
    printf("%s %s (%s)\ncompiler %s, %s\nCUDA %s\n", c->program, version_number, version_git, version_compiler,
           version_flags, version_cuda);
    if (c->print_libraries)
        c->print_libraries();
}

/* Ends the program after what was asked for has been printed. */
static int end_printed(const struct cli *c, int *status)
{
    *status = EXIT_DONE;
    if (cli_flush_stdout() != 0) {
        fprintf(stderr, "%s: %s\n", c->program, error_message());
        *status = EXIT_BAD;
    }
    return -1;
}

/* ---- parsing ---- */

/* Prints one line; hint: what to write instead, or NULL. Returns -1, what cli_parse() returns when the program is to
 * end. */
static int usage_error(const struct cli *c, const char *what, const char *word, const char *hint)
{
    fprintf(stderr, "%s: %s: %s%s%s; see %s --help\n", c->program, word, what, hint ? "; " : "", hint ? hint : "",
            c->program);
    return -1;
}

/* With what other programs' option of that name is here, or the nearest one. The array holds the program's own options
 * and the four that every program has; a program with more than 76 would only lose hints. */
static int unknown_option(const struct cli *c, const char *word)
{
    const char *names[80];
    char bare[64];
    int n = 0;
    text_copy(bare, sizeof bare, word + strspn(word, "-"));
    bare[strcspn(bare, "=")] = '\0';
    const char *hint = elsewhere_find(c->elsewhere, c->n_elsewhere, bare);
    if (hint)
        return usage_error(c, "unknown option", word, hint);
    /* Without the dashes, which are alike in all options and would make short words look near to any of them. */
    for (int i = 0; i < c->n_options && n < 76; i++)
        names[n++] = c->option[i].name + strspn(c->option[i].name, "-");
    names[n++] = "quiet";
    names[n++] = "verbose";
    names[n++] = "version";
    names[n++] = "help";
    const char *near = text_nearest(bare, names, n);
    if (!near)
        return usage_error(c, "unknown option", word, c->no_option);
    fprintf(stderr, "%s: %s: unknown option; did you mean --%s? See %s --help.\n", c->program, word, near, c->program);
    return -1;
}

/* A number such as 1e3 is written out for the user. */
static int refuse_whole_number(const struct cli *c, const struct cli_option *o, const char *text)
{
    double value;
    char what[160], hint[48] = "";
    snprintf(what, sizeof what, "a whole number must follow, not '%.80s'", text);
    if (text_to_double(text, &value) == 0 && fabs(value) < 1e15 && value == trunc(value))
        snprintf(hint, sizeof hint, "write %.0f", value);
    return usage_error(c, what, o->name, hint[0] ? hint : NULL);
}

/* An argument too many. It may be the value that belongs to the option before it: --set flow.mach 0.5. */
static int refuse_argument(const struct cli *c, const char *word, const struct cli_option *before, const char *text)
{
    char joined[240];
    if (!before || !before->argument || !strchr(before->argument, '=') || !text || strchr(text, '='))
        return usage_error(c, "one argument too many", word, c->no_argument);
    snprintf(joined, sizeof joined, "write %s %.80s=%.80s, without a blank around =", before->name, text, word);
    return usage_error(c, "one argument too many", word, joined);
}

/* ~ stands for the home folder only where the shell replaces it: not within quotes, and not behind --out=. */
static bool has_tilde(const char *text)
{
    return text[0] == '~' && (text[1] == '/' || text[1] == '\0');
}

static int refuse_tilde(const struct cli *c, const char *word)
{
    return usage_error(c, "the shell has left ~ as it is", word, "write $HOME, or leave the quotes or the = out");
}

/* Infinity and what is no number mean "not given" in some commands, which they must not be able to say. */
static int store_double(const struct cli *c, const struct cli_option *o, const char *text)
{
    double number;
    if (text_to_double(text, &number))
        return usage_error(c, "a number must follow", o->name, NULL);
    if (!isfinite(number))
        return usage_error(c, "a finite number must follow", o->name, NULL);
    *(double *)o->value = number;
    return 0;
}

/* Texts and list items are borrowed from argv, which lives as long as the program. */
static int store(const struct cli *c, const struct cli_option *o, const char *text)
{
    switch (o->type) {
    case CLI_FLAG:
        *(bool *)o->value = true;
        return 0;
    case CLI_LONG:
        if (text_to_long(text, o->value))
            return refuse_whole_number(c, o, text);
        return 0;
    case CLI_DOUBLE:
        return store_double(c, o, text);
    case CLI_TEXT:
    case CLI_OUTPUT:
        if (has_tilde(text))
            return refuse_tilde(c, text);
        if (o->type == CLI_OUTPUT && !text[0])
            return usage_error(c, "a name must follow, and it is empty", o->name, NULL);
        *(const char **)o->value = text;
        return 0;
    case CLI_LIST: {
        struct cli_list *list = o->value;
        if (list->n == (int)(sizeof list->item / sizeof *list->item))
            return usage_error(c, "given too many times", o->name, NULL);
        list->item[list->n++] = text;
        return 0;
    }
    }
    return 0;
}

/* Names are compared in full: an abbreviation such as --thr is not accepted, so that a new option can never
 * change what an old command line means. */
static const struct cli_option *find(const struct cli *c, const char *word, size_t length)
{
    for (int i = 0; i < c->n_options; i++)
        if (strlen(c->option[i].name) == length && strncmp(c->option[i].name, word, length) == 0)
            return &c->option[i];
    return NULL;
}

/* Of two values of an option the earlier one would be lost without a word. A flag says the same twice. given: [128], by
 * options; beyond that nothing is noted. */
static bool is_repeated(const struct cli *c, const struct cli_option *o, bool given[128])
{
    long k = o - c->option;
    if (o->type == CLI_FLAG || o->type == CLI_LIST || k >= 128)
        return false;
    bool before = given[k];
    given[k] = true;
    return before;
}

/* The value of an option that names an output; NULL: it was not given. */
static const char *output_of(const struct cli_option *o)
{
    return o->type == CLI_OUTPUT ? *(const char *const *)o->value : NULL;
}

/* The later of two outputs of one name would replace the earlier one. */
static int check_outputs(const struct cli *c)
{
    for (int i = 0; i < c->n_options; i++)
        for (int k = 0; k < i; k++) {
            const char *a = output_of(&c->option[k]), *b = output_of(&c->option[i]);
            if (!a || !b || !out_file_is_one(a, b))
                continue;
            fprintf(stderr, "%s: %s %s and %s %s would write the same file; give each a name of its own; see %s "
                            "--help\n", c->program, c->option[k].name, a, c->option[i].name, b, c->program);
            return -1;
        }
    return 0;
}

/* Libraries lay tables on the stack, and where it is full the system ends the program without a word. */
static bool has_little_stack(const struct cli *c)
{
    enum { LEAST = 256 << 10 }; /* MPI needs the most, between 128 and 256 KB */
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= LEAST)
        return false;
    fprintf(stderr, "%s: the stack may have %llu KB, and %d are needed; raise the limit: ulimit -s 8192\n", c->program,
            (unsigned long long)limit.rlim_cur >> 10, LEAST >> 10);
    return true;
}

/* Words that begin with - are options up to a lone --; a lone - is an argument. A value follows as the next
 * word or behind =, so that a value may itself begin with - (--from -1). --help and --version end the parse
 * at once, whatever is wrong behind them. */
int cli_parse(const struct cli *c, int argc, char **argv, struct cli_result *r, int *status)
{
    memset(r, 0, sizeof *r);
    *status = EXIT_USAGE;
    occupy_standard_files();
    if (has_little_stack(c))
        return *status = EXIT_BAD, 1;
    signal(SIGXFSZ, SIG_IGN); /* beyond the limit on the size of files (ulimit -f) writing fails, which is told */
    bool options_end = false, given[128] = {false};
    const struct cli_option *before = NULL; /* the option that the present word follows, with its value `text` */
    const char *text = NULL;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (options_end || word[0] != '-' || word[1] == '\0') {
            if (r->n_arguments == c->max_arguments)
                return refuse_argument(c, word, before, text);
            if (has_tilde(word))
                return refuse_tilde(c, word);
            r->argument[r->n_arguments++] = word;
            before = NULL;
        } else if (strcmp(word, "--") == 0) {
            options_end = true;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            print_help(c);
            return end_printed(c, status);
        } else if (strcmp(word, "--version") == 0) {
            print_version(c);
            return end_printed(c, status);
        } else if (strcmp(word, "--quiet") == 0) {
            r->quiet = true;
        } else if (strcmp(word, "--verbose") == 0) {
            r->verbose = true;
        } else {
            const char *equals = strchr(word, '=');
            const struct cli_option *o = find(c, word, equals ? (size_t)(equals - word) : strlen(word));
            if (!o)
                return unknown_option(c, word);
            if (is_repeated(c, o, given))
                return usage_error(c, "is given twice; give it once", o->name, NULL);
            if (o->type == CLI_FLAG && equals)
                return usage_error(c, "takes no value", word, NULL);
            if (o->type != CLI_FLAG && !equals && i + 1 == argc)
                return usage_error(c, "a value must follow", word, NULL);
            text = o->type == CLI_FLAG ? NULL : equals ? equals + 1 : argv[++i];
            before = o;
            if (store(c, o, text) != 0)
                return -1;
        }
    }
    if (r->n_arguments < c->min_arguments) {
        fprintf(stderr, "%s: an argument is missing; write for example %.*s. See %s --help.\n", c->program,
                (int)strcspn(c->usage, "\n"), c->usage, c->program);
        return -1;
    }
    if (check_outputs(c) != 0)
        return -1;
    *status = EXIT_DONE;
    return 0;
}
