/* implicit_equation.h: the implicit scheme as dual time stepping takes it: an integrator whose steps are in
 * pseudo-time, with the residual and the diagonal of an equation in physical time. Steady flow needs none of this: the
 * scheme itself is implicit.c, behind scheme/integrator.h.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_EQUATION_H
#define UFV_SOLVE_SCHEME_IMPLICIT_EQUATION_H

#include "scheme/implicit_time.h"
#include "scheme/integrator.h"
#include "scheme/steering.h"

/* Steps of it (of integrator_implicit, created) are of this equation from now on, by defect correction, the first with
 * this CFL number in pseudo-time or the largest that it takes in unsteady flow. Not collective, but the same on all
 * ranks. */
void implicit_begin_time(struct integrator *it, const struct implicit_time *time, double cfl);

/* Residuals of turbulence variables, [2] or as many as there are, count in linear systems as the flow's does where they
 * are `weight` (positive) times as large: what is asked of each over what is asked of the flow. Before the first step
 * of an equation. Not collective, but the same on all ranks. */
void implicit_weigh(struct integrator *it, const double weight[2]);

/* Steps are by Newton-Krylov until the next equation begins. Not collective, but the same on all ranks. */
void implicit_take_newton(struct integrator *it);

/* Collective. Norms of the residual of that equation at the evaluated state. */
struct implicit_norms implicit_norms_now(struct integrator *it);

/* Collective. The flow evaluated at the state it holds now: a guess of the equation's solution, or its start again;
 * counted. */
void implicit_evaluate(struct integrator *it);

#endif
