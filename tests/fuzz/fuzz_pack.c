/* fuzz_pack.c: the reader of packs on packs of a small mesh that the fuzzer damages.
 * What is read without an error goes through pack_check() too, which looks at every
 * array by every index. First byte of the input: rank (bit 0), groups of arrays not
 * to be read (bits 1-3), arrays as long as the counts call for (bit 4); then the
 * records of fake_h5_io.h.
 */
#include "../unit/box_mesh.h"
#include "error.h"
#include "fake_h5_io.h"
#include "mem.h"
#include "pack/pack_rows.h"
#include "run/prep_run.h"
#include "progress/progress.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/ufv-fuzz-XXXXXX";
static char packs[64];
static bool talks; /* FUZZ_TALK=1: says what became of each string, to look into one */
static size_t bytes_at_start;

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        fprintf(stderr, "%s could not be removed\n", folder);
}

static struct pack_row called[PACK_N_ROWS]; /* by the counts as damaged */
static enum { UNKNOWN, KNOWN, NONE } called_is;

static void find_called_for(const struct h5_io *f)
{
    struct pack p;
    int64_t count[PACK_N_COUNTS] = {0};
    pack_init(&p);
    called_is = NONE;
    for (int i = 0; i < PACK_N_COUNTS; i++)
        if (h5_io_get_integer(f, "/", pack_count_name[i], &count[i]) != 0 || count[i] > INT32_MAX ||
            count[i] < INT32_MIN)
            return;
    pack_set_counts(&p, count);
    pack_rows(&p, called);
    called_is = KNOWN;
}

static int64_t called_for(const struct h5_io *f, const char *name)
{
    if (called_is == UNKNOWN)
        find_called_for(f);
    for (int i = 0; i < PACK_N_ROWS && called_is == KNOWN; i++)
        if (strcmp(called[i].path, name) == 0)
            return called[i].count;
    return -1;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    struct raw_mesh raw;
    talks = getenv("FUZZ_TALK") != NULL;
    if (!mkdtemp(folder))
        FATAL("no temporary folder");
    atexit(remove_folder);
    snprintf(packs, sizeof packs, "%s/packs", folder);
    struct prep_options o = {.mesh = "box", .out = packs, .partition = "bisect", .order = "rcm",
                             .command_line = "", .n_ranks = 2, .scale = 1.0, .quiet = true};
    progress_set_quiet(true);
    box_mesh(BOX_MIXED, 2, 0.1, &raw);
    if (prep_run_raw(&o, &raw) != 0)
        FATAL("%s", error_message());
    fake_h5_io_called_for = called_for;
    bytes_at_start = mem_current_bytes();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int options = size > 0 ? data[0] : 0, rank = options & 1;
    char name[NAME_SIZE];
    struct pack p;
    pack_file_name(rank, name);
    called_is = UNKNOWN;
    fake_h5_io_damage(name, data + (size > 0), size > 0 ? size - 1 : 0, options & 16);
    int status = pack_read(packs, rank, PACK_ALL & ~(unsigned)(options & 14), &p);
    if (status == 0)
        status = pack_check(&p) ? 2 : 0;
    if (talks)
        fprintf(stderr, "%s %s\n", status == 0 ? "whole" : status == 1 ? "refused:" : "checked:",
                status == 0 ? "" : error_message());
    if (status != 0 && error_message()[0] == '\0')
        abort();
    pack_free(&p);
    if (mem_current_bytes() != bytes_at_start) {
        mem_report_leaks();
        abort();
    }
    return 0;
}
