/* foam_file.h: one file of an OpenFOAM mesh: its head, and the words, numbers and lists behind it. */
#ifndef UFV_FORMATS_FOAM_FOAM_FILE_H
#define UFV_FORMATS_FOAM_FOAM_FILE_H

#include "stream/stream.h"

enum { FOAM_WORD_SIZE = 256 };

struct foam_file {
    char *path;       /* owned */
    struct stream in; /* between lists as text */
    bool binary;      /* lists of numbers are bytes */
    int label_bytes;  /* of a whole number there; coordinates: in.real_bytes */
    char class[FOAM_WORD_SIZE]; /* what the file holds ("faceList"), "" where its head does not say */
};

/* Every function here returns nonzero after an error that names the file and the place. */

/* Opens FOLDER/NAME, or FOLDER/NAME.gz, and reads its head. Close also after an error. */
int foam_file_open(const char *folder, const char *name, struct foam_file *f);

/* Closes it and zeroes f; a zeroed one is allowed. */
void foam_file_close(struct foam_file *f);

/* The next word of the text: one of ( ) { } ; by itself, a text in quotes without them, or what stands up to a blank
 * or one of these. Remarks are passed over. word: [FOAM_WORD_SIZE]; *end (may be NULL: the end is an error): there is
 * none. what: for messages. */
int foam_word(struct foam_file *f, const char *what, char *word, bool *end);

/* Is this the next character behind blanks and remarks? It is not read. */
int foam_is_next(struct foam_file *f, char c, bool *is);

/* The next word must be this one. */
int foam_expect(struct foam_file *f, const char *word);

/* Begins a list of `what` ("points"): *n, its length, least..most, of which each takes so many bytes at the least in a
 * text and in a file of bytes. Behind it f->in.binary says how its items are read. *one: one item stands for all of
 * them, between { and }. */
int foam_list_begin(struct foam_file *f, const char *what, int64_t least, int64_t most, int text_bytes,
                    int binary_bytes, int64_t *n, bool *one);

/* Ends a list of n items. */
int foam_list_end(struct foam_file *f, int64_t n, bool one);

/* A list of n whole numbers within 0..most - 1. value: [n]. what: one of them ("the owner of a face"). */
int foam_labels(struct foam_file *f, const char *what, int64_t most, int64_t n, bool one, lid *value);

#endif
