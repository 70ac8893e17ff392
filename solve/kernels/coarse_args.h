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
    const lid *slice;          /* [n_entries / SLICE] the slice of rows that a slice of entries is of */
    const lid *begin;          /* [n_rows + 1] the cells of row p are member[begin[p]] .. member[begin[p + 1] - 1], */
    const lid *member;         /* owned ones */
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
 * places in x of the cells. */
struct coarse_move_args {
    struct coarse_level level;
    lid n_owned;
    const stored *residual;  /* [NV][n_owned] */
    const lid *coarse_place; /* [fine.rows.n_places] by places in x of the cells, that of their coarse cell; -1: none */
    jacobian_number *b, *x;  /* of the coarse level: [NV][n_rows], and x of it */
    struct jacobian_solve_args fine; /* x of the cells is written */
};

#endif
