/* Files that appear whole or not at all: what stands at the path at each moment, after
 * every way in which writing can fail.
 *
 * Flushing is this program's, so that it can be counted and can fail.
 */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "pipeline.h"
#include "protect.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static struct {
    int files, folders;        /* flushed so far */
    bool file_fails, folder_fails;
} disk;

int fsync(int fd)
{
    struct stat s;
    bool folder = fstat(fd, &s) == 0 && S_ISDIR(s.st_mode);
    *(folder ? &disk.folders : &disk.files) += 1;
    errno = EIO;
    return (folder ? disk.folder_fails : disk.file_fails) ? -1 : 0;
}

static char path[PATH_MAX], temporary[PATH_MAX + 8];

/* A path of its own with the text "old" in its file, or without a file. */
static void begin(const char *name, bool with_old)
{
    snprintf(path, sizeof path, "%s/%s", pipeline_scratch(), name);
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    memset(&disk, 0, sizeof disk);
    if (with_old)
        pipeline_write(path, "old");
}

static bool exists(const char *name)
{
    struct stat s;
    return lstat(name, &s) == 0;
}

/* The file holds exactly that text. */
static bool holds(const char *text)
{
    char found[64] = "";
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(found, 1, sizeof found - 1, f) : 0;
    if (f)
        fclose(f);
    return f && n == strlen(text) && strcmp(found, text) == 0;
}

/* Failed with a sentence that names the file and holds those words; what was there before
 * is there still, and nothing beside it. */
static void check_failed(int status, const char *words)
{
    CHECK(status != 0, "%s: no failure", path);
    CHECK(strstr(error_message(), path) && strstr(error_message(), words), "%s", error_message());
    CHECK(holds("old"), "%s: not what it was", path);
    CHECK(!exists(temporary), "%s is left", temporary);
}

/* ---- when all goes well ---- */

/* Nothing under the name until it is whole; the file and its folder are flushed once each. */
static void whole_at_the_end(void)
{
    struct out_file o;
    begin("new", false);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    fflush(o.file);
    CHECK(!exists(path) && exists(temporary), "%s: there before it is whole", path);
    CHECK(out_file_finish(&o, 0) == 0, "%s", error_message());
    CHECK(holds("new") && !exists(temporary), "%s", path);
    CHECK(disk.files == 1 && disk.folders == 1, "%d files and %d folders flushed", disk.files, disk.folders);
}

/* A reader finds the old file while the new one is written. */
static void old_until_the_end(void)
{
    struct out_file o;
    begin("replaced", true);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    fflush(o.file);
    CHECK(holds("old"), "%s: replaced before it is whole", path);
    CHECK(out_file_finish(&o, 0) == 0 && holds("new"), "%s", error_message());
}

static void without_waiting_for_the_disk(void)
{
    struct out_file o;
    begin("unflushed", true);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    CHECK(out_file_finish_unflushed(&o, 0) == 0, "%s", error_message());
    CHECK(holds("new") && !exists(temporary), "%s", path);
    CHECK(disk.files == 0 && disk.folders == 0, "%d files and %d folders flushed", disk.files, disk.folders);
}

/* A run that was killed has left more than is written now. */
static void left_behind(void)
{
    struct out_file o;
    begin("left", true);
    pipeline_write(temporary, "longer than what is written now");
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    CHECK(out_file_finish(&o, 0) == 0, "%s", error_message());
    CHECK(holds("new") && !exists(temporary), "%s", path);
}

/* Some file systems flush no folders. */
static void folder_that_is_not_flushed(void)
{
    struct out_file o;
    begin("folder", true);
    disk.folder_fails = true;
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    CHECK(out_file_finish(&o, 0) == 0 && holds("new"), "%s", error_message());
}

/* ---- when something fails ---- */

