/* dual_parts.h: what dual time stepping keeps, and what its two sources share. For these alone: dual_time.c (the steps)
 * and dual_length.c (how long they are). `it` is of integrator_dual_time, its own a struct dual_time.
 */
#ifndef UFV_SOLVE_SCHEME_DUAL_PARTS_H
#define UFV_SOLVE_SCHEME_DUAL_PARTS_H

#include "kernels/step_args.h"
#include "scheme/dual_control.h"
#include "scheme/integrator.h"
#include "scheme/step_region.h"

#include <math.h>

/* BDF3, and so its blend with BDF2, is stable as long as no step is longer than 1.501 times the one before (Calvo,
 * Grande & Grigorieff 1990, Numer. Math. 57). */
static const double DUAL_BLEND_GROWTH = 1.5;

struct dual_time {
    struct integrator inner;    /* in pseudo-time; owned */
    struct dual_control control;
    real *start;                /* [nv][n_owned] the state at the start of the step; device, owned, as what follows: */
    stored *rate;               /* [nv][n_owned] conserved variables per second */
    stored *slope[DUAL_STAGES]; /* [nv][n_owned] the same of each stage but the last; NULL: not there. Of two stages it
                                   stands where rate does */
    double factor;              /* 1/s, of the equation solved last */
    double before_dt;           /* s, of the step before; 0: there was none */
    double older_dt;            /* s, of that before both; 0: there was none */

    /* ---- dual_length.c ---- */
    double next_dt;             /* s, by the estimate of errors or the CFL number of a region; 0: to be found */
    double next_cfl;            /* for which the latter was found */
    double before_error;        /* of the step before over what is allowed; 0: there was none */
    struct step_region region;  /* with time.dt_cfl */
};

/* out = factor (W(to) - W(from)) + rate, W the conserved variables. from, rate, out: [nv][n_owned], to: [nv][stride],
 * on the device; rate NULL: none; out may be rate. factor: 1/s. In the compute stream; not collective. */
static inline void dual_derivative(const struct flow *f, const real *from, const real *to, lid stride, double factor,
                                   const stored *rate, stored *out)
{
    const struct mesh_view *m = &f->domain->view;
    struct time_args a = {.n_owned = m->n_owned, .to_stride = stride, .n_variables = f->n_variables,
                          .gamma = f->args.update.fluid.gamma, .volume = m->volume, .from = from, .to = to,
                          .factor = factor, .rate = rate, .out = out};
    BACKEND_LAUNCH(f->domain->backend, KERNEL_time_rate, STREAM_COMPUTE, 0, m->n_owned, &a);
}

/* ---- dual_length.c ---- */

/* Does the length of a step follow from an estimate of its error ([time] tolerance)? */
static inline bool dual_follows_error(const struct case_file *c)
{
    return !isnan(c->time.tolerance);
}

/* Does it follow from the CFL number of a region ([time] dt_cfl)? */
static inline bool dual_follows_region(const struct case_file *c)
{
    return !isnan(c->time.dt_cfl);
}

/* Collective. Before the first step; nonzero with error_set() on all ranks where the region holds no cell. */
int dual_length_create(struct integrator *it);

/* Not collective. May be called where nothing was created (all zero). */
void dual_length_free(struct integrator *it);

/* Collective. The length of the step to come, s; infinite where no particle of the region moves. */
double dual_length_next(struct integrator *it);

/* Nonzero with error_set() where a step cannot be of that length, s: it is infinite. Not collective. */
int dual_length_allows(const struct integrator *it, double dt);

/* Collective. Does the step of that length, s, hold that was made? Not if it could not be solved; with time.tolerance
 * not if its error is too large, for which d->rate is overwritten. Finds the length of the next try or step. */
bool dual_length_holds(struct integrator *it, bool solved, double dt);

/* Nonzero with error_set() where the next try is so short that the tolerance cannot be met. Not collective. */
int dual_length_suffices(const struct integrator *it);

/* Collective. Behind step number `iteration` (>= 0), which held, of length dt, s: with time.dt_cfl the length anew,
 * where it is due. */
void dual_length_renew(struct integrator *it, int64_t iteration, double dt);

/* What a checkpoint has of next_dt, s, and next_cfl. Not collective. */
void dual_length_load(struct integrator *it, double next_dt, double next_cfl);

#endif
