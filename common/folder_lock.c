/* A file that says which process is writing into a folder: made, read, kept fresh, recognised as stale. */
#include "folder_lock.h"

#include "error.h"
#include "mem.h"
#include "text.h"
#include "unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TEXT_SIZE = 1024, TRIES = 50, BREAK_STALE = 60 }; /* s */

static const char first_line[] = "ufv folder lock 1\n";

struct folder_lock {
    char *file, *folder;  /* owned */
    char *temporary;      /* owned; a name that no other process takes, also on other hosts */
    char text[TEXT_SIZE]; /* what our file holds: no other holder's is the same */
    long pid;             /* that took it */
    pthread_t beat;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool beating, done; /* done: with mutex */
    struct folder_lock *next;
};

static struct folder_lock *held; /* all locks of this process, to be released at exit */

/* ---- who holds a lock ---- */

struct holder {
    char host[128], since[64], place[160]; /* place: which running machine, and process namespace */
    long pid;
    unsigned long long start; /* of the process, ticks since the machine was started; 0: not known */
};

/* Ticks after the start of the machine at which a process began, 0: there is no such process, or no /proc. */
static unsigned long long start_of_process(long pid)
{
    char path[64], text[1024] = "";
    unsigned long long start = 0;
    char state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    char *rest = strrchr(text, ')'); /* the name before it may hold blanks */
    /* Field 22 of the line; the third, the state, follows the name (proc(5)). */
    if (rest)
        sscanf(rest + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu", &state,
               &start);
    return state == 'Z' || state == 'X' ? 0 : start; /* one that has ended and was not waited for is gone */
}

static void find_place(size_t size, char *place)
{
    char boot[64] = "", name[64] = "";
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (f) {
        if (fscanf(f, "%63s", boot) != 1)
            boot[0] = '\0';
        fclose(f);
    }
    /* Containers on one machine share its boot id but have process numbers of their own; the namespace tells them
     * apart. */
    ssize_t n = readlink("/proc/self/ns/pid", name, sizeof name - 1);
    name[n < 0 ? 0 : n] = '\0';
    snprintf(place, size, "%s%s%s", boot, boot[0] && name[0] ? "/" : "", name);
}

/* "unknown" hosts can still lock; only the advice in messages suffers. */
static struct holder this_process(void)
{
    struct holder h = {.pid = (long)getpid()};
    time_t now = time(NULL);
    struct tm t;
    if (gethostname(h.host, sizeof h.host - 1) != 0 || h.host[0] == '\0')
        text_copy(h.host, sizeof h.host, "unknown");
    strftime(h.since, sizeof h.since, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &t));
    find_place(sizeof h.place, h.place);
    h.start = start_of_process(h.pid);
    return h;
}

/* The file's text; the nanosecond makes it another one when a process takes a lock twice. */
static void write_holder(const struct holder *h, char text[TEXT_SIZE])
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    snprintf(text, TEXT_SIZE, "%shost %s\npid %ld\nsince %s\nplace %s\nstart %llu\nnanosecond %ld\n", first_line,
             h->host, h->pid, h->since, h->place[0] ? h->place : "unknown", h->start, (long)t.tv_nsec);
}

static struct holder read_holder(const char *text)
{
    struct holder h = {.pid = 0};
    if (sscanf(text + strlen(first_line), "host %127s pid %ld since %63s place %159s start %llu", h.host, &h.pid,
               h.since, h.place, &h.start) < 3)
        return (struct holder){.host = "an unknown host", .since = "an unknown time"};
    return h;
}

/* ---- the file ---- */

/* What the lock holds, and when it was last touched: 0; -1: there is none; 1: an error, or no lock of ours. A lock
 * that is just being made without links is empty for a moment. */
static int read_file(const char *file, char text[TEXT_SIZE], time_t *touched)
{
    struct stat s;
    /* Neither through a link nor waiting at a FIFO: whatever stands under this name is looked at before it is
     * believed. */
    int fd = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT)
        return -1;
    if (fd < 0)
        return error_set("%s: cannot be read: %s; it should be the lock of a folder", file, strerror(errno));
    ssize_t n = -1;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        n = read(fd, text, TEXT_SIZE - 1);
    close(fd);
    if (n >= 0)
        text[n] = '\0';
    *touched = s.st_mtime;
    if (n == 0 || (n > 0 && strncmp(text, first_line, strlen(first_line)) == 0))
        return 0;
    return error_set("%s: this name is needed for the lock of a folder; move the file elsewhere", file);
}

