/* implicit_parts.h: what the implicit integrator keeps. For its sources alone: implicit.c, implicit_system.c,
 * implicit_equation.c and implicit_bench.c.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_PARTS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_PARTS_H

#include "scheme/implicit_rows.h"
#include "scheme/implicit_sweeps.h"
#include "scheme/implicit_time.h"
#include "scheme/integrator.h"
#include "scheme/krylov.h"
#include "scheme/steering.h"

/* Vectors of GMRES: with 20 a laminar plate takes twice the evaluations of 40. With turbulence 60 were needed while
 * systems were solved to 0.3 in each step (docs/decisions/025-vectors-for-turbulence.md). In unsteady flow, where
 * the diagonal is larger, 12 do; the place of 12 vectors of 16 bits also has room for two steps that are remembered. */
enum { IMPLICIT_VECTORS = 30, IMPLICIT_UNSTEADY_VECTORS = 12 };

struct implicit {
    struct flow *flow; /* borrowed */

    /* ---- the system of a step ---- */
    struct implicit_rows rows;     /* of the stored Jacobian */
    struct implicit_sweeps sweeps; /* over it; x of a step stands there */
    struct kernel *assemble, *join, *line, *norm, *reach; /* borrowed */
    struct jacobian_args jacobian; /* of the assembly */
    struct implicit_args a;        /* of kernels over cells; what only one launch takes is set in a copy */
    struct krylov krylov;
    struct krylov_pairs pairs;     /* in unsteady flow, of defect correction: steps that its vectors remember */
    double unit[NV_MAX];           /* of vectors, before balance_units() */
    double cells;                  /* of the whole mesh */
    bool has_lines;                /* a rank has lines of several cells */

    /* ---- device arrays, owned but where said otherwise ---- */
    real *q0;                      /* [nv][n_owned] the state at the start of the step; that of the flow, borrowed */
    stored *residual, *spectral;   /* of q0: [nv][n_owned]; [n_owned] m^3/s */
    stored *work;                  /* [nv][n_owned]; that of krylov, borrowed: free but in krylov_solve() and between
                                      krylov_pairs_reduce() and krylov_pairs_complete() */
    uint8_t *held;                 /* [nv - NV][n_owned] as implicit_args */
    float *taken;                  /* [n_owned] as implicit_args; NULL: unsteady flow */
    float *local_cfl;              /* the same; of the flow, borrowed */
    lid *limited;                  /* one number, as implicit_args */
    stored *inertia;               /* [n_owned] of the diagonal in unsteady flow, m^3/s; NULL: steady flow */

    /* ---- the course of the run ---- */
    struct steering steering;
    int refusals;                  /* in a row */
    bool first_order;              /* the flow has been told to be */
    bool held_limiters;            /* the flow has been told to hold its limiters */
    int64_t evaluations;           /* of the residual, those before a restart included */

    /* ---- the equation in physical time ---- */
    struct implicit_time time;     /* factor 0: steady flow, which has none of the following */
    bool has_norms;                /* a step has begun at the evaluated state (implicit_begin_step()), */
    struct implicit_norms norms;   /* whose norms these are */
    bool has_matrix;               /* the stored Jacobian is of a state of this equation; */
    double norm_before;            /* of all variables at the start of the step before */
    bool has_scaling;              /* jacobian.scaling has been found for this equation */
    double weight[2];              /* how many times as large a turbulence variable's residual may be as the flow's */
};

#endif
