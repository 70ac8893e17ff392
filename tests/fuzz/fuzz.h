/* fuzz.h: what the fuzzers of readers share: where their files lie, and what is demanded of an outcome.
 *
 * Each fuzzer defines LLVMFuzzerInitialize() and LLVMFuzzerTestOneInput(), which libFuzzer calls (make fuzz) and
 * so does replay.c with the inputs of the corpus (make test). FUZZ_TALK=1 in the environment: each says what
 * became of its input.
 */
#ifndef UFV_TESTS_FUZZ_H
#define UFV_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Inputs that were taken without an error so far. */
extern long fuzz_taken;

/* A new folder in memory where there is such a place, removed at exit. A static text. */
const char *fuzz_folder(void);

/* What is printed goes nowhere from now on, and a stream that does so too. Not closed. */
FILE *fuzz_silence(void);

/* A file in memory, which fuzz.c's in_file.h reads; at its path stands an empty one, for who asks whether it is
 * there. name: in fuzz_folder(). */
struct fuzz_file {
    char path[128];
    const void *data; /* [size], borrowed */
    size_t size;
};
void fuzz_file_make(const char *name, struct fuzz_file *f);
void fuzz_file_fill(struct fuzz_file *f, const void *data, size_t size);

/* Before a reader is called: forgets the last sentence, and takes what memory is held now for what may be held
 * afterwards. */
void fuzz_begin(void);

/* Afterwards: a failure has a sentence, no memory is left behind, nor was more than 128 MB held. Aborts. */
void fuzz_end(int status);

#endif
