/* A folder of packs takes the place of an older one, and of nothing else: what may be removed, what is
 * refused, and the renames. */
#include "pack/pack_folder.h"

#include "config.h"
#include "error.h"
#include "folder_lock.h"
#include "h5/h5_io.h"
#include "in_file.h"
#include "mem.h"
#include "pack/pack.h"
#include "text.h"
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* In OUT.tmp from its beginning until all packs are there. */
static const char mark_name[] = "unfinished";
static const char mark_text[] = "ufv-prep is writing packs here, or was stopped while it did.\n";
static const char manifest_name[] = "manifest.ini", report_name[] = "report.json";

enum folder_state { FOLDER_NONE, FOLDER_EMPTY, FOLDER_PACKS, FOLDER_UNFINISHED, FOLDER_OTHER };

/* What a path is, and what is in it. */
struct listing {
    enum folder_state state;
    const char *path; /* borrowed */
    char **name;      /* [n] owned; entries but . and .. */
    int64_t n;
    char id[NAME_SIZE]; /* of the set, by its manifest */
    long ranks;
    char why[600]; /* FOLDER_OTHER: what is in the way */
};

/* ---- what is ours ---- */

/* lstat(): a link is not one of ours, whatever it leads to; removing "our" file must not remove another's. */
static bool is_file(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0 && S_ISREG(s.st_mode);
}

/* The beginning of a plain file as a text, to be freed; NULL for anything else.
 * O_NOFOLLOW and O_NONBLOCK: between lstat() and open() the name may have become a link, or a pipe that nobody
 * writes. */
static char *read_some(const char *path, size_t most)
{
    int fd = is_file(path) ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) : -1;
    if (fd < 0)
        return NULL;
    char *text = mem_alloc("text", most + 1, 1);
    ssize_t n = read(fd, text, most);
    close(fd);
    text[n < 0 ? 0 : n] = '\0';
    return text;
}

/* Anywhere in a plain file: a report of many patches is long. */
static bool holds_text(const char *path, const char *wanted)
{
    char *text = NULL;
    size_t bytes;
    bool holds = is_file(path) && in_file_read(path, "a report", &text, &bytes) == 0 && strstr(text, wanted);
    mem_free(text);
    return holds;
}

/* Also one that was cut short while it was written. */
static bool is_mark(const char *path)
{
    char *text = read_some(path, sizeof mark_text);
    bool mark = text && strncmp(text, mark_text, strlen(text)) == 0;
    mem_free(text);
    return mark;
}

/* Sets of older formats count too. */
static bool take_set(struct config *c, struct listing *l)
{
    struct config_entry *version = config_find(c, "pack", "schema_version");
    struct config_entry *id = config_find(c, "pack", "id"), *ranks = config_find(c, "pack", "ranks");
    /* An empty id would be found in every report (holds_text()). */
    bool ours = version && id && id->value[0] && ranks && text_to_long(ranks->value, &l->ranks) == 0;
    if (ours)
        text_copy(l->id, sizeof l->id, id->value);
    return ours;
}

/* Reads id and ranks. */
static bool is_manifest(const char *path, struct listing *l)
{
    struct config c;
    if (!is_file(path))
        return false;
    bool ours = config_read(path, &c) == 0 && take_set(&c, l);
    config_free(&c); /* also of one that is damaged: its first lines have been read */
    return ours;
}

/* By its attributes; where they cannot be read, a file of HDF5 nevertheless, or an empty one: a damaged pack.
 * strncmp(): a file of fewer than eight bytes ends sooner. */
static bool is_pack_file(const char *path)
{
    static const char signature[] = "\211HDF\r\n\032\n";
    char *begin = read_some(path, 8), kind[NAME_SIZE] = "";
    bool empty = begin && begin[0] == '\0', hdf5 = begin && strncmp(begin, signature, 8) == 0;
    struct h5_io f;
    mem_free(begin);
    if (!hdf5 || h5_io_open(path, NULL, &f) != 0)
        return hdf5 || empty;
    bool pack = h5_io_has_attribute(&f, "/", "kind") && h5_io_get_text(&f, "/", "kind", sizeof kind, kind) == 0 &&
                strcmp(kind, "ufv pack") == 0 && h5_io_has_attribute(&f, "/", "schema_version");
    h5_io_close(&f);
    return pack;
}

