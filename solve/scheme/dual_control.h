/* dual_control.h: the methods in physical time as numbers, and when the equation of a step counts as solved. Knows
 * numbers only, no flow, so that it can be tested alone. Nothing here is collective; ranks that are given the same
 * numbers decide alike.
 */
#ifndef UFV_SOLVE_SCHEME_DUAL_CONTROL_H
#define UFV_SOLVE_SCHEME_DUAL_CONTROL_H

#include "scheme/steering.h"

enum { DUAL_STAGES = 4 };

/* A diagonally implicit Runge-Kutta method, stiffly accurate: its last stage is the new state. */
struct dual_tableau {
    int stages;
    double a[DUAL_STAGES][DUAL_STAGES]; /* lower triangle; a[0][0] may be 0: an explicit first stage */
    double embedded[DUAL_STAGES];       /* weights of a solution of an order less; zeros: there is none */
};

/* Two stages, second order, L-stable (Alexander 1977, SIAM J. Numer. Anal. 14): the first step of a run. */
extern const struct dual_tableau dual_tableau_start;

/* A method of third order in four stages, of which the first is explicit and the others are of second order; L-stable:
 * ESDIRK3(2)4L[2]SA (Kennedy & Carpenter 2016, NASA/TM-2016-219173), with its embedded solution of second order
 * (Kennedy & Carpenter 2003, Appl. Numer. Math. 44, the implicit part of ARK3(2)4L[2]SA). */
extern const struct dual_tableau dual_tableau_esdirk3;

/* The derivative at the end of a step, from differences of states: now (W - W^n) + before (W^n - W^(n-1)) + older
 * (W^(n-1) - W^(n-2)), 1/s. */
struct dual_difference {
    double now, before, older;
};

/* The part that BDF3 has in the blend with BDF2 (Vatsa, Carpenter & Lockard 2010, AIAA 2010-0122): what is left of
 * BDF2's error is 1 less that. At most 0.5, beyond which the blend is not A-stable. */
extern const double dual_blend;

/* (1 - blend) BDF2 + blend BDF3 with steps of any lengths: dt, that before it and that before both, s; by divided
 * differences. blend 0: BDF2, for which dt_older is not used. */
struct dual_difference dual_difference_of(double blend, double dt, double dt_before, double dt_older);

/* The polynomial in time through the states W^n, W^(n-1) and W^(n-2), at the end of the step: W^n + before (W^n -
 * W^(n-1)) + older (W^(n-1) - W^(n-2)). */
struct dual_predictor {
    double before, older;
};

/* Newton's divided differences; lengths of steps as in dual_difference_of(), dt_older 0: through two states only. */
struct dual_predictor dual_predictor_of(double dt, double dt_before, double dt_older);

/* Steps in which the residual should halve. */
enum { DUAL_STAGNATION = 8 };

/* The flow's residual is to drop by the decades asked for; those of turbulence variables, which begin near their
 * equilibrium, by half as many, from their own or the flow's at the start, whichever is larger: all are changes in a
 * time step at CFL number 1, in units of the free stream. */
struct dual_control {
    double first;                   /* of the flow */
    double goal, turbulence_goal[2];
    int least, most;                /* steps in pseudo-time: needed, allowed, */
    int steps, held;                /* made, and those that were not taken back */
    double excess[DUAL_STAGNATION + 1]; /* largest residual over its goal: now, and after the steps before */
    double drop;                    /* decades of the flow's residual so far */
};

/* A solution's start, from these norms. drop: decades; most: steps, at least 1. */
void dual_control_begin(struct dual_control *k, struct implicit_norms first, double drop, int most);

/* The solution starts from a guess with these norms instead; the goals stay. A guess is no solution, however small its
 * residual: one step at least is made. */
void dual_control_guess(struct dual_control *k, struct implicit_norms now);

/* Is another step in pseudo-time needed and allowed? */
bool dual_control_goes_on(const struct dual_control *k);

/* Has the residual not halved in DUAL_STAGNATION steps? Not before there are as many. */
bool dual_control_is_slow(const struct dual_control *k);

/* After a step in pseudo-time, which led to these norms. held: it was not taken back. */
void dual_control_after(struct dual_control *k, bool held, struct implicit_norms now);

/* Has no step held that was needed? */
bool dual_control_has_failed(const struct dual_control *k);

/* What the next step's length is over that of a step whose estimated error was so many times what is allowed, that of
 * the step before `before` times (0: none): PI.4.2 of Soderlind & Wang 2006 (J. Comput. Appl. Math. 185) for an
 * estimate of third order, with their smooth limiter. Errors above 1 are those of steps to be made again. */
double dual_step_ratio(double error, double before);

#endif
