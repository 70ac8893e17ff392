/* frame_args.h: arguments of the kernel of sources that follow from how the mesh moves (kernels/frame_terms.h).
 */
#ifndef UFV_SOLVE_KERNELS_FRAME_ARGS_H
#define UFV_SOLVE_KERNELS_FRAME_ARGS_H

#include "kernels/kernel_args.h"

/* What the motion of the mesh, or a force on each mass alike, adds to the right-hand side; index: owned cells. */
struct frame_args {
    struct mesh_view m;
    struct frame frame;
    int n_variables;
    int adds;             /* 1: to what the source is already; 0: the source is this alone */
    real gamma;
    real acceleration[3]; /* m/s^2 by a force that works on the fluid */
    const real *q;        /* [nv][n_slots] */
    const real *kept;     /* [n_owned] m^3, as struct swept_volume; NULL: cells sweep nothing */
    real *source;         /* [nv][n_owned] as update_args.source */
};

#endif
