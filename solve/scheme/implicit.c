/* implicit.c: steady flow by Newton's method in pseudo-time, as an integrator.
 *
 * A step solves (V / dt - dR / dW) dW = R. At first by defect correction: sweeps over the stored first-order
 * Jacobian (kernels/jacobian.h) stand for the solution. Where that pays no more, by GMRES (scheme/krylov.h) on
 * the true Jacobian, whose products are differences of residuals (Knoll & Keyes 2004), with those sweeps as
 * the preconditioner. What comes out is limited cell by cell; the step is shortened until the unsteady
 * residual does not grow much, or taken back. What decides all that is scheme/steering.h.
 */
#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "physics/turbulence/models.h"
#include "scheme/implicit_bounds.h"
#include "scheme/implicit_stiff_cells.h"
#include "scheme/implicit_system.h"
#include "scheme/implicit_units.h"

#include <math.h>
#include <string.h>

/* Figures of the method: what did best on a wing, airfoils, plates and bumps. */
enum {
    SHORTENINGS = 3,  /* of a step before it is taken back */
    REFUSALS_MOST = 30 /* in a row, before the run ends */
};
/* In unsteady flow the matrix of a step is kept for the next one, which costs about an evaluation less, while the
 * residual falls to this part in a step: from one to the other the state changes little. */
static const double MATRIX_KEPT = 0.8;
static const double FALL_MOST = 0.3, RISE_MOST = 1; /* of density and pressure, of themselves, in a cell and a step */
static const double LOCAL_CFL_LEAST = 0.1, EXPLICIT_CFL = 0.5; /* as implicit_args */
static const double FLOOR = 1e-3;         /* of turbulence variables, of the free stream's */

/* ---- creation ---- */

static int vectors_of(const struct case_file *c)
{
    if (c->time.scheme == TIME_DUAL)
        return IMPLICIT_UNSTEADY_VECTORS;
    return IMPLICIT_VECTORS;
}

/* All cells take the CFL number of the step. */
static void set_local_cfl(struct implicit *s, const struct backend *b, size_t n)
{
    float *one;
    MEM_NEW(one, n);
    for (size_t i = 0; i < n; i++)
        one[i] = 1;
    b->upload(s->local_cfl, one, n * sizeof *one);
    mem_free(one);
}

static void allocate(struct implicit *s, const struct flow *f, const struct case_file *c)
{
    const struct backend *b = f->domain->backend;
    const struct mesh_view *m = &f->domain->view;
    size_t nv = (size_t)f->n_variables, n = (size_t)m->n_owned;
    implicit_rows_create(f->domain, f->n_variables - NV, c->numerics.jacobian, &s->rows);
    implicit_sweeps_create(f, c, &s->rows, &s->sweeps);
    s->q0 = f->q0;
    s->residual = b->alloc("implicit residual", nv * n * sizeof *s->residual);
    s->spectral = b->alloc("implicit spectral radii", n * sizeof *s->spectral);
    s->held = b->alloc("implicit held", (nv - NV) * n);
    s->local_cfl = f->local_cfl;
    if (s->local_cfl) {
        s->taken = b->alloc("implicit parts taken", n * sizeof *s->taken);
        set_local_cfl(s, b, n);
    }
    s->limited = b->alloc("implicit limited", sizeof *s->limited);
    krylov_create(b, (lid)(nv * n), vectors_of(c), c->numerics.krylov == KRYLOV_HALF, &s->krylov);
    s->work = s->krylov.z;
}

/* Of the free stream: residuals of mass, momentum, energy and turbulence become numbers of one size. */
static void set_units(struct implicit *s, const struct case_file *c)
{
    s->a.by_value = implicit_units(c, s->unit);
    memcpy(s->a.unit, s->unit, sizeof s->unit);
    for (int v = 0; v < NV; v++)
        s->jacobian.unit[v] = (real)s->unit[v];
    for (int v = 0; v < NV_MODEL; v++)
        s->a.floor[v] = s->jacobian.floor[v] = FLOOR * c->derived.freestream_turbulence[v];
}

