/* implicit_system.c: the linear system of an implicit step, and the two ways to a solution of it: by sweeps over the
 * stored first-order Jacobian, and by GMRES on the true one, whose products are differences of residuals, with those
 * sweeps as the preconditioner.
 */
#include "scheme/implicit_system.h"

#include "features/features.h"

#include <math.h>
#include <string.h>

/* Figures of the method: what did best on a wing, airfoils, plates and bumps. */
enum {
    SWEEPS = 20,      /* over the Jacobian without coarse levels, in a step of defect correction (with 10 a wing takes
                         longer), and for a Krylov vector the fewest */
    LINE_SWEEPS = 10, /* of both, where packs have lines */
    CORRECTION_SWEEPS = 10, /* behind coarse levels, in a step of defect correction, */
    VECTOR_SWEEPS = 6, /* and for a Krylov vector the fewest (docs/decisions/020-coarse-levels.md) */
    UNSTEADY_SWEEPS = 30, /* in a step of defect correction of unsteady flow; with ten the slowest parts of a wake
                             are left, which the residual hardly shows and the next first guess amplifies */
    UNSTEADY_COARSE_SWEEPS = 20, /* the same behind coarse levels, */
    UNSTEADY_LINE_SWEEPS = 15    /* and where packs have lines */
};
static const double SHARE_LEAST = 1e-4; /* of the step of a difference: six digits are left then */
/* Of a difference in mixed precision. With 1e-4 a bump takes 1.7 times the evaluations, SST on an airfoil 1.5 times;
 * without a bound 476,928 cells of a wing 2.5 times. */
static const double ENTRY_MOST = 3e-4;
static const double BALANCE = 10;       /* most that a turbulence variable's residual counts against the flow's */

/* Of two turbulence variables at most: implicit_norm_body() of kernels/newton.h with its row in
 * kernels/kernels_shared.inc, struct implicit_norms (scheme/steering.h), implicit.weight (scheme/implicit_parts.h) and
 * dual_control.turbulence_goal have room for no more. */
_Static_assert(NV_MODEL <= 2, "norms of the implicit scheme");

/* ---- the residual ---- */

/* Takes what physical time adds out of the residual of the state held. */
static void add_time(const struct implicit *s, stored *residual)
{
    const struct flow *f = s->flow;
    struct time_args a = {.n_owned = s->a.n_owned, .to_stride = s->a.n_slots, .n_variables = s->a.n_variables,
                          .gamma = s->a.gamma, .volume = f->domain->view.volume, .from = s->time.start, .to = f->q,
                          .factor = s->time.factor, .rate = s->time.rate, .out = residual};
    BACKEND_LAUNCH(implicit_backend(s), KERNEL_time_residual, STREAM_COMPUTE, 0, a.n_owned, &a);
}

/* Turbulence rows in advective form: the row of rho f less f times that of rho. A turbulence variable at rest in a flow
 * that is not yet steady would else see mass that gathers in its cell as a source. find_held: which variables are held
 * at their floor is found anew. */
static void make_advective(const struct implicit *s, stored *residual, bool find_held)
{
    struct implicit_args a = s->a;
    a.residual = residual;
    a.find = find_held;
    if (a.n_variables > NV)
        implicit_over_cells(s, KERNEL_implicit_advective, &a);
}

void implicit_residual_of(struct implicit *s, stored *residual)
{
    flow_residual(s->flow, residual, NULL);
    if (implicit_is_unsteady(s))
        add_time(s, residual);
    make_advective(s, residual, false);
}

/* Of a residual as it is, or of the unsteady one. All sums are in double and in fixed order (BACKEND_SUM, then ranks in
 * order), since the CFL number of the next step follows from them. */
static struct implicit_norms norms_of(const struct implicit *s, stored *residual, bool unsteady)
{
    struct implicit_args a = s->a;
    double sum[3];
    a.residual = residual;
    a.unsteady = unsteady;
    BACKEND_SUM(implicit_backend(s), s->norm, a.n_owned, &a, sum);
    comm_sum(sum, 3);
    return (struct implicit_norms){sqrt(sum[0] / s->cells),
                          {sqrt(sum[1] / s->cells), sqrt(sum[2] / s->cells)},
                          sqrt((sum[0] + sum[1] + sum[2]) / s->cells)};
}

/* What is found here stays that of q0 for all products and tries of the step, or differences of residuals would be of
 * different functions. In unsteady flow the scaling stays that of the equation's first residual, since steps are
 * remembered (krylov_pairs). */
struct implicit_norms implicit_begin_step(struct implicit *s)
{
    flow_residual(s->flow, s->residual, s->spectral);
    if (!s->has_scaling) {
        /* Behind the spectral radii, before the time terms. */
        features_find_scaling(s->flow->domain->features, s->flow, &s->jacobian, s->time.factor);
        s->has_scaling = implicit_is_unsteady(s);
    }
    if (implicit_is_unsteady(s))
        add_time(s, s->residual);
    flow_save_state(s->flow, s->q0);
    make_advective(s, s->residual, true);
    return norms_of(s, s->residual, false);
}

