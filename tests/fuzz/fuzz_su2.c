/* fuzz_su2.c: the reader of SU2 meshes on the fuzzer's text, through a file in memory.
 * Built with clang's libFuzzer (make fuzz).
 */
#include "demand.h"
#include "su2/su2_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int file;
static char path[64];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    file = memfd_create("mesh", 0);
    if (file < 0) {
        perror("memfd_create");
        exit(1);
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    su2_is_mesh(path);
    demand_outcome(su2_read(path, 1.0, demand_note, NULL, &raw), &raw);
    return 0;
}