static void fill_arguments(struct implicit *s, const struct flow *f, const struct case_file *c)
{
    const struct mesh_view *m = &f->domain->view;
    s->jacobian = (struct jacobian_args){.u = f->args.update,
                                         .patch = f->args.fluxes.patch,
                                         .prescribed_face = f->args.fluxes.prescribed_face,
                                         .load = f->load,
                                         .entropy_fix = f->args.fluxes.entropy_fix,
                                         .spectral = s->spectral,
                                         .rows = s->rows.rows,
                                         .local_cfl = s->local_cfl};
    s->a = (struct implicit_args){.n_owned = m->n_owned, .n_slots = m->n_slots, .n_places = s->rows.rows.n_places,
                                  .x_stride = s->rows.rows.stride, .x_step = s->rows.rows.step,
                                  .place = s->rows.rows.place, .n_variables = f->n_variables,
                                  .gamma = (real)c->flow.gamma, .q = f->q, .q0 = s->q0, .x = s->sweeps.solve.x,
                                  .base = s->residual, .spectral = s->spectral, .held = s->held,
                                  .limited = s->limited, .fall_most = FALL_MOST, .rise_most = RISE_MOST,
                                  .local_cfl = s->local_cfl, .taken = s->taken, .least_cfl = LOCAL_CFL_LEAST,
                                  .explicit_cfl = EXPLICIT_CFL};
    set_units(s, c);
    s->jacobian.scaling = s->a.scaling = features_scaling(f->domain->features);
    if (s->jacobian.scaling) {
        /* It stays the spectral radius of pseudo-time where jacobian.spectral becomes the inertia of physical time
         * (implicit_begin_time()): only the former is preconditioned. */
        s->jacobian.pseudo = s->spectral;
        s->jacobian.slowest = f->args.fluxes.slowest;
    }
}

/* Is defect correction of any use? Where nothing is limited Newton's steps hold from the first, unless
 * turbulence begins far from its equilibrium at walls.
 * Defect correction converges linearly at best, with the error of a first-order matrix, but takes the
 * kinks that a limiter makes at a moderate CFL number; Newton's method without them converges in a few
 * steps. */
static bool takes_defect_correction(const struct flow *f)
{
    return f->with.limiter || model_starts_far((int)f->equations);
}

/* The flow's update has the floor of turbulence variables too (f->update.held), so that the monitor
 * leaves the cells that are held there out of its norms as this scheme does. */
static int create(struct integrator *it)
{
    struct flow *f = it->flow;
    const struct backend *b = f->domain->backend;
    struct implicit *s;
    MEM_NEW_ZERO(s, 1);
    it->own = s;
    s->flow = f;
    allocate(s, f, it->c);
    fill_arguments(s, f, it->c);
    memcpy(f->args.update.held, s->a.floor, sizeof f->args.update.held);
    s->assemble = backend_kernel(b, KERNEL_jacobian_row, (int)f->equations, flow_frame_kind(it->c));
    s->join = backend_kernel(b, KERNEL_jacobian_join, EQUATIONS_ANY, (int)s->rows.rows.storage);
    s->line = backend_kernel(b, KERNEL_jacobian_line, EQUATIONS_ANY, (int)s->rows.rows.storage);
    s->norm = backend_kernel(b, KERNEL_implicit_norm, EQUATIONS_ANY, 0);
    s->reach = backend_kernel(b, KERNEL_implicit_reach, EQUATIONS_ANY, 0);
    s->cells = (double)f->domain->pack.n_cells_global;
    s->has_lines = comm_sum_int(s->rows.joined) > 0;
    steering_begin(&s->steering, &it->cfl,
                   (struct steering_means){.corrects = takes_defect_correction(f),
                                           .n_turbulence = f->n_variables - NV, .lines = s->has_lines,
                                           .coarse = s->sweeps.coarse != NULL, .slopes = it->c->numerics.order == 2,
                                           .limiters = flow_can_hold_limiters(f)});
    return 0;
}

static void destroy(struct integrator *it)
{
    struct implicit *s = it->own;
    const struct backend *b = it->flow->domain->backend;
    if (!s)
        return;
    implicit_sweeps_free(&s->sweeps);
    krylov_free(&s->krylov);
    implicit_rows_free(b, &s->rows);
    /* inertia may be NULL, which free() takes. */
    void *arrays[] = {s->residual, s->spectral, s->held, s->limited, s->inertia, s->taken};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        b->free(arrays[k]);
    MEM_FREE(it->own);
}

/* vectors: the residual and the spectral radii; numbers: x at all places and, where it does not stand among the fluxes,
 * b of the rows (implicit_sweeps_create()). */
