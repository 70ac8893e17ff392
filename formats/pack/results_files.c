/* results_files.c: the files of a results folder by their names, and its folders of fields. */
#include "pack/results_files.h"

#include "mem.h"
#include "protect.h"
#include "text.h"

#include <dirent.h>

static void protect_fields(const char *results)
{
    DIR *d = opendir(results);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        if (!text_glob("fields-[0-9]*", e->d_name) && !text_glob("diverged", e->d_name))
            continue;
        char *folder = text_join_path(results, e->d_name);
        protect_folder(folder);
        mem_free(folder);
    }
    if (d)
        closedir(d);
}

/* So that no output of ufv-post (--out, --plot, --json) lands on a file of the results, however its path is
 * written. */
void results_files_protect(const char *results)
{
    static const char *const name[] = {"latest", "history.csv", "run.json", "forces.json", "progress.json", ".lock"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char *file = text_join_path(results, name[i]);
        protect_file(file);
        mem_free(file);
    }
    protect_fields(results);
    char *probes = text_join_path(results, "probes");
    protect_folder(probes);
    mem_free(probes);
}