/* Only the very name that pack_file_name() makes: rank-1.h5 beside rank-00001.h5 is somebody's copy. */
static bool is_rank_name(const char *name, long ranks)
{
    char expected[NAME_SIZE];
    long rank = strncmp(name, "rank-", 5) == 0 ? strtol(name + 5, NULL, 10) : -1;
    if (rank < 0 || rank >= ranks || rank > INT_MAX)
        return false;
    pack_file_name((int)rank, expected);
    return strcmp(name, expected) == 0;
}

/* Is the file one of ours, in a folder that has our manifest? A report counts as ours when it names the id of the set
 * that the manifest names. */
static bool is_of_set(const struct listing *l, const char *name, const char *path)
{
    if (strcmp(name, manifest_name) == 0)
        return true;
    if (strcmp(name, report_name) == 0)
        return holds_text(path, l->id);
    return is_rank_name(name, l->ranks) && is_pack_file(path);
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

/* In a folder with our mark, where everything may be half written. Without text_glob(), whose fnmatch() a signal
 * handler must not call. */
static bool is_unfinished_name(const char *name)
{
    static const char *const ours[] = {"manifest.ini", "manifest.ini.tmp", "report.json", "report.json.tmp", mark_name};
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
        if (strcmp(ours[k], name) == 0)
            return true;
    return strncmp(name, "rank-", 5) == 0 && name[5] >= '0' && name[5] <= '9' &&
           (ends_with(name, ".h5") || ends_with(name, ".h5.tmp"));
}

/* ---- looking ---- */

/* 1 when there is nothing to look into: no such path, or one that is in the way. A link to a folder is in the way too:
 * pack_folder_open() has resolved those of OUT, and nobody but somebody else makes OUT.tmp or OUT.old a link. */
static int list_entries(struct listing *l)
{
    struct stat s;
    bool there = lstat(l->path, &s) == 0, is_link = there && S_ISLNK(s.st_mode);
    DIR *d = is_link ? NULL : opendir(l->path);
    if (!d) {
        l->state = !is_link && errno == ENOENT ? FOLDER_NONE : FOLDER_OTHER;
        text_copy(l->why, sizeof l->why, "it is not a folder that can be read");
        return 1;
    }
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        MEM_GROW(l->name, l->n + 1);
        l->name[l->n++] = text_format("%s", e->d_name);
    }
    closedir(d);
    return 0;
}

/* The first entry that is not ours makes the folder another's. */
static void check_entries(struct listing *l)
{
    for (int64_t i = 0; i < l->n && l->state != FOLDER_OTHER; i++) {
        char *path = text_join_path(l->path, l->name[i]);
        bool ours = l->state == FOLDER_PACKS ? is_of_set(l, l->name[i], path)
                                             : is_unfinished_name(l->name[i]) && is_file(path);
        mem_free(path);
        if (ours)
            continue;
        snprintf(l->why, sizeof l->why, "it holds %s, which does not belong to the packs", l->name[i]);
        l->state = FOLDER_OTHER;
    }
}

/* Decides by content, not by name: what is removed later is only what look() has recognised, entry by entry. */
static void look(const char *path, struct listing *l)
{
    memset(l, 0, sizeof *l);
    l->path = path;
    if (list_entries(l) != 0)
        return;
    if (l->n == 0) {
        l->state = FOLDER_EMPTY;
        return;
    }
    char *mark = text_join_path(path, mark_name), *manifest = text_join_path(path, manifest_name);
    if (is_mark(mark)) {
        l->state = FOLDER_UNFINISHED;
    } else if (is_manifest(manifest, l)) {
        l->state = FOLDER_PACKS;
    } else {
        l->state = FOLDER_OTHER;
        snprintf(l->why, sizeof l->why, "it holds %s and no manifest of packs", l->name[0]);
    }
    mem_free(mark);
    mem_free(manifest);
    check_entries(l);
}

static void free_listing(struct listing *l)
{
    for (int64_t i = 0; i < l->n; i++)
        mem_free(l->name[i]);
    MEM_FREE(l->name);
    l->n = 0;
}

static int refuse_other(const struct listing *l)
{
    return l->state != FOLDER_OTHER
               ? 0
               : error_set("%s: is not a folder of packs and is not overwritten: %s; name another folder", l->path,
                           l->why);
}

