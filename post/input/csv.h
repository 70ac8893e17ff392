/* csv.h: a table of numbers with named columns.
 *
 *   # a comment; empty lines count as comments too
 *   iteration, res_density, cl
 *   1, 0.5, 0.28
 */
#ifndef UFV_POST_INPUT_CSV_H
#define UFV_POST_INPUT_CSV_H

#include "types.h"

enum { CSV_MAX_COLUMNS = 160 };

struct csv {
    char *path; /* owned; for messages */
    int n_columns;
    char name[CSV_MAX_COLUMNS][NAME_SIZE];
    int64_t n_rows;
    double *value; /* owned; [n_columns][n_rows]; an empty cell is a NaN */
};

/* Reads the file, which is protected from being written over from then on; free with
 * csv_free(). A last line that was cut short (a run still writing) is left out; any other
 * line that does not fit is an error, as are a file that cannot be read, one without
 * rows, and two columns of one name. */
int csv_read(const char *path, struct csv *t);

/* The same of a history of ufv-solve. An error also where an iteration is not a whole number, from 0. */
int csv_read_history(const char *path, struct csv *t);

/* Frees the table and zeroes the struct; also of a zeroed one. */
void csv_free(struct csv *t);

/* Is there a whole line behind the columns' names? No, when the file cannot be read. */
bool csv_has_rows(const char *path);

/* The column of that name [n_rows], or NULL. Borrowed from t. */
const double *csv_column(const struct csv *t, const char *name);

/* The same, an error that names the nearest column when there is none. */
int csv_need_column(const struct csv *t, const char *name, const double **column);

#endif
