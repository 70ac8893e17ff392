/* bench.h: ufv-solve --bench: whole iterations timed, then each kernel. */
#ifndef UFV_SOLVE_RUN_BENCH_H
#define UFV_SOLVE_RUN_BENCH_H

#include "scheme/integrator.h"

/* Collective; steps (positive) and report are the same on all ranks. Runs about a tenth of `steps` to
 * warm up, then `steps` timed as a user runs them (reports included), then some with every kernel
 * timed; rank 0 prints one JSON object to stdout and, when report is not NULL, writes it there. On all
 * ranks nonzero with error_set() when the solution diverged or not all of the JSON could be written. */
int bench_run(struct integrator *it, int64_t steps, const char *report);

#endif
