/* implicit_parts.h: what the implicit integrator keeps. For its sources alone: implicit.c, implicit_system.c,
 * implicit_equation.c and implicit_bench.c.
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

/* Of GMRES; with 20 a laminar plate takes twice the evaluations of 40. */
enum { IMPLICIT_VECTORS = 30 };

struct implicit {
    struct flow *flow; /* borrowed */
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

#endif
