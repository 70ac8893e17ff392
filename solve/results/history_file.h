/* history_file.h: RESULTS/history.csv, a row per report. Rank 0 has it; nothing is collective.
 *
 * Every scheme writes the same columns. Rows of a run that is continued are carried
 * over by the names of their columns; what the old file had no column for is left empty. A row is with the system when
 * the call that writes it returns, and a file that somebody has removed or replaced meanwhile (an editor does) gets the
 * rows to come; stderr says so.
 */
#ifndef UFV_SOLVE_RESULTS_HISTORY_FILE_H
#define UFV_SOLVE_RESULTS_HISTORY_FILE_H

#include "arithmetic/real.h"
#include "case/case_groups.h"
#include "kernels/kernel_args.h"
#include "results/history_columns.h"

#include <stdbool.h>
#include <stdio.h>

/* The coefficients of a group: cl, cd, cy, cmx, cmy and cmz. */
enum { HISTORY_COEFFICIENTS = 6, HISTORY_MASSES_MOST = 32 };

/* What the run has come to after that many iterations. monitor.c fills it in; which column a member goes to
 * is said by the tables in history_file.c. */
struct history_row {
    int64_t iteration;
    double wall_seconds, time; /* s; of the runs that this one continues, too; s, physical */
    double residual[NV_MAX];   /* [n_variables] root mean square of the residual per volume */
    double cl, cd, cy, cm[3];
    double cfl;
    int64_t evaluations;       /* of the residual, by the scheme in use */
    int64_t vectors, limited;  /* of the newest step, as struct integrator_report has them */
    double reduction;
    int64_t sub_steps;
    double sub_drop;           /* decades */
    double residual_drop;      /* decades */
    double angle;              /* degrees, that the mesh is turned by [motion] */
    double integral[N_INTEGRALS]; /* over all cells (kernels/volume_integral.h); 0 where the file has no such columns */
    double (*group)[HISTORY_COEFFICIENTS]; /* borrowed; [groups] of the file; not read back */
    double mass[HISTORY_MASSES_MOST]; /* kg/s out of the fluid, by the file's columns; not read back */
    const struct history_columns *more; /* borrowed; NULL: none; of features; not read back */
};

/* The columns that a case has beside those of all. */
struct history_extras {
    const struct patch_groups *groups; /* borrowed; NULL: none */
    bool with_integrals;
    const struct history_columns *more; /* borrowed; NULL: none; their names */
    int n_masses;
    const char *mass[HISTORY_MASSES_MOST]; /* borrowed; [n_masses] names of the patches and groups that these cross */
};

struct history_file {
    char *path; /* owned; NULL: not open */
    FILE *file;
    enum equations equations;
    struct history_extras has;
};

/* Replaces RESULTS/history.csv, by way of a temporary name. old_path: the history of the run that is
 * continued, whose whole rows before first_iteration are carried over (it may be the same file; fails where one is
 * damaged);
 * NULL: a new run. Unless it lies in RESULTS itself, the file that is replaced is kept for the checkpoint that it
 * belongs to (superseded.h). extras: copied, what it names borrowed: behind the columns of all cases
 * integrals, groups' coefficients (cl:wing), then mass flows (mass:FAN), then those of features
 * (disk_power:PROPELLER). *wall_seconds: that of the last whole row up to first_iteration, else untouched.
 * history_file_close() it, after a failure too. */
int history_file_open(const char *results, const char *old_path, enum equations equations,
                      const struct history_extras *extras, int64_t first_iteration, double *wall_seconds,
                      struct history_file *h);

/* Calls take(user, row) for each row of the open file, oldest first; a member is NAN, or 0 where it is whole, if its
 * cell is empty. Fails when the file cannot be read. */
int history_file_read(const struct history_file *h, void (*take)(void *user, const struct history_row *row),
                      void *user);

/* Is the open file still what stands at its path? */
bool history_file_stands(const struct history_file *h);

/* Appends a row. Fails when it could not be written. */
int history_file_write(struct history_file *h, const struct history_row *r);

/* After the last row: closes the file. Fails when rows are lost. */
int history_file_end(struct history_file *h);

/* Frees all; may be called when nothing is open. */
void history_file_close(struct history_file *h);

#endif
