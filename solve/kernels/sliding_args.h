/* sliding_args.h: what the kernels of a sliding interface read and write (kernels/sliding_faces.h), as kernel_args.h
 * has it for others. Nothing is owned.
 */
#ifndef UFV_SOLVE_KERNELS_SLIDING_ARGS_H
#define UFV_SOLVE_KERNELS_SLIDING_ARGS_H

#include "kernels/kernel_args.h"
#include "physics/turbulence/models.h"

/* Widths of the two tables of cells at a sliding interface. A row of states holds the variables. A row of slopes holds,
 * in inviscid flow, the gradients times the limiter, [3][NV]; in viscous flow the gradients and their limiters,
 * [nv][4], and behind them what the turbulence model keeps of eddies, viscosity (Pa s) and blending function. */
enum { SLIDING_STATE = NV, SLIDING_SLOPE = 3 * NV, SLIDING_STATE_MOST = NV_MAX, SLIDING_SLOPE_MOST = 4 * NV_MAX + 2 };

UFV_HD int sliding_state_width(const int equations)
{
    return equations_variables(equations);
}

UFV_HD int sliding_slope_width(const int equations)
{
    const int nv = equations_variables(equations);
    return !equations_are_viscous(equations) ? 3 * nv : 4 * nv + (model_keeps_eddies(equations) ? 2 : 0);
}

/* A table of those cells, of both sides and of all ranks (features/sliding/); index: this rank's faces there. */
struct sliding_pack_args {
    struct mesh_view m;
    const lid *face;  /* [faces] 0 .. n_boundary - 1 */
    const lid *place; /* [faces] row of the table */
    const real *q;          /* [nv][n_slots]; NULL: the gradients are taken */
    const stored *gradient; /* as flux_args, as what follows */
    const struct limited_gradient *limited;
    const real *mu_t, *f1;
    real *table; /* [rows][sliding_state_width()], or [rows][sliding_slope_width()] */
};

/* Ghosts behind the interface; index: its boundary faces, with the halo's. */
struct sliding_ghost_args {
    lid n_slots;
    const lid *slot;      /* [ghosts] */
    const uint8_t *turns; /* [rows] 1: the row's cell is of the zone that turns */
    const lid *begin;     /* [ghosts + 1] of the shares; the first is that of the own cell, the others' are across */
    const lid *of;        /* [shares] row */
    const double *weight; /* [shares] */
    const real *state;    /* [rows][sliding_state_width()] in each cell's own axes */
    real from_rest[9];    /* as frame.from_rest */
    real *q;              /* [nv][n_slots] */
};

/* Fluxes through the interface; index: this rank's faces there. */
enum { SLIDING_NORMAL, SLIDING_FROM_TURNING = 3, SLIDING_FROM_RESTING = 6, N_SLIDING = 9 };
struct sliding_flux_args {
    struct flux_args f;
    const lid *face;      /* [faces] as sliding_pack_args */
    const lid *row;       /* [faces] of the table */
    const uint8_t *turns; /* as sliding_ghost_args, as from_rest */
    const lid *begin;     /* [faces + 1] of the pieces */
    const lid *across;    /* [pieces] row */
    const double *piece;  /* [pieces][N_SLIDING] struct sliding_piece */
    const real *state, *slope; /* tables */
    real from_rest[9];
};

#endif
