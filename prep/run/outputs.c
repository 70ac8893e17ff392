/* Outputs against inputs: by the file that a name leads to, not by the name. */
#include "run/outputs.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_same(const char *a, const char *b)
{
    struct stat s, t;
    return a && b && stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

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

/* A path without links, to be freed; its last parts need not exist. */
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

static int refuse(const char *option, const char *path)
{
    return error_set("%s %s: is a file that this command reads; name another", option, path);
}

static int check_inputs(const struct prep_options *o, const char *option, const char *path)
{
    const char *const input[] = {o->mesh, o->config, o->weights};
    for (size_t k = 0; k < sizeof input / sizeof *input; k++)
        if (is_same(input[k], path))
            return refuse(option, path);
    return 0;
}

/* Is the path one of the packs or the manifest of the folder that is divided anew? */
static int check_packs_read(const struct prep_options *o, const char *option, const char *path)
{
    DIR *d = o->repartition ? opendir(o->mesh) : NULL;
    int status = 0;
    if (!d)
        return 0;
    for (struct dirent *e = readdir(d); e && status == 0; e = readdir(d)) {
        char *entry = text_join_path(o->mesh, e->d_name);
        if (strcmp(e->d_name, "report.json") != 0 && is_same(entry, path))
            status = refuse(option, path);
        mem_free(entry);
    }
    closedir(d);
    return status;
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

/* Replaces an earlier report and nothing else: files that a mesh links to, say. */
static int check_replaced(const char *path)
{
    struct stat s;
    char first = '{';
    if (stat(path, &s) != 0)
        return 0;
    if (!S_ISREG(s.st_mode))
        return error_set("--report %s: is there already and not a file; name another", path);
    int fd = open(path, O_RDONLY);
    if (fd >= 0 && read(fd, &first, 1) == 0)
        first = '{';
    if (fd >= 0)
        close(fd);
    return first == '{' ? 0
                        : error_set("--report %s: is there already, is not a JSON report and is not overwritten; name "
                                    "another file",
                                    path);
}

/* ---- --count ---- */

static int check_counts(const struct prep_options *o)
{
    struct stat s;
    char *manifest = text_join_path(o->out, "manifest.ini");
    bool packs = lstat(manifest, &s) == 0, other = stat(o->out, &s) == 0 && !S_ISDIR(s.st_mode);
    mem_free(manifest);
    if (packs || other)
        return error_set("%s: %s; name another folder for the counts", o->out,
                         packs ? "holds packs" : "is not a folder");
    for (int k = 0; k < o->n_counts; k++) {
        char *path = text_format("%s/ranks-%d.json", o->out, o->count[k]);
        int status = check_inputs(o, "--out", path);
        mem_free(path);
        TRY(status);
    }
    return 0;
}

int outputs_check(const struct prep_options *o)
{
    if (o->report) {
        TRY(check_inputs(o, "--report", o->report));
        TRY(check_packs_read(o, "--report", o->report));
        TRY(check_packs_written(o));
        TRY(check_replaced(o->report));
    }
    if (o->check_only)
        return 0;
    if (o->n_counts > 0)
        return check_counts(o);
    if (o->repartition && is_same(o->mesh, o->out))
        return error_set("--out %s: holds the packs that this command reads; name another folder", o->out);
    TRY(check_inputs(o, "--out", o->out));
    return check_packs_read(o, "--out", o->out);
}
