/* results_folder.c: the results folder by its open descriptor, which tells whether the path still
 * leads to it. */
#include "run/results_folder.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct results_folder results_folder_of(const char *path)
{
    return (struct results_folder){.path = path, .file = -1};
}

static int cannot_be_written(const char *path)
{
    return error_set("%s: cannot be written to: %s; name another folder with --out", path, strerror(errno));
}

/* By a file of its own, as permissions and quotas of network file systems are not told otherwise. */
static int try_to_write(const char *path)
{
    char *probe = text_join_path(path, ".write-test");
    int file = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int status = file < 0 ? cannot_be_written(path) : 0;
    if (file >= 0)
        close(file);
    if (file >= 0)
        unlink(probe);
    mem_free(probe);
    return status;
}

int results_folder_open(struct results_folder *r)
{
    r->made = mkdir(r->path, 0777) == 0;
    if (!r->made && errno != EEXIST)
        return error_no_folder(r->path);
    r->file = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (r->file < 0)
        return cannot_be_written(r->path);
    return try_to_write(r->path);
}

int results_folder_check(const struct results_folder *r)
{
    struct stat open_one, there;
    char link[64], where[PATH_MAX] = "";
    if (fstat(r->file, &open_one) == 0 && stat(r->path, &there) == 0 && there.st_dev == open_one.st_dev &&
        there.st_ino == open_one.st_ino)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", r->file);
    ssize_t n = readlink(link, where, sizeof where - 1);
    bool moved = n > 0 && stat(where, &there) == 0 && fstat(r->file, &open_one) == 0 &&
                 there.st_dev == open_one.st_dev && there.st_ino == open_one.st_ino;
    if (moved)
        return error_set("%s: was moved to %s while the run wrote into it; what is there up to the newest checkpoint is "
                         "whole: go on with --restart %s", r->path, where, where);
    return error_set("%s: was removed while the run wrote into it; nothing of the run is left, start it again",
                     r->path);
}

bool results_folder_holds_run(const struct results_folder *r)
{
    char *latest = text_join_path(r->path, "latest");
    bool found = access(latest, F_OK) == 0;
    mem_free(latest);
    return found;
}

bool results_folder_is(const char *path, const char *other)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void results_folder_close(struct results_folder *r, bool discard)
{
    if (r->file < 0)
        return;
    close(r->file);
    r->file = -1;
    if (discard && r->made)
        rmdir(r->path); /* fails unless it is empty */
}
