/* monitor.h: what a run reports: residual norms, force coefficients, history.csv,
 * the progress line, the rules that end a run, and whether it has converged.
 *
 * Coefficients are formed with the free stream's dynamic pressure and the case's
 * [reference] area and length, in wind axes; moments are about [reference] centre.
 */
#ifndef UFV_SOLVE_CONTROL_MONITOR_H
#define UFV_SOLVE_CONTROL_MONITOR_H

#include "control/patch_flows.h"
#include "control/patch_forces.h"
#include "control/quick_trend.h"
#include "control/residual_tail.h"
#include "results/results_folder.h"
#include "control/unphysical.h"
#include "control/verdict.h"
#include "scheme/integrator.h"

/* s. */
struct monitor_clock {
    double start;                    /* timer_now() of the first step */
    double previous;                 /* wall seconds of the runs this one continues */
    double progress, written, check; /* timer_now() of the newest progress line, progress.json and look at the folder */
};

/* Another free stream that the run went on with. */
struct monitor_stream {
    int64_t start;  /* the iteration; 0: there is none */
    double largest; /* density residual since then, which limiters are frozen by */
};

/* Of the newest report, of all ranks together. */
struct monitor_sums {
    double (*patch_force)[N_FORCES];       /* owned; [n_patches] */
    double (*patch_flow)[N_OPEN];          /* owned; [n_patches] (patch_flows.h) */
    double (*group)[HISTORY_COEFFICIENTS]; /* owned; [groups]; row.group is it */
    struct history_columns *columns;       /* owned; of features; row.more is it */
};

/* Rows of iteration, cl, cd, oldest first; the same on all ranks. */
struct cauchy_window {
    double (*row)[3]; /* owned; [capacity], of which n are held */
    int n, capacity;
};

struct monitor {
    const struct case_file *c;     /* borrowed */
    const struct flow *flow;       /* borrowed */
    struct integrator *integrator; /* borrowed; NULL: its figures are not known */
    const struct results_folder *folder; /* borrowed; open on rank 0; NULL: nothing is written */
    struct history_file history;   /* rank 0 with a folder only */
    struct monitor_clock clock;
    double first_time;             /* s, physical, of the first report; NAN: none yet */
    int64_t first_iteration;
    struct monitor_stream stream;
    struct monitor_sums sums;
    struct history_row row;        /* the newest */
    double largest_residual;       /* density residual so far, that drops are counted from; 0: none yet */
    double *waiting;               /* owned; [ranks] s waited for others, rank 0 with results only */

    struct cauchy_window cauchy;

    /* For the verdict. Rank 0 has the rows of the run that is continued too (monitor_recall()). */
    struct trend_history trend;      /* of cl and cd */
    double largest[NV_MAX];          /* [n_variables] residuals so far */
    struct quick_trend quick;        /* of cl, cd and the density residual since stream.start */
    struct residual_tail tail;       /* of the same, over the rows that `trend` has */
    struct verdict verdict;          /* set by monitor_end(); of rank 0 */
    struct unphysical unphysical;    /* set by monitor_end() */
    bool quiet;
    bool reported;                   /* row is of this run */
};

/* Not collective. Everything but m is borrowed until monitor_free(). folder: NULL: nothing is
 * written; NULL on all ranks or on none. old_history: history.csv of the run that is continued, whose
 * rows before first_iteration are carried over; NULL: a new run. Fails on rank 0 when history.csv
 * cannot be written; free it then, too. */
int monitor_create(const struct case_file *c, const struct flow *f, const struct results_folder *folder,
                   const char *old_history, int64_t first_iteration, struct monitor *m);

/* Not collective. */
void monitor_free(struct monitor *m);

/* Called after monitor_create(), only on rank 0 and with a folder; not collective. The rows that history.csv holds now,
 * those of the run that is continued, then count towards the verdict. Fails when the file cannot be read. */
int monitor_recall(struct monitor *m);

/* Collective; iteration and time (s, physical) are the same on all ranks. Norms and forces of the
 * evaluated state; adds to the window and, on rank 0, to history.csv. On all ranks nonzero with
 * error_set() when the row could not be written or the results folder is no longer there. */
int monitor_report(struct monitor *m, int64_t iteration, double time);

/* Has this run a row of that iteration, the newest? Not collective; the same on all ranks. */
static inline bool monitor_has_reported(const struct monitor *m, int64_t iteration)
{
    return m->reported && m->row.iteration == iteration;
}

/* Collective. cl, cd and the norm of the density residual of the evaluated state; nothing is reported. */
void monitor_measure(const struct monitor *m, double *cl, double *cd, double *residual);

/* Collective. What crosses the patches of the evaluated state, for a checkpoint of it that no row is made of. */
void monitor_measure_flows(struct monitor *m);

/* Collective. The norm of the density residual of the evaluated state alone. */
double monitor_density_residual(const struct monitor *m);

/* Collective. Do the newest rows ask for the end? STOP_NONE, STOP_RESIDUAL, STOP_ROUNDING, STOP_FORCES or
 * STOP_UNREACHABLE; the same on all ranks. */
enum stop_reason monitor_stop(const struct monitor *m);

/* Has the residual fallen so far, by the implicit scheme's own norm, that the rules of [stop] are looked at after each
 * step and not at every [output] history-th alone? Never where history is 0. Not collective; the same on all ranks. */
bool monitor_nears_end(const struct monitor *m);

/* Does the residual of a run that goes by it rest on the rounding of gradients, seven decades down or so, in mixed
 * precision? Not collective; the same on all ranks. */
bool monitor_rests(const struct monitor *m);

/* Collective. The run ends with the newest row, that of the evaluated state: what m->verdict then says of it on
 * rank 0. */
void monitor_end(struct monitor *m, enum stop_reason reason);

/* Seconds until last_iteration or, when that comes first, the end time, at the mean pace so far; 0
 * before the first step. Not collective; each rank by its own clock. */
double monitor_seconds_left(const struct monitor *m, int64_t last_iteration);

/* Decades by which the newest density residual is below the largest; 0 where it is zero. The same
 * on all ranks; not collective. */
double monitor_residual_drop(const struct monitor *m);

/* The same below the largest since the free stream is this one. */
double monitor_stream_drop(const struct monitor *m);

/* Not collective; does nothing but on rank 0: progress.json, and unless quiet the progress line on
 * stderr, at most twice a second (a terminal) or every 30 s (a log); last: after monitor_end(), always, with the
 * verdict and a line end. last_iteration: where the run ends at the latest. */
void monitor_progress(struct monitor *m, int64_t last_iteration, bool last);

#endif
