/* dual_control.h: the methods in physical time as numbers, and when the equation of a step counts as solved. Knows
 * numbers only, no flow, so that it can be tested alone. Nothing here is collective; ranks that are given the same
 * numbers decide alike.
 */
#ifndef UFV_SOLVE_SCHEME_DUAL_CONTROL_H
#define UFV_SOLVE_SCHEME_DUAL_CONTROL_H

#include "scheme/implicit_control.h"

enum { DUAL_STAGES = 4 };

/* A diagonally implicit Runge-Kutta method, stiffly accurate: its last stage is the new state. */
struct dual_tableau {
    int stages;
    double a[DUAL_STAGES][DUAL_STAGES]; /* lower triangle; a[0][0] may be 0: an explicit first stage */
};

/* Two stages, second order, L-stable (Alexander 1977, SIAM J. Numer. Anal. 14): the first step of a run. */
extern const struct dual_tableau dual_tableau_start;

/* Four stages of which the first is explicit, third order, stages of second order, L-stable: ESDIRK3(2)4L[2]SA (Kennedy
 * & Carpenter 2016, NASA/TM-2016-219173). */
extern const struct dual_tableau dual_tableau_esdirk3;

struct dual_control {
    struct implicit_norms first; /* of the residual that the solution started from */
    int steps, held;      /* in pseudo-time: made, and those that were not taken back */
    double drop;          /* decades of the residual so far: the least of the flow and the turbulence variables */
};

/* A solution's start, from these norms. */
void dual_control_begin(struct dual_control *k, struct implicit_norms first);

/* Is another step in pseudo-time needed? drop: decades asked for; most: steps. */
bool dual_control_goes_on(const struct dual_control *k, double drop, long most);

/* After a step that held or was taken back, to these norms. */
void dual_control_after(struct dual_control *k, bool held, struct implicit_norms now);

/* Has no step held that was needed? */
bool dual_control_has_failed(const struct dual_control *k);

#endif
