/* fuzz_cgns.c: the CGNS importer on trees of nodes that the fuzzer makes, and what it
 * made of them through ufv-prep's building and checking of a mesh. Built with clang's
 * libFuzzer (make fuzz).
 */
#include "cgns/cgns_read.h"
#include "demand.h"
#include "fake_cgio.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FILE_BYTES = 4096 }; /* what the importer takes for the size of the file */

static char path[] = "/tmp/ufv-fuzz-XXXXXX";
static struct tree tree;

static void remove_file(void)
{
    unlink(path);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    char zeros[FILE_BYTES] = {0};
    int file = mkstemp(path);
    if (file < 0 || write(file, zeros, sizeof zeros) != (ssize_t)sizeof zeros || close(file) != 0) {
        perror(path);
        exit(1);
    }
    atexit(remove_file);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    tree_decode(data, size, &tree);
    fake_cgio_set(&tree);
    struct cgns_read_options o = {.join = tree.options & TREE_JOIN ? 1e-6 : 0.0};
    int status = cgns_read(path, &o, demand_note, NULL, &raw);
    demand_outcome(status, &raw);
    return 0;
}
