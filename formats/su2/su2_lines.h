/* su2_lines.h: the lines of an SU2 mesh: keys, and the numbers between them. */
#ifndef UFV_FORMATS_SU2_SU2_LINES_H
#define UFV_FORMATS_SU2_SU2_LINES_H

#include "error.h"
#include "types.h"

#include <stdio.h>

enum { SU2_LINE_SIZE = 16384 };

struct su2_lines {
    const char *path; /* borrowed; for messages */
    FILE *file;     /* owned */
    int64_t bytes;  /* size of the file */
    int64_t number; /* of the present line, 1-based */
    char text[SU2_LINE_SIZE]; /* the present line */
    char *at;         /* where reading of it goes on */
    char key[64];     /* "" when it has no key */
    const char *word; /* what stands behind the key's "=", without blanks around it */
};

/* Every function here that returns int returns nonzero after an error that names the file, and the line
 * where there is one. */

/* Opens a plain file, before its first line. path: borrowed until the end. */
int su2_lines_open(const char *path, struct su2_lines *l);

/* Closes the file and zeroes l; a zeroed one is allowed. */
void su2_lines_close(struct su2_lines *l);

/* Goes to the next line that is neither blank nor a comment (%) and finds its key; *end: there is none. */
int su2_lines_next(struct su2_lines *l, bool *end);

/* Records "FILE:LINE: sentence" as the error and returns 1. */
int su2_lines_error(const struct su2_lines *l, const char *format, ...) PRINTF_LIKE(2, 3);

/* *count: the number behind the present line's key. Fails, with the line in the sentence, unless it is 0..most. */
int su2_lines_count(const struct su2_lines *l, int64_t most, int64_t *count);

/* The second number behind the key, which some keys have; -1: there is none. */
int64_t su2_lines_second(const struct su2_lines *l);

/* Is the next word of the line a whole number, or is there none? */
bool su2_lines_is_whole(const struct su2_lines *l);

/* The next number of the line (int32; finite, also with Fortran's D), after which reading goes on; `what` names it in
 * messages. */
int su2_lines_integer(struct su2_lines *l, const char *what, lid *value);
int su2_lines_double(struct su2_lines *l, const char *what, double *value);

/* Goes to the next line, which must hold numbers: item i of n of the list `what`. */
int su2_lines_item(struct su2_lines *l, const char *what, int64_t i, int64_t n);

/* Nothing but whole numbers (running numbers, which mean nothing) may be left. */
int su2_lines_end_item(struct su2_lines *l);

#endif
