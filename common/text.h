/* text.h: comparing, copying, joining and reading short texts. */
#ifndef UFV_COMMON_TEXT_H
#define UFV_COMMON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The candidate with the smallest edit distance (Levenshtein 1966) to word,
 * NULL when none is nearer than half the word's length. names: [n]; the answer is one of
 * them. Only the first 64 characters count. */
const char *text_nearest(const char *word, const char *const *names, int n);

/* Does text match the glob (POSIX fnmatch: * ? [...])? */
bool text_glob(const char *pattern, const char *text);

/* Copies at most size - 1 characters of source and always ends with zero; size is 1 at least. */
void text_copy(char *destination, size_t size, const char *source);

/* Without the white space at both ends, in place: the end is cut, the beginning skipped; part of text. */
char *text_trim(char *text);

/* What stands behind the last '/' of a path; part of it. */
const char *text_base_name(const char *path);

/* A new string "a/b", or b alone when it begins with '/' or a is empty; free with mem_free(). */
char *text_join_path(const char *a, const char *b);

/* A new string by printf rules; free with mem_free(). */
char *text_format(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* strtod() for decimal numbers only: of 0x10 it reads the 0. errno as strtod() sets it. */
double text_scan_double(const char *text, char **end);

/* The same with Fortran's D, too, in the place of the E of an exponent (1.0D-3). */
double text_scan_fortran(const char *text, char **end);

/* Converts the whole of text to a number (by text_scan_double(), or strtol() to base 10). Returns nonzero, sets no
 * message and leaves *out as it was when text is no number or one too large. "nan" and "inf" count as doubles. */
int text_to_double(const char *text, double *out);
int text_to_long(const char *text, long *out);

/* Behind the byte order mark of UTF-8 that some editors begin a text with; text itself where there is none. */
char *text_behind_mark(char *text);

/* Adds a name to the list in text[size], "" at first, with a comma before it; "..." in place of one that does not fit,
 * and then returns false: the list has ended. */
bool text_list_add(char *text, size_t size, const char *name);

/* Writes any text as one field of a CSV file: in quotes, which are doubled inside (RFC 4180). */
void text_write_field(FILE *f, const char *text);

#endif
