/* probes_folder.c: in the folder nothing is removed but plain files NAME.h5 and what a killed run left of them,
 * NAME.h5.tmp. */
#include "run/probes_folder.h"

#include "mem.h"
#include "run/aside_folder.h"
#include "text.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder_name[] = "probes";

static void remove_ours(const char *path)
{
    DIR *d = aside_folder_is(path) ? opendir(path) : NULL;
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

char *probes_folder_find(const char *results)
{
    return aside_folder_find(results, folder_name);
}

int probes_folder_begin(const char *results, bool goes_on)
{
    return aside_folder_begin(results, folder_name, goes_on, remove_ours);
}

void probes_folder_forget(const char *results)
{
    aside_folder_forget(results, folder_name, remove_ours);
}