static int64_t bytes(const struct pack *p, const struct case_file *c)
{
    int64_t nv = equations_variables(c->model.equations), word = (int64_t)sizeof(stored), n = p->n_owned;
    int64_t rows = implicit_rows_count(p);
    int64_t vectors = (nv + 1) * n * word;
    int64_t right = implicit_sweeps_fit_fluxes(p->n_flux, rows) ? 0 : rows;
    int64_t numbers = nv * (right + rows + p->n_cells - n) * (int64_t)sizeof(jacobian_number);
    return implicit_rows_bytes(p, (int)nv - NV, c->numerics.jacobian) + implicit_coarse_bytes(p, c) + vectors +
           numbers + (nv - NV) * n + (c->time.scheme == TIME_DUAL ? 0 : n * (int64_t)sizeof(float)) +
           krylov_bytes(nv * n, vectors_of(c), c->numerics.krylov == KRYLOV_HALF);
}

/* ---- the step ---- */

/* Collective. x by Newton-Krylov for the residual, whose norms are r, and what steering has to know of it. False
 * where no number came out: nothing stands in x then. */
static bool take_newton(struct implicit *s, struct implicit_norms r, double tolerance, struct steering_outcome *o,
                        struct integrator_report *report)
{
    const struct krylov_result k = implicit_newton(s, r, tolerance);
    o->reduction = k.reduction;
    o->vectors = k.vectors;
    report->vectors = k.vectors;
    report->reduction = isnan(k.reduction) ? 0 : k.reduction;
    return !isnan(k.reduction);
}

/* Collective. The state a share of x further on, evaluated; how many cells were limited.
 * Each try begins at q0, not at the last try. The count comes back through a wait for the device: the
 * host has to know it anyway before it decides. */
static int64_t move(struct implicit *s, double share)
{
    struct implicit_args a = s->a;
    lid count = 0;
    a.share = share;
    /* Zero, for the kernel to count up from. */
    implicit_backend(s)->upload(s->limited, &count, sizeof count);
    implicit_over_cells(s, KERNEL_implicit_update, &a);
    implicit_backend(s)->stream_synchronize(STREAM_COMPUTE);
    implicit_backend(s)->download(&count, s->limited, sizeof count);
    flow_evaluate(s->flow, true);
    s->evaluations++;
    implicit_residual_of(s, s->work);
    return comm_sum_int(count);
}

/* After a step that is accepted, in which so many cells of all ranks were limited: the CFL numbers that cells take in
 * the next. */
static void follow_limits(struct implicit *s, int64_t limited)
{
    struct flow *f = s->flow;
    f->steps.has_local_cfl = f->steps.has_local_cfl || (s->local_cfl && limited > 0);
    if (f->steps.has_local_cfl)
        implicit_over_cells(s, KERNEL_implicit_local_cfl, &s->a);
}

/* Collective. Moves by x, or a share of it, as far as the unsteady residual allows, r being that before. Does any share
 * hold? If not, the state held is that of the last try.
 * Halving three times at most: a direction of which an eighth does not do is not one of descent, and a
 * smaller CFL number mends it more cheaply. */
static bool search(struct implicit *s, struct implicit_norms r, struct steering_outcome *o,
                   struct integrator_report *report)
{
    double share = 1;
    for (int k = 0; k <= SHORTENINGS; k++, share *= 0.5) {
        const int64_t limited = move(s, share);
        const struct implicit_norms now = implicit_norms_of_try(s);
        o->left = implicit_system_norm(s, now, r) / implicit_system_norm(s, r, r);
        if (!steering_accepts(&s->steering, now, r, k == SHORTENINGS))
            continue;
        o->limited = (double)limited;
        o->shortened = k > 0;
        report->limited = limited;
        follow_limits(s, limited);
        return true;
    }
    return false;
}

/* A step that was refused is taken back; too many in a row end the run, as a failure unless the residual had
 * fallen before. */
static int take_back(struct integrator *it, struct implicit *s)
{
    flow_restore_state(it->flow, s->q0);
    flow_evaluate(it->flow, true);
    s->evaluations++;
    it->report.refused = "the residual rose too far, or is NaN";
    if (++s->refusals < REFUSALS_MOST)
        return 0;
    it->report.stuck = steering_has_fallen(&s->steering);
    if (!it->report.stuck)
        return error_set("the implicit scheme cannot continue: %d steps in a row were rejected, the last at CFL number "
                         "%.3g; use [numerics] order = 1 to start, [time] scheme = rk, or check the mesh",
                         s->refusals, it->report.cfl);
    return 0;
}

