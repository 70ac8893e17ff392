/* cfl_control.h: which CFL number a step is made with: a given course, or one that is led
 * by what the steps before it met. Knows nothing of the flow, so that it can be tested alone.
 */
#ifndef UFV_SOLVE_SCHEME_CFL_CONTROL_H
#define UFV_SOLVE_SCHEME_CFL_CONTROL_H

#include "case/case_file.h"

struct cfl_control {
    double cfl;          /* of the next step */
    const struct case_file *c; /* a course: whose case_cfl() it is; borrowed. NULL: led */
    double least, most;  /* led: bounds */
    double growth;       /* led: factor after a good step */
    bool pause;          /* led: after the next step the number stays, unless that is refused or shortened too */
};

/* What a step met. */
struct cfl_seen {
    bool refused;        /* it was taken back */
    bool shortened;      /* the line search shortened it */
    bool limited;        /* some cell's change was limited */
    double reduction;    /* of the linear residual; NAN: not known */
    double tolerance;    /* that was asked for */
    double effort;       /* part of the linear solver's vectors that were used; 0 .. 1 */
};

/* None of these is collective: ranks that are given the same numbers get the same ones. */

/* The course of time.cfl_start, cfl_ramp and cfl. c: borrowed as long as the result is used. */
struct cfl_control cfl_control_ramp(const struct case_file *c);

/* A number that begins at `start` and stays within least .. most from the first step on. growth: at least 1. */
struct cfl_control cfl_control_led(double start, double growth, double least, double most);

/* The CFL number of an iteration (>= 0); sets and gives cfl. A led one does not depend on the iteration. */
double cfl_control_at(struct cfl_control *k, int64_t iteration);

/* After a step: refused: a fifth; shortened: half; after either the number stays for one step. A linear residual
 * that was hardly reduced: less; otherwise more, if no cell was limited and the effort was small. A course does
 * not change. */
void cfl_control_after(struct cfl_control *k, const struct cfl_seen *seen);

#endif
