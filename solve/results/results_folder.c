/* results_folder.c: the results folder by its open descriptor, which tells whether the path still
 * leads to it. The lock lies inside, where every path and link to the folder finds it. */
#include "results/results_folder.h"

#include "error.h"
#include "folder_lock.h"
#include "mem.h"
#include "results/fields_folder.h"
#include "results/stop_signal.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char lock_name[] = ".lock";

struct results_folder results_folder_of(const char *path)
{
    return (struct results_folder){.path = path, .file = -1};
}

static int cannot_be_written(const char *path)
{
    return error_set("%s: cannot be written to: %s; name another folder with --out", path, strerror(errno));
}

/* Writes a file of a name that nobody has, since permissions and quotas of network file systems can be found out in no
 * other way; done before hours of computing rather than at the first checkpoint. */
static int try_to_write(const char *path)
{
    char *probe = text_join_path(path, ".write-test-XXXXXX");
    int file = mkostemp(probe, O_CLOEXEC);
    int status = file < 0 ? cannot_be_written(path) : 0;
    if (file >= 0)
        close(file);
    if (file >= 0)
        unlink(probe);
    mem_free(probe);
    return status;
}

/* stop_signal_unlink(): a signal before the first step ends the process without passing
 * results_folder_close(). */
static int take_lock(struct results_folder *r, bool force)
{
    char *file = text_join_path(r->path, lock_name);
    int status = folder_lock_take(file, r->path, force, &r->lock);
    if (status == 0)
        stop_signal_unlink(file);
    mem_free(file);
    return status;
}

/* ---- folders of other runs ---- */

/* Is it the name of a folder that a run has in its results, and removes files from? */
static bool is_of_a_run(const char *name)
{
    return text_glob("probes", name) || text_glob("series", name) || text_glob("probes.fields-[0-9]*", name) ||
           text_glob("series.fields-[0-9]*", name) || fields_folder_iteration(name) >= 0 ||
           text_glob("diverged", name) || text_glob("diverged.tmp", name);
}

static bool stands_in(const char *folder, const char *name)
{
    char *path = text_join_path(folder, name);
    bool found = access(path, F_OK) == 0;
    mem_free(path);
    return found;
}

/* The absolute path without links of a folder that may not be there yet; NULL where its parent is not there either.
 * mem_free() it. */
static char *absolute_path(const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    char *plain = text_format("%.*s", (int)n, path), *found = realpath(plain, NULL), *absolute = NULL;
    if (found) {
        absolute = text_format("%s", found);
    } else {
        char *parent = text_format("%.*s.", (int)(text_base_name(plain) - plain), plain);
        if ((found = realpath(parent, NULL)))
            absolute = text_format("%s/%s", found, text_base_name(plain));
        mem_free(parent);
    }
    free(found);
    mem_free(plain);
    return absolute;
}

/* The folders above are looked at one after another, the path being cut behind each. */
static int check_outside_of_runs(const char *path)
{
    char *at = absolute_path(path);
    int status = 0;
    for (char *slash = at ? strrchr(at, '/') : NULL; slash && slash > at && status == 0; slash = strrchr(at, '/')) {
        bool suspect = is_of_a_run(slash + 1);
        *slash = '\0';
        if (suspect && (stands_in(at, "history.csv") || stands_in(at, "latest")))
            status = error_set("%s: lies in the folder %s of the run in %s, which removes files there; name a folder "
                               "outside of it with --out", path, slash + 1, at);
    }
    mem_free(at);
    return status;
}

/* ---- opening ---- */

/* The parent must exist: a mistyped path would else make a chain of folders that nobody looks for. */
int results_folder_open(struct results_folder *r, bool force)
{
    if (results_folder_is(r->path, "/"))
        return error_set("%s: is the root of all folders, not one for results; name another with --out", r->path);
    TRY(check_outside_of_runs(r->path));
    r->made = mkdir(r->path, 0777) == 0;
    if (!r->made && errno != EEXIST)
        return error_no_folder(r->path);
    r->file = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (r->file < 0)
        return cannot_be_written(r->path);
    TRY(try_to_write(r->path));
    return take_lock(r, force);
}

/* Is the open folder what stands at the path? A file system that does not answer now says nothing: writing will
 * fail by itself where it must. */
static bool stands_at(const struct results_folder *r, const char *path)
{
    struct stat mine, there;
    if (fstat(r->file, &mine) != 0)
        return true;
    if (stat(path, &there) != 0)
        return errno != ENOENT && errno != ENOTDIR;
    return mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

/* /proc/self/fd/N names the open folder wherever it was moved; a removed one has " (deleted)" behind its name, where
 * nothing stands. */
int results_folder_check(const struct results_folder *r)
{
    char link[64], where[PATH_MAX] = "";
    if (stands_at(r, r->path))
        return folder_lock_check(r->lock);
    snprintf(link, sizeof link, "/proc/self/fd/%d", r->file);
    if (readlink(link, where, sizeof where - 1) > 0 && stands_at(r, where))
        return error_set("%s: was moved to %s while the run wrote into it; all up to the newest checkpoint is there: "
                         "go on with --restart %s", r->path, where, where);
    return error_set("%s: was removed while the run wrote into it; nothing of the run is left, start it again",
                     r->path);
}

/* A write that fails because somebody moved the folder says "no such file"; the cause says more. Looked at twice,
 * 0.2 s apart, since a file system may show the move a little later than the failure. */
int results_folder_cause(const struct results_folder *r, int status)
{
    if (status && results_folder_check(r) == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
        results_folder_check(r);
    }
    return status;
}

/* `latest` is a link; access() follows it, so that one to nothing does not count. */
bool results_folder_holds_run(const struct results_folder *r)
{
    char *latest = text_join_path(r->path, "latest");
    bool found = access(latest, F_OK) == 0;
    mem_free(latest);
    return found;
}

/* By device and inode: two paths, or a link, may name one folder. */
bool results_folder_is(const char *path, const char *other)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void results_folder_close(struct results_folder *r, bool discard)
{
    if (r->file < 0)
        return;
    stop_signal_unlink(NULL);
    folder_lock_release(r->lock); /* of a folder that was moved the lock stays: it may be another run's by now */
    r->lock = NULL;
    close(r->file);
    r->file = -1;
    if (discard && r->made)
        rmdir(r->path); /* fails unless it is empty */
}
