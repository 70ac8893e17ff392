/* progress_file.h: RESULTS/progress.json: how far a run is, for `ufv-post watch` and for
 * job scripts.
 */
#ifndef UFV_SOLVE_RESULTS_PROGRESS_FILE_H
#define UFV_SOLVE_RESULTS_PROGRESS_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* What the file says, in its order. */
struct progress {
    bool running;
    int64_t iteration, last_iteration;
    double time;                  /* s, physical */
    double seconds;               /* s since the first step of this run */
    double iterations_per_second; /* on the mean of this run */
    double seconds_left;          /* s, at most; 0: not known, or the run is over */
    double residual_drop;         /* decades below the largest */
    double cl, cd;
    bool has_flows;               /* of engines and ducts (control/patch_flows.h); else the next four are left out */
    double mass_in, mass_out, mass_net, mass_share; /* kg/s; - */
    const char *verdict;          /* of the run that has ended (verdict.h); "": it goes on; borrowed */
    int n_ranks;
    const double *seconds_waiting; /* [n_ranks] s that each has waited for others; borrowed */
};

/* Removes what an earlier run left in the folder, if anything. Rank 0 only; not collective. */
void progress_file_clear(const char *results);

/* Replaces the file, by way of a temporary name. One that cannot be written is left out:
 * history.csv is what a run must be able to write. Rank 0 only; not collective. */
void progress_file_write(const char *results, const struct progress *p);

#endif
