/* out_file.h: a file that appears whole or not at all: written as NAME.tmp,
 * flushed to disk and renamed.
 */
#ifndef UFV_COMMON_OUT_FILE_H
#define UFV_COMMON_OUT_FILE_H

#include <stdio.h>

struct out_file {
    FILE *file;
    char *path, *temporary; /* owned */
};

int out_file_open(const char *path, struct out_file *o);

/* With status 0 closes and renames; otherwise removes. Returns nonzero when
 * status was or anything failed. */
int out_file_finish(struct out_file *o, int status);

/* The same without waiting for the disk: for what is soon written again. */
int out_file_finish_unflushed(struct out_file *o, int status);

/* Flushes a closed file of any kind and renames it; `to` is replaced. */
int out_file_publish(const char *from, const char *to);

#endif
