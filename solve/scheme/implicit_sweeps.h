/* implicit_sweeps.h: multicolour Gauss-Seidel sweeps over the stored Jacobian, colour by colour over all ranks, so that
 * they are those of one rank whatever the number of ranks.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_SWEEPS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_SWEEPS_H

#include "scheme/flow.h"
#include "scheme/implicit_coarse.h"
#include "scheme/implicit_rows.h"
#include "scheme/implicit_sent.h"

/* Pairs of an array and a number of sweeps that are recorded; further ones are launched each time. */
enum { SWEEPS_RECORDED = 8 };

/* A number of sweeps for one array of residuals, recorded (backend.h). */
struct recorded_sweeps {
    void *work; /* NULL: not recorded; owned */
    const stored *residual; /* [nv][n_owned] device, borrowed: as long as the sweeps are */
    int n;
};

struct implicit_sweeps {
    const struct implicit_rows *rows; /* borrowed */
    const struct backend *backend;    /* borrowed */
    struct kernel *sweep, *along, *sweep_sent, *along_sent; /* borrowed */
    struct implicit_sent *sent;       /* owned; NULL: values are exchanged by */
    struct exchange **exchange;       /* [rows->n_colours] of x at the cells of a colour; owned, NULL with `sent` */
    struct implicit_coarse *coarse;   /* owned; NULL: sweeps begin from zero */
    struct recorded_sweeps recorded[SWEEPS_RECORDED];
    struct jacobian_solve_args solve; /* x: nv values at each place, b: [nv][n_rows]; device; x is owned or of `sent` */
    bool owns_b;                      /* or it stands where the flow has its fluxes */
};

/* Has an array of the fluxes of n_flux faces room for as many variables of n_rows rows? The right-hand side of sweeps
 * then stands there: a run of sweeps destroys the fluxes of the last evaluation. Not collective. */
bool implicit_sweeps_fit_fluxes(int64_t n_flux, int64_t n_rows);

/* Collective. c: not kept; f and rows are borrowed until implicit_sweeps_free(), which is collective where
 * exchange_free() is and may be called where nothing was created (all zero). s: out. */
void implicit_sweeps_create(const struct flow *f, const struct case_file *c, const struct implicit_rows *rows,
                            struct implicit_sweeps *s);
void implicit_sweeps_free(struct implicit_sweeps *s);

/* Collective. n sweeps, from x = 0 or from the coarse levels, for the right-hand side residual[nv][n_owned] (device);
 * n, >= 0, is the same on all ranks. x is left in s->solve.x, in the compute stream. On a GPU the launches, some
 * hundred short ones, are recorded the first time for each pair of residual and n. */
void implicit_sweeps_run(struct implicit_sweeps *s, const stored *residual, int n);

#endif
