/* fuzz_plot3d.c: the reader of PLOT3D grids on the fuzzer's bytes, through files in memory: the neutral map file,
 * behind its length in two bytes, and then the grid; of length 0 there is none.
 */
#include "demand.h"
#include "fuzz.h"
#include "plot3d/plot3d_read.h"

static struct fuzz_file grid, alone, map;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_file_make("grid.p3d", &grid);
    fuzz_file_make("alone.p3d", &alone);
    fuzz_file_make("grid.nmf", &map);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    if (size < 2)
        return 0;
    size_t n = (size_t)data[0] << 8 | data[1];
    n = n < size - 2 ? n : size - 2;
    const struct fuzz_file *f = n > 0 ? &grid : &alone;
    fuzz_begin();
    fuzz_file_fill(&map, data + 2, n);
    fuzz_file_fill(n > 0 ? &grid : &alone, data + 2 + n, size - 2 - n);
    demand_outcome(plot3d_read(f->path, 1.0, demand_note, NULL, &raw), &raw);
    return 0;
}
