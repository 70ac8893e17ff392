/* bench_ranks.h: what a benchmark says of each rank, and what cells cost: the figures
 * that `ufv-prep --weights` takes (prep/order/cell_cost.h).
 */
#ifndef UFV_SOLVE_RUN_BENCH_RANKS_H
#define UFV_SOLVE_RUN_BENCH_RANKS_H

#include "run/bench_cost.h"
#include "scheme/flow.h"
#include "json_write.h"

struct bench_rank {
    int64_t cells, halo_cells, bytes_sent; /* bytes_sent: an exchange */
    int neighbours;
    double kernel_seconds;    /* a step, profiled: without waiting */
    double exchange_seconds;  /* a step, host inside the exchange */
    double waiting_seconds;   /* a step, host waiting for messages */
    double flag_seconds;      /* a step, transfer stream waiting for neighbours' flags (mode peer) */
};

/* Collective; steps is the number of profiled steps of `profile`, this rank's, and the same on all ranks, as is the
 * result. It launches the gradients on the state that is there, so that those of an evaluated state are lost. */
struct bench_cost bench_cost_of(struct flow *f, const struct kernel_table *profile, int64_t steps);

/* Collective. [ranks] on rank 0, mem_free() it; NULL elsewhere. profile: of this rank's profile_steps
 * steps; x: of its `steps` timed ones. */
struct bench_rank *bench_ranks_gather(const struct flow *f, const struct kernel_table *profile,
                                      int64_t profile_steps, const struct exchange_figures *x, int64_t steps);

/* Objects "cost", "imbalance" (largest over mean) and array "ranks_report" into an open JSON object.
 * ranks: [n] of bench_ranks_gather(). Rank 0 only; not collective. */
void bench_ranks_write(struct json *j, const struct bench_cost *cost, const struct bench_rank *ranks, int n);

#endif
