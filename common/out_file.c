/* out_file.c: output under a temporary name, flushed and renamed; streams of the program are written as they are. */
#include "out_file.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "protect.h"
#include "text.h"
#include "unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Folders, pipes and devices cannot be replaced by rename(): a sentence now is better than one after hours of
 * work. */
int out_file_check(const char *path)
{
    const char *what = in_file_oddity(path);
    return what ? error_set("%s: is %s, which output cannot replace; give the name of a file", path, what) : 0;
}

/* Which stream of the program a path names: 0, or 1 and 2, their descriptors; -1: none. */
static int stream_of(const char *path)
{
    static const char *const name[] = {"/dev/null", "/dev/stdout", "/dev/stderr"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, name[i]) == 0)
            return i;
    return -1;
}

/* Does a plain file there begin with a character that JSON does not begin with? */
static bool is_other_text(const char *path)
{
    FILE *f = in_file_open(path, "a report");
    int first = f ? fgetc(f) : EOF;
    if (f)
        fclose(f);
    return first != EOF && first != '{';
}

/* What --report may replace: nothing, or a JSON file of before. A mesh or a case file named by mistake
 * survives. */
int out_file_check_report(const char *path)
{
    struct stat s;
    if (stream_of(path) >= 0)
        return 0;
    TRY(protect_check(path));
    TRY(out_file_check(path));
    return stat(path, &s) == 0 && is_other_text(path)
               ? error_set("%s: is there already, is not a JSON report and is not overwritten; name another file", path)
               : 0;
}

/* A stream of the program: NULL when it cannot be opened (errno). */
static FILE *open_stream(int i)
{
    fflush(NULL); /* what the program has printed comes first */
    int fd = i == 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : fcntl(i, F_DUPFD_CLOEXEC, 0);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !f)
        close(fd);
    return f;
}

/* Nothing, or what a killed program may have left, stands at `temporary`, of the output `path`. */
static int check_left_over(const char *temporary, const char *path)
{
    struct stat s;
    if (lstat(temporary, &s) != 0 || S_ISREG(s.st_mode) || S_ISLNK(s.st_mode))
        return 0;
    return error_set("%s: is %s, where %s is written first; move it away", temporary, in_file_oddity(temporary), path);
}

int out_file_check_temporary(const char *path)
{
    char *temporary = text_format("%s.tmp", path);
    int status = check_left_over(temporary, path);
    mem_free(temporary);
    return status;
}

/* A name goes, and no file that has another one: what a link leads to, or a hard link shares, is somebody else's. */
char *out_file_temporary(const char *path)
{
    struct stat s;
    char *temporary = text_format("%s.tmp", path);
    int status = 0;
    if (!path[0]) {
        /* ".tmp" may be somebody else's. */
        status = error_set("the name of a file to write is empty; give one");
    } else {
        status = check_left_over(temporary, path);
        if (status == 0 && lstat(temporary, &s) == 0 && unlink(temporary) != 0 && errno != ENOENT)
            status = error_set("%s: cannot be removed: %s; move it away", temporary, strerror(errno));
    }
    if (status == 0)
        return temporary;
    mem_free(temporary);
    return NULL;
}

/* O_EXCL: the file is ours, or there is none. */
FILE *out_file_create(const char *path, const char *temporary)
{
    int fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb+");
    if (f)
        return f;
    error_set("%s: cannot be written: %s%s", path, strerror(errno),
              errno == ENOENT || errno == ENOTDIR ? "; does its folder exist?"
              : errno == EEXIST                   ? ": another program writes it now"
                                                  : error_advice(errno));
    if (fd >= 0)
        close(fd);
    return NULL;
}

