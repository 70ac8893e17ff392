/* implicit_time.h: the equation of a step in physical time, which the implicit scheme solves in pseudo-time.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_TIME_H
#define UFV_SOLVE_SCHEME_IMPLICIT_TIME_H

#include "arithmetic/real.h"

/* The equation factor (W - W(start)) + rate = R(W) / V in each cell. Arrays are on the device and borrowed. */
struct implicit_time {
    double factor;      /* 1/s, positive */
    const real *start;  /* [nv][n_owned] a state */
    const stored *rate; /* [nv][n_owned] conserved variables per second; NULL: none */
};

#endif