/* Collective. The norms of the residual at the evaluated state; in unsteady flow the loop about the steps has asked for
 * them already. */
static struct implicit_norms find_norms(struct implicit *s)
{
    if (!s->has_norms)
        s->norms = implicit_begin_step(s);
    s->has_norms = false;
    return s->norms;
}

/* Collective. Takes the flow's slopes away, or gives them back. */
static void change_order(struct integrator *it, struct implicit *s, bool first)
{
    s->first_order = first;
    flow_set_slopes(it->flow, !first);
    flow_evaluate(it->flow, true);
    s->evaluations++;
    it->report.note = first ? "steps of first order for a while" : "second order again";
}

/* Collective. Holds the flow's limiters, or lets them go. */
static void change_limiters(struct integrator *it, struct implicit *s, bool held)
{
    s->held_limiters = held;
    flow_hold_limiters(it->flow, held);
    if (!held)
        flow_evaluate(it->flow, true);
    s->evaluations++;
    it->report.note = held ? "the residual stands still: limiters are held for a while" : "limiters are at work again";
}

/* Collective. Brings back cells that are hotter than anything that enters. */
static void bring_back(struct integrator *it, struct implicit *s)
{
    implicit_bring_back(s, it->c);
    flow_evaluate(it->flow, true);
    s->evaluations++;
    steering_disturbed(&s->steering);
    it->report.note = "cells are hotter than anything that enters: they take the state of neighbours";
}

/* Collective. Makes cells that hold the residual of a run that stands of first order. Were there any? */
static bool change_cells(struct integrator *it, struct implicit *s)
{
    if (!implicit_reduce_stiff_cells(s))
        return false;
    flow_evaluate(it->flow, true);
    s->evaluations++;
    steering_disturbed(&s->steering);
    it->report.note = "few cells hold the residual: they are of first order from now on";
    return true;
}

/* Collective. How the step from the evaluated state is made, behind the changes of the equations that are asked for; r:
 * out, the norms of the residual that it begins from. */
static struct steering_decision decide(struct integrator *it, struct implicit *s, struct implicit_norms *r)
{
    *r = find_norms(s);
    for (;;) {
        const struct steering_facts facts = {.r = *r, .evaluations = s->evaluations, .refusals = s->refusals,
                                             .first_order = s->first_order, .held_limiters = s->held_limiters,
                                             .beyond = implicit_count_beyond(s, it->c) / s->cells,
                                             .can_look = implicit_can_look(s, it->c, *r)};
        const struct steering_decision d = steering_before(&s->steering, &it->cfl, &facts);
        bool changed = true;
        switch (d.change) {
        case CHANGE_NONE: return d;
        case CHANGE_ORDER: change_order(it, s, d.first_order); break;
        case CHANGE_LIMITERS: change_limiters(it, s, d.held_limiters); break;
        case CHANGE_BOUNDS: bring_back(it, s); break;
        case CHANGE_CELLS: changed = change_cells(it, s); break;
        }
        if (changed)
            *r = find_norms(s);
    }
}

/* The matrix for a step from residual r with that CFL number: in unsteady flow, if the last one serves well, that. It
 * is never one of another equation, so that a restart between two of them repeats the bits. */
static void find_matrix(struct implicit *s, struct implicit_norms r, double cfl)
{
    const bool kept = s->has_matrix && !steering_is_newton(&s->steering) && cfl >= s->a.cfl &&
                      r.all <= MATRIX_KEPT * s->norm_before;
    s->has_matrix = implicit_is_unsteady(s);
    s->norm_before = r.all;
    if (!kept)
        implicit_assemble(s, cfl);
}

/* The order matters: steering looks at the residual before the matrix is made, since the method and the CFL number that
 * it chooses are of this step; it learns from the step only after the search. */
