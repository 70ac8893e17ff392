/* wall_args.h: what the kernels of cells at walls with wall functions read and write (kernels/wall_cells.h), as
 * kernel_args.h has it for others. Nothing is owned.
 */
#ifndef UFV_SOLVE_KERNELS_WALL_ARGS_H
#define UFV_SOLVE_KERNELS_WALL_ARGS_H

#include "kernels/kernel_args.h"

/* The neighbours of cells at walls, by wall face; in place of the signed
 * face to the next cell: */
enum {
    WALL_NEXT_NONE = LID_MAX - 1, /* there is none */
    WALL_NEXT_IDLE = LID_MAX,     /* the face is no wall, or another wall face speaks for the cell */
    WALL_CEILINGS = 8             /* faces to next cells that are corrected; further ones of a cell are not */
};
struct wall_next_args {
    struct mesh_view m;
    const struct bc_values *patch;
    lid *next; /* [2 WALL_CEILINGS][n_boundary + n_halo_boundary] signed faces from the cell to the next ones, as
                  mesh_view.slice_face has them, then NONE; or IDLE first. Behind them, of each, the next cell where
                  this face changes its production, else -1 */
};

/* Sources in cells at walls. Index: boundary faces, those of the halo after the owned ones. */
struct wall_cell_args {
    struct mesh_view m;
    const struct bc_values *patch;
    struct fluid fluid;
    struct turbulence turbulence;
    const real *q;    /* [nv][n_slots] */
    const lid *next;  /* as wall_next_args */
    stored *terms;    /* as gradient_args, as mu_t and f1 */
    real *mu_t, *f1;
    real *correction; /* as correction_args; of models that hold their variables at walls */
    int adds;         /* 1: other corrections stand there */
};

/* Fluxes out of cells at walls. Index: as above. */
struct wall_flux_args {
    struct flux_args f;
    const lid *next; /* as wall_next_args */
};

#endif
