/* steering.h: decides how the implicit scheme goes from residual to residual: in which phase a step is made, at which
 * CFL number, how well its system is solved, whether it is accepted. Phases and rules are rows of a table,
 * scheme/steering_rules.inc; docs/steering.md explains them. Knows numbers only, no flow, so that it can be tested
 * alone and fed with the facts of recorded runs. Nothing here is collective; ranks that are given the same numbers
 * decide alike.
 *
 * A step, as scheme/implicit.c makes it:
 *
 *   while ((d = steering_before(&s, &cfl, &facts)).change != CHANGE_NONE)
 *       change the equations as d says, evaluate the flow, fill facts anew
 *   make the step that d asks for; while the line search shortens it: steering_accepts(&s, now, before, last)
 *   steering_after(&s, &cfl, before, &outcome)
 */
#ifndef UFV_SOLVE_SCHEME_STEERING_H
#define UFV_SOLVE_SCHEME_STEERING_H

#include "scheme/cfl_control.h"
#include "scheme/residual_progress.h"

/* Root mean squares over cells of scaled residuals: of the flow, of each turbulence variable, and of all. */
struct implicit_norms {
    double flow, turbulence[2], all;
};

/* What the scheme has to do with. */
struct steering_means {
    bool unsteady;    /* an equation in physical time, whose first guess is near */
    bool corrects;    /* defect correction is of use at all; without it Newton-Krylov takes all steps */
    int n_turbulence; /* variables of the turbulence model, 0 .. 2 */
    bool lines;       /* cells are solved along lines */
    bool coarse;      /* sweeps begin on coarse levels */
    bool slopes;      /* the flow can do without its slopes for a while, at first order */
    bool limiters;    /* the flow can hold its limiters for a while */
};

/* A run is in one phase of each of the two lines. Bits, so that rules name several. */
enum steering_phase {
    PHASE_CORRECTION = 1, PHASE_NEWTON = 2, PHASE_TIGHT = 4, /* the method; TIGHT is Newton-Krylov, too */
    PHASE_CASE = 8, PHASE_FIRST_ORDER = 16, PHASE_HELD = 32, /* the equations: the case's, or others for a while */
    PHASE_START = 64
};

/* What is known before a step. */
struct steering_facts {
    struct implicit_norms r; /* the residual that the step begins from */
    int64_t evaluations;     /* of the residual in the run */
    int refusals;            /* steps that were taken back, in a row */
    bool first_order;        /* the flow is solved to first order now */
    bool held_limiters;      /* its limiters are held now */
    double beyond;           /* cells beyond the bounds of steady flow that can be brought back, a part of all */
    bool can_look;           /* cells that hold the residual up can be looked for, and made of first order */
};

/* What the caller has to do to the equations before the step. */
enum steering_change {
    CHANGE_NONE,
    CHANGE_ORDER,    /* first order, or second again: decision.first_order */
    CHANGE_LIMITERS, /* limiters are held, or at work again: decision.held_limiters */
    CHANGE_BOUNDS,   /* bring back cells beyond the bounds of steady flow; steering_disturbed() */
    CHANGE_CELLS     /* look for cells that hold the residual; where they are changed, steering_disturbed() */
};

/* How the step is made. */
struct steering_decision {
    enum steering_change change; /* to be done first; unless it is CHANGE_NONE only the next two members count */
    bool first_order, held_limiters;
    bool newton;      /* by Newton-Krylov; else by sweeps over the stored Jacobian */
    double cfl;
    double tolerance; /* of GMRES: part of the residual; of Newton-Krylov */
    bool rests;       /* the residual falls no more, if what is left of it may be rounding */
    double drop;      /* decades by which the flow's residual has fallen from its largest */
};

/* What a step met. A new member is a new fact for rules; 0 where it does not apply. */
struct steering_outcome {
    bool refused;          /* the step was taken back: no number came out, or no share of it was accepted */
    bool shortened;        /* the line search shortened it */
    double limited, cells; /* cells whose change was limited, and all, of all ranks */
    int vectors;           /* of GMRES */
    double reduction;      /* of the linear residual; NAN: not known */
    double left;           /* what the last try left of the unsteady residual, a part of that before, in the norm of the
                              linear system */
};