/* O_EXCL: the file is ours or does not appear. fsync(): on a network file system others see it only then. */
static int write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    if (fd < 0)
        return -1;
    ssize_t n = write(fd, text, strlen(text));
    int bad = n != (ssize_t)strlen(text) || fsync(fd) != 0, reason = errno;
    if (close(fd) != 0 && !bad) {
        bad = 1;
        reason = errno;
    }
    if (!bad)
        return 0;
    unlink(path);
    /* A short write sets no errno; a full disk is its reason. */
    errno = n >= 0 && n < (ssize_t)strlen(text) ? ENOSPC : reason;
    return -1;
}

/* Makes the lock file: 0 when this process has it now, -1 when there is one, 1 for an error. *now: the file
 * server's clock.
 * link() is atomic on every file system that has it, NFS included, where O_EXCL was not always: the text is
 * written to a name of our own first and then linked, so that the lock is never seen half written. */
static int make_file(const struct folder_lock *l, time_t *now)
{
    struct stat s;
    unlink(l->temporary); /* of an earlier process of this number */
    if (write_file(l->temporary, l->text) != 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? error_no_folder(l->folder)
                   : error_set("%s: cannot be locked: %s: %s%s", l->folder, l->temporary, strerror(errno),
                               error_advice(errno));
    *now = stat(l->temporary, &s) == 0 ? s.st_mtime : time(NULL);
    bool linked = link(l->temporary, l->file) == 0, exists = !linked && errno == EEXIST;
    /* A server's answer may get lost: the count of links tells. */
    linked = linked || (stat(l->temporary, &s) == 0 && s.st_nlink == 2);
    unlink(l->temporary);
    if (linked)
        return 0;
    if (exists)
        return -1;
    if (write_file(l->file, l->text) == 0) /* a file system without links */
        return 0;
    return errno == EEXIST ? -1
                           : error_set("%s: cannot be locked: %s: %s%s", l->folder, l->file, strerror(errno),
                                       error_advice(errno));
}

/* ---- taking over ---- */

/* On the same machine and in the same process namespace the process table decides, at once: the start time
 * tells whether the number has been given to another process. Elsewhere only the age of the last touch (the
 * file server's clock on both sides) counts. */
static bool is_stale(const char *text, time_t touched, time_t now)
{
    struct holder h = read_holder(text), us = this_process();
    if (text[0] != '\0' && strcmp(h.place, us.place) == 0 && us.place[0] != '\0') {
        unsigned long long start = start_of_process(h.pid);
        return us.start && h.start ? start != h.start : kill((pid_t)h.pid, 0) != 0 && errno == ESRCH;
    }
    return now - touched > FOLDER_LOCK_STALE;
}

/* Removes the lock if it still holds that text. Of several who want to, one at a time does: otherwise the
 * second would remove what the first has put there. */
static void break_lock(const struct folder_lock *l, const char *text, time_t now)
{
    char *guard = text_format("%s.break", l->file), there[TEXT_SIZE];
    struct stat s;
    time_t touched;
    /* The guard is a lock for the breaking, made by O_EXCL. It is held for three file operations, so that one older
     * than BREAK_STALE was left by a process that was killed. */
    if (write_file(guard, l->text) == 0) {
        if (read_file(l->file, there, &touched) == 0 && strcmp(there, text) == 0)
            unlink(l->file);
        unlink(guard);
    } else if (lstat(guard, &s) == 0 && now - s.st_mtime > BREAK_STALE) {
        unlink(guard);
    }
    mem_free(guard);
}

/* Is `name` that of a file which a process makes only while it takes the lock called `base`? */
static bool is_by_name(const char *name, const char *base)
{
    size_t n = strlen(base), length = strlen(name);
    if (strncmp(name, base, n) != 0 || name[n] != '.')
        return false;
    return strcmp(name + n, ".break") == 0 || (length > n + 5 && strcmp(name + length - 4, ".tmp") == 0);
}

/* BASE.HOST.PID.tmp of this host, where no process has that number. */
static bool is_of_dead_process(const char *name, const char *base)
{
    struct holder us = this_process();
    char *prefix = text_format("%s.%s.", base, us.host), *end = NULL;
    bool ours = strncmp(name, prefix, strlen(prefix)) == 0;
    long pid = ours ? strtol(name + strlen(prefix), &end, 10) : 0;
    mem_free(prefix);
    return pid > 0 && strcmp(end, ".tmp") == 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

/* Is it a plain file with the beginning of a lock's first line, or nothing, in it? */
static bool is_unwritten(const char *path)
{
    struct stat s;
    char text[sizeof first_line];
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    ssize_t n = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? read(fd, text, sizeof text) : -1;
    if (fd >= 0)
        close(fd);
    return n >= 0 && n < (ssize_t)strlen(first_line) && strncmp(text, first_line, (size_t)n) == 0;
}

/* One that was killed before it had written its text is known by the name alone. */
static bool is_left_over(const char *path, const char *name, const char *base, time_t now)
{
    char text[TEXT_SIZE] = "";
    time_t touched = 0;
    if (!is_by_name(name, base))
        return false;
    if (is_unwritten(path) && is_of_dead_process(name, base))
        return true;
    return read_file(path, text, &touched) == 0 && is_stale(text, touched, now);
}

/* Whoever has the lock removes what processes left that were killed while they took it. */
static void remove_left_over(const char *file, time_t now)
{
    const char *base = text_base_name(file);
    char *folder = text_format("%.*s.", (int)(base - file), file); /* "R/.", or "." */
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char *path = text_format("%.*s%s", (int)(base - file), file, e->d_name);
        if (is_left_over(path, e->d_name, base, now))
            unlink(path);
        mem_free(path);
    }
    if (dir)
        closedir(dir);
    mem_free(folder);
}

static int in_use(const char *folder, const char *text)
{
    struct holder h = read_holder(text);
    return error_set("%s is in use by process %ld on %s since %s; wait for it, or use --force when it is gone", folder,
                     h.pid, h.host, h.since);
}

static void wait_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
}

