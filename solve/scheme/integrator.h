/* integrator.h: marching in time as an object, so that schemes can be exchanged.
 *
 * The flow (scheme/flow.h) gives fluxes and residuals of a state; an integrator makes steps of
 * them. The march, the monitor, checkpoints and stop rules see steps only. A
 * step begins and ends with an evaluated state (flow_evaluate() with wave speeds). A step
 * that fails may be refused: the state is then the one before it.
 *
 * An integrator is one file and a row in integrator_types[] (scheme/integrator.c).
 */
#ifndef UFV_SOLVE_SCHEME_INTEGRATOR_H
#define UFV_SOLVE_SCHEME_INTEGRATOR_H

#include "scheme/cfl_control.h"
#include "scheme/flow.h"

/* Numbers that an integrator leaves in a checkpoint. */
enum { INTEGRATOR_NUMBERS = 56 };

/* What the newest call of integrator_step() did. */
struct integrator_report {
    int steps;           /* that were made; 0: the step was refused and taken back */
    int64_t evaluations; /* of the residual by this scheme, those before a restart included */
    double cfl;          /* of the newest step, as what follows: */
    int64_t vectors;     /* of GMRES, 0: none was needed; */
    double reduction;    /* of the residual of its linear system, by GMRES; 0: not known; */
    int64_t limited;     /* cells whose change was limited */
    int64_t sub_steps;   /* of dual time: steps in pseudo-time, of all stages; */
    double sub_drop;     /* decades by which the flow's unsteady residual fell in them, the least of the stages */
    double drop;         /* decades by which the flow's residual had fallen when it began, in the scheme's own norm (of
                            steady flow); 0: not known */
    const char *refused; /* why a step was refused, a literal; NULL: none was */
    const char *note;    /* what the scheme does from now on, a literal; NULL: as before */
    bool first_order;    /* the flow is solved to first order for now: its residual and forces are not the case's */
    bool held_limiters;  /* limiters are held for now: the residual and forces are not the case's either */
    bool stuck;          /* no further step will do; the state is that after the last one that did */
    bool rounding;       /* what was left of the residual when the newest step began is rounding (of steady flow): of
                            states in double precision, or */
    bool floor;          /* of gradients in single precision, since the residual is small and falls no more */
};

struct integrator {
    const struct integrator_type *type;
    struct flow *flow;         /* borrowed */
    const struct case_file *c; /* borrowed */
    struct cfl_control cfl;
    struct integrator_report report;
    void *own;                 /* the scheme's, owned */
};

struct integrator_type {
    enum time_scheme scheme;
    const char *name; /* for people */
    /* Collective. Allocates what the scheme needs; nonzero with error_set() on all ranks where it cannot. */
    int (*create)(struct integrator *it);
    /* Collective as integrator_free(). Also after create() has failed; it->own may be NULL. */
    void (*free)(struct integrator *it);
    /* Steps that may be made in one call, 1 .. most: more than one only where the host has nothing to do between
     * them. Not collective; ranks may differ. */
    int (*batch)(const struct integrator *it, int most);
    /* Collective. Makes `steps` steps (as batch() allows) from an evaluated state at `iteration` to an evaluated
     * state; dt: the global time step, s, not used with local steps. Fills it->report. Nonzero with
     * error_set() on all ranks where the run has failed. */
    int (*step)(struct integrator *it, int64_t iteration, int steps, double dt);
    /* Bytes on the device beyond the arrays of the flow, from the counts of a rank's pack. Not collective. */
    int64_t (*bytes)(const struct pack *p, const struct case_file *c);
    /* What a checkpoint must hold so that a restart continues bit for bit: numbers, equal on all ranks. save() gives
     * how many; load() takes the n of a checkpoint of the same scheme, or leaves all as create() made it if they are
     * of another version. The flow is evaluated behind load(). NULL: nothing. Not collective, but to be called on all
     * ranks. */
    int (*save)(const struct integrator *it, double number[INTEGRATOR_NUMBERS]);
    void (*load)(struct integrator *it, int n, const double *number);
    /* Collective. The global time step of the evaluated state, s, where the scheme has one of its own; NULL: it takes
     * that of the flow. */
    double (*time_step)(struct integrator *it);
    /* Called when the problem has changed under the state (the wind has turned, say), so that residuals from before are
     * no measure any more. afresh: the state is a first guess of another flow, and the scheme begins anew. NULL where a
     * scheme remembers nothing. Not collective, but to be called on all ranks. */
    void (*disturbed)(struct integrator *it, bool afresh);
};

/* Collective. The integrator of the case's time.scheme for a flow; f and c are borrowed until integrator_free(), which
 * is called after a failure too. On all ranks nonzero with error_set() where the scheme cannot be had. */
int integrator_create(struct flow *f, const struct case_file *c, struct integrator *it);

/* Before the flow is freed; zeroes *it. May be called where nothing was created (all zero). Collective with the
 * implicit scheme in mode peer, else not. */
void integrator_free(struct integrator *it);

/* Collective. Sets the CFL number of the step to come, number `iteration` (>= 0) of the run, and gives the global time
 * step of the evaluated state, s; 0 with local time steps. */
double integrator_time_step(struct integrator *it, int64_t iteration);

/* As the members of struct integrator_type; where a scheme leaves one out: no bytes, and nothing saved, loaded or done.
 * Collective: integrator_step() alone. */
int integrator_batch(const struct integrator *it, int most);
int integrator_step(struct integrator *it, int64_t iteration, int steps, double dt);
int64_t integrator_bytes(const struct pack *p, const struct case_file *c);
int integrator_save(const struct integrator *it, double number[INTEGRATOR_NUMBERS]);
void integrator_load(struct integrator *it, int n, const double *number);
void integrator_disturbed(struct integrator *it, bool afresh);

/* scheme/runge_kutta.c: rk and shu-osher, whose stages differ. */
extern const struct integrator_type integrator_runge_kutta, integrator_shu_osher;

/* scheme/implicit.c */
extern const struct integrator_type integrator_implicit;

/* scheme/dual_time.c */
extern const struct integrator_type integrator_dual_time;

#endif
