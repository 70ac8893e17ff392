/* args.h: what the kernels read and write: one plain struct per kernel family,
 * passed by value to the device. Pointers are to the back end's memory; shapes,
 * ranges and orders are those of formats/pack.h; all arrays are structures of
 * arrays ([components][count]). Nothing is owned.
 */
#ifndef UFV_SOLVE_KERNELS_ARGS_H
#define UFV_SOLVE_KERNELS_ARGS_H

#include "pack.h"
#include "physics/boundary.h"
#include "real.h"

/* The mesh as every kernel sees it. */
struct mesh_view {
    lid n_owned, n_stencil, n_cells, n_slots;
    lid n_boundary, n_flux, n_halo_boundary, n_faces;
    const real *volume;       /* [n_cells] m^3 */
    const real *centroid;     /* [3][n_slots] m */
    const real *normal;       /* [3][n_faces] m^2, left to right */
    const real *face_centroid; /* [3][n_faces] m */
    const lid *left, *right;  /* [n_faces] */
    const lid *slice_offset, *slice_face, *slice_cell;
    const uint8_t *face_patch; /* [n_boundary + n_halo_boundary] patch of each boundary face */
    /* For node averages only; NULL otherwise. */
    lid n_nodes;
    const lid *node_cell_offset, *node_cell; /* CSR over n_nodes */
    const lid *face_node_offset, *face_node; /* CSR over n_faces */
    const lid *cell_node_offset, *cell_node; /* CSR over n_stencil */
};

/* Ghost slots from the cells before them; index: boundary faces, the halo's
 * after the owned (0 .. n_boundary + n_halo_boundary - 1). */
struct ghost_args {
    struct mesh_view m;
    const struct bc_values *patch; /* [n_patches] */
    real gamma;
    real *q;                /* [NV][n_slots] in: cells, out: ghosts */
    const real *prescribed; /* [NV][n_boundary + n_halo_boundary] values in the ghosts of
                               BC_PRESCRIBED patches; NULL without such patches */
};

/* Averages over, or gradients fitted to, the cells around each node; index: nodes. */
struct node_args {
    struct mesh_view m;
    const real *q;       /* [NV][n_slots] */
    real *q_node;        /* [NV][n_nodes]; node_average */
    real *gradient_node; /* [3 NV + 1][n_nodes], as gradient_args.gradient; the last
                            component is 1, or 0 where the fit has no answer */
};

/* Limited gradients; index: stencil cells. */
struct gradient_args {
    struct mesh_view m;
    const real *q;      /* [NV][n_slots] */
    const real *q_node; /* [NV][n_nodes]; method node only */
    const real *gradient_node; /* [3 NV + 1][n_nodes]; method node-lsq only */
    const struct bc_values *patch; /* [n_patches] */
    real *gradient;     /* [3 NV][n_stencil]: d/dx of the NV variables, d/dy, d/dz;
                           times the limiter */
    real *phi;          /* [NV][n_stencil] limiter values kept for freezing; NULL: not kept */
    real eps2_scale[NV]; /* Venkatakrishnan: eps^2 = eps2_scale * volume, in the
                            variable's unit squared */
};

/* Fluxes through faces; index: faces 0 .. n_flux - 1. */
struct flux_args {
    struct mesh_view m;
    const real *q, *gradient;
    const struct bc_values *patch;
    const real *prescribed_face; /* [NV][n_boundary], like ghost_args.prescribed at face centroids */
    real gamma, entropy_fix;
    real *flux;     /* [NV][n_flux] from left to right, times area */
    real *speed;    /* [n_flux] (|un| + c) times area, m^3/s */
    real *pressure; /* [n_boundary] on the face, Pa: what forces are summed from */
};

/* One Runge-Kutta stage: q = q0 + coefficient dt / volume (-sum of fluxes);
 * index: owned cells. */
struct update_args {
    struct mesh_view m;
    const real *flux, *speed;
    const real *q0; /* [NV][n_owned] state at the start of the step */
    real *q;        /* [NV][n_slots] */
    real *save;     /* [NV][n_owned] first stage: copy of q before the update */
    real *dt;       /* [n_owned] s; local steps: written by the first stage */
    real coefficient, cfl, gamma;
    real global_dt; /* s; used when dt is NULL */
    lid *bad_cell;  /* smallest index of a cell gone bad; n_owned when none */
};

/* Sums and minima over owned cells or over boundary faces. */
struct residual_args {
    struct mesh_view m;
    const real *flux; /* [NV][n_flux] */
};

struct time_step_args {
    struct mesh_view m;
    const real *speed;
    real cfl;
};

/* Pressure force and its moment on faces begin .. end-1 of a patch. */
struct force_args {
    struct mesh_view m;
    const real *pressure;  /* [n_boundary] Pa */
    real reference;        /* Pa */
    real centre[3];        /* m */
    lid begin;             /* item i is face begin + i */
};

/* Values of listed cells into a message buffer, and out of it; index: values of
 * the list; [n][n_variables], so that a neighbour's part is one piece. */
struct transfer_args {
    lid n_slots;
    int n_variables;
    const lid *cell; /* [n] */
    real *q;         /* [n_variables][n_slots] */
    real *buffer;    /* [n][n_variables] */
    const lid *transform;  /* [n] transform of each entry, for images that turn; else NULL */
    const real *rotation;  /* [9][n_transforms] by rows */
    lid n_transforms;
};

/* Plain copy, to measure the bandwidth by; index: words. */
struct copy_args {
    const double *from;
    double *to;
};

#endif
