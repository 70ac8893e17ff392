/* The lock of a folder: one holder at a time, stale ones recognised, others' files left alone. */
#include "check.h"
#include "error.h"
#include "folder_lock.h"
#include "mem.h"
#include "text.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/ufv-lock-XXXXXX";
static char *file; /* of the lock */

static void put(const char *text)
{
    FILE *f = fopen(file, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", file);
}

static bool is_there(void)
{
    struct stat s;
    return lstat(file, &s) == 0;
}

/* A second holder is told who has it; after release it is free. */
static void taken_and_released(void)
{
    struct folder_lock *a, *b;
    CHECK(folder_lock_take(file, "R", false, &a) == 0 && is_there(), "%s", error_message());
    CHECK(folder_lock_check(a) == 0, "%s", error_message());
    CHECK(folder_lock_take(file, "R", false, &b) != 0 && b == NULL, "a second one");
    char *words = text_format("R is in use by process %ld on ", (long)getpid());
    CHECK(strncmp(error_message(), words, strlen(words)) == 0, "%s", error_message());
    CHECK(strstr(error_message(), "; wait for it, or use --force when it is gone"), "%s", error_message());
    mem_free(words);
    folder_lock_release(a);
    CHECK(!is_there(), "released");
    CHECK(folder_lock_take(file, "R", false, &b) == 0, "%s", error_message());
    folder_lock_release(b);
    folder_lock_release(NULL);
    CHECK(folder_lock_check(NULL) == 0, "no lock is no error");
}

/* Who lost the lock is told, and leaves the new holder's alone. */
static void taken_by_force(void)
{
    struct folder_lock *a, *b;
    CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
    CHECK(folder_lock_take(file, "R", true, &b) == 0, "%s", error_message());
    CHECK(folder_lock_check(a) != 0 && strstr(error_message(), "taken over by process"), "%s", error_message());
    folder_lock_release(a);
    CHECK(is_there() && folder_lock_check(b) == 0, "%s", error_message());
    unlink(file);
    CHECK(folder_lock_check(b) != 0 && strstr(error_message(), "was removed"), "%s", error_message());
    folder_lock_release(b);
}

/* A child's end, with and without exit(), as seen from its parent. */
static void holder_that_is_gone(void)
{
    for (int clean = 0; clean < 2; clean++) {
        struct folder_lock *a;
        pid_t child = fork();
        if (child == 0) {
            if (folder_lock_take(file, "R", false, &a) != 0)
                _exit(1);
            if (clean)
                exit(0);
            _exit(0);
        }
        int status;
        CHECK(waitpid(child, &status, 0) == child && status == 0, "child");
        CHECK(is_there() == !clean, "exit() releases");
        CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
        folder_lock_release(a);
    }
}

/* A child has no part in its parent's lock. */
static void child_of_the_holder(void)
{
    struct folder_lock *a;
    CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
    pid_t child = fork();
    if (child == 0)
        exit(0);
    CHECK(waitpid(child, NULL, 0) == child && folder_lock_check(a) == 0, "%s", error_message());
    folder_lock_release(a);
}

/* Of another host only the age of the last touch counts. */
static void holder_elsewhere(void)
{
    struct folder_lock *a;
    put("ufv folder lock 1\nhost far\npid 7\nsince 2026-01-01T00:00:00Z\nplace x\nstart 1\nnanosecond 1\n");
    CHECK(folder_lock_take(file, "R", false, &a) != 0 &&
              strstr(error_message(), "R is in use by process 7 on far since 2026-01-01T00:00:00Z;"),
          "%s", error_message());
    struct timespec old[2] = {{.tv_sec = time(NULL) - FOLDER_LOCK_STALE - 60},
                              {.tv_sec = time(NULL) - FOLDER_LOCK_STALE - 60}};
    CHECK(utimensat(AT_FDCWD, file, old, 0) == 0, "touch");
    CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
    folder_lock_release(a);
}

/* A text, a link and a folder under the lock's name stay, even with --force. */
static void files_of_others(void)
{
    struct folder_lock *a;
    put("chapter 1\n");
    CHECK(folder_lock_take(file, "R", true, &a) != 0 && strstr(error_message(), "is needed for the lock"), "%s",
          error_message());
    CHECK(is_there() && unlink(file) == 0 && symlink("/nowhere", file) == 0, "a link");
    CHECK(folder_lock_take(file, "R", true, &a) != 0 && is_there(), "%s", error_message());
    CHECK(unlink(file) == 0 && mkdir(file, 0777) == 0, "a folder");
    CHECK(folder_lock_take(file, "R", true, &a) != 0 && is_there(), "%s", error_message());
    CHECK(rmdir(file) == 0, "a folder");
    CHECK(folder_lock_take("/nowhere/R.lock", "/nowhere/R", false, &a) != 0 &&
              strstr(error_message(), "make the folder"),
          "%s", error_message());
}

/* What a process that was killed while it took the lock has left goes when the next one takes it; what one that
 * lives is making, on this host or another, stays, and so does what is no lock. */
static void left_by_the_killed(void)
{
    enum { GONE, ALIVE, FAR, BREAK, CHAPTER, N_LEFT };
    static const char *const suffix[N_LEFT] = {"host.1.tmp", "host.2.tmp", "far.3.tmp", "break", "notes.tmp"};
    const char *lock_of_far = "ufv folder lock 1\nhost far\npid 3\nsince x\nplace x\nstart 1\nnanosecond 1\n";
    char *path[N_LEFT], gone[1024] = "", alive[1024] = "";
    struct folder_lock *a;
    int ends[2];
    CHECK(pipe(ends) == 0, "pipe");
    pid_t child = fork(); /* what a lock of it says */
    if (child == 0) {
        if (folder_lock_take(file, "R", false, &a) != 0)
            _exit(1);
        FILE *f = fopen(file, "r");
        size_t n = f ? fread(gone, 1, sizeof gone, f) : 0;
        _exit(write(ends[1], gone, n) == (ssize_t)n && unlink(file) == 0 ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0 && read(ends[0], gone, sizeof gone - 1) > 0, "child");
    CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
    FILE *f = fopen(file, "r");
    CHECK(f && fread(alive, 1, sizeof alive - 1, f) > 0 && fclose(f) == 0, "its own");
    folder_lock_release(a);
    const char *const text[N_LEFT] = {gone, alive, lock_of_far, gone, "chapter 1\n"};
    for (int k = 0; k < N_LEFT; k++) {
        path[k] = text_format("%s.%s", file, suffix[k]);
        f = fopen(path[k], "w");
        CHECK(f && fputs(text[k], f) >= 0 && fclose(f) == 0, "%s", path[k]);
    }
    CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
    folder_lock_release(a);
    for (int k = 0; k < N_LEFT; k++) {
        bool stays = k == ALIVE || k == FAR || k == CHAPTER;
        CHECK((access(path[k], F_OK) == 0) == stays, "%s", path[k]);
        unlink(path[k]);
        mem_free(path[k]);
    }
    close(ends[0]), close(ends[1]);
}

/* One that was killed before it had written into its file is known by the name. */
static void left_unwritten(void)
{
    enum { EMPTY, BEGUN, ALIVE, OTHER_HOST, CHAPTER, WITHOUT_NUMBER, N_LEFT };
    char host[128] = "";
    gethostname(host, sizeof host - 1);
    pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    waitpid(gone, NULL, 0);
    const char *const text[N_LEFT] = {"", "ufv fol", "", "", "chapter 1\n", ""};
    char *path[N_LEFT] = {text_format("%s.%s.%d.tmp", file, host, (int)gone),
                          text_format("%s.%s.%d.tmp", file, host, (int)gone),
                          text_format("%s.%s.%d.tmp", file, host, (int)getppid()),
                          text_format("%s.far.%d.tmp", file, (int)gone),
                          text_format("%s.%s.%d.tmp", file, host, (int)gone), text_format("%s.%s.tmp", file, host)};
    for (int k = 0; k < N_LEFT; k++) {
        struct folder_lock *a;
        FILE *f = fopen(path[k], "w");
        CHECK(f && fputs(text[k], f) >= 0 && fclose(f) == 0, "%s", path[k]);
        CHECK(folder_lock_take(file, "R", false, &a) == 0, "%s", error_message());
        folder_lock_release(a);
        CHECK((access(path[k], F_OK) == 0) == (k > BEGUN), "%d: %s", k, path[k]);
        unlink(path[k]);
        mem_free(path[k]);
    }
}

/* Of many at once that find a stale lock one gets it, and holds it until all have looked. */
static void many_at_once(void)
{
    enum { MANY = 12 };
    atomic_int *looked = mmap(NULL, sizeof *looked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(looked != MAP_FAILED, "mmap");
    for (int round = 0; round < 2; round++) {
        int won = 0;
        pid_t child[MANY];
        atomic_store(looked, 0);
        put("ufv folder lock 1\nhost far\npid 7\nsince 2026-01-01T00:00:00Z\nplace x\nstart 1\nnanosecond 1\n");
        struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
        utimensat(AT_FDCWD, file, old, 0);
        for (int k = 0; k < MANY; k++) {
            child[k] = fork();
            if (child[k] == 0) {
                struct folder_lock *a;
                bool mine = folder_lock_take(file, "R", false, &a) == 0;
                atomic_fetch_add(looked, 1);
                if (!mine)
                    _exit(1);
                for (int turn = 0; turn < 600000 && atomic_load(looked) < MANY; turn++)
                    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
                _exit(folder_lock_check(a) == 0 ? 0 : 2);
            }
        }
        for (int k = 0; k < MANY; k++) {
            int status;
            CHECK(waitpid(child[k], &status, 0) == child[k] && (status == 0 || WEXITSTATUS(status) == 1), "lost it");
            won += status == 0;
        }
        CHECK(won == 1, "%d won", won);
        unlink(file);
    }
    munmap(looked, sizeof *looked);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL, "%s", folder);
    file = text_format("%s/R.lock", folder);
    CASE(taken_and_released);
    CASE(taken_by_force);
    CASE(holder_that_is_gone);
    CASE(child_of_the_holder);
    CASE(holder_elsewhere);
    CASE(files_of_others);
    CASE(left_by_the_killed);
    CASE(left_unwritten);
    CASE(many_at_once);
    CHECK(rmdir(folder) == 0, "something is left in %s", folder);
    mem_free(file);
    return check_end();
}
