/* implicit_system.h: the linear system (V / dt - dR / dW) dW = R of an implicit step: its right-hand side, its stored
 * and its true matrix, and the two ways to a solution. For the implicit integrator's own sources (implicit_parts.h).
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_SYSTEM_H
#define UFV_SOLVE_SCHEME_IMPLICIT_SYSTEM_H

#include "scheme/implicit_parts.h"

static inline const struct backend *implicit_backend(const struct implicit *s)
{
    return s->flow->domain->backend;
}

/* Runs a kernel over the owned cells with the arguments a, which are those of s but for what the caller has changed. */
static inline void implicit_over_cells(const struct implicit *s, enum kernel_family family,
                                       const struct implicit_args *a)
{
    BACKEND_LAUNCH(implicit_backend(s), family, STREAM_COMPUTE, 0, s->a.n_owned, a);
}

/* Is it an equation in physical time that is solved (implicit_begin_time()), or steady flow? */
static inline bool implicit_is_unsteady(const struct implicit *s)
{
    return s->time.factor > 0;
}

/* ---- the residual: [nv][n_owned] on the device, turbulence rows in advective form ---- */

/* Collective. A step begins at the evaluated state, which is saved as q0. Finds its residual, into s->residual, and
 * what stays that of this state for the whole step: the spectral radii, which turbulence variables are held at their
 * floor, and the scaling for low Mach numbers, which in unsteady flow stays for the whole equation. Gives the norms of
 * the residual. The state was evaluated with wave speeds. */
struct implicit_norms implicit_begin_step(struct implicit *s);

/* The residual of another evaluated state of the step, into `residual`. Not collective. */
void implicit_residual_of(struct implicit *s, stored *residual);

/* Collective. The norms of the unsteady residual of the state that is tried: its residual, in s->work, less what the
 * step in pseudo-time from q0 to it stands for. That is what a step reduces to zero. */
struct implicit_norms implicit_norms_of_try(struct implicit *s);

/* The norm of a residual of norms n in the units of the system whose right-hand side has norms r. */
double implicit_system_norm(const struct implicit *s, struct implicit_norms n, struct implicit_norms r);

/* ---- the matrices ---- */

/* The stored Jacobian, its lines and the coarse level at the evaluated state for that CFL number. Not collective. */
void implicit_assemble(struct implicit *s, double cfl);

/* Parts of that: rows and lines in the compute stream; once they have been launched the coarse level, where there is
 * one, in that stream. */
void implicit_assemble_rows(struct implicit *s, double cfl);
void implicit_assemble_coarse(struct implicit *s, int stream);

/* Collective. x, from zero, by sweeps over the stored Jacobian for that right-hand side (device); and how many sweeps
 * those are. */
void implicit_solve_stored(struct implicit *s, const stored *residual);
int implicit_sweeps_now(const struct implicit *s);

/* Collective. own: struct implicit; v, to: [nv][n_owned] (device): the true Jacobian's product with v, by one
 * evaluation, after which the flow holds a perturbed state. */
void implicit_product(void *own, const stored *v, stored *to);

/* ---- a solution, into x: s->residual is the right-hand side and r its norms ---- */

/* Collective. By GMRES on the true Jacobian, to that part of the right-hand side. The flow holds a perturbed state
 * afterwards. */
struct krylov_result implicit_newton(struct implicit *s, struct implicit_norms r, double tolerance);

/* Collective. By sweeps over the stored Jacobian. In unsteady flow, where few steps are made from one state to the
 * next, what those before have shown of the true Jacobian is taken into account (krylov_pairs): a step costs as many
 * evaluations as without. */
void implicit_defect_correction(struct implicit *s, struct implicit_norms r);

#endif