/* Called for OUT, OUT.tmp and OUT.old before any work is done. */
static int refuse(const char *path)
{
    struct listing l;
    look(path, &l);
    int status = refuse_other(&l);
    free_listing(&l);
    return status;
}

/* ---- removing ---- */

static void remove_entry(const struct listing *l, const char *name)
{
    char *path = text_join_path(l->path, name);
    unlink(path);
    mem_free(path);
}

/* Removes a folder of ours; what tells that it is ours goes last. What has come into it meanwhile keeps it alive.
 * unlink() is not asked whether it succeeded: what stays keeps rmdir() from succeeding, whose sentence says so. */
static int remove_packs(const char *path)
{
    struct listing l;
    look(path, &l);
    int status = refuse_other(&l);
    for (int64_t i = 0; i < l.n && status == 0; i++)
        if (strcmp(l.name[i], mark_name) != 0 && strcmp(l.name[i], manifest_name) != 0)
            remove_entry(&l, l.name[i]);
    if (status == 0 && l.n > 0) {
        remove_entry(&l, manifest_name);
        remove_entry(&l, mark_name);
    }
    if (status == 0 && l.state != FOLDER_NONE && rmdir(path) != 0)
        status = error_set("%s: cannot be removed: %s", path, strerror(errno));
    free_listing(&l);
    return status;
}

/* On the way out of a failure, whose sentence is kept.
 * error_set() writes over the sentence that its own argument may point into: hence the copy. */
static void remove_packs_quietly(const char *path)
{
    char *sentence = text_format("%s", error_message());
    remove_packs(path);
    error_set("%s", sentence);
    mem_free(sentence);
}

/* ---- on a signal ---- */

/* An entry of the system call; readdir() allocates, which a signal handler must not. */
struct raw_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short size; /* of this entry */
    unsigned char type;
    char name[];
};

/* What is ours but the mark. */
static void remove_entries(int folder)
{
    _Alignas(struct raw_entry) char some[4096];
    struct stat s;
    long n;
    lseek(folder, 0, SEEK_SET);
    while ((n = syscall(SYS_getdents64, folder, some, sizeof some)) > 0)
        for (long at = 0; at < n; at += ((const struct raw_entry *)(void *)(some + at))->size) {
            const char *name = ((const struct raw_entry *)(void *)(some + at))->name;
            if (is_unfinished_name(name) && strcmp(name, mark_name) != 0 &&
                fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(s.st_mode))
                unlinkat(folder, name, 0);
        }
}

static const struct folder_lock *lock_of_begun; /* borrowed, while there is an OUT.tmp */

/* Is the folder gone? Should something stay, the mark stays as well. */
static bool remove_emptied(int folder, const char *path)
{
    unlinkat(folder, mark_name, 0);
    if (rmdir(path) == 0)
        return true;
    int mark = openat(folder, mark_name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (mark >= 0 && write(mark, mark_text, sizeof mark_text - 1) < 0)
        unlinkat(folder, mark_name, 0);
    if (mark >= 0)
        close(mark);
    return false;
}

static void say(const char *text)
{
    ssize_t n = write(STDERR_FILENO, text, strlen(text));
    (void)n; /* nobody is left to be told */
}

/* OUT.tmp, by a signal handler. The thread that writes packs makes further files meanwhile, until the folder is gone,
 * after which it fails: so that the folder is emptied as often as it takes. */
static void remove_begun(const char *path)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    int folder = folder_lock_is_ours(lock_of_begun) ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) : -1;
    if (folder < 0)
        return;
    for (int k = 0; k < 2000; k++) {
        remove_entries(folder);
        if (remove_emptied(folder, path))
            return;
        if (k >= 1000) /* a second, then: something else may be in it */
            nanosleep(&moment, NULL);
    }
    say("ufv-prep: ");
    say(path);
    say(": something in it could not be removed; remove the folder yourself\n");
}

/* ---- the folder ---- */

/* Beside OUT and not in it: OUT is renamed away while the lock is held. */
static int take_lock(struct pack_folder *f, bool force)
{
    char *file = text_format("%s.lock", f->out);
    int status = folder_lock_take(file, f->out, force, &f->lock);
    mem_free(file);
    return status;
}

