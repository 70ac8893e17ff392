/* probes_folder.c: a folder that is renamed by the name of the newest checkpoint. In it nothing is removed but plain
 * files NAME.h5 and what a killed run left of them, NAME.h5.tmp. */
#include "run/probes_folder.h"

#include "error.h"
#include "mem.h"
#include "pack/solution.h"
#include "run/fields_folder.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder_name[] = "probes";

/* NULL: there is no checkpoint. */
static char *aside_path(const char *results)
{
    char folder[PATH_MAX];
    if (solution_latest(results, folder, sizeof folder) != 0)
        return NULL;
    return text_format("%s/%s.%s", results, folder_name, text_base_name(folder));
}

static bool is_folder(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

char *probes_folder_find(const char *results)
{
    char *aside = aside_path(results);
    if (aside && is_folder(aside))
        return aside;
    mem_free(aside);
    return text_join_path(results, folder_name);
}

static void remove_folder(const char *path)
{
    DIR *d = is_folder(path) ? opendir(path) : NULL;
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        char *file = text_join_path(path, e->d_name);
        struct stat s;
        if ((text_glob("*.h5", e->d_name) || text_glob("*.h5.tmp", e->d_name)) && lstat(file, &s) == 0 &&
            S_ISREG(s.st_mode))
            unlink(file);
        mem_free(file);
    }
    if (!d)
        return;
    closedir(d);
    rmdir(path);
}

int probes_folder_begin(const char *results, bool goes_on)
{
    char *folder = text_join_path(results, folder_name), *aside = goes_on ? NULL : aside_path(results);
    int status = 0;
    if (!goes_on && aside && !is_folder(aside) && is_folder(folder) && rename(folder, aside) != 0)
        status = error_set("%s: cannot be renamed to %s: %s", folder, aside, strerror(errno));
    if (!goes_on && status == 0)
        remove_folder(folder);
    if (status == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = error_no_folder(folder);
    mem_free(aside);
    mem_free(folder);
    return status;
}

void probes_folder_forget(const char *results)
{
    static const char prefix[] = "probes.";
    DIR *d = opendir(results);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        if (strncmp(e->d_name, prefix, strlen(prefix)) != 0 || !fields_folder_is(e->d_name + strlen(prefix)))
            continue;
        char *path = text_join_path(results, e->d_name);
        remove_folder(path);
        mem_free(path);
    }
    if (d)
        closedir(d);
}
