/* precision.c: which precision the case asks for, and the program of that precision in this one's
 * place. */
#include "run/precision.h"

#include "error.h"
#include "mem.h"
#include "arithmetic/real.h"
#include "results/stop_signal.h"
#include "text.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define WORD_OF(NAME, word) [NAME] = word,
static const char *const words[] = {PRECISIONS(WORD_OF)};
#undef WORD_OF

/* Folder of this program. */
static bool own_folder(char folder[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (n <= 0)
        return false;
    folder[n] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

/* Returns when there is no such program.
 * Signals are held back over execv(), whose program has no handlers at first. */
static void become(const char *folder, const char *below, const char *precision, char **argv)
{
    char *path = text_format("%s%s/ufv-solve-%s", folder, below, precision);
    stop_signal_hold();
    execv(path, argv);
    stop_signal_catch();
    mem_free(path);
}

/* One of `words` but that of this program, or NULL: none of them is asked for. */
static const char *asked_for(const char *path, const char *const *assignments, int n_assignments)
{
    struct config c;
    const char *found = NULL;
    memset(&c, 0, sizeof c);
    /* Mistakes are not told here: whichever program stays reads the case again and tells them. */
    int status = config_read(path, &c);
    for (int i = 0; i < n_assignments && status == 0; i++)
        status = config_set(&c, assignments[i]);
    const struct config_entry *e = status == 0 ? config_find(&c, "numerics", "precision") : NULL;
    for (size_t k = 0; e && k < sizeof words / sizeof *words; k++)
        if (k != precision_own() && strcmp(e->value, words[k]) == 0)
            found = words[k];
    config_free(&c);
    return found;
}

/* Only the double-precision program looks: the others are what it becomes, or were started by name.
 * First beside it (a build folder), then where an installation has it. */
void precision_switch(const char *path, const char *const *assignments, int n_assignments, char **argv)
{
    char folder[PATH_MAX];
    if (precision_own() != PRECISION_DOUBLE)
        return;
    const char *precision = asked_for(path, assignments, n_assignments);
    if (!precision || !own_folder(folder))
        return;
    become(folder, "", precision, argv);
    become(folder, "/../libexec/ufv", precision, argv);
}

/* For what precision_switch() has not changed: it found no program, or this one was started by its own
 * name. */
int precision_check(const char *wanted)
{
    if (strcmp(wanted, precision_name()) == 0)
        return 0;
    if (precision_own() == PRECISION_DOUBLE)
        return error_set("[numerics] precision = %s: the program ufv-solve-%s is neither beside ufv-solve nor in "
                         "../libexec/ufv; build it with `make PRECISIONS=%s`, or set precision = double",
                         wanted, wanted, wanted);
    return error_set("[numerics] precision = %s: this is the program for %s precision; start ufv-solve, which finds "
                     "the right one", wanted, precision_name());
}
