/* implicit.h: the implicit scheme as dual time stepping takes it: an integrator whose steps are in pseudo-time, with
 * the residual and the diagonal of an equation in physical time.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_H
#define UFV_SOLVE_SCHEME_IMPLICIT_H

#include "scheme/implicit_control.h"
#include "scheme/implicit_time.h"
#include "scheme/integrator.h"

/* Steps of it (of integrator_implicit, created) are of this equation from now on, by defect correction, the first with
 * this CFL number in pseudo-time or the largest that it takes in unsteady flow. quick: few steps are expected, so that
 * they can do with fewer sweeps. Not collective, but the same on all ranks. */
void implicit_begin_time(struct integrator *it, const struct implicit_time *time, double cfl, bool quick);

/* Steps are by Newton-Krylov until the next equation begins. Not collective, but the same on all ranks. */
void implicit_take_newton(struct integrator *it);

/* Collective. Norms of the residual of that equation at the evaluated state. */
struct implicit_norms implicit_norms_now(struct integrator *it);

/* Collective. The flow evaluated at the state it holds now, a guess of the equation's solution; counted. */
void implicit_evaluate_guess(struct integrator *it);

/* The pieces of a step, each by itself (of it, of integrator_implicit). Collective; the device may still be at work.
 * implicit_hold() first: the evaluated state is that of the step; in the end implicit_evaluate_held(). */
void implicit_hold(struct integrator *it);
void implicit_assemble(struct integrator *it);
int implicit_sweep(struct integrator *it);     /* sweeps as for a Krylov vector; how many */
void implicit_multiply(struct integrator *it); /* a product of the true Jacobian and the residual */
void implicit_evaluate_held(struct integrator *it);
const struct jacobian_rows *implicit_jacobian(const struct integrator *it); /* borrowed */

/* A piece of the work of a step, as --bench has it: what it takes on this rank and moves at least. */
struct implicit_piece {
    const char *name; /* a literal */
    double seconds;
    double bytes;     /* that arrays of the mesh's size are read and written with, each once */
};
enum { IMPLICIT_PIECES = 4 };

/* scheme/implicit_pieces.c. Collective. Does the pieces of a step from an evaluated state to the same; how many there
 * are, and what each took. */
int implicit_pieces(struct integrator *it, struct implicit_piece piece[IMPLICIT_PIECES]);

#endif
