/* run_report.h: what a run says of itself: the table of ranks at its start and
 * run.json.
 */
#ifndef UFV_SOLVE_RUN_RUN_REPORT_H
#define UFV_SOLVE_RUN_RUN_REPORT_H

#include "run/march.h"
#include "run/statistics.h"

/* Where a rank runs. */
struct rank_place {
    int device_number; /* among those the process may see (CUDA_VISIBLE_DEVICES); -1 on the CPU */
    int numa_node;     /* that the GPU is attached to; -1: not known */
    int far;           /* the launcher has bound the rank to cores of another node */
    int cores;         /* that the rank's threads may use */
};

struct rank_row {
    char host[64], device[256], device_id[64];
    struct rank_place place;
    int64_t cells, halo_cells, device_bytes;
    int neighbours;
    double seconds_waiting;     /* for halo messages */
    double seconds_waiting_flags; /* the GPU for its neighbours' flags, hidden behind inner work or not */
    double seconds_waiting_all; /* in sums and other calls of all ranks */
};

/* Collective. rows: [ranks] on rank 0, NULL elsewhere; mem_free() it. */
struct rank_row *run_report_gather(const struct flow *f, const struct rank_place *place);

/* The table on stderr; says when ranks share a GPU, and which are bound to cores far
 * from theirs or to one alone. */
void run_report_print_ranks(const struct rank_row *rows, int n);

struct run_timings {
    double load, march, start_to_first_step, total; /* s */
    double write;        /* s that checkpoints have held the march up */
    double write_behind; /* s that rank 0's second thread has written */
};

/* RESULTS/run.json, by way of a temporary name. Rank 0 only. */
int run_report_write(const char *results, const struct case_file *c, const struct flow *f, const struct march *r,
                     const struct rank_row *rows, const struct statistics *s, const struct run_timings *t);

#endif
