/* monitor.h: what a run reports: residual norms, force coefficients, history.csv,
 * the progress line, and the rules that end a run.
 */
#ifndef UFV_SOLVE_RUN_MONITOR_H
#define UFV_SOLVE_RUN_MONITOR_H

#include "scheme/integrator.h"

#include <stdio.h>

/* Forces (N) and moments (N m) of the pressure, then of friction. */
enum { N_FORCES = 12, N_FORCE_MOMENT = 6 };

struct monitor_row {
    int64_t iteration; /* state after that many iterations */
    double wall_seconds, time;
    double residual[NV_MAX];            /* root mean square of the residual per volume */
    double cl, cd, cy, cm[3];
};

enum stop_reason {
    STOP_NONE,
    STOP_STEPS,
    STOP_END_TIME,
    STOP_RESIDUAL,
    STOP_FORCES,
    STOP_WALL_TIME, /* from here on: stopped on request */
    STOP_FILE,
    STOP_SIGNAL,
};
const char *stop_reason_text(enum stop_reason reason);

struct monitor {
    const struct case_file *c;     /* borrowed */
    const struct flow *flow;       /* borrowed */
    struct integrator *integrator; /* borrowed; NULL: its figures are not known */
    const char *results;           /* borrowed; NULL: nothing is written */
    FILE *history;                 /* rank 0 only */
    double start;                  /* timer_now() of the first step */
    double first_time;             /* s, physical, of the first report; NAN: none yet */
    double previous_seconds;       /* wall seconds of the runs this one continues */
    int64_t first_iteration;
    double (*patch_force)[N_FORCES]; /* [n_patches] all ranks together */
    struct monitor_row row;        /* the newest */
    double largest_residual;       /* density residual so far, that drops are counted from; 0: none yet */
    double last_progress, last_written; /* timer_now() of the progress line and of progress.json */
    double *waiting;               /* owned; [ranks] s waited for others, rank 0 with results only */

    /* Cauchy window: rows of iteration, cl, cd, oldest first. */
    double (*window)[3];
    int n_window, window_capacity;
    bool quiet;
};

/* Not collective. results: folder for history.csv; NULL: none is written.
 * old_history: history.csv of the run that is continued, whose rows before
 * first_iteration are carried over; NULL: a new run. */
int monitor_create(const struct case_file *c, const struct flow *f, const char *results, const char *old_history,
                   int64_t first_iteration, struct monitor *m);
void monitor_free(struct monitor *m);

/* Collective. Norms and forces of the evaluated state; adds to the window and,
 * on rank 0, to history.csv. */
int monitor_report(struct monitor *m, int64_t iteration, double time);

/* Do the newest rows ask for the end? The same answer on all ranks. */
enum stop_reason monitor_stop(const struct monitor *m);

/* Seconds until last_iteration or, when that comes first, the end time, at the mean pace so far; 0
 * before the first step. */
double monitor_seconds_left(const struct monitor *m, int64_t last_iteration);

/* Decades by which the newest density residual is below the largest; 0 where it is zero. */
double monitor_residual_drop(const struct monitor *m);

/* Rank 0: progress.json, and unless quiet the progress line on stderr, at most once a second (a terminal) or
 * every 30 s (a log); last: always, with a line end. */
void monitor_progress(struct monitor *m, int64_t last_iteration, bool last);

/* forces.json in results, by way of a temporary name. Rank 0 only. */
int monitor_write_forces(const struct monitor *m, const char *results);

#endif
