/* history_aside.c: a second name for history.csv, found by the name of the newest checkpoint. */
#include "results/history_aside.h"

#include "error.h"
#include "mem.h"
#include "pack/solution.h"
#include "results/fields_folder.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char history_name[] = "history.csv";

/* NULL: there is no checkpoint. */
static char *aside_path(const char *results)
{
    char folder[PATH_MAX];
    if (solution_latest(results, folder, sizeof folder) != 0)
        return NULL;
    return text_format("%s/%s.%s", results, history_name, text_base_name(folder));
}

/* The history of the checkpoint that is restarted from, where a later run has put its own in its place. */
char *history_aside_find(const char *results)
{
    char *aside = aside_path(results);
    if (aside && access(aside, F_OK) == 0)
        return aside;
    mem_free(aside);
    return text_join_path(results, history_name);
}

/* A second name at once, so that one of them is always there; where there are no links, another name.
 * ENOENT: there is no history, hence nothing to keep. */
static int rename_or_link(const char *from, const char *to)
{
    if (link(from, to) == 0 || errno == EEXIST || errno == ENOENT)
        return 0;
    return rename(from, to) == 0 ? 0 : error_set("%s: cannot be renamed to %s: %s", from, to, strerror(errno));
}

int history_aside_keep(const char *results)
{
    char *aside = aside_path(results), *history = text_join_path(results, history_name);
    int status = aside && access(aside, F_OK) != 0 ? rename_or_link(history, aside) : 0;
    mem_free(aside);
    mem_free(history);
    return status;
}

void history_aside_forget(const char *results)
{
    static const char prefix[] = "history.csv.";
    DIR *d = opendir(results);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        /* history.csv.fields-000000100: nothing else that a user may have put there. */
        if (strncmp(e->d_name, prefix, strlen(prefix)) != 0 || !fields_folder_is(e->d_name + strlen(prefix)))
            continue;
        char *path = text_join_path(results, e->d_name);
        unlink(path);
        mem_free(path);
    }
    if (d)
        closedir(d);
}
