/* coarse_args.h: arguments of the kernels of kernels/coarse_level.h.
 */
#ifndef UFV_SOLVE_KERNELS_COARSE_ARGS_H
#define UFV_SOLVE_KERNELS_COARSE_ARGS_H

#include "kernels/kernel_args.h"

/* Faces in groups: those of group k are face[begin[k]] .. face[begin[k + 1] - 1], as mesh_view.slice_face has them for
 * the cell on the near side of the group. */
struct coarse_faces {
    const lid *begin; /* [groups + 1] */
    const lid *face;
};

/* A coarse level: its rows, each of a coarse cell, and what cells and faces those are made of. */
struct coarse_level {
    struct jacobian_rows rows; /* single precision, of the flow's NV variables; cell[] is the coarse cell */
    int rounds;                /* a row has up to 2^rounds cells */
    const lid *begin;          /* [n_rows + 1] the cells of row p are member[begin[p]] .. member[begin[p + 1] - 1], */
    const lid *member;         /* owned ones */
    const lid *halo_place;     /* [n_cells - n_owned] of cells of the halo, the coarse cell's place in x; -1: none */
    /* A border is all faces between two coarse cells. */
    lid n_borders;
    const lid *near, *far;      /* [n_borders] the places in x of the two; near is a row */
    struct coarse_faces border; /* groups: borders, seen from `near` */
    struct coarse_faces edge;   /* groups: rows; their faces on boundaries and to cells of the halo */
};

/* Assembly; index: sides of borders, 2 n_borders, or coarse rows. */
struct coarse_row_args {
    struct jacobian_args fine; /* of the cells; its rows are not read */
    struct coarse_level level;
};

/* Right-hand side from the cells' residuals, index: coarse rows; x of the cells from that of the coarse ones, index:
 * coarse_prolong_body(). */
struct coarse_move_args {
    struct coarse_level level;
    lid n_owned;
    const double *residual;    /* [NV][n_owned] */
    jacobian_number *b, *from; /* of the coarse level: [NV][n_rows], and x of it */
    struct jacobian_solve_args fine; /* x of the cells is written */
};

#endif