/* A lock may vanish or change between two looks; every branch that saw something change tries again. After
 * TRIES rounds the newest holder is named. */
static int acquire(const struct folder_lock *l, bool force)
{
    char text[TEXT_SIZE] = "";
    for (int k = 0; k < TRIES; k++) {
        time_t now = 0, touched = 0;
        int status = make_file(l, &now);
        if (status == 0)
            remove_left_over(l->file, now);
        if (status >= 0)
            return status;
        status = read_file(l->file, text, &touched);
        if (status > 0)
            return status;
        if (status < 0)
            continue; /* just released */
        if (text[0] == '\0' && now - touched <= FOLDER_LOCK_STALE) {
            wait_a_moment(); /* just being made */
            continue;
        }
        if (!force && !is_stale(text, touched, now))
            return in_use(l->folder, text);
        break_lock(l, text, now);
        if (k > 0)
            wait_a_moment();
    }
    return in_use(l->folder, text);
}

/* ---- holding ---- */

/* Does the file say that another holds the lock? One that cannot be read says nothing. */
static bool is_another_s(const struct folder_lock *l)
{
    char text[TEXT_SIZE] = "";
    time_t touched;
    return read_file(l->file, text, &touched) == 0 && strcmp(text, l->text) != 0;
}

/* Without read_file(), whose sentences a signal handler must not make. */
bool folder_lock_is_ours(const struct folder_lock *l)
{
    char text[TEXT_SIZE];
    int fd = l->pid == (long)getpid() ? open(l->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) : -1;
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n < 0 ? 0 : n] = '\0';
    return strcmp(text, l->text) == 0;
}

/* Touches the file until the lock is released or another's.
 * Waits on a condition rather than sleeps, so that folder_lock_release() does not have to wait for the next
 * beat. Ends by itself when another process has taken the lock, which would otherwise be kept fresh in its
 * name. */
