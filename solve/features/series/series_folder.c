/* series_folder.c: frames are found, cut and brought along by their names alone; all that is removed is removed by
 * fields_folder.c. */
#include "features/series/series_folder.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "out_file.h"
#include "pack/solution.h"
#include "results/superseded.h"
#include "results/fields_folder.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder_name[] = "series", latest_name[] = "latest";

/* Calls use(to, path, name) for each entry of a folder that is no link; the first failure ends it. */
typedef int use_entry(void *to, const char *path, const char *name);

static int for_each(const char *folder, use_entry *use, void *to)
{
    DIR *d = superseded_is_folder(folder) ? opendir(folder) : NULL;
    int status = 0;
    for (struct dirent *e = d ? readdir(d) : NULL; e && status == 0; e = readdir(d)) {
        if (e->d_name[0] == '.')
            continue;
        char *path = text_join_path(folder, e->d_name);
        status = use(to, path, e->d_name);
        mem_free(path);
    }
    if (d)
        closedir(d);
    return status;
}

/* ---- removing ---- */

/* use_entry of a folder of series. */
static int remove_one_series(void *to, const char *path, const char *name)
{
    (void)to, (void)name;
    if (!superseded_is_folder(path))
        return 0;
    fields_folder_remove_others(path, "");
    char *latest = text_join_path(path, latest_name);
    unlink(latest);
    rmdir(path); /* fails when something else is in it */
    mem_free(latest);
    return 0;
}

static void remove_ours(const char *path)
{
    if (!superseded_is_folder(path))
        return;
    for_each(path, remove_one_series, NULL);
    rmdir(path);
}

/* ---- frames before an iteration ---- */

struct newest {
    const char *folder; /* of the series */
    int64_t first, iteration; /* removes those from `first` on; the newest of the others, -1: none */
};

/* use_entry of a series: removes by iteration, and notes the newest frame that stays. */
static int cut_frame(void *to, const char *path, const char *name)
{
    struct newest *n = to;
    (void)path;
    if (!fields_folder_is(name))
        return 0;
    if (solution_folder_iteration(name) >= n->first)
        fields_folder_remove(n->folder, name);
    else if (solution_folder_iteration(name) > n->iteration)
        n->iteration = solution_folder_iteration(name);
    return 0;
}

/* Without frames from first_iteration on; `latest` names the newest that is left.
 * A run that goes on makes frames from first_iteration on again; later ones would be of a future that
 * may not come. */
static int cut_series(void *to, const char *path, const char *name)
{
    const int64_t *first_iteration = to;
    struct newest n = {path, *first_iteration, -1};
    char frame[NAME_SIZE];
    (void)name;
    if (!superseded_is_folder(path))
        return 0;
    /* The status of one frame is not asked: one that cannot be removed stays, and is overwritten when
     * its turn comes. */
    for_each(path, cut_frame, &n);
    if (n.iteration >= 0) {
        solution_folder_name(n.iteration, frame);
        return solution_set_latest(path, frame);
    }
    char *latest = text_join_path(path, latest_name);
    unlink(latest);
    mem_free(latest);
    return 0;
}

/* ---- frames of another run ---- */

/* Where the file system has no hard links: a frame is then twice on the disk. */
static int copy_file(const char *from, const char *to)
{
    char block[1 << 16];
    struct out_file o;
    FILE *f = in_file_open(from, "a frame of the series");
    if (!f)
        return 1;
    int status = out_file_open(to, &o);
    if (status == 0) {
        size_t n;
        /* A short write leaves its mark in the file, which out_file_finish() looks at. */
        while ((n = fread(block, 1, sizeof block, f)) > 0 && fwrite(block, 1, n, o.file) == n)
            ;
        status = out_file_finish(&o, ferror(f) ? error_set("%s: cannot be read: %s", from, strerror(errno)) : 0);
    }
    fclose(f);
    return status;
}

