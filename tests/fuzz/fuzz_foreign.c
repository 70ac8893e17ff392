/* fuzz_foreign.c: what is said of any file by its first bytes. */
#include "error.h"
#include "foreign/foreign.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static struct fuzz_file file;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_file_make("mesh.cgns", &file);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_begin();
    fuzz_file_fill(&file, data, size);
    int known = foreign_check(file.path), status = known || foreign_check_unclaimed(file.path);
    if (status != 0 && !strstr(error_message(), file.path))
        abort();
    fuzz_end(status);
    return 0;
}
