/* fuzz_ugrid.c: the reader of UGRID meshes on the fuzzer's bytes, through files in memory. The first byte chooses the
 * name, and with it how numbers are written; the second one is the length of the .mapbc file, which comes before the
 * mesh.
 */
#include "demand.h"
#include "fuzz.h"
#include "ugrid/ugrid_read.h"

static const char *const name[] = {"mesh.ugrid", "mesh.lb8.ugrid", "mesh.b8.ugrid", "mesh.lb8l.ugrid",
                                   "mesh.lr8.ugrid", "mesh.b4.ugrid"};
enum { NAMES = sizeof name / sizeof *name };
static struct fuzz_file file[NAMES], map;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    for (int i = 0; i < NAMES; i++)
        fuzz_file_make(name[i], &file[i]);
    fuzz_file_make("mesh.mapbc", &map);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    if (size < 2)
        return 0;
    const struct fuzz_file *f = &file[data[0] % NAMES];
    size_t n = data[1] < size - 2 ? data[1] : size - 2;
    fuzz_begin();
    fuzz_file_fill(&map, data + 2, n);
    fuzz_file_fill(&file[data[0] % NAMES], data + 2 + n, size - 2 - n);
    demand_outcome(ugrid_read(f->path, 1.0, demand_note, NULL, &raw), &raw);
    return 0;
}