/* to: the folder that gets the file. */
static int take_file(void *to, const char *path, const char *name)
{
    struct stat s;
    if (lstat(path, &s) != 0 || !S_ISREG(s.st_mode) || !text_glob("rank-*.h5", name))
        return 0;
    char *new_path = text_join_path(to, name);
    int status = link(path, new_path) == 0 ? 0 : copy_file(path, new_path);
    mem_free(new_path);
    return status;
}

struct taker {
    const char *folder;
    int64_t first_iteration;
};

/* Whole frames only, and by way of a temporary folder, so that a killed copy leaves no half frame that
 * looks whole. */
static int take_frame(void *to, const char *path, const char *name)
{
    const struct taker *t = to;
    if (!fields_folder_is(name) || solution_folder_iteration(name) >= t->first_iteration)
        return 0;
    TRY(fields_folder_make(t->folder, name));
    char *temporary = fields_folder_temporary(t->folder, name);
    int status = for_each(path, take_file, temporary);
    mem_free(temporary);
    return status ? status : fields_folder_publish(t->folder, name);
}

/* ---- the folder ---- */

char *series_folder_find(const char *results)
{
    return superseded_folder_find(results, folder_name);
}

/* `folder`: of the series. */
static int check_series(const char *folder)
{
    char *latest = text_join_path(folder, latest_name);
    int status = superseded_folder_check(folder, "the frames of a series") || out_file_check(latest) ||
                 out_file_check_temporary(latest);
    mem_free(latest);
    return status;
}

int series_folder_check(const char *results, const char *name)
{
    char *all = text_join_path(results, folder_name), *folder = text_join_path(all, name);
    int status = superseded_folder_check(all, folder_name) || check_series(folder);
    mem_free(all);
    mem_free(folder);
    return status;
}

struct frames {
    const char *folder;
    int64_t every, first, last;
};

/* use_entry of a series. */
static int check_frame(void *to, const char *path, const char *name)
{
    const struct frames *f = to;
    int64_t iteration = fields_folder_iteration(name);
    (void)path;
    if (iteration < f->first || iteration > f->last || iteration % f->every != 0)
        return 0;
    char frame[NAME_SIZE];
    solution_folder_name(iteration, frame);
    return fields_folder_check(f->folder, frame);
}

int series_folder_check_frames(const char *results, const char *name, int64_t every, int64_t first, int64_t last)
{
    char *folder = text_format("%s/%s/%s", results, folder_name, name);
    struct frames f = {folder, every, first, last};
    int status = for_each(folder, check_frame, &f);
    mem_free(folder);
    return status;
}

int series_folder_begin(const char *results, bool goes_on, int64_t first_iteration)
{
    TRY(superseded_folder_begin(results, folder_name, goes_on, remove_ours));
    if (!goes_on)
        return 0;
    char *folder = text_join_path(results, folder_name), *newest = series_folder_find(results);
    int status = 0;
    if (strcmp(folder, newest) != 0) { /* another run had begun to replace this one */
        remove_ours(folder);
        if (rename(newest, folder) != 0)
            status = error_set("%s: cannot be renamed to %s: %s", newest, folder, strerror(errno));
    }
    if (status == 0)
        status = for_each(folder, cut_series, &first_iteration);
    mem_free(folder);
    mem_free(newest);
    return status;
}

int series_folder_leave(const char *results)
{
    char *folder = text_join_path(results, folder_name);
    int status = superseded_is_folder(folder) ? series_folder_begin(results, false, 0) : 0;
    if (superseded_is_folder(folder))
        rmdir(folder); /* fails where something of the user's is in it */
    mem_free(folder);
    return status;
}

/* cut_series() at the end sets `latest`. */
int series_folder_make(const char *folder, const char *from, int64_t first_iteration)
{
    struct taker to = {folder, first_iteration};
    TRY(check_series(folder)); /* mkdir() also says EEXIST of a link, and frames would go where it leads */
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_no_folder(folder);
    if (!from)
        return 0;
    TRY(for_each(from, take_frame, &to));
    return cut_series(&first_iteration, folder, "");
}

void series_folder_forget(const char *results)
{
    superseded_folder_forget(results, folder_name, remove_ours);
}
