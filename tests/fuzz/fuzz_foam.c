/* fuzz_foam.c: the reader of OpenFOAM meshes on the fuzzer's bytes, through files in memory: points, faces, owner,
 * neighbour and boundary, one behind another, each behind its length in two bytes.
 */
#include "demand.h"
#include "foam/foam_read.h"
#include "fuzz.h"

static const char *const name[] = {"points", "faces", "owner", "neighbour", "boundary"};
enum { NAMES = sizeof name / sizeof *name };
static struct fuzz_file file[NAMES];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    for (int i = 0; i < NAMES; i++)
        fuzz_file_make(name[i], &file[i]);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    fuzz_begin();
    for (int i = 0; i < NAMES; i++) {
        size_t n = size >= 2 ? (size_t)data[0] << 8 | data[1] : 0;
        size_t at = size >= 2 ? 2 : size;
        n = n < size - at ? n : size - at;
        fuzz_file_fill(&file[i], data + at, n);
        data += at + n;
        size -= at + n;
    }
    demand_outcome(foam_read(fuzz_folder(), 1.0, demand_note, NULL, &raw), &raw);
    return 0;
}
