/* coarse_args.h: arguments of the kernels of kernels/coarse_level.h.
 */
#ifndef UFV_SOLVE_KERNELS_COARSE_ARGS_H
#define UFV_SOLVE_KERNELS_COARSE_ARGS_H

#include "kernels/kernel_args.h"

/* Things in groups: those of group k are item[begin[k]] .. item[begin[k + 1] - 1]. */
struct groups {
    const lid *begin; /* [groups + 1] */
    const lid *item;
};

/* A coarse level: its rows, each of a coarse cell, and what they are made of. The first level is made of the mesh's
 * cells and faces, each further one of the rows and entries of the level before. */
struct coarse_level {
    struct jacobian_rows rows; /* single precision, of the flow's NV variables; cell[] is the coarse cell */
    const lid *slice;          /* [n_entries / SLICE] the slice of rows that a slice of entries is of */
    const lid *mirror;         /* [n_entries] of the entry in row p with column q that in row q with column p; -1: q is
                                  of the halo, or there is no entry */
    struct groups parts;       /* groups: rows; owned cells, or rows of the level before; all of them are some row's */
    struct groups between;     /* of a further level; groups: entries; entries of the level before */
    float *own;                /* [n_rows / SLICE][NV NV][SLICE] of the diagonal what does not enter another row */
    jacobian_number *sum, *b;  /* [NV][n_rows] the residual of a row, and the right-hand side: that solved */
    jacobian_number *x, *next; /* NV at each place, as jacobian_solve_args.x; of `next` places of the halo are not
                                  read */
    /* Of the first level. A border is all faces between two coarse cells. */
    lid n_borders;
    const lid *stands;    /* [2 n_borders] entries: where what leaves the coarse cell on the near side stands, and what
                             leaves that on the far side; -1: that row is another rank's */
    struct groups border; /* groups: borders; their faces, as mesh_view.slice_face has them for the cell on the near
                             side */
    struct groups edge;   /* groups: rows; their faces on boundaries and to cells of the halo, likewise */
};

/* Assembly of the first level; index: sides of borders, 2 n_borders, or rows. */
struct coarse_first_args {
    struct jacobian_args fine; /* of the cells; its rows are not read */
    struct coarse_level level;
};

/* Assembly of a further level from the one before, and what all levels have in common; index: rows or entries. */
struct coarse_level_args {
    struct coarse_level before, level;
    real unit[NV];          /* as jacobian_args */
    const stored *residual; /* [NV][n_owned] of the cells: what the first level restricts */
    lid n_owned;
};

/* A sweep over rows; index: rows. */
struct coarse_sweep_args {
    struct coarse_level level;
    const jacobian_number *from; /* x of rows as it is */
    jacobian_number *to;
};

/* x of a level to that before or to the cells, index: places in x of these. */
struct coarse_prolong_args {
    const lid *up;            /* by places: that of the coarse cell of each; -1: none */
    const jacobian_number *x; /* of the level */
    lid stride, step;         /* as jacobian_rows, of the level */
    lid to_stride, to_step;   /* of where x goes */
    jacobian_number *to;
};

#endif