struct implicit_norms implicit_norms_of_try(struct implicit *s)
{
    return norms_of(s, s->work, true);
}

/* ---- the stored Jacobian ---- */

/* The diagonal takes the spectral radius over the CFL number: what stands for it here has physical time in it too.
 * V / dt_pseudo + factor V with V / dt_pseudo = spectral / CFL: (spectral + CFL factor V) / CFL. */
static void add_inertia(struct implicit *s, double cfl)
{
    struct inertia_args a = {.volume = s->flow->domain->view.volume, .spectral = s->spectral,
                             .factor = cfl * s->time.factor, .out = s->inertia};
    BACKEND_LAUNCH(implicit_backend(s), KERNEL_time_inertia, STREAM_COMPUTE, 0, s->a.n_owned, &a);
}

/* u and frame are copied each time: the flow changes them between steps (CFL number, limiter, instant of a motion).
 * k and omega are restrained in Newton-Krylov of steady flow. Lines need their rows complete. */
void implicit_assemble_rows(struct implicit *s, double cfl)
{
    const bool restrained = steering_is_newton(&s->steering) && !implicit_is_unsteady(s) && s->a.n_variables == NV + 2;
    s->a.cfl = s->jacobian.cfl = cfl;
    s->a.restrained = s->jacobian.restrained = restrained;
    s->jacobian.residual = s->residual;
    if (implicit_is_unsteady(s))
        add_inertia(s, cfl);
    s->jacobian.u = s->flow->args.update;
    s->jacobian.frame = s->flow->args.fluxes.frame;
    s->jacobian.smears_shear = flow_smears_shear(s->flow);
    s->jacobian.wall_damping = s->flow->args.fluxes.wall_damping;
    KERNEL_LAUNCH(s->assemble, STREAM_COMPUTE, 0, s->rows.rows.n_rows, &s->jacobian);
    if (s->rows.rows.n_doubled > 0)
        KERNEL_LAUNCH(s->join, STREAM_COMPUTE, 0, s->rows.rows.n_doubled, &s->sweeps.solve);
    if (s->rows.joined)
        KERNEL_LAUNCH(s->line, STREAM_COMPUTE, 0, s->rows.rows.n_lanes, &s->sweeps.solve);
}

void implicit_assemble_coarse(struct implicit *s, int stream)
{
    if (s->sweeps.coarse)
        implicit_coarse_assemble(s->sweeps.coarse, &s->jacobian, stream);
}

/* Cells and coarse level at once, since the latter's kernels have too few threads to fill a GPU. */
void implicit_assemble(struct implicit *s, double cfl)
{
    const struct backend *b = s->flow->domain->backend;
    if (s->sweeps.coarse)
        b->stream_wait(STREAM_BESIDE, STREAM_COMPUTE);
    implicit_assemble_rows(s, cfl);
    implicit_assemble_coarse(s, STREAM_BESIDE);
    if (s->sweeps.coarse)
        b->stream_wait(STREAM_COMPUTE, STREAM_BESIDE);
}

int implicit_sweeps_now(const struct implicit *s)
{
    if (implicit_is_unsteady(s) && !steering_is_newton(&s->steering))
        return s->has_lines ? UNSTEADY_LINE_SWEEPS : s->sweeps.coarse ? UNSTEADY_COARSE_SWEEPS : UNSTEADY_SWEEPS;
    if (s->sweeps.coarse)
        return steering_sweeps(&s->steering, steering_is_newton(&s->steering) ? VECTOR_SWEEPS : CORRECTION_SWEEPS);
    return steering_sweeps(&s->steering, s->has_lines ? LINE_SWEEPS : SWEEPS);
}

void implicit_solve_stored(struct implicit *s, const stored *residual)
{
    implicit_sweeps_run(&s->sweeps, residual, implicit_sweeps_now(s));
}

/* ---- its use for GMRES, and the true Jacobian ---- */

/* M v: from scaled entries to a residual, sweeps for D x - (entries beside) x = residual, and back to
 * scaled entries. A fixed number of sweeps from x = 0 is a linear operator, the same for all vectors of
 * a system; sweeps until some tolerance would not be, and the solution could not be put together from
 * one set of vectors (the flexible variant of Saad 2003, 9.4 stores two). */
static void precondition(void *own, const stored *v, stored *to)
{
    struct implicit *s = own;
    struct implicit_args a = s->a;
    a.direction = v;
    a.residual = a.to = to; /* the sweeps have read the one before the other is written */
    implicit_over_cells(s, KERNEL_implicit_unscale, &a);
    implicit_solve_stored(s, to);
    implicit_over_cells(s, KERNEL_implicit_gather, &a);
}