static void *beat(void *lock)
{
    struct folder_lock *l = lock;
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    pthread_mutex_lock(&l->mutex);
    while (!l->done) {
        at.tv_sec += FOLDER_LOCK_BEAT;
        if (pthread_cond_timedwait(&l->wake, &l->mutex, &at) != ETIMEDOUT || l->done)
            continue;
        clock_gettime(CLOCK_REALTIME, &at);
        if (is_another_s(l))
            break;
        utimensat(AT_FDCWD, l->file, NULL, 0);
    }
    pthread_mutex_unlock(&l->mutex);
    return NULL;
}

/* Signals are for the thread that handles them. */
static void begin_beating(struct folder_lock *l)
{
    sigset_t all, before;
    pthread_mutex_init(&l->mutex, NULL);
    pthread_cond_init(&l->wake, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    l->beating = pthread_create(&l->beat, NULL, beat, l) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void end_beating(struct folder_lock *l)
{
    pthread_mutex_lock(&l->mutex);
    l->done = true;
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->mutex);
    if (l->beating)
        pthread_join(l->beat, NULL);
    pthread_cond_destroy(&l->wake);
    pthread_mutex_destroy(&l->mutex);
}

/* Files alone: threads may be anywhere by now. */
static void remove_held(void)
{
    for (struct folder_lock *l = held; l; l = l->next)
        if (folder_lock_is_ours(l))
            unlink(l->file);
}

/* For unfinished.h; one lock or all make no difference where the program ends. */
static void remove_on_signal(const char *file)
{
    (void)file;
    remove_held();
}

/* A folder that is removed at exit is one whose lock is still ours. */
static void remove_at_exit(void)
{
    unfinished_remove_at_exit();
    remove_held();
}

/* Out of the lists of what is removed at the end. */
static void let_go(struct folder_lock *l)
{
    for (struct folder_lock **at = &held; *at; at = &(*at)->next)
        if (*at == l) {
            *at = l->next;
            break;
        }
    unfinished_end(l->file);
}

/* The thread has ended and the lock is in no list any more. */
static void free_lock(struct folder_lock *l)
{
    mem_free(l->file);
    mem_free(l->folder);
    mem_free(l->temporary);
    mem_free(l);
}

/* atexit() removes locks when a program ends by exit() with locks held (a FATAL, a signal that ends it in
 * order); a process that is killed leaves them, and is_stale() sees that. */
int folder_lock_take(const char *file, const char *folder, bool force, struct folder_lock **lock)
{
    static bool registered;
    struct folder_lock *l = mem_zalloc("folder lock", 1, sizeof *l);
    struct holder us = this_process();
    *lock = NULL;
    l->file = text_format("%s", file);
    l->folder = text_format("%s", folder);
    l->temporary = text_format("%s.%s.%ld.tmp", file, us.host, us.pid);
    l->pid = us.pid;
    write_holder(&us, l->text);
    if (!registered)
        registered = atexit(remove_at_exit) == 0;
    /* Before there is a file: a signal may come as soon as there is one, and what is not ours stays. */
    l->next = held;
    held = l;
    unfinished_begin(l->file, remove_on_signal);
    unfinished_begin(l->temporary, NULL);
    int status = acquire(l, force);
    unfinished_end(l->temporary);
    if (status != 0) {
        let_go(l);
        free_lock(l);
        return 1;
    }
    begin_beating(l);
    *lock = l;
    return 0;
}

/* To be asked before something is published: a run that was suspended for longer than FOLDER_LOCK_STALE may
 * have lost its lock to another. */
int folder_lock_check(const struct folder_lock *l)
{
    char text[TEXT_SIZE] = "";
    time_t touched;
    if (!l)
        return 0;
    int status = read_file(l->file, text, &touched);
    if (status < 0)
        return error_set("%s: its lock %s was removed while this program held it; run it again", l->folder, l->file);
    if (status > 0 || strcmp(text, l->text) == 0)
        return status;
    struct holder h = read_holder(text);
    return error_set("%s: was taken over by process %ld on %s at %s; run this program again when that one is done",
                     l->folder, h.pid, h.host, h.since);
}

void folder_lock_release(struct folder_lock *l)
{
    if (!l)
        return;
    end_beating(l);
    if (folder_lock_is_ours(l))
        unlink(l->file);
    let_go(l);
    free_lock(l);
}
