/* history_file.h: RESULTS/history.csv, a row per report. Rank 0 has it; nothing is collective.
 *
 * Rows of a run that is continued are carried over. A row is with the system when the call that
 * writes it returns, and a file that somebody has removed or replaced meanwhile (an editor does)
 * gets the rows to come; stderr says so.
 */
#ifndef UFV_SOLVE_RUN_HISTORY_FILE_H
#define UFV_SOLVE_RUN_HISTORY_FILE_H

#include "arithmetic/real.h"

#include <stdbool.h>
#include <stdio.h>

/* What the run has come to after that many iterations. */
struct history_row {
    int64_t iteration;
    double wall_seconds, time; /* s; of the runs that this one continues, too; s, physical */
    double residual[NV_MAX];   /* [n_variables] root mean square of the residual per volume */
    double cl, cd, cy, cm[3];
    double cfl;
    int64_t evaluations;       /* of the residual; implicit runs only, as residual_drop (decades) */
    double residual_drop;
};

struct history_file {
    char *path; /* owned; NULL: not open */
    FILE *file;
    enum equations equations;
    bool implicit; /* two columns more */
};

/* Replaces RESULTS/history.csv, by way of a temporary name. old_path: the history of the run that is
 * continued, whose whole rows before first_iteration are carried over as they are (it may be the same file);
 * NULL: a new run. *wall_seconds: that of the last row carried over, else untouched.
 * history_file_close() it, after a failure too. */
int history_file_open(const char *results, const char *old_path, enum equations equations, bool implicit,
                      int64_t first_iteration, double *wall_seconds, struct history_file *h);

/* Appends a row. Fails when it could not be written. */
int history_file_write(struct history_file *h, const struct history_row *r);

/* May be called when nothing is open. */
void history_file_close(struct history_file *h);

#endif