/* All that a restart needs. */
struct steering {
    struct steering_means means; /* of a checkpoint `corrects` alone is a part */
    enum steering_phase method, equations;
    unsigned tried;            /* phases of the equations that the run has been in: each once */
    bool gave_up;              /* defect correction does not take over again */
    bool guessed;              /* from a first guess near the solution, of a flow that is not limited */
    bool strict;               /* with coarse levels: rises of the residual are accepted no more than without one */
    int64_t steps;             /* accepted */
    int64_t newton_step;       /* since which Newton-Krylov is at work */
    int64_t look_step;         /* at which cells that hold the residual were last looked for */
    double largest, least;     /* residuals of the flow: of all, of the method that is at work */
    double before;             /* that which the last step began from; HUGE_VAL: not to be compared */
    struct progress best;      /* of the flow's residual by the method at work, by halves; */
    struct progress rest;      /* of all variables, whatever the method, by halves; */
    struct progress fall[2];   /* of all and of the flow, by tenths; steps of fall[1] are those of fall[0] */
    struct progress stuck;     /* the residual of all at the last stall */
    struct progress trial;     /* `least` when Newton-Krylov was last judged, counted in evaluations */
    struct progress phase;     /* of the flow: where the equations of now began; HUGE_VAL: not known yet */
    double limited;            /* part of the cells whose change the last step limited; 0 of a few cells */
    double defect_rate, newton_rate; /* decades of the flow's residual for the work of a step of defect correction: of
                                        that when it was last left, of Newton-Krylov when that last lost to it */
    double floor;              /* residual at which defect correction was last left; 0: it was not */
    int wasted;                /* times that it took over again and came no further than that */
    int level;                 /* sweeps for a Krylov vector are doubled so often: 0 .. STEERING_LEVELS - 1 */
    int vectors_before;        /* of the last system, before the level rose on trial; 0: it did not */
    double cfl_before;         /* and its CFL number */
    int brought_back;          /* times that cells beyond the bounds of steady flow were */
    int sweeps_pause;          /* systems until the level may rise again */
    double model_error;        /* of the linear system as a model of the last step of Newton-Krylov, a part of the
                                  residual before it; 1 or more: of no use */
    /* Within a step, not in checkpoints: */
    int stage;                 /* of the table, at which steering_before() goes on */
    uint64_t fired;            /* rules that applied since the step began, a bit each (steering_rule_name()) */
};

enum { STEERING_NUMBERS = 36, STEERING_LEVELS = 4 };

/* A run's start. */
void steering_begin(struct steering *k, struct cfl_control *cfl, struct steering_means means);

/* The state has become a first guess of another flow, near the old one: begins as a run does, but with a large CFL
 * number. What the old flow's residuals have taught is forgotten, but for the largest, as sweeps are not. */
void steering_renew(struct steering *k, struct cfl_control *cfl);

/* Before a step. While the decision asks for a change of the equations the caller makes it and calls again. */
struct steering_decision steering_before(struct steering *k, struct cfl_control *cfl,
                                         const struct steering_facts *facts);

/* In the line search: is a step accepted that leads from unsteady residual `before` to `now`? Not for not-a-numbers.
 * last: it will not be shortened further. */
bool steering_accepts(struct steering *k, struct implicit_norms now, struct implicit_norms before, bool last);

/* After a step from residual r, accepted or not. */
void steering_after(struct steering *k, struct cfl_control *cfl, struct implicit_norms r,
                    const struct steering_outcome *o);

/* The caller of the scheme asks for Newton-Krylov, until the next steering_begin(). */
void steering_take_newton(struct steering *k, struct cfl_control *cfl);

/* The residual is about to jump, by what was done to the equations: it is compared with later ones alone. */
void steering_disturbed(struct steering *k);

/* Limiters that were to be held are not: those of a checkpoint do not fit. */
void steering_released(struct steering *k);

/* Is the flow solved to first order in the phase that the equations are in? */
bool steering_is_first_order(const struct steering *k);

/* The method of the step, between steering_before() and steering_after(). */
bool steering_is_newton(const struct steering *k);

/* Sweeps for a step of defect correction: `least`; for a Krylov vector that times a power of two. */
int steering_sweeps(const struct steering *k, int least);

/* Has the residual fallen so far that a run that can go on no more has a flow to show? */
bool steering_has_fallen(const struct steering *k);

/* What a checkpoint keeps, and back into steering that has begun: also sets the bounds of the CFL number, not the
 * number itself. */
void steering_save(const struct steering *k, double number[STEERING_NUMBERS]);
void steering_load(struct steering *k, struct cfl_control *cfl, const double number[STEERING_NUMBERS]);

/* Rules by number, 0 .. steering_rule_count() - 1: the name of the row, static. */
int steering_rule_count(void);
const char *steering_rule_name(int rule);

#endif
