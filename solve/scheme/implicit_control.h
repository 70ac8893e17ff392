/* implicit_control.h: what leads the implicit scheme from residual to residual: defect correction or Newton-Krylov, how
 * well systems are solved, which steps hold. The CFL number of each step is scheme/cfl_control.h's. Knows numbers only,
 * no flow, so that it can be tested alone; all ranks that are given the same ones decide alike.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_CONTROL_H
#define UFV_SOLVE_SCHEME_IMPLICIT_CONTROL_H

#include "scheme/cfl_control.h"

/* Root mean squares over cells of scaled residuals: of the flow, of each turbulence variable, and of all. */
struct implicit_norms {
    double flow, turbulence[2], all;
};

/* What the scheme has to do with. */
struct implicit_means {
    bool corrects;    /* defect correction is of use at all; without it Newton-Krylov takes all steps */
    int n_turbulence; /* variables of the turbulence model, 0 .. 2 */
    bool lines;       /* cells are solved along lines */
    bool coarse;      /* sweeps begin on a coarse level */
    bool slopes;      /* the flow can do without its slopes for a while, at first order */
    bool limiters;    /* the flow can hold its limiters for a while */
};

/* Steps of first order, or with limiters that are held, which lead out of a state that the case's steps do not: before,
 * in and behind them. */
enum implicit_detour { DETOUR_BEFORE, DETOUR_NOW, DETOUR_OVER };

/* All that a restart needs. */
struct implicit_control {
    struct implicit_means means; /* of a checkpoint `corrects` alone is a part */
    bool newton;              /* Newton-Krylov now */
    int64_t newton_step;      /* since this step */
    bool gave_up;             /* defect correction does not take over again (give_up_correction_if() says why) */
    int64_t steps, best_step; /* made; at which the residual had last halved */
    double largest, least, best; /* residuals of the flow: of all, of the method that is at work, and when it had last
                                    halved */
    bool tight;               /* systems are solved better for now */
    int64_t fall_step;        /* at which a residual had last fallen to a share of fall: */
    double fall, fall_flow;   /* of all variables, and of the flow alone */
    double stall;             /* where that of all was stuck */
    double defect_rate, newton_rate; /* decades of the flow's residual for the work of a step of defect correction: of
                                        that when it was last left, of Newton-Krylov when that last lost to it */
    double floor;              /* at which defect correction was last left; 0: it was not */
    int wasted;                /* times that it took over again and came no further than that */
    double trial_least;        /* `least` when Newton-Krylov was last judged, */
    int64_t trial_evaluations; /* and the evaluations then */
    int level;                 /* of sweeps for a Krylov vector: 0 .. IMPLICIT_LEVELS - 1 */
    int vectors_before;        /* of the last system, before the level rose on trial; 0: it did not */
    double cfl_before;         /* and its CFL number */
    int sweeps_pause;          /* systems until the level may rise again */
    bool guessed;              /* from a first guess near the solution, of a flow that is not limited; */
    double model_error;        /* then: of the linear system as a model of the last step, a part of the residual before
                                  it; 1 or more: of no use */
    enum implicit_detour detour;
    int64_t detour_step;       /* at which it began, */
    double detour_from;        /* and the residual of first order then; HUGE_VAL: not known yet */
    double before;             /* residual of the flow that the last step began from; HUGE_VAL: not to be compared */
    bool strict;               /* with a coarse level: rises of the residual are borne no more than without one */
    double rest;               /* residual of all variables when it had last halved, whatever the method, */
    int64_t rest_step;         /* and the step of that */
    int64_t look_step;         /* at which the caller last looked for cells that hold the residual */
    enum implicit_detour hold; /* steps with limiters that are held */
    double hold_from;          /* the residual at which they began */
};

enum { IMPLICIT_CONTROL_NUMBERS = 36, IMPLICIT_LEVELS = 4 };

/* The CFL number from which a run starts. */
extern const double implicit_cfl_start;

/* A run's start. */
void implicit_control_begin(struct implicit_control *k, struct cfl_control *cfl, struct implicit_means means);

/* The state has become a first guess of another flow, near the old one: begins as a run does, but with a large CFL
 * number, since nothing starts with a jerk. What the old flow's residuals have taught is forgotten, but for the
 * largest. */
