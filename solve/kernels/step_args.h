/* step_args.h: arguments of kernels beside a step: in physical time its first guess and its length, in steady flow
 * cells beyond its bounds; otherwise as kernel_args.h.
 */
#ifndef UFV_SOLVE_KERNELS_STEP_ARGS_H
#define UFV_SOLVE_KERNELS_STEP_ARGS_H

#include "kernels/kernel_args.h"
#include "physics/steady_bounds.h"

/* The first guess of the state at the end of a step in physical time, from states of steps before; index: owned
 * cells. */
struct extrapolate_args {
    lid n_owned, to_stride; /* lengths of rows: of all arrays but `to`, and of that */
    int n_variables;
    const real *start, *before, *older; /* [nv][n_owned] states W^n, W^(n-1), W^(n-2); older: NULL with share_older 0 */
    double share_before, share_older;   /* of W^n - W^(n-1) and of W^(n-1) - W^(n-2), without unit */
    double most;                        /* change of a density, pressure or turbulence variable, of itself */
    real *to;                           /* [nv][to_stride] */
};

/* Times in which cells are crossed (scheme/step_region.h); index: owned cells. */
struct crossing_args {
    struct mesh_view m;
    struct frame frame;    /* with moves: of the mesh now */
    int moves;
    const real *q;         /* [nv][n_slots] */
    const uint8_t *chosen; /* [n_owned] 0: the cell does not count */
};

/* Cells beyond the bounds of steady flow (scheme/implicit_bounds.h); index: owned cells. */
struct beyond_args {
    struct steady_bounds bounds;
    const real *q;    /* [NV][stride] */
    int64_t stride;
    const real *size; /* [n_owned] as gradient_args: negative: a cell of first order, which does not count; NULL: none
                         is */
};

#endif
