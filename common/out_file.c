#include "out_file.h"

#include "error.h"
#include "mem.h"
#include "protect.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

int out_file_open(const char *path, struct out_file *o)
{
    TRY(protect_check(path));
    o->path = text_format("%s", path);
    o->temporary = text_format("%s.tmp", path);
    o->file = fopen(o->temporary, "wb+");
    if (o->file)
        return 0;
    error_set("%s: cannot be written: %s; does its folder exist?", o->path, strerror(errno));
    MEM_FREE(o->temporary);
    MEM_FREE(o->path);
    return 1;
}

static int sync_path(const char *path, int flags)
{
    int fd = open(path, flags);
    if (fd < 0)
        return error_set("%s: cannot be opened: %s", path, strerror(errno));
    int status = fsync(fd);
    int reason = errno;
    if (close(fd) != 0 && status == 0) {
        status = -1;
        reason = errno;
    }
    /* Some file systems cannot flush folders; the rename stands all the same. */
    if (status != 0 && !(flags & O_DIRECTORY))
        return error_set("%s: cannot be flushed to disk: %s", path, strerror(reason));
    return 0;
}

static int replace(const char *from, const char *to)
{
    TRY(protect_check(to));
    return rename(from, to) == 0 ? 0 : error_set("%s: cannot be renamed to %s: %s", from, to, strerror(errno));
}

int out_file_publish(const char *from, const char *to)
{
    TRY(sync_path(from, O_RDONLY));
    TRY(replace(from, to));
    const char *slash = strrchr(to, '/');
    char *folder = slash ? text_format("%.*s", (int)(slash - to) + 1, to) : text_format(".");
    int status = sync_path(folder, O_RDONLY | O_DIRECTORY);
    mem_free(folder);
    return status;
}

static int finish(struct out_file *o, int status, bool flush)
{
    int bad = fflush(o->file) != 0 || ferror(o->file), reason = errno;
    if (fclose(o->file) != 0 && !bad)
        bad = 1, reason = errno;
    if (bad && status == 0)
        status = error_set("%s: cannot be written: %s; is the disk full?", o->path, strerror(reason));
    if (status == 0)
        status = (flush ? out_file_publish : replace)(o->temporary, o->path);
    if (status != 0)
        unlink(o->temporary);
    MEM_FREE(o->temporary);
    MEM_FREE(o->path);
    return status;
}

int out_file_finish(struct out_file *o, int status)
{
    return finish(o, status, true);
}

int out_file_finish_unflushed(struct out_file *o, int status)
{
    return finish(o, status, false);
}
