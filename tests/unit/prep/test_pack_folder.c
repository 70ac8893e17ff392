/* test_pack_folder: a folder that is looked at and refused leaves nothing behind, in memory or on disk. */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "pack/pack_folder.h"
#include "pipeline.h"

#include "unfinished.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[PATH_MAX], path[PATH_MAX + 16];

static void begin(const char *name, const char *manifest)
{
    snprintf(folder, sizeof folder, "%s/%s", pipeline_scratch(), name);
    snprintf(path, sizeof path, "%s/manifest.ini", folder);
    CHECK(mkdir(folder, 0777) == 0, "%s", folder);
    pipeline_write(path, manifest);
}

/* The lock of a folder that is refused is given up again, and nothing of the manifest's texts is left. */
static void check_refused(void)
{
    struct pack_folder f;
    char locked[PATH_MAX + 8];
    snprintf(locked, sizeof locked, "%s.lock", folder);
    CHECK(pack_folder_open(folder, false, &f) != 0 && strstr(error_message(), "no manifest of packs"), "%s",
          error_message());
    CHECK(f.lock == NULL && f.out == NULL && access(locked, F_OK) != 0, "%s is there", locked);
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

/* Its first lines are read before the one that is no setting. */
static void manifest_damaged_in_its_middle(void)
{
    begin("damaged", "[pack]\nschema_version = 1\nid = x\nranks = 2\n%%% garbage\n");
    check_refused();
}

/* Whole lines, but a key that every manifest has is missing. */
static void manifest_without_ranks(void)
{
    begin("short", "[pack]\nschema_version = 1\nid = x\n");
    check_refused();
}

/* The report of a mesh of many patches names the set behind all of them. */
static void long_report(void)
{
    struct pack_folder f;
    char report[PATH_MAX + 16];
    begin("long", "[pack]\nschema_version = 1\nid = set-7\nranks = 0\n");
    snprintf(report, sizeof report, "%s/report.json", folder);
    FILE *file = fopen(report, "w");
    CHECK(file != NULL, "%s", report);
    for (int i = 0; i < 100000; i++)
        fprintf(file, "{\"name\": \"patch-%d\", \"kind\": \"slip\"},\n", i);
    fprintf(file, "\"id\": \"set-%d\"\n", 7);
    CHECK(fclose(file) == 0, "%s", report);
    CHECK(pack_folder_open(folder, false, &f) == 0, "%s", error_message());
    pack_folder_close(&f);
    begin("others", "[pack]\nschema_version = 1\nid = set-7\nranks = 0\n");
    snprintf(report, sizeof report, "%s/report.json", folder);
    pipeline_write(report, "\"id\": \"set-8\"\n");
    CHECK(pack_folder_open(folder, false, &f) != 0 && strstr(error_message(), "holds report.json"), "%s", error_message());
    pack_folder_close(&f);
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

/* Whatever is in the folder, one at a time has its lock. */
static void lock_alone(void)
{
    struct pack_folder first, second;
    begin("counts", "of others");
    CHECK(pack_folder_lock(folder, false, &first) == 0, "%s", error_message());
    CHECK(pack_folder_lock(folder, false, &second) != 0 && strstr(error_message(), "is in use by process"), "%s",
          error_message());
    pack_folder_close(&second);
    pack_folder_close(&first);
    CHECK(pack_folder_lock(folder, false, &first) == 0, "%s", error_message());
    pack_folder_close(&first);
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

/* As the thread that writes packs: a file after another, as long as their folder is there. */
static void *write_on(void *of)
{
    char file[PATH_MAX + 32];
    int made = 0, fd;
    do {
        snprintf(file, sizeof file, "%s/rank-%05d.h5", (const char *)of, made++ % 100000);
        fd = open(file, O_WRONLY | O_CREAT, 0666);
        close(fd);
    } while (fd >= 0);
    return NULL;
}

/* A child that a signal ends while a second thread of it makes files. */
static void be_ended(void)
{
    struct pack_folder f;
    pthread_t writer;
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    close(STDERR_FILENO);
    unfinished_remove_on_signals("program");
    if (pack_folder_open(folder, false, &f) || pack_folder_begin(&f))
        _exit(1);
    pthread_sigmask(SIG_BLOCK, &term, NULL); /* of the writer: the signal comes to this thread */
    pthread_create(&writer, NULL, write_on, f.temporary);
    pthread_sigmask(SIG_UNBLOCK, &term, NULL);
    for (;;)
        pause();
}

/* Nothing of OUT.tmp stays, whatever is being made in it at that moment. */
static void ended_while_files_are_made(void)
{
    begin("ended", "[pack]\nschema_version = 1\nid = x\nranks = 0\n");
    snprintf(path, sizeof path, "%s.tmp", folder);
    int left = 0, others = 0;
    for (int k = 0; k < 20; k++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            be_ended();
        usleep(5000);
        kill(child, SIGTERM);
        waitpid(child, &status, 0);
        others += !WIFSIGNALED(status);
        left += access(path, F_OK) == 0;
    }
    CHECK(left == 0 && others == 0, "%d of 20 folders are left; %d ended otherwise", left, others);
}

int main(void)
{
    CASE(manifest_damaged_in_its_middle);
    CASE(manifest_without_ranks);
    CASE(long_report);
    CASE(lock_alone);
    CASE(ended_while_files_are_made);
    return check_end();
}
