/* probe_file.h: what a set of probes has seen, one HDF5 file that grows by rows while a run marches.
 *
 *   /            attributes: format, version, set, every (steps between rows), value ("linear", "cell"), counts
 *                (of a line or plane: points along its edges), variables (their names, with commas between)
 *   points       [n_points][3] m
 *   iteration    [rows]
 *   time         [rows] s
 *   NAME         [rows][n_points] of each variable, in its attribute `unit`
 *
 * Rows are appended in HDF5's single-writer mode, which orders its writes, and `iteration` grows last: the rows that
 * it counts are whole whenever the writer is killed, and may be read while it writes. All that is not collective
 * here is for one thread at a time, as HDF5 is. Chunks of all arrays have checksums (HDF5's filter fletcher32), which
 * reading compares; files without them, of older programs, are read too, and so are the whole rows of a file whose
 * writer was killed within a chunk.
 */
#ifndef UFV_FORMATS_PACK_PROBE_FILE_H
#define UFV_FORMATS_PACK_PROBE_FILE_H

#include "types.h"

#include <stdbool.h>

enum { PROBE_MAX_VARIABLES = 16 };

/* A set of points and what is recorded at them. */
struct probe_set {
    char name[NAME_SIZE];
    int64_t n_points, counts[2]; /* counts: of a line n_points and 1, of a plane those of its edges, else 0 */
    double *x;                   /* [3][n_points] m; owned by whoever made it */
    int64_t every;               /* steps between rows */
    bool linear;                 /* values at the points; else those of the cells around them */
    int n_variables;
    struct probe_variable {
        char name[NAME_SIZE], unit[16];
    } variable[PROBE_MAX_VARIABLES];
};

/* Rows to be appended; borrowed. */
struct probe_rows {
    int64_t n;
    const int64_t *iteration; /* [n] ascending */
    const double *time;       /* [n] s */
    const double *value;      /* [n_variables][n][n_points] */
};

/* Functions that return int return nonzero after error_set(), with a sentence that names the file. */

/* Makes the file without rows, or, old not NULL, with the rows of that file (which may be the same one) from before
 * first_iteration, by way of a temporary name. Fails when old is of other points or variables. */
int probe_file_create(const char *path, const struct probe_set *set, const char *old, int64_t first_iteration);

/* Fails unless the file can be read, its rows are of the points and variables of that set, and their iterations and
 * times ascend (probe_file_read_times()). */
int probe_file_check(const char *path, const struct probe_set *set);

/* Is the plain file there one of probes, of the set of that name? False of damaged files. */
bool probe_file_is_of(const char *path, const char *set);

/* Appends rows to the file of that set. durable: returns when they are on the disk. */
int probe_file_append(const char *path, const struct probe_set *set, const struct probe_rows *rows, bool durable);

/* Reading. */
struct probe_file {
    char *path;           /* owned; for messages */
    int64_t file;         /* hid_t */
    int guard;            /* of crash_guard_begin() */
    struct probe_set set; /* its points owned */
    int64_t n_rows;
    bool marked;          /* as being written: now, or by a run that was killed */
};

/* Opens a file to read, also one that a run is writing. Close with probe_file_close(); nothing is held after a
 * failure. */
int probe_file_open(const char *path, struct probe_file *f);
void probe_file_close(struct probe_file *f);

/* The iterations and times (s) of all rows: out, [rows of the file] each, the caller's; either may be NULL.
 * Fails where iterations do not ascend from 0 or more, or times are no numbers or go back. */
int probe_file_read_times(const struct probe_file *f, int64_t *iteration, double *time);

/* Reads rows first .. first + n - 1 of a variable at points point .. point + n_points - 1 into value[n][n_points]. */
int probe_file_read(const struct probe_file *f, int variable, int64_t first, int64_t n, int64_t point,
                    int64_t n_points, double *value);

#endif
