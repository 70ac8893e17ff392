/* stream.h: the numbers of a mesh file one after another, from text or from bytes of either order, through a buffer,
 * with their place for messages. A file may change from text to bytes and back (Gmsh). */
#ifndef UFV_FORMATS_STREAM_STREAM_H
#define UFV_FORMATS_STREAM_STREAM_H

#include "error.h"
#include "types.h"

#include <stdio.h>
#include <zlib.h>

enum { STREAM_WORD_SIZE = 512 };

struct stream {
    const char *path; /* borrowed; for messages */
    FILE *file;       /* owned; NULL where the file is packed */
    gzFile packed;    /* owned; NULL where it is not */
    int64_t bytes;    /* size of the file; of a packed one the most that it can hold unpacked */
    int64_t number;   /* 1-based line of the next byte; counts line ends of what was read as text */
    /* How numbers are read; zero after stream_open(), set and changed by the caller. */
    const char *marks; /* of a text: characters that are words by themselves and end others (borrowed); NULL: none */
    bool binary;      /* else text: words with blanks between them */
    bool big;         /* bytes: the most significant one of a number comes first */
    int real_bytes;   /* 4 or 8 */
    bool records;     /* bytes: in records of Fortran, each between two marks of 4 bytes */
    bool by_byte;     /* messages name the byte also where text is read: there are no lines to count */
    /* Inner state. */
    bool failed; /* the file cannot be read on */
    unsigned char *buffer; /* owned; [STREAM_BUFFER + 1], a zero behind the last byte */
    size_t at, end;        /* next byte, and where those that were read end */
    int64_t before;        /* bytes of the file in front of the buffer */
    int64_t part_bytes, part_left; /* of the present record, or part of one: its bytes, and those still to come */
    bool part_goes_on;     /* another part follows (gfortran's records of more than 2 GB) */
};

/* Every function here that returns int returns nonzero after an error that names the file and the place in it: the
 * line of a text, else the byte, 0-based. what: names the item in messages ("a node number"). */

/* Opens a plain file as text. wanted: see in_file.h. path: borrowed until the end. */
int stream_open(const char *path, const char *wanted, struct stream *s);

/* The same for a file that gzip has packed, or for a plain one. Places in messages are those of what is unpacked. */
int stream_open_packed(const char *path, const char *wanted, struct stream *s);

/* Closes the file and zeroes s; a zeroed one is allowed. */
void stream_close(struct stream *s);

/* Records "FILE:LINE: sentence" or "FILE: byte N: sentence" as the error and returns 1. */
int stream_error(const struct stream *s, const char *format, ...) PRINTF_LIKE(2, 3);

/* Bytes that are still to come, and the place of the next one. */
int64_t stream_left(const struct stream *s);
int64_t stream_place(const struct stream *s);

/* Bytes that come next, without reading them: their number, which is 0 at the end of the file and may be that of the
 * whole file if it is short. *next: borrowed, valid until the next call. */
size_t stream_peek(struct stream *s, const unsigned char **next);

/* The next byte of a text that is no blank, without reading it; -1: there is none. */
int stream_next(struct stream *s);

/* n bytes of the file as they stand. */
int stream_bytes(struct stream *s, size_t n, void *to, const char *what);

/* The next number, by s->binary and so on. An integer of so many bytes (4, 8; of any size in a text) within
 * least..most, which the sentence names; a real one, finite. A text may have Fortran's exponents (1D-3). */
int stream_integer(struct stream *s, int bytes, int64_t least, int64_t most, const char *what, int64_t *value);
int stream_real(struct stream *s, const char *what, double *value);

/* The next n integers, each within 1..most, as indices from 0. index: [n]; most: LID_MAX at most. */
int stream_indices(struct stream *s, int bytes, int64_t most, const char *what, int64_t n, lid *index);

/* The next word of a text, without the blanks around it; word: [STREAM_WORD_SIZE]. *end (may be NULL: the end is an
 * error): there is none. */
int stream_word(struct stream *s, const char *what, char *word, bool *end);

/* The rest of the present line of a text, without its line end and blanks around it; what does not fit is dropped.
 * line: [STREAM_WORD_SIZE]. *end: the file ends before any byte of it. */
int stream_line(struct stream *s, char *line, bool *end);

/* Goes on behind the next place where that text stands. word: a zero-ended text of 1..STREAM_WORD_SIZE-1 bytes. */
int stream_skip_past(struct stream *s, const char *word);

/* Of a file of records: begins the next one; numbers are then read out of it, also out of its further parts. Between
 * records only. `bytes`: what it must hold by what is known of the file. */
int stream_record_begin(struct stream *s, int64_t bytes);

/* Ends the present record, all of whose bytes must have been read. */
int stream_record_end(struct stream *s);

#endif
