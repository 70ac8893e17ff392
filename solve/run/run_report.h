/* run_report.h: what a run says of itself: the table of ranks at its start and
 * run.json.
 */
#ifndef UFV_SOLVE_RUN_RUN_REPORT_H
#define UFV_SOLVE_RUN_RUN_REPORT_H

#include "run/first_order_box.h"
#include "control/hot_cells.h"
#include "run/march.h"
#include "run/rank_place.h"
#include "run/viscous_summary.h"

struct rank_row {
    char host[64], device[256], device_id[64];
    struct rank_place place;
    int64_t cells, halo_cells, device_bytes;
    int neighbours;
    double seconds_waiting;     /* for halo messages */
    double seconds_waiting_flags; /* the GPU for its neighbours' flags, hidden behind inner work or not */
    double seconds_waiting_all; /* in sums and other calls of all ranks */
};

/* Collective. [ranks] rows on rank 0, to be freed by mem_free(); NULL elsewhere. Of this rank: place,
 * borrowed, and what it has waited for up to now. */
struct rank_row *run_report_gather(const struct flow *f, const struct rank_place *place);

/* The table of rows[n] on stderr; says when ranks share a GPU, and which are bound to cores far
 * from theirs or to one alone. Rank 0 only; not collective. */
void run_report_print_ranks(const struct rank_row *rows, int n);

/* A line each on stderr where some cells have their gradient taken as zero or reduced (constant_cells and reduced_cells
 * of struct flow): the scheme is of first order there, which an answer near such cells may show. Rank 0 only; not
 * collective. */
void run_report_print_constant(const struct flow *f);

/* A line on stderr where steps in dual time were accepted before they were solved to [time] sub_drop. Rank 0 only; not
 * collective. */
void run_report_print_unsolved(const struct march *r);

/* What is said of the state at the end. */
struct run_findings {
    struct viscous_summary viscous;
    struct hot_cells hot;
    struct first_order_box first_order;
};

struct run_timings {
    double load, march, start_to_first_step, total; /* s */
    double write;        /* s that checkpoints have held the march up */
    double write_behind; /* s that rank 0's second thread has written */
};

/* run.json in the results folder of r, by way of a temporary name, with m's verdict. rows: [ranks] of
 * run_report_gather(). Rank 0 only; not collective. Fails when the file cannot be written. */
int run_report_write(const struct march *r, const struct monitor *m, const struct rank_row *rows,
                     const struct run_findings *found, const struct run_timings *t);

#endif
