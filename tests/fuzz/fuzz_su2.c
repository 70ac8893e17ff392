/* fuzz_su2.c: the reader of SU2 meshes on the fuzzer's text, through a file in memory.
 */
#include "demand.h"
#include "fuzz.h"
#include "su2/su2_read.h"

static struct fuzz_file file;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_file_make("mesh", &file);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    fuzz_begin();
    fuzz_file_fill(&file, data, size);
    su2_is_mesh(file.path);
    demand_outcome(su2_read(file.path, 1.0, demand_note, NULL, &raw), &raw);
    return 0;
}
