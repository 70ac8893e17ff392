/* Outputs against inputs by common/protect, and against the packs that will be there. */
#include "run/outputs.h"

#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "protect.h"
#include "text.h"
#include "viewers/cgns_write.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folder of a path as it is written, without slashes at its end; to be freed. */
static char *folder_of(const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    while (n > 0 && path[n - 1] != '/')
        n--;
    return n == 0 ? text_format(".") : text_format("%.*s", (int)n, path);
}

/* A path without links, to be freed; its last parts need not exist.
 * realpath() fails for a path that does not exist yet: the part that exists is resolved, and the rest is put behind
 * it. */
static char *resolve(const char *path)
{
    char real[PATH_MAX], *folder, *above, *all;
    if (realpath(path, real))
        return text_format("%s", real);
    folder = folder_of(path);
    if (strlen(folder) >= strlen(path) && strcmp(folder, ".") != 0) /* nothing is left to cut off */
        return folder;
    above = resolve(folder);
    const char *name = strcmp(folder, ".") == 0 ? path : path + strlen(folder);
    all = text_format("%s/%.*s", above, (int)strcspn(name, "/"), name);
    mem_free(above);
    mem_free(folder);
    return all;
}

/* ---- what is read ---- */

/* With --repartition the "mesh" is a folder of packs: every file in it. */
static void protect_inputs(const struct prep_options *o)
{
    (o->repartition ? protect_folder : protect_file)(o->mesh);
    if (o->config)
        protect_file(o->config);
    if (o->weights)
        protect_file(o->weights);
}

/* ---- the report ---- */

/* Into the folder of the packs that will be there then. */
static int check_packs_written(const struct prep_options *o)
{
    if (!o->out)
        return 0;
    char *out = resolve(o->out), *written = folder_of(o->report), *folder = resolve(written);
    const char *name = text_base_name(o->report);
    bool pack = strcmp(name, "manifest.ini") == 0 || text_glob("rank-[0-9]*.h5", name);
    int status = pack && strcmp(out, folder) == 0
                     ? error_set("--report %s: would replace a part of the packs; name another file", o->report)
                     : 0;
    mem_free(out);
    mem_free(written);
    mem_free(folder);
    return status;
}

/* The lock of the packs' folder, and the name that an older set has while a new one takes its place. */
static int check_beside(const struct prep_options *o, const char *option, const char *path)
{
    static const char *const suffix[] = {".lock", ".old"};
    char *out = path && o->out && !o->check_only ? resolve(o->out) : NULL;
    int status = 0;
    for (int k = 0; out && status == 0 && k < 2; k++) {
        char *beside = text_format("%s%s", out, suffix[k]);
        if (protect_is_one_place(beside, path))
            status = error_set("%s %s: ufv-prep --out %s needs this name itself; name another file", option, path,
                               o->out);
        mem_free(beside);
    }
    mem_free(out);
    return status;
}

/* A set of packs there is replaced as a whole, and holds nothing else. */
static int check_picture(const struct prep_options *o)
{
    if (!o->picture || !o->out || o->check_only || o->n_counts > 0)
        return 0;
    char *out = resolve(o->out), *written = folder_of(o->picture), *folder = resolve(written);
    size_t n = strlen(out);
    bool inside = strncmp(folder, out, n) == 0 && (folder[n] == '\0' || folder[n] == '/');
    mem_free(out);
    mem_free(written);
    mem_free(folder);
    return inside ? error_set("--picture %s: lies in the folder of the packs, which is replaced as a whole; name "
                              "another place", o->picture)
                  : 0;
}

static char *path_of_count(const struct prep_options *o, int k)
{
    return text_format("%s/ranks-%d.json", o->out, o->count[k]);
}

/* None of the tables of --count, beside which there is no --report. */
static int check_no_count(const struct prep_options *o)
{
    int status = 0;
    for (int k = 0; o->picture && status == 0 && k < o->n_counts; k++) {
        char *table = path_of_count(o, k);
        if (protect_is_one_place(table, o->picture))
            status = error_set("--picture %s: --count writes this file itself; name another file", o->picture);
        mem_free(table);
    }
    return status;
}

/* ---- --out ---- */

/* Asked again under the folder's lock (prep_run.c): packs may have come there meanwhile. */
int outputs_check_no_packs(const struct prep_options *o)
{
    struct stat s;
    char *manifest = text_join_path(o->out, "manifest.ini");
    bool packs = lstat(manifest, &s) == 0, other = stat(o->out, &s) == 0 && !S_ISDIR(s.st_mode);
    mem_free(manifest);
    if (packs || other)
        return error_set("%s: %s; name another folder for the counts", o->out,
                         packs ? "holds packs" : "is not a folder");
    return 0;
}

/* Checks each of the files before the hours of counting begin. */
static int check_counts(const struct prep_options *o)
{
    TRY(outputs_check_no_packs(o));
    for (int k = 0; k < o->n_counts; k++) {
        char *path = path_of_count(o, k);
        int status = out_file_check_report(path);
        mem_free(path);
        TRY(status);
    }
    return 0;
}

/* Reports first, since --check may have one too and writes nothing else. */
int outputs_check(const struct prep_options *o)
{
    protect_inputs(o);
    TRY(check_beside(o, "--report", o->report));
    TRY(check_beside(o, "--picture", o->picture));
    TRY(check_beside(o, "--write", o->write));
    TRY(check_picture(o));
    TRY(check_no_count(o));
    if (o->write) {
        TRY(protect_check(o->write));
        TRY(cgns_write_check(o->write));
    }
    if (o->report) {
        TRY(check_packs_written(o));
        TRY(out_file_check_report(o->report));
    }
    if (o->check_only)
        return 0;
    return o->n_counts > 0 ? check_counts(o) : protect_check(o->out);
}
