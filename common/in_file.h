/* in_file.h: files that are read: plain ones, and case files also through a pipe.
 *
 * Opening a FIFO waits until somebody writes into it, reading a device may never end, and a folder opens
 * and then fails. Whatever a command reads is therefore looked at first, and anything but a plain file is
 * refused with a sentence that says what it is. Symbolic links are followed.
 */
#ifndef UFV_COMMON_IN_FILE_H
#define UFV_COMMON_IN_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What stands at a path, following links: "a folder", "a FIFO", "a socket", "a device"; NULL for a plain
 * file and where nothing can be seen. A static text. */
const char *in_file_oddity(const char *path);

/* Fails unless a plain file stands at path. wanted: what should stand there ("a CGNS file"), for the
 * sentence; borrowed. Does not open it: for files that a library opens itself. */
int in_file_check(const char *path, const char *wanted);

/* Opens a plain file for reading, without waiting. NULL after error_set(). Close with fclose(). */
FILE *in_file_open(const char *path, const char *wanted);

/* Can it be opened for reading? errno says why not. It is closed again: for files that a library opens itself. */
bool in_file_opens(const char *path);

/* Reads a whole text: of a plain file, or of a pipe that the shell opened for the program, `<(...)`, whose
 * path names a descriptor (/dev/fd/N, /proc/self/fd/N, /dev/stdin). A pipe gives its text once; what it
 * gave takes its place behind the descriptor, so that the same path can be read again, also by a program
 * that takes the place of this one (exec).
 * *text: [*bytes + 1], a zero behind the last byte, free with mem_free(); NULL after a failure. */
int in_file_read(const char *path, const char *wanted, char **text, size_t *bytes);

#endif
