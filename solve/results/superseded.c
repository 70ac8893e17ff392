/* superseded.c: records of an earlier run under the name of their checkpoint. */
#include "results/superseded.h"

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
#include <sys/stat.h>
#include <unistd.h>

static const char history_name[] = "history.csv";

/* Where `name` stands once it is superseded; NULL: there is no checkpoint that it could belong to. */
static char *superseded_path(const char *results, const char *name)
{
    char folder[PATH_MAX];
    if (solution_latest(results, folder, sizeof folder) != 0)
        return NULL;
    return text_format("%s/%s.%s", results, name, text_base_name(folder));
}

/* By the whole name, probes.fields-000000100: a folder that a user has called probes.old stays. */
static void forget(const char *results, const char *name, superseded_remove *remove_ours)
{
    size_t n = strlen(name);
    DIR *d = opendir(results);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        if (strncmp(e->d_name, name, n) != 0 || e->d_name[n] != '.' || !fields_folder_is(e->d_name + n + 1))
            continue;
        char *path = text_join_path(results, e->d_name);
        remove_ours(path);
        mem_free(path);
    }
    if (d)
        closedir(d);
}

/* ---- history.csv ---- */

char *superseded_history_find(const char *results)
{
    char *old = superseded_path(results, history_name);
    if (old && access(old, F_OK) == 0)
        return old;
    mem_free(old);
    return text_join_path(results, history_name);
}

/* A link first, so that one of the two names is always there; a rename where the file system has no links.
 * ENOENT: there is no history, hence nothing to keep. */
static int link_or_rename(const char *from, const char *to)
{
    if (link(from, to) == 0 || errno == EEXIST || errno == ENOENT)
        return 0;
    return rename(from, to) == 0 ? 0 : error_set("%s: cannot be renamed to %s: %s", from, to, strerror(errno));
}

int superseded_history_keep(const char *results)
{
    char *old = superseded_path(results, history_name), *history = text_join_path(results, history_name);
    int status = old && access(old, F_OK) != 0 ? link_or_rename(history, old) : 0;
    mem_free(old);
    mem_free(history);
    return status;
}

static void remove_file(const char *path)
{
    unlink(path);
}

/* Not kept for the earlier checkpoint, as the history is: a restart does not need them. */
void superseded_reports_remove(const char *results)
{
    static const char *const name[] = {"run.json", "forces.json"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char *path = text_join_path(results, name[i]);
        remove_file(path);
        mem_free(path);
    }
}

void superseded_history_forget(const char *results)
{
    forget(results, history_name, remove_file);
}

/* ---- folders ---- */

bool superseded_is_folder(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

char *superseded_folder_find(const char *results, const char *name)
{
    char *old = superseded_path(results, name);
    if (old && superseded_is_folder(old))
        return old;
    mem_free(old);
    return text_join_path(results, name);
}

/* lstat(): a link would lead out of the results, where nothing is ours to write or remove. */
int superseded_folder_check(const char *folder, const char *name)
{
    struct stat s;
    if (lstat(folder, &s) != 0 || S_ISDIR(s.st_mode))
        return 0;
    return error_set("%s: is %s where a folder for %s must be; move it away", folder,
                     S_ISLNK(s.st_mode) ? "a symbolic link, which is never followed," : "not a folder", name);
}

int superseded_folder_check_old(const char *results, const char *name)
{
    struct stat s;
    char *folder = text_join_path(results, name), *old = superseded_path(results, name);
    int status = old && superseded_is_folder(folder) && lstat(old, &s) == 0 && !S_ISDIR(s.st_mode)
                     ? error_set("%s: is not a folder where %s of the earlier run must be kept; move it away", old,
                                 name)
                     : 0;
    mem_free(old);
    mem_free(folder);
    return status;
}

/* A folder that is superseded already is not replaced: it belongs to the checkpoint that `latest` names, and what
 * stands in its place now is of a later run that has written no checkpoint and may go. */
int superseded_folder_begin(const char *results, const char *name, bool goes_on, superseded_remove *remove_ours)
{
    char *folder = text_join_path(results, name), *old = goes_on ? NULL : superseded_path(results, name);
    int status = superseded_folder_check(folder, name);
    if (!goes_on && status == 0 && old && !superseded_is_folder(old) && superseded_is_folder(folder) &&
        rename(folder, old) != 0)
        status = error_set("%s: cannot be renamed to %s: %s", folder, old, strerror(errno));
    if (!goes_on && status == 0)
        remove_ours(folder);
    if (status == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = error_no_folder(folder);
    mem_free(old);
    mem_free(folder);
    return status;
}

void superseded_folder_forget(const char *results, const char *name, superseded_remove *remove_ours)
{
    forget(results, name, remove_ours);
}
