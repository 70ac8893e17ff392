/* coarse_args.h: arguments of the kernels of kernels/coarse_level.h.
 */
#ifndef UFV_SOLVE_KERNELS_COARSE_ARGS_H
#define UFV_SOLVE_KERNELS_COARSE_ARGS_H

#include "kernels/kernel_args.h"

/* A coarse level: its rows, each of a coarse cell, and what cells those are made of. */
struct coarse_level {
    struct jacobian_rows rows; /* single precision, of the flow's NV variables; cell[] is the coarse cell */
    const lid *place;          /* [n_cells] the place in x of the coarse cell of each cell, owned or of the halo */
    const lid *begin;          /* [n_rows + 1] the cells of row p are member[begin[p]] .. member[begin[p + 1] - 1], */
    const lid *member;         /* owned ones */
};

/* Assembly; index: coarse rows. */
struct coarse_row_args {
    struct jacobian_args fine; /* of the cells; its rows are not read */
    struct coarse_level level;
};

/* Right-hand side from the cells' residuals, index: coarse rows; x of the cells from that of the coarse ones, index:
 * cells, owned and of the halo. */
struct coarse_move_args {
    struct coarse_level level;
    lid n_owned;
    const double *residual;    /* [NV][n_owned] */
    jacobian_number *b, *from; /* of the coarse level: [NV][n_rows], and x of it */
    struct jacobian_solve_args fine; /* x of the cells is written */
};

#endif