/* From now on a file takes no more than that many bytes, as on a disk that is full. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Its reason is the one told, on a full disk too. */
static void writer_gives_up(void)
{
    for (int k = 0; k < 4; k++) {
        bool flushed = k % 2, full = k / 2;
        struct out_file o;
        begin("given-up", true);
        CHECK(out_file_open(path, &o) == 0, "%s", error_message());
        limit_files(full ? 0 : RLIM_INFINITY);
        fputs("new", o.file);
        int status = error_set("%s: the writer's reason", path);
        check_failed((flushed ? out_file_finish : out_file_finish_unflushed)(&o, status), "the writer's reason");
        limit_files(RLIM_INFINITY);
    }
}

/* It is not made. */
static void no_such_folder(void)
{
    struct out_file o;
    begin("nowhere/file", false);
    CHECK(out_file_open(path, &o) != 0, "opened %s", path);
    CHECK(strstr(error_message(), path) && strstr(error_message(), "folder"), "%s", error_message());
    begin("nowhere", false);
    CHECK(!exists(path), "%s was made", path);
}

/* Little of what is written is noticed at the end only. */
static void full_disk(void)
{
    static const size_t bytes[2] = {3, 1 << 20};
    for (int k = 0; k < 2; k++) {
        struct out_file o;
        begin("full", true);
        CHECK(out_file_open(path, &o) == 0, "%s", error_message());
        limit_files(0);
        for (size_t i = 0; i < bytes[k]; i++)
            fputc('x', o.file);
        check_failed(out_file_finish(&o, 0), "is the disk full?");
        limit_files(RLIM_INFINITY);
    }
}

/* A write that failed is not made good by those after it. */
static void hole_in_the_middle(void)
{
    static char many[1 << 20];
    struct out_file o;
    begin("hole", true);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    limit_files(sizeof many / 2);
    size_t n = fwrite(many, 1, sizeof many, o.file);
    limit_files(RLIM_INFINITY);
    CHECK(n < sizeof many, "all was written");
    fputs("the end", o.file);
    check_failed(out_file_finish(&o, 0), "cannot be written");
}

/* A failed flush is a failure, though every write succeeded. */
static void disk_does_not_answer(void)
{
    struct out_file o;
    begin("lost", true);
    disk.file_fails = true;
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    int status = out_file_finish(&o, 0);
    CHECK(status != 0 && strstr(error_message(), "cannot be flushed to disk"), "%s", error_message());
    CHECK(holds("old") && !exists(temporary), "%s", path);
}

/* A folder that comes to stand where the file should, while it is written. */
static void name_is_taken(void)
{
    struct out_file o;
    begin("taken", false);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    CHECK(mkdir(path, 0777) == 0, "%s", path);
    fputs("new", o.file);
    CHECK(out_file_finish(&o, 0) != 0 && strstr(error_message(), "cannot be renamed"), "%s", error_message());
    CHECK(exists(path) && !exists(temporary), "%s", path);
}

static void check_not_replaced(const char *what)
{
    struct out_file o;
    CHECK(out_file_open(path, &o) != 0, "%s was opened", path);
    CHECK(strstr(error_message(), path) && strstr(error_message(), what), "%s", error_message());
    CHECK(!exists(temporary), "%s is left", temporary);
}

/* Renaming would put a plain file in their place. */
static void no_plain_file(void)
{
    begin("folder-there", false);
    CHECK(mkdir(path, 0777) == 0, "%s", path);
    check_not_replaced("is a folder");
    begin("fifo", false);
    CHECK(mkfifo(path, 0666) == 0, "%s", path);
    check_not_replaced("is a FIFO");
    begin("device", false);
    CHECK(symlink("/dev/full", path) == 0, "%s", path);
    check_not_replaced("is a device");
}

/* Written, not replaced. */
static void streams_of_the_program(void)
{
    static const char *const name[] = {"/dev/null", "/dev/stdout", "/dev/stderr"};
    for (int i = 0; i < 3; i++) {
        struct stat old, now;
        struct out_file o;
        int status = stat(name[i], &old) || out_file_open(name[i], &o);
        CHECK(status == 0, "%s: %s", name[i], error_message());
        if (status)
            continue;
        fputs("  (a line for a stream)\n", o.file);
        CHECK(out_file_finish(&o, 0) == 0, "%s", error_message());
        CHECK(stat(name[i], &now) == 0 && old.st_ino == now.st_ino && old.st_mode == now.st_mode, "%s changed", name[i]);
    }
}

