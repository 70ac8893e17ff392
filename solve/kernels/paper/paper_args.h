/* paper_args.h: what the kernels of `pipeline = paper` read and write: the data flow
 * of papers 1 to 3, one kernel per step, every intermediate in an array. Papers: 1
 * Zhang et al., FGCS 139 (2023); 2 Zhang et al., Adv. Aerodyn.; 3 Zhang et al.,
 * J. NUDT 44(5) (2022).
 *
 * One struct serves the family. Loops over variables go from v_begin to v_end - 1:
 * all of them in a whole kernel, one in a split one (paper 1, Section 3.4). Bodies
 * with a `race` argument add to what other indices add to as well: with atomic
 * operations (RACE_ATOMIC), or plainly where the faces of a launch are of one colour
 * (RACE_NONE).
 */
#ifndef UFV_SOLVE_KERNELS_PAPER_PAPER_ARGS_H
#define UFV_SOLVE_KERNELS_PAPER_PAPER_ARGS_H

#include "kernels/kernel_args.h"

enum { RACE_ATOMIC, RACE_NONE };

/* What of the mesh only the papers' loops need. */
struct paper_view {
    const lid *cell_face_offset, *cell_face; /* CSR over n_stencil */
    const lid *cell_cell;                    /* the slots across those faces */
    const lid *cell_side;                    /* 1 where the cell is left of the face, -1 where right */
    const uint8_t *cell_node_access;         /* as mesh_view.cell_node: faces of the cell that hold the node */
    const uint8_t *node_cell_access;         /* as mesh_view.node_cell: the same */
    const lid *node_face_offset, *node_face; /* CSR over n_nodes, faces 0 .. n_faces - 1 */
    const lid *colour_face;                  /* [n_flux] faces by colour */
    lid n_inner_nodes;                       /* nodes without halo cells: they come first */
};

struct paper_args {
    struct mesh_view m;
    struct paper_view p;
    struct flux_args f; /* of the boundary's and the viscous kernels */
    int n_variables, v_begin, v_end;
    const real *q;      /* [n_variables][n_slots] */
    real *q_node;       /* [n_variables][n_nodes] sums over cells, then averages */
    real *count;        /* [n_nodes] cells counted; NULL: another launch counts */
    real *gradient;     /* [3 n_variables][n_stencil] surface integrals, then gradients */
    stored *terms;      /* as gradient_args; NULL without a turbulence model */
    real *least, *most; /* [n_stencil] pressure of a cell and its neighbours, Pa */
    real *phi;          /* [n_stencil] limiter */
    real *q_left, *q_right; /* [n_variables][n_flux] states at faces; right: interior faces */
    real *flux;         /* [n_variables][n_flux] */
    const real *flux_by_colour; /* the same, faces in the order of colour_face */
    real *sum;          /* [n_variables][n_owned] fluxes out of a cell */
    real *diffusion;    /* [n_owned] sums of diffusivity area / distance, m^3/s */
};

/* target[i] = value; index: words. */
struct fill_args {
    real *target;
    real value;
};

/* to[v n + i] = from[v n + order[i]]; index: i. */
struct gather_args {
    const lid *order;
    const real *from;
    real *to;
    int n_variables;
    int64_t n;
};

#endif
