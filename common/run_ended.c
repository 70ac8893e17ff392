/* run_ended.c: by the times of the two files. */
#include "run_ended.h"

#include "mem.h"
#include "text.h"

#include <sys/stat.h>

/* When a file of the folder was written, s; -1: there is none. */
static double time_of(const char *folder, const char *name)
{
    char *path = text_join_path(folder, name);
    struct stat st;
    double when = stat(path, &st) == 0 ? (double)st.st_mtim.tv_sec + 1e-9 * (double)st.st_mtim.tv_nsec : -1;
    mem_free(path);
    return when;
}

bool run_has_ended(const char *results)
{
    double report = time_of(results, "run.json");
    return report >= 0 && report >= time_of(results, "history.csv");
}