/* The name may have become another program's, which writes the same output. */
static bool is_at(FILE *f, const char *name)
{
    struct stat mine, there;
    return fstat(fileno(f), &mine) == 0 && lstat(name, &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
}

/* A mesh or a case file that stands where an option wants the name of an output is there by mistake: nothing that is
 * written here has such a name. */
static int check_input_name(const char *path)
{
    static const char *const ending[] = {".cfg", ".cgns", ".su2", ".ugrid", ".mapbc", ".msh"};
    const char *dot = strrchr(path, '.');
    struct stat s;
    for (size_t k = 0; dot && k < sizeof ending / sizeof *ending; k++)
        if (strcmp(dot, ending[k]) == 0 && stat(path, &s) == 0)
            return error_set("%s: is there already and has the name of a mesh or a case file, so that it is not "
                             "replaced; give the output another name", path);
    return 0;
}

/* Without slashes at its end, which a folder's name may have; mem_free() it. */
static char *plain_name(const char *path, const char *suffix)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    return text_format("%.*s%s", (int)n, path, suffix);
}

bool out_file_is_one(const char *a, const char *b)
{
    if (stream_of(a) >= 0 || stream_of(b) >= 0)
        return false;
    char *one[2] = {plain_name(a, ""), plain_name(a, ".tmp")}, *other[2] = {plain_name(b, ""), plain_name(b, ".tmp")};
    bool same = protect_is_one_place(one[0], other[0]) || protect_is_one_place(one[0], other[1]) ||
                protect_is_one_place(one[1], other[0]);
    for (int k = 0; k < 2; k++) {
        mem_free(one[k]);
        mem_free(other[k]);
    }
    return same;
}

/* Of a file that is there under its own name, or not at all. */
static void forget_names(struct out_file *o)
{
    if (o->temporary)
        unfinished_end(o->temporary);
    MEM_FREE(o->temporary);
    MEM_FREE(o->path);
}

/* Everything is written under PATH.tmp and renamed at the end, so that a reader never sees half a file, and a
 * run that is killed leaves the old one. Streams (/dev/stdout) have no temporary name. */
int out_file_open(const char *path, struct out_file *o)
{
    int stream = stream_of(path);
    bool is_stream = stream >= 0;
    *o = (struct out_file){.file = is_stream ? open_stream(stream) : NULL};
    if (!is_stream) {
        TRY(protect_check(path));
        TRY(out_file_check(path));
        TRY(check_input_name(path));
    }
    if (!is_stream && !(o->temporary = out_file_temporary(path)))
        return 1;
    o->path = text_format("%s", path);
    if (!is_stream) {
        unfinished_begin(o->temporary, NULL);
        o->file = out_file_create(path, o->temporary);
    } else if (!o->file) {
        error_set("%s: cannot be written: %s", path, strerror(errno));
    }
    if (o->file)
        return 0;
    forget_names(o);
    return 1;
}

/* Some file systems report a full disk or quota at fsync() or close() only; without both, a checkpoint could
 * be called complete that is not. */
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
    /* Asked again: hours may lie between the opening and the end, in which the name may have become that of an
     * input. */
    TRY(protect_check(to));
    return rename(from, to) == 0 ? 0 : error_set("%s: cannot be renamed to %s: %s", from, to, strerror(errno));
}

/* The order matters: first the content on disk, then the name, then the folder that holds the name. After a
 * power failure there is the old file or the new one, whole. */
int out_file_publish(const char *from, const char *to)
{
    TRY(sync_path(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    TRY(replace(from, to));
    const char *slash = strrchr(to, '/');
    char *folder = slash ? text_format("%.*s", (int)(slash - to) + 1, to) : text_format(".");
    int status = sync_path(folder, O_RDONLY | O_DIRECTORY);
    mem_free(folder);
    return status;
}

/* status: of the caller's work so far; nonzero removes the temporary file and is passed on, with the caller's
 * sentence kept. */
static int finish(struct out_file *o, int status, bool flush)
{
    int bad = fflush(o->file) != 0 || ferror(o->file), reason = errno;
    bool ours = o->temporary && is_at(o->file, o->temporary);
    if (fclose(o->file) != 0 && !bad)
        bad = 1, reason = errno;
    if (bad && status == 0)
        status = error_set("%s: cannot be written: %s; is the disk full?", o->path, strerror(reason));
    if (status == 0 && o->temporary && !ours)
        status = error_set("%s: was removed or replaced while it was written; does another program write %s too?",
                           o->temporary, o->path);
    if (status == 0 && o->temporary)
        status = (flush ? out_file_publish : replace)(o->temporary, o->path);
    if (status != 0 && ours)
        unlink(o->temporary);
    forget_names(o);
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
