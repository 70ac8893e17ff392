/* fuzz.c: files in memory, in place of common/in_file.c and common/protect.c, whose calls of the system would take
 * most of the time; and the demands that every reader meets.
 */
#include "fuzz.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "protect.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

long fuzz_taken;

enum { MOST_BYTES = 1 << 27 }; /* far more than any input here calls for */

static char folder[64];
static size_t bytes_before;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s could not be removed\n", folder);
}

const char *fuzz_folder(void)
{
    if (folder[0])
        return folder;
    snprintf(folder, sizeof folder, "%s/ufv-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        fail(folder);
    atexit(remove_folder);
    return folder;
}

FILE *fuzz_silence(void)
{
    static FILE *nowhere;
    static char buffer[1 << 16];
    if (nowhere)
        return nowhere;
    nowhere = fopen("/dev/null", "w");
    if (!nowhere || !freopen("/dev/null", "w", stdout))
        fail("/dev/null");
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    return nowhere;
}

/* ---- files ------------------------------------------------------------------------------------ */

enum { MAX_FILES = 8 };

static struct fuzz_file *file[MAX_FILES];
static int n_files;

void fuzz_file_make(const char *name, struct fuzz_file *f)
{
    snprintf(f->path, sizeof f->path, "%s/%s", fuzz_folder(), name);
    FILE *empty = fopen(f->path, "w");
    if (n_files == MAX_FILES || !empty)
        fail(f->path);
    fclose(empty);
    file[n_files++] = f;
    fuzz_file_fill(f, "", 0);
}

void fuzz_file_fill(struct fuzz_file *f, const void *data, size_t size)
{
    f->data = data;
    f->size = size;
}

/* By the whole path: programs put it together themselves from fuzz_folder() and a name. */
static const struct fuzz_file *find(const char *path)
{
    for (int i = 0; i < n_files; i++)
        if (strcmp(file[i]->path, path) == 0)
            return file[i];
    return NULL;
}

/* Nothing odd about a file in memory; what stands there on the disk is the harness's own. */
const char *in_file_oddity(const char *path)
{
    (void)path;
    return NULL;
}

int in_file_check(const char *path, const char *wanted)
{
    return find(path) || access(path, F_OK) == 0 ? 0 : error_set("%s: cannot be opened; give %s", path, wanted);
}

bool in_file_opens(const char *path)
{
    return find(path) || access(path, R_OK) == 0;
}

/* A descriptor that readers may ask for its size, with what the file holds now. */
static FILE *open_memory(const struct fuzz_file *f)
{
    static int memory = -1;
    memory = memory < 0 ? memfd_create("input", 0) : memory;
    if (ftruncate(memory, 0) != 0 || pwrite(memory, f->data, f->size, 0) != (ssize_t)f->size ||
        lseek(memory, 0, SEEK_SET) != 0)
        fail("memfd_create");
    return fdopen(dup(memory), "r");
}

/* One at a time. A file that was not made here is one on the disk. */
FILE *in_file_open(const char *path, const char *wanted)
{
    const struct fuzz_file *f = find(path);
    FILE *opened = f ? open_memory(f) : fopen(path, "r");
    if (!opened)
        error_set("%s: cannot be opened; give %s", path, wanted);
    return opened;
}

/* Texts on the disk are what the harness wrote itself, and short. */
static int read_disk(const char *path, const char *wanted, struct fuzz_file *f)
{
    static char text[1 << 16];
    FILE *on_disk = fopen(path, "r");
    if (!on_disk)
        return error_set("%s: cannot be opened; give %s", path, wanted);
    fuzz_file_fill(f, text, fread(text, 1, sizeof text, on_disk));
    fclose(on_disk);
    return 0;
}

int in_file_read(const char *path, const char *wanted, char **text, size_t *bytes)
{
    const struct fuzz_file *f = find(path);
    struct fuzz_file disk = {.data = "", .size = 0};
    *text = NULL;
    if (!f) {
        TRY(read_disk(path, wanted, &disk));
        f = &disk;
    }
    *bytes = f->size;
    *text = mem_alloc("text of a file", f->size + 1, 1);
    memcpy(*text, f->data, f->size);
    (*text)[f->size] = '\0';
    return 0;
}

void protect_file(const char *path)
{
    (void)path;
}

void protect_folder(const char *path)
{
    (void)path;
}

void protect_nothing(void)
{
}

bool protect_is_one_place(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

int protect_check(const char *path)
{
    (void)path;
    return 0;
}

/* ---- demands ---------------------------------------------------------------------------------- */

/* The sentence of an earlier input must not pass for this one's. */
void fuzz_begin(void)
{
    error_set("%s", "");
    bytes_before = mem_current_bytes();
}

/* What README.md promises: a sentence with every failure, no more memory than MOST_BYTES at any time, and none left.
 * The peak is that of the process so far: the first input beyond it is the one that is named. */
void fuzz_end(int status)
{
    fuzz_taken += status == 0;
    static int talks = -1;
    talks = talks < 0 ? getenv("FUZZ_TALK") != NULL : talks;
    if (talks)
        fprintf(stderr, "%s%s\n", status == 0 ? "taken" : "refused: ", status == 0 ? "" : error_message());
    if (status != 0 && error_message()[0] == '\0') {
        fprintf(stderr, "no sentence about the error\n");
        abort();
    }
    if (mem_peak_bytes() > MOST_BYTES) {
        fprintf(stderr, "%zu MB were asked for\n", mem_peak_bytes() >> 20);
        abort();
    }
    if (mem_current_bytes() != bytes_before) {
        fprintf(stderr, "memory left behind\n");
        mem_report_leaks();
        abort();
    }
}