void implicit_control_renew(struct implicit_control *k, struct cfl_control *cfl);

/* Before a step from residual r of the flow: is the next step one of first order? Where that changes, the caller
 * changes the flow's order and goes on with the residual of that. With a coarse level alone, once in a run. */
bool implicit_control_detours(struct implicit_control *k, struct cfl_control *cfl, double r);

/* Before a step from residuals r: does the flow hold its limiters in the next step? Where that changes, the caller does
 * so, or lets them go, and goes on with the residual of that. Once, in a run that stands: where kinks of limiters
 * shorten its steps, held ones let it come to a state from which it converges with limiters at work. Limiters that
 * cannot be held on after a restart are released. */
bool implicit_control_holds(struct implicit_control *k, struct cfl_control *cfl, struct implicit_norms r);
void implicit_control_released(struct implicit_control *k);

/* Before a step from residual r of the flow, after so many evaluations of the run: which of the two the step is. */
void implicit_control_before(struct implicit_control *k, struct cfl_control *cfl, double r, int64_t evaluations);

/* The reduction to which the step's system is to be solved by GMRES. */
double implicit_control_tolerance(const struct implicit_control *k);

/* Sweeps for a step of defect correction: as many as given; for a Krylov vector twice as many a level. */
int implicit_control_sweeps(const struct implicit_control *k, int least);

/* After a system with that CFL number, which so many vectors have reduced to that: twice the sweeps where that was not
 * enough; after many vectors twice the sweeps are tried, and kept if they take vectors off; few are found with half the
 * sweeps. */
void implicit_control_solved(struct implicit_control *k, double cfl, int vectors, double reduction);

/* Does a step hold whose unsteady residual is `now`, from residual `before`? False for not-a-numbers. last: it will not
 * be shortened further, and turbulence may rise. */
bool implicit_control_accepts(const struct implicit_control *k, struct implicit_norms now,
                              struct implicit_norms before, bool last);

/* After a step from residuals r that held, the CFL number being the next step's: a stalled run gets a smaller one. */
void implicit_control_held(struct implicit_control *k, struct cfl_control *cfl, struct implicit_norms r);

/* After a Newton step, refused or not, before cfl_control_after(). left: what the search left of the unsteady residual,
 * a part of that before; seen->reduction: what GMRES left of the linear one. In a run from a first guess the difference
 * says how far the next system is worth solving and how much the CFL number may grow. */
void implicit_control_moved(struct implicit_control *k, struct cfl_control *cfl, const struct cfl_seen *seen,
                            double left);

/* In a step of Newton-Krylov, behind implicit_control_before(): is the time step what holds the run up? With k and
 * omega alone, in a run whose residual has fallen far and did not halve in the step before. The CFL number then grows
 * whatever part of the vectors the system took (cfl_seen.effort). */
bool implicit_control_is_slow(const struct implicit_control *k);

/* Once a step, whose residual of all variables is r: has it not halved for so many steps, of either method, that it
 * falls no more, if it may be rounding? */
bool implicit_control_rests(struct implicit_control *k, double r);

/* Once a step, before that: does a run of second order stand still, in steps of Newton-Krylov and behind its start, and
 * has nobody looked for so many steps which cells hold its residual up? The caller who does says so. */
bool implicit_control_stands(const struct implicit_control *k, struct implicit_norms r);
void implicit_control_looked(struct implicit_control *k);

/* Decades by which the flow's residual, now r, has fallen from its largest. */
double implicit_control_drop(const struct implicit_control *k, double r);

/* After a step that was taken back. */
void implicit_control_refused(struct implicit_control *k, struct cfl_control *cfl);

/* The residual is about to jump, by what was done to the equations: it is compared with later ones alone. */
void implicit_control_disturbed(struct implicit_control *k);

/* Has the residual fallen so far that a run that can go on no more has a flow to show? */
bool implicit_control_has_fallen(const struct implicit_control *k);

/* What a checkpoint keeps, and back into a control that has begun: also sets the bounds of the CFL number, not the
 * number itself. */
void implicit_control_save(const struct implicit_control *k, double number[IMPLICIT_CONTROL_NUMBERS]);
void implicit_control_load(struct implicit_control *k, struct cfl_control *cfl,
                           const double number[IMPLICIT_CONTROL_NUMBERS]);

#endif
