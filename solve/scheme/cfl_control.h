/* cfl_control.h: the CFL number of a step: a prescribed ramp, or one that is adapted to what steps meet. What it is
 * changed by is decided elsewhere (scheme/steering.h); that it is changed, in this file alone. Knows nothing of the
 * flow, so that it can be tested alone.
 */
#ifndef UFV_SOLVE_SCHEME_CFL_CONTROL_H
#define UFV_SOLVE_SCHEME_CFL_CONTROL_H

#include "case/case_file.h"

struct cfl_control {
    double cfl;          /* of the next step */
    const struct case_file *c; /* a ramp: whose case_cfl() it is; borrowed. NULL: adaptive */
    double least, most;  /* adaptive: bounds */
    bool pause;          /* adaptive: after the next step the number stays, unless that is refused or shortened too */
};

/* What is done to an adaptive number. */
struct cfl_change {
    enum {
        CFL_KEEP,
        CFL_SET,      /* to `by`, */
        CFL_AT_LEAST, /* or only if it is less, */
        CFL_AT_MOST,  /* or only if it is more */
        CFL_CUT,      /* times `by` < 1, but not below `floor`, unless it is there already */
        CFL_TIMES,    /* times `by`, within the bounds; ends a pause */
        CFL_BACK      /* the same, and a pause begins: growing at once would meet what made it fall */
    } how;
    double by, floor;
};

/* None of these is collective: ranks that are given the same numbers get the same ones. */

/* The ramp of time.cfl_start, cfl_ramp and cfl. c: borrowed as long as the result is used. */
struct cfl_control cfl_control_ramp(const struct case_file *c);

/* A number that begins at `start`, with bounds for CFL_TIMES and CFL_BACK. */
struct cfl_control cfl_control_adaptive(double start, double least, double most);

/* The CFL number of an iteration (>= 0); sets and gives cfl. An adaptive one does not depend on the iteration. */
double cfl_control_at(struct cfl_control *k, int64_t iteration);

/* Another upper bound. The number itself stays until it is next changed by CFL_TIMES or CFL_BACK. */
void cfl_control_bound(struct cfl_control *k, double most);

/* A ramp does not change. */
void cfl_control_change(struct cfl_control *k, struct cfl_change change);

/* An adaptive number as a checkpoint has it; bounds stay. */
void cfl_control_restore(struct cfl_control *k, double cfl, bool pause);

#endif