/* ---- what stands at the temporary name ---- */

/* A link of either kind leads to somebody's file, which stays as it is; the same to a device and to nothing. */
static void links_at_the_temporary_name(void)
{
    static const struct {
        const char *to; /* NULL: a file of ours */
        bool hard;
    } row[] = {{NULL, false}, {NULL, true}, {"/dev/full", false}, {"/nowhere/at/all", false}};
    for (int k = 0; k < 4; k++) {
        struct out_file o;
        char other[PATH_MAX];
        begin("precious", true);
        snprintf(other, sizeof other, "%s", row[k].to ? row[k].to : path);
        begin("by-link", false);
        CHECK((row[k].hard ? link : symlink)(other, temporary) == 0, "%s", temporary);
        CHECK(out_file_open(path, &o) == 0, "%s", error_message());
        fputs("new", o.file);
        CHECK(out_file_finish(&o, 0) == 0 && holds("new") && !exists(temporary), "%d: %s", k, error_message());
        snprintf(path, sizeof path, "%s/precious", pipeline_scratch());
        CHECK(holds("old"), "%d: %s is not what it was", k, path);
    }
}

/* Refused at once, and left: a FIFO would be waited for. */
static void oddities_at_the_temporary_name(void)
{
    for (int k = 0; k < 2; k++) {
        struct out_file o;
        begin("odd", true);
        CHECK((k ? mkfifo : mkdir)(temporary, 0777) == 0, "%s", temporary);
        CHECK(out_file_open(path, &o) != 0 && strstr(error_message(), k ? "odd.tmp: is a FIFO" : "odd.tmp: is a folder"),
              "%s", error_message());
        CHECK(exists(temporary) && holds("old"), "%s", path);
        CHECK(remove(temporary) == 0, "%s", temporary);
    }
}

/* Without a name the temporary one would be ".tmp", in the folder at work. */
static void no_name(void)
{
    struct out_file o;
    char home[PATH_MAX];
    begin(".tmp", true);
    CHECK(getcwd(home, sizeof home) && chdir(pipeline_scratch()) == 0, "%s", pipeline_scratch());
    CHECK(out_file_open("", &o) != 0 && strstr(error_message(), "the name of a file to write is empty"), "%s",
          error_message());
    CHECK(out_file_temporary("") == NULL, "taken");
    CHECK(chdir(home) == 0 && holds("old"), "%s", path);
}

/* Its file is not put under our name, nor removed. */
static void another_program_writes_it_too(void)
{
    struct out_file o;
    begin("twice", true);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    CHECK(unlink(temporary) == 0, "%s", temporary);
    pipeline_write(temporary, "another's");
    CHECK(out_file_create(path, temporary) == NULL && strstr(error_message(), "another program"), "%s",
          error_message());
    CHECK(out_file_finish(&o, 0) != 0 && strstr(error_message(), "does another program write"), "%s", error_message());
    CHECK(exists(temporary) && holds("old"), "%s", path);
    CHECK(unlink(temporary) == 0, "%s", temporary);
}

/* ---- what is read is not written over ---- */

/* The output `name` in the scratch folder is refused, by opening and by publishing. */
static void check_refused(const char *name, const char *words)
{
    struct out_file o;
    char to[PATH_MAX];
    snprintf(to, sizeof to, "%s/%s", pipeline_scratch(), name);
    CHECK(out_file_open(to, &o) != 0 && strstr(error_message(), words), "%s: %s", name, error_message());
    CHECK(holds("old"), "%s was written over by way of %s", path, name);
}

static void link_to(const char *target, const char *name, bool hard)
{
    char to[PATH_MAX];
    snprintf(to, sizeof to, "%s/%s", pipeline_scratch(), name);
    CHECK((hard ? link : symlink)(target, to) == 0, "%s: %s", to, strerror(errno));
}