/* Collective. The share of a->direction, of that length, that a difference of residuals is made with: half the digits
 * of the residual are left, in the mean of the cells, or fewer, where turbulence variables would fall too far.
 * Roundoff of a difference of residuals grows as 1 / share, what the linearisation leaves out as share:
 * the root of the unit of rounding (1.5e-8) balances both, for entries that are about 1 in each cell.
 * length / sqrt(cells) is the entries' root mean square. 0.3e-7 is twice that root. In mixed precision residuals rest
 * at 5e-12 to 5e-8 (implicit_may_be_rounding()); 1e-5 is the root of 1e-10, and no entry may become larger than
 * ENTRY_MOST. */
static double difference_share(struct implicit *s, const struct implicit_args *a, double length)
{
    const bool mixed = sizeof(stored) < sizeof(double);
    double share = (mixed ? 1e-5 : 0.3e-7) * sqrt(s->cells) / fmax(length, 1e-300), reach;
    if (a->n_variables == NV && !mixed)
        return share;
    reach = BACKEND_MINIMUM(implicit_backend(s), s->reach, a->n_owned, a);
    comm_minimum(&reach, 1);
    return fmax(fmin(share, reach), SHARE_LEAST * share);
}

/* A v = v / CFL - (R(q0 + share v) - R(q0)) / (share scaling): one evaluation of the residual, of
 * second order and with all its limiters, which no stored matrix has. The state of the flow is a
 * perturbed one afterwards; move() or take_back() makes it one of the run again, both from q0. */
void implicit_product(void *own, const stored *v, stored *to)
{
    struct implicit *s = own;
    struct implicit_args a = s->a;
    a.direction = v;
    a.entry = ENTRY_MOST;
    a.residual = a.to = to; /* a cell's residual is read before its product is written */
    /* So small that the difference is a derivative, so large that it stands out of the rounding of R. */
    a.share = difference_share(s, &a, krylov_norm(&s->krylov, v));
    implicit_over_cells(s, KERNEL_implicit_perturb, &a);
    /* Without wave speeds: the spectral radii stay those of the step's begin. */
    flow_evaluate(s->flow, false);
    s->evaluations++;
    implicit_residual_of(s, to);
    implicit_over_cells(s, KERNEL_implicit_product, &a);
}

/* ---- one way or the other ---- */

/* By how much the unit of turbulence variable v, counted from 0, is widened so that its residual does not hide the
 * flow's: in steady flow where it is BALANCE times the flow's or more (at first omega's is larger by a factor of 10^8),
 * in unsteady flow such that each counts by what is still asked of it. */
static double widening(const struct implicit *s, struct implicit_norms r, int v)
{
    return implicit_is_unsteady(s) ? s->weight[v] : fmax(1, r.turbulence[v] / (BALANCE * r.flow));
}

double implicit_system_norm(const struct implicit *s, struct implicit_norms n, struct implicit_norms r)
{
    double sum = n.flow * n.flow;
    for (int v = 0; v < s->a.n_variables - NV; v++) {
        const double part = n.turbulence[v] / widening(s, r, v);
        sum += part * part;
    }
    return sqrt(sum);
}

/* The residual, whose norms are r, as the right-hand side of a system, in krylov.w. Units are balanced for this
 * system alone, so that flow and turbulence weigh alike in the norm that is lowered, and set back at its end: norms of
 * different steps must stay comparable. */
static void begin_system(struct implicit *s, struct implicit_norms r)
{
    for (int v = NV; v < s->a.n_variables; v++)
        s->a.unit[v] = s->unit[v] * widening(s, r, v - NV);
    struct implicit_args a = s->a;
    a.residual = s->residual;
    a.to = s->krylov.w;
    implicit_over_cells(s, KERNEL_implicit_scale, &a);
}

/* The solution of the system into x. */
static void end_system(struct implicit *s, const stored *solution)
{
    struct implicit_args a = s->a;
    a.direction = solution;
    implicit_over_cells(s, KERNEL_implicit_scatter, &a);
    memcpy(s->a.unit, s->unit, sizeof s->unit);
}

struct krylov_result implicit_newton(struct implicit *s, struct implicit_norms r, double tolerance)
{
    const struct krylov_problem problem = {.own = s, .product = implicit_product, .precondition = precondition};
    struct krylov_result k;
    do { /* again where 16 bits do not serve */
        begin_system(s, r);
        k = krylov_solve(&s->krylov, &problem, tolerance);
    } while (k.lost);
    end_system(s, s->krylov.w);
    return k;
}

void implicit_defect_correction(struct implicit *s, struct implicit_norms r)
{
    if (!implicit_is_unsteady(s)) {
        implicit_solve_stored(s, s->residual);
        return;
    }
    begin_system(s, r);
    krylov_pairs_reduce(&s->krylov, &s->pairs);
    precondition(s, s->krylov.w, s->krylov.z);
    krylov_pairs_complete(&s->krylov, &s->pairs);
    end_system(s, s->krylov.z);
}
