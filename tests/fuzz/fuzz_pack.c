/* fuzz_pack.c: the reader of packs on packs of a small mesh that the fuzzer damages.
 * What is read without an error goes through pack_check() too, which looks at every
 * array by every index. First byte of the input: rank (bit 0), groups of arrays not
 * to be read (bits 1-3), arrays as long as the counts call for (bit 4); then the
 * records of fake_h5_io.h.
 */
#include "../unit/box_mesh.h"
#include "error.h"
#include "fake_h5_io.h"
#include "fuzz.h"
#include "pack/pack_rows.h"
#include "run/prep_run.h"
#include "progress/progress.h"

static char packs[96];

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
    snprintf(packs, sizeof packs, "%s/packs", fuzz_folder());
    struct prep_options o = {.mesh = "box", .out = packs, .partition = "bisect", .order = "rcm",
                             .command_line = "", .n_ranks = 2, .scale = 1.0, .quiet = true};
    progress_set_quiet(true);
    box_mesh(BOX_MIXED, 2, 0.1, &raw);
    if (prep_run_raw(&o, &raw) != 0)
        FATAL("%s", error_message());
    fake_h5_io_called_for = called_for;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int options = size > 0 ? data[0] : 0, rank = options & 1;
    char name[NAME_SIZE], file[NAME_SIZE + 8];
    struct pack p;
    pack_file_name(rank, name);
    snprintf(file, sizeof file, "packs/%s", name);
    called_is = UNKNOWN;
    fuzz_begin();
    fake_h5_io_damage(file, data + (size > 0), size > 0 ? size - 1 : 0, options & 16);
    int status = pack_read(packs, rank, PACK_ALL & ~(unsigned)(options & 14), &p);
    status = status != 0 || pack_check(&p) != 0;
    pack_free(&p);
    fuzz_end(status);
    return 0;
}
