/* implicit_parts.h: what the implicit integrator keeps, and the parts of a step that the benchmark of its pieces
 * (implicit_bench.c) and dual time (implicit_equation.c) take by themselves. For these three sources alone.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_PARTS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_PARTS_H

#include "scheme/implicit_control.h"
#include "scheme/implicit_low_mach.h"
#include "scheme/implicit_rows.h"
#include "scheme/implicit_sweeps.h"
#include "scheme/implicit_time.h"
#include "scheme/integrator.h"
#include "scheme/krylov.h"

struct implicit {
    const struct flow *flow; /* borrowed */
    struct implicit_rows rows;
    struct implicit_sweeps sweeps;
    struct kernel *assemble, *join, *line, *norm, *reach;
    struct jacobian_args jacobian;
    struct implicit_args a;
    real *q0;                            /* device arrays; [nv][n_owned], that of the flow, borrowed */
    double *work;                        /* [nv][n_owned]; that of krylov, borrowed: free but in krylov_solve() and
                                            between krylov_pairs_reduce() and krylov_pairs_complete() */
    double *residual, *spectral;         /* owned, as are the following; [nv][n_owned]; [n_owned] */
    uint8_t *held;
    lid *limited;
    struct krylov krylov;
    struct krylov_pairs pairs;
    struct implicit_control control;
    int refusals;        /* in a row */
    bool first_order;    /* the flow has been told to be */
    int64_t evaluations;
    double cells;        /* of the whole mesh */
    bool has_lines;      /* it has lines of several cells */
    struct implicit_time time; /* factor 0: steady flow */
    bool has_norms;      /* unsteady flow: `residual` and what belongs to it are of the evaluated state, with these */
    struct implicit_norms norms;
    bool has_matrix;     /* unsteady flow: the stored Jacobian is of a state of this equation, */
    double before;       /* from which the step began whose residual of all variables this was */
    bool has_scaling;    /* unsteady flow: preconditioning for low Mach numbers has been found for this equation */
    struct implicit_low_mach low_mach;
    double *inertia;     /* [n_owned] of the diagonal in unsteady flow, m^3/s; NULL: steady flow; owned */
    double unit[NV_MAX]; /* of vectors, before balance_units() */
};

/* The residual of the evaluated state into residual[nv][n_owned] (device), turbulence rows in advective form; find: the
 * cells at the floor, the spectral radii and q0 anew. Not collective. */
void implicit_residual_of(struct implicit *s, struct flow *f, double *residual, bool find);

/* Collective. The norms of a residual (device, as above) of the state held; unsteady: less what the step in pseudo-time
 * from q0 to it stands for, which is what a step reduces to zero. */
struct implicit_norms implicit_norms_of(struct implicit *s, double *residual, bool unsteady);

/* The stored Jacobian and its lines at the evaluated state for that CFL number, in the compute stream. */
void implicit_assemble_rows(struct implicit *s, double cfl);

/* Once that has been launched: the coarse level, where there is one, in that stream. */
void implicit_assemble_coarse(struct implicit *s, int stream);

/* Collective. x from zero by sweeps for that right-hand side (device); and how many they are. */
void implicit_own_sweeps(struct implicit *s, const double *residual);
int implicit_sweeps_now(const struct implicit *s);

/* Collective. own: struct implicit; v, to: [nv][n_owned] (device): the true Jacobian's product with v, by one
 * evaluation, after which the flow holds a perturbed state. */
void implicit_own_product(void *own, const double *v, double *to);

#endif
