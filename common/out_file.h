/* out_file.h: a file that appears whole or not at all: written as NAME.tmp,
 * flushed to disk and renamed.
 *
 * The names /dev/null, /dev/stdout and /dev/stderr mean the program's own streams, which are written at
 * once. Any other path where a folder, FIFO, socket or device stands is refused: a rename would replace it.
 * Temporary names are never followed: what stands there goes, or is refused, before a new file is made.
 */
#ifndef UFV_COMMON_OUT_FILE_H
#define UFV_COMMON_OUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct out_file {
    FILE *file;
    char *path, *temporary; /* owned; temporary is NULL for a stream of the program */
};

/* Fails when something other than a plain file stands at path (links are followed). For files that a
 * library writes; out_file_open() asks it itself. */
int out_file_check(const char *path);

/* Could a report in JSON be written to path in the end? For asking before hours of work. Fails when path is
 * protected (protect.h), is not a file, or holds anything that is neither empty nor begins as JSON does: a
 * report takes the place of an earlier one and of nothing else. */
int out_file_check_report(const char *path);

/* ---- for files that stay open, or that a library writes ---- */

/* Fails when something stands at PATH.tmp that out_file_temporary() refuses; removes nothing. For asking before a run
 * replaces other files. */
int out_file_check_temporary(const char *path);

/* PATH.tmp, at which nothing stands any more: what a killed program has left there is removed, and so is a link, not
 * what it leads to. mem_free() it. NULL after error_set(): anything else stands there. The file must then be made
 * exclusively (O_EXCL, H5F_ACC_EXCL). */
char *out_file_temporary(const char *path);

/* Makes the file of that temporary name and opens it for writing and reading; NULL after error_set(), also where
 * something has come to stand there. path: for the sentence. */
FILE *out_file_create(const char *path, const char *temporary);

/* ---- for all others ---- */

/* Would two outputs, files or folders, replace each other: one place (protect.h), or one the temporary name of the
 * other? The program's streams take any number. */
bool out_file_is_one(const char *a, const char *b);

/* Opens PATH.tmp for writing and reading, without anything in it; o->file takes what is to be written. On
 * failure nothing is left, and o must not be finished. */
int out_file_open(const char *path, struct out_file *o);

/* Closes the file and frees o, in any case. With status 0 it is flushed to disk and renamed to PATH;
 * otherwise, and when a write failed, it is removed and PATH stays what it was. Returns nonzero when
 * status was or anything failed; only the latter sets an error. */
int out_file_finish(struct out_file *o, int status);

/* The same without waiting for the disk: for what is soon written again. */
int out_file_finish_unflushed(struct out_file *o, int status);

/* Flushes a closed file of any kind, renames it from `from` to `to`, which it replaces, and flushes the
 * folder. After a failure of the first two `to` is what it was. */
int out_file_publish(const char *from, const char *to);

#endif
