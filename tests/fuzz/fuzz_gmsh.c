/* fuzz_gmsh.c: the reader of Gmsh meshes on the fuzzer's bytes, through a file in memory.
 */
#include "demand.h"
#include "fuzz.h"
#include "gmsh/gmsh_read.h"

static struct fuzz_file file;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_file_make("mesh.msh", &file);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    fuzz_begin();
    fuzz_file_fill(&file, data, size);
    gmsh_is_mesh(file.path);
    demand_outcome(gmsh_read(file.path, 1.0, demand_note, NULL, &raw), &raw);
    return 0;
}