/* By its name, another spelling, links of both kinds, and the temporary name. */
static void input_is_kept(void)
{
    begin("input", true);
    protect_file(path);
    protect_file(path); /* read twice */
    link_to(path, "soft", false);
    link_to(path, "hard", true);
    link_to(path, "onto.tmp", false); /* the temporary name leads there */
    check_refused("input", "would replace input");
    check_refused("./input", "would replace input");
    check_refused("soft", "would replace input");
    check_refused("hard", "would replace input");
    check_refused("onto", "onto.tmp");
}

/* It may come into being later, or be replaced by whoever writes it. */
static void input_of_tomorrow(void)
{
    struct out_file o;
    begin("tomorrow", false);
    protect_file(path);
    CHECK(out_file_open(path, &o) != 0, "%s was opened", path);
    pipeline_write(path, "old");
    check_refused("tomorrow", "would replace tomorrow");
}

/* Files in it, there or not, and by way of links; a file beside it is free. */
static void folder_of_inputs(void)
{
    char folder[PATH_MAX], to[PATH_MAX];
    struct out_file o;
    begin("inputs/old", false);
    snprintf(folder, sizeof folder, "%s/inputs", pipeline_scratch());
    CHECK(mkdir(folder, 0777) == 0, "%s", folder);
    pipeline_write(path, "old");
    protect_folder(folder);
    link_to(folder, "linked", false);
    link_to(path, "soft-old", false);
    check_refused("inputs/old", "folder of the input");
    check_refused("inputs/new", "folder of the input");
    check_refused("linked/new", "folder of the input");
    check_refused("soft-old", "folder of the input");
    snprintf(to, sizeof to, "%s/beside", pipeline_scratch());
    CHECK(out_file_open(to, &o) == 0 && out_file_finish(&o, 0) == 0, "%s", error_message());
}

/* What has gone from its path protects nothing: its inode may be another's by now, as here that of a folder which has
 * moved and a file that has got another name. */
static void inputs_that_have_gone(void)
{
    char folder[PATH_MAX], other[PATH_MAX], old[PATH_MAX];
    struct out_file o;
    begin("gone/old", false);
    snprintf(folder, sizeof folder, "%s/gone", pipeline_scratch());
    snprintf(other, sizeof other, "%s/another", pipeline_scratch());
    CHECK(mkdir(folder, 0777) == 0, "%s", folder);
    protect_folder(folder);
    CHECK(rename(folder, other) == 0, "%s", other);
    snprintf(folder, sizeof folder, "%s/another/new", pipeline_scratch());
    CHECK(out_file_open(folder, &o) == 0 && out_file_finish(&o, 0) == 0, "%s", error_message());
    begin("gone-file", false);
    pipeline_write(path, "old");
    protect_file(path);
    snprintf(old, sizeof old, "%s/renamed", pipeline_scratch());
    CHECK(rename(path, old) == 0, "%s", old);
    CHECK(out_file_open(old, &o) == 0 && out_file_finish(&o, 0) == 0, "%s", error_message());
    CHECK(out_file_open(path, &o) != 0, "the name of the input is free for all");
}

/* Registered while the output was being written: the last moment counts. */
static void input_meanwhile(void)
{
    struct out_file o;
    begin("meanwhile", true);
    CHECK(out_file_open(path, &o) == 0, "%s", error_message());
    fputs("new", o.file);
    protect_file(path);
    check_failed(out_file_finish(&o, 0), "would replace meanwhile");
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(void)
{
    CASE(whole_at_the_end);
    CASE(old_until_the_end);
    CASE(without_waiting_for_the_disk);
    CASE(left_behind);
    CASE(folder_that_is_not_flushed);
    CASE(writer_gives_up);
    CASE(no_such_folder);
    CASE(full_disk);
    CASE(hole_in_the_middle);
    CASE(disk_does_not_answer);
    CASE(name_is_taken);
    CASE(no_plain_file);
    CASE(streams_of_the_program);
    CASE(links_at_the_temporary_name);
    CASE(oddities_at_the_temporary_name);
    CASE(no_name);
    CASE(another_program_writes_it_too);
    CASE(input_is_kept);
    CASE(input_of_tomorrow);
    CASE(folder_of_inputs);
    CASE(inputs_that_have_gone);
    CASE(input_meanwhile);
    CASE(nothing_is_left);
    return check_end();
}