/* Links are resolved first, so that two spellings of one folder use the same lock and the same OUT.tmp. */
static int set_names(const char *out, struct pack_folder *f)
{
    char real[PATH_MAX];
    memset(f, 0, sizeof *f);
    if (out[0] == '\0')
        return error_set("--out: the name of the folder is empty");
    const char *path = realpath(out, real) ? real : out;
    if (strspn(path, "/") == strlen(path))
        return error_set("%s: is the root of all folders, not one for packs; name another with --out", out);
    f->out = text_format("%s", path);
    for (size_t n = strlen(f->out); n > 1 && f->out[n - 1] == '/'; n--)
        f->out[n - 1] = '\0';
    f->temporary = text_format("%s.tmp", f->out);
    return 0;
}

/*    OUT.lock   held until close          OUT.tmp   new packs, with the mark `unfinished`
 *    OUT        older packs, until the end          OUT.old   these for the moment between two renames */
int pack_folder_open(const char *out, bool force, struct pack_folder *f)
{
    TRY(set_names(out, f));
    char *old = text_format("%s.old", f->out);
    int status = refuse(f->out) || take_lock(f, force) || refuse(f->temporary) || refuse(old);
    mem_free(old);
    if (status != 0)
        pack_folder_close(f);
    return status;
}

int pack_folder_lock(const char *out, bool force, struct pack_folder *f)
{
    TRY(set_names(out, f));
    int status = take_lock(f, force);
    if (status != 0)
        pack_folder_close(f);
    return status;
}

void pack_folder_close(struct pack_folder *f)
{
    folder_lock_release(f->lock);
    mem_free(f->out);
    mem_free(f->temporary);
    memset(f, 0, sizeof *f);
}

/* "x": a mark that stands there already is another program's, which must not be shared. */
static int write_mark(const char *folder)
{
    char *path = text_join_path(folder, mark_name);
    FILE *f = fopen(path, "wx");
    int bad = !f || fputs(mark_text, f) < 0;
    if (f && fclose(f) != 0)
        bad = 1;
    if (bad)
        error_set("%s: cannot be written: %s; is the disk full?", path, strerror(errno));
    mem_free(path);
    return bad;
}

/* OUT.tmp of a run that was killed goes first. */
int pack_folder_begin(const struct pack_folder *f)
{
    TRY(remove_packs(f->temporary));
    lock_of_begun = f->lock;
    unfinished_begin(f->temporary, remove_begun);
    if (mkdir(f->temporary, 0777) != 0) {
        unfinished_end(f->temporary);
        return error_no_folder(f->temporary);
    }
    if (write_mark(f->temporary) == 0)
        return 0;
    unfinished_end(f->temporary);
    remove_packs_quietly(f->temporary);
    return 1;
}

/* OUT is looked at once more, since hours may lie between pack_folder_open() and now. Renames instead of copies: at any
 * moment there is a whole set at OUT or at OUT.old, and a run that dies between the two renames leaves the older packs
 * there. When the second rename fails the first is taken back. */
static int put_in_place(const struct pack_folder *f)
{
    struct stat s;
    char *old = text_format("%s.old", f->out), *mark = text_join_path(f->temporary, mark_name);
    int status = refuse(f->out);
    bool replace = status == 0 && lstat(f->out, &s) == 0;
    if (replace)
        status = refuse(old) || remove_packs(old);
    if (replace && status == 0 && rename(f->out, old) != 0)
        status = error_set("%s: the older packs cannot be moved to %s: %s", f->out, old, strerror(errno));
    if (status == 0)
        unlink(mark);
    if (status == 0 && rename(f->temporary, f->out) != 0) {
        status = error_set("%s: cannot be renamed to %s: %s", f->temporary, f->out, strerror(errno));
        if (replace && rename(old, f->out) != 0)
            error_prefix("the older packs are at %s", old);
    } else if (replace && status == 0) {
        remove_packs(old);
    }
    mem_free(old);
    mem_free(mark);
    return status;
}

int pack_folder_finish(const struct pack_folder *f, int status)
{
    unfinished_end(f->temporary); /* between the renames of put_in_place() it is what there is */
    if (folder_lock_check(f->lock) != 0)
        return 1; /* what stands at the temporary name is another's by now */
    if (status == 0)
        status = put_in_place(f);
    if (status != 0)
        remove_packs_quietly(f->temporary);
    return status;
}
