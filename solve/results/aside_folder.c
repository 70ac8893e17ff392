/* aside_folder.c: a folder that is renamed by the name of the newest checkpoint. */
#include "results/aside_folder.h"

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

/* NULL: there is no checkpoint. */
static char *aside_path(const char *results, const char *name)
{
    char folder[PATH_MAX];
    if (solution_latest(results, folder, sizeof folder) != 0)
        return NULL;
    return text_format("%s/%s.%s", results, name, text_base_name(folder));
}

bool aside_folder_is(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

char *aside_folder_find(const char *results, const char *name)
{
    char *aside = aside_path(results, name);
    if (aside && aside_folder_is(aside))
        return aside;
    mem_free(aside);
    return text_join_path(results, name);
}

/* lstat(): a link would lead out of the results, where nothing is ours to write or remove. */
static int check_place(const char *folder, const char *name)
{
    struct stat s;
    if (lstat(folder, &s) != 0 || S_ISDIR(s.st_mode))
        return 0;
    return error_set("%s: is %s where a folder for %s must be; move it away", folder,
                     S_ISLNK(s.st_mode) ? "a symbolic link, which is never followed," : "not a folder", name);
}

/* A folder that has stepped aside already is not replaced: it belongs to the checkpoint that `latest`
 * names, and what stands in its place now is of a later run that has written no checkpoint and may go. */
int aside_folder_begin(const char *results, const char *name, bool goes_on, aside_folder_remove *remove_ours)
{
    char *folder = text_join_path(results, name), *aside = goes_on ? NULL : aside_path(results, name);
    int status = check_place(folder, name);
    if (!goes_on && status == 0 && aside && !aside_folder_is(aside) && aside_folder_is(folder) &&
        rename(folder, aside) != 0)
        status = error_set("%s: cannot be renamed to %s: %s", folder, aside, strerror(errno));
    if (!goes_on && status == 0)
        remove_ours(folder);
    if (status == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = error_no_folder(folder);
    mem_free(aside);
    mem_free(folder);
    return status;
}

/* By the whole name, probes.fields-N: a folder that a user has called probes.old stays. */
void aside_folder_forget(const char *results, const char *name, aside_folder_remove *remove_ours)
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
