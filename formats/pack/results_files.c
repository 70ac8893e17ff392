/* results_files.c: the files of a results folder by their names, and its folders of fields and probes. */
#include "pack/results_files.h"

#include "mem.h"
#include "protect.h"
#include "text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Folders of fields and probes, and what an earlier run has left until the one that replaces it has a checkpoint. */
static bool is_folder_of_ours(const char *name)
{
    return text_glob("fields-[0-9]*", name) || text_glob("diverged", name) || text_glob("probes.fields-[0-9]*", name);
}

/* Names with numbers are known only from the folder. A folder that cannot be listed has nothing to protect. */
static void protect_found(const char *results)
{
    DIR *d = opendir(results);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        char *path = text_join_path(results, e->d_name);
        if (is_folder_of_ours(e->d_name))
            protect_folder(path);
        else if (text_glob("history.csv.fields-[0-9]*", e->d_name))
            protect_file(path);
        mem_free(path);
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
    protect_found(results);
    char *probes = text_join_path(results, "probes");
    protect_folder(probes);
    mem_free(probes);
}

void results_files_protect_around(const char *file)
{
    char *path = realpath(file, NULL), *folder;
    if (!path)
        return;
    folder = text_format("%.*s", (int)(text_base_name(path) - path), path); /* with the last '/' */
    folder[strlen(folder) - 1] = '\0';
    const char *name = text_base_name(folder);
    /* A file of probes lies one folder below the results, the history in them. */
    bool is_probes = text_glob("probes", name) || text_glob("probes.fields-*", name);
    char *results = text_join_path(folder, is_probes ? ".." : ".");
    if (is_probes || strcmp(text_base_name(path), "history.csv") == 0)
        results_files_protect(results);
    mem_free(results);
    mem_free(folder);
    free(path);
}
