/* replay.c: a fuzzer without libFuzzer: its inputs of the corpus, each once.
 *
 *   replay_NAME FOLDER      prints "N inputs, M taken"; ends with status 1 when there are none
 */
#include "fuzz.h"

#include <dirent.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static char input[512]; /* the present one, for who looks into a crash */

static int replay(const char *path)
{
    enum { MOST = 1 << 20 };
    uint8_t *data = malloc(MOST);
    FILE *f = fopen(path, "rb");
    if (!f || !data) {
        perror(path);
        exit(1);
    }
    size_t size = fread(data, 1, MOST, f);
    fclose(f);
    data = realloc(data, size + !size); /* so that a read behind the end is seen */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

int main(int argc, char **argv)
{
    int n = 0;
    DIR *d = argc == 2 ? opendir(argv[1]) : NULL;
    if (!d) {
        fprintf(stderr, "replay: give a folder of inputs\n");
        return 1;
    }
    mallopt(M_PERTURB, 0x5a); /* what is not set is no small number */
    LLVMFuzzerInitialize(&argc, &argv);
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(input, sizeof input, "%s/%s", argv[1], e->d_name);
        n += replay(input);
    }
    closedir(d);
    fprintf(stderr, "%d inputs, %ld taken\n", n, fuzz_taken);
    return n == 0;
}