static int step(struct integrator *it, int64_t iteration, int steps, double dt)
{
    struct implicit *s = it->own;
    struct steering_outcome o = {.reduction = NAN, .left = NAN, .cells = s->cells};
    struct implicit_norms r;
    bool solved = true;
    (void)iteration, (void)steps, (void)dt;
    it->report = (struct integrator_report){0};
    const struct steering_decision d = decide(it, s, &r);
    it->report.cfl = d.cfl;
    it->report.drop = d.drop;
    it->report.rounding = implicit_is_rounding(r.all, it->flow->n_variables);
    it->report.floor = d.rests && implicit_may_be_rounding(r.all);
    find_matrix(s, r, d.cfl);
    /* Newton-Krylov solves the system to a tolerance; defect correction takes a fixed number of sweeps. */
    if (d.newton)
        solved = take_newton(s, r, d.tolerance, &o, &it->report);
    else
        implicit_defect_correction(s, r);
    /* For one of two reasons: the system holds no numbers, or no share of its solution holds. */
    o.refused = !solved || !search(s, r, &o, &it->report);
    if (d.newton || o.refused || o.shortened || it->report.limited > 0)
        krylov_pairs_clear(&s->pairs);
    const int status = o.refused ? take_back(it, s) : 0;
    steering_after(&s->steering, &it->cfl, r, &o);
    it->report.evaluations = s->evaluations;
    it->report.first_order = s->first_order;
    it->report.held_limiters = s->held_limiters;
    if (o.refused)
        return status;
    s->refusals = 0;
    it->report.steps = 1;
    return 0;
}

static int batch(const struct integrator *it, int most)
{
    (void)it, (void)most;
    return 1;
}

/* ---- checkpoints ---- */

/* The numbers of steering, then these. */
enum { SAVED_CFL = STEERING_NUMBERS, SAVED_PAUSE, SAVED_EVALUATIONS, SAVED_NEWEST_CFL, SAVED_VECTORS,
       SAVED_REDUCTION, SAVED_LIMITED, SAVED_IN_FLOATS, N_SAVED };
_Static_assert((int)N_SAVED <= (int)INTEGRATOR_NUMBERS, "a checkpoint has no place for more");

static int save(const struct integrator *it, double number[INTEGRATOR_NUMBERS])
{
    const struct implicit *s = it->own;
    steering_save(&s->steering, number);
    number[SAVED_CFL] = it->cfl.cfl;
    number[SAVED_PAUSE] = it->cfl.pause;
    number[SAVED_EVALUATIONS] = (double)s->evaluations;
    number[SAVED_NEWEST_CFL] = it->flow->steps.cfl;
    number[SAVED_VECTORS] = (double)it->report.vectors;
    number[SAVED_REDUCTION] = it->report.reduction;
    number[SAVED_LIMITED] = (double)it->report.limited;
    number[SAVED_IN_FLOATS] = s->krylov.in_floats;
    return N_SAVED;
}

static void load(struct integrator *it, int n, const double *number)
{
    struct implicit *s = it->own;
    if (n != N_SAVED) /* of another version */
        return;
    steering_load(&s->steering, &it->cfl, number);
    s->first_order = steering_is_first_order(&s->steering);
    if (s->first_order)
        flow_set_slopes(it->flow, false); /* the run evaluates the state behind this */
    it->report.first_order = s->first_order;
    const bool held = s->steering.equations == PHASE_HELD;
    s->held_limiters = flow_resume_limiters(it->flow, held);
    if (held && !s->held_limiters)
        steering_released(&s->steering); /* on other packs, or the case is not to hold any */
    it->report.held_limiters = s->held_limiters;
    /* for the row at which the run goes on */
    flow_set_cfl(it->flow, number[SAVED_NEWEST_CFL]);
    it->report.vectors = (int64_t)number[SAVED_VECTORS];
    it->report.reduction = number[SAVED_REDUCTION];
    it->report.limited = (int64_t)number[SAVED_LIMITED];
    s->krylov.in_floats = number[SAVED_IN_FLOATS] != 0;
    cfl_control_restore(&it->cfl, number[SAVED_CFL], number[SAVED_PAUSE] != 0);
    s->evaluations = (int64_t)number[SAVED_EVALUATIONS];
    it->report.evaluations = s->evaluations;
}

static void disturbed(struct integrator *it, bool afresh) /* evaluations are counted on */
{
    struct implicit *s = it->own;
    if (afresh)
        steering_renew(&s->steering, &it->cfl);
    else
        steering_disturbed(&s->steering);
}

const struct integrator_type integrator_implicit = {
    .scheme = TIME_IMPLICIT, .name = "implicit", .create = create, .free = destroy, .batch = batch, .step = step,
    .bytes = bytes, .save = save, .load = load, .disturbed = disturbed};
