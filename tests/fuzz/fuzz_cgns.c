/* fuzz_cgns.c: the CGNS importer on trees of nodes that the fuzzer makes, and what it
 * made of them through ufv-prep's building and checking of a mesh.
 */
#include "cgns/cgns_read.h"
#include "demand.h"
#include "fake_cgio.h"
#include "fuzz.h"

#include <unistd.h>

enum { FILE_BYTES = 4096 }; /* what the importer takes for the size of the file */

static struct fuzz_file file;
static struct tree tree;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    static const char zeros[FILE_BYTES];
    fuzz_file_make("mesh", &file);
    fuzz_file_fill(&file, zeros, sizeof zeros);
    return truncate(file.path, FILE_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    fuzz_begin();
    tree_decode(data, size, &tree);
    fake_cgio_set(&tree);
    struct cgns_read_options o = {.join = tree.options & TREE_JOIN ? 1e-6 : 0.0};
    int status = cgns_read(file.path, &o, demand_note, NULL, &raw);
    demand_outcome(status, &raw);
    return 0;
}
