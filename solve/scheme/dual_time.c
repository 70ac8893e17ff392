/* dual_time.c: unsteady flow by implicit steps in physical time, as an integrator (Jameson 1991, AIAA 91-1596).
 *
 * A step is one equation, or several one after another, of the form
 *
 *   factor (W - W^n) + rate = R(W) / V
 *
 * each solved by the implicit scheme in pseudo-time (scheme/implicit_equation.h) until its residual has dropped by
 * time.sub_drop. BDF2 makes one of them from W^n and W^(n-1), its blend with BDF3 from W^(n-2) too, a Runge-Kutta
 * method one for each implicit stage. The first step of a run, and of BDF2 each that has no step of nearly its length
 * before it, is one of a method of second order with implicit stages only, for which the start need not be smooth. Its
 * error is of third order, as the error that ESDIRK3 gathers in all its steps: the orders stay 2 and 3. The blend's
 * second step is one of BDF2.
 *
 * How long a step is says scheme/dual_length.c. With time.tolerance a step whose error is too large, or that could not
 * be solved, is taken back.
 *
 * Where the mesh moves, states are held in its axes. An equation is that in the axes of its own instant: all that it
 * takes from earlier ones is turned into them (flow_turn_to()), so that a uniform stream stays uniform to rounding.
 */
#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "scheme/dual_parts.h"
#include "scheme/implicit_equation.h"
#include "scheme/implicit_units.h"

#include <math.h>
#include <string.h>

_Static_assert((int)DUAL_STAGES <= (int)TIME_SLOPES, "slopes that one launch can add");

/* BDF2 with variable steps is stable as long as no step is longer than 1 + sqrt(2) times the one before
 * (Grigorieff 1983; Hairer, Norsett & Wanner 1993, III.5). */
static const double GROWTH_MOST = 2.4;
/* The largest relative change of density and pressure in a cell that a first guess of a step may make. */
static const double GUESS_MOST = 0.3;
/* Part of the start's residual that a guess may have to be gone back to: of a resolved wake none has, and those with
 * 0.9 lead further off than the start does (docs/decisions/032-held-lengths.md). */
static const double HELD_GUESS_MOST = 0.5;
/* The CFL number in pseudo-time of the first step in time. It need not be small, since the physical step limits what a
 * step in pseudo-time changes. */
static const double CFL_START = 100;

/* ---- creation ---- */

static bool is_bdf2(const struct case_file *c)
{
    return c->time.method != METHOD_ESDIRK3;
}

/* How many slopes a step keeps: no later stage needs that of the last one. */
static int slopes_of(const struct case_file *c)
{
    return (is_bdf2(c) ? dual_tableau_start.stages : dual_tableau_esdirk3.stages) - 1;
}

/* How many arrays these take: a single slope is wanted for the rate of the next stage alone, and stands in its
 * place. */
static int slope_arrays(const struct case_file *c)
{
    return slopes_of(c) > 1 ? slopes_of(c) : 0;
}

static void allocate(struct dual_time *d, const struct flow *f, const struct case_file *c)
{
    const struct backend *b = f->domain->backend;
    size_t n = (size_t)f->n_variables * (size_t)f->domain->view.n_owned;
    d->start = b->alloc("dual-time start", n * sizeof *d->start);
    d->rate = b->alloc("dual-time rate", n * sizeof *d->rate);
    d->slope[0] = d->rate;
    for (int k = 0; k < slope_arrays(c); k++)
        d->slope[k] = b->alloc("dual-time slope", n * sizeof *d->slope[k]);
}

/* The scheme in pseudo-time is an integrator inside this one, with a CFL number of its own, of which it->cfl is a copy
 * for reports. */
static int create(struct integrator *it)
{
    struct dual_time *d;
    MEM_NEW_ZERO(d, 1);
    it->own = d;
    d->inner = (struct integrator){.type = &integrator_implicit, .flow = it->flow, .c = it->c};
    allocate(d, it->flow, it->c);
    TRY(dual_length_create(it));
    TRY(d->inner.type->create(&d->inner));
    cfl_control_change(&d->inner.cfl, (struct cfl_change){.how = CFL_SET, .by = CFL_START});
    it->cfl = d->inner.cfl;
    return 0;
}

static void destroy(struct integrator *it)
{
    struct dual_time *d = it->own;
    if (!d)
        return;
    const struct backend *b = it->flow->domain->backend;
    d->inner.type->free(&d->inner);
    dual_length_free(it);
    b->free(d->start);
    for (int k = 0; k < slope_arrays(it->c); k++)
        b->free(d->slope[k]);
    b->free(d->rate);
    MEM_FREE(it->own);
}

static int64_t bytes(const struct pack *p, const struct case_file *c)
{
    const int64_t n = equations_variables(c->model.equations) * (int64_t)p->n_owned, word = (int64_t)sizeof(stored);
    const int64_t start = n * (int64_t)sizeof(real), inertia = (int64_t)p->n_owned * word;
    return integrator_implicit.bytes(p, c) + start + (1 + slope_arrays(c)) * n * word + inertia +
           (dual_follows_region(c) ? p->n_owned : 0);
}

/* ---- one equation ---- */

/* Collective. The guess as the state, evaluated; the norms of its residual. */
static struct implicit_norms take_guess(struct integrator *it, const struct extrapolate_args *guess)
{
    struct dual_time *d = it->own;
    BACKEND_LAUNCH(it->flow->domain->backend, KERNEL_time_extrapolate, STREAM_COMPUTE, 0, guess->n_owned, guess);
    implicit_evaluate(&d->inner);
    return implicit_norms_now(&d->inner);
}

/* Collective. The start of the step as the state, evaluated. */
static void take_start(struct integrator *it)
{
    struct dual_time *d = it->own;
    flow_restore_state(it->flow, d->start);
    implicit_evaluate(&d->inner);
}

/* Is the guess's residual at most that part of the start's in the flow, and no larger in all? */
static bool is_better(struct implicit_norms guess, struct implicit_norms start, double part)
{
    return guess.flow <= part * start.flow && guess.all <= fmax(start.all, start.flow);
}

/* What is still asked of turbulence over what is asked of the flow. */
static void weigh(struct dual_time *d)
{
    double weight[2];
    for (int v = 0; v < 2; v++)
        weight[v] = d->control.turbulence_goal[v] / d->control.goal;
    implicit_weigh(&d->inner, weight);
}

/* Collective. From the evaluated start to the evaluated state that steps in pseudo-time begin from: the guess, if its
 * residual is smaller, or the start.
 * What features hold is found at the guess and stays while the equation is solved. The guess is of second order in
 * time, as the step is. The start then has to be evaluated with what is held, too, since a restart would not know what
 * it was evaluated with before; to go back to the guess from there takes a third evaluation, which a resolved wake does
 * not repay. */
static void begin_equation(struct integrator *it, const struct extrapolate_args *guess)
{
    struct dual_time *d = it->own;
    struct feature_run *features = it->flow->domain->features;
    const bool holds = features_hold(features, false) && guess;
    struct implicit_norms of_guess, of_start;
    if (holds) {
        of_guess = take_guess(it, guess);
        features_hold(features, true);
        take_start(it);
    }
    of_start = implicit_norms_now(&d->inner);
    dual_control_begin(&d->control, of_start, it->c->time.sub_drop, (int)it->c->time.sub_steps);
    weigh(d);
    if (!guess || !dual_control_goes_on(&d->control))
        return;
    if (holds) {
        if (!is_better(of_guess, of_start, HELD_GUESS_MOST))
            return;
        take_guess(it, guess);
    } else {
        of_guess = take_guess(it, guess);
        if (!is_better(of_guess, of_start, 1)) {
            take_start(it);
            return;
        }
    }
    dual_control_guess(&d->control, of_guess);
}

/* Collective. Steps in pseudo-time from the evaluated state to an evaluated one: by defect correction, which takes two
 * decades in four to five evaluations on airfoils and cylinders, and by Newton-Krylov once that is slow. Nonzero with
 * error_set() on all ranks where none could be made. */
static int solve(struct integrator *it, double factor, const struct extrapolate_args *guess)
{
    struct dual_time *d = it->own;
    struct integrator *inner = &d->inner;
    struct implicit_time time = {.factor = factor, .start = d->start, .rate = d->rate};
    double left = HUGE_VAL; /* the residual of all variables */
    /* The CFL number of the last step's end: the flow has changed little since. */
    implicit_begin_time(inner, &time, inner->cfl.cfl);
    begin_equation(it, guess);
    while (dual_control_goes_on(&d->control) && !inner->report.stuck) {
        /* Newton-Krylov then makes the rest of this step in time; nothing does where rounding of gradients is left. */
        if (dual_control_is_slow(&d->control)) {
            if (implicit_may_be_rounding(left))
                break;
            implicit_take_newton(inner);
        }
        TRY(inner->type->step(inner, 0, 1, 0));
        it->report.vectors += inner->report.vectors;
        const struct implicit_norms now = implicit_norms_now(inner);
        dual_control_after(&d->control, inner->report.steps > 0, now);
        left = now.all;
    }
    it->report.sub_steps += d->control.steps;
    it->report.sub_drop = fmin(it->report.sub_drop, d->control.drop);
    /* A step that stalls in pseudo-time is accepted as far as it has come, if any of its steps was accepted. */
    inner->report.stuck = false;
    if (!dual_control_has_failed(&d->control))
        return 0;
    return error_set("the implicit scheme could not solve a step in physical time: all %d steps in pseudo-time were "
                     "refused, the last at CFL number %.3g; lower [time] dt, or check the mesh",
                     d->control.steps, inner->report.cfl);
}

/* ---- what moves ---- */

/* Collective. Blades of actuator lines, and fluctuations of synthetic turbulence, of that instant. Of a mesh that
 * moves: the flow evaluated at that instant, with the state at the start of the step, the one before and the slopes of
 * `stages` stages in its axes; before each equation that is solved. */
static void move_to(struct dual_time *d, struct flow *f, double time, int stages)
{
    double by[9];
    flow_actuate_at(f, time);
    if (!f->motion.unsteady)
        return;
    /* by: from the axes of the instant before to those of this one; every vector that is kept turns
     * with them. */
    flow_turn_to(f, time, by);
    flow_turn(f, by, d->start, NULL);
    if (f->levels_before > 0)
        flow_turn(f, by, f->q_before, NULL);
    if (f->levels_before > 1)
        flow_turn(f, by, f->q_older, NULL);
    for (int k = 0; k < stages; k++)
        flow_turn(f, by, NULL, d->slope[k]);
    flow_evaluate(f, true);
}

/* Of a stage, as a part of the step.
 * The sum of a row is the stage's place in the step; 1 exactly for the last, whatever rounding makes of the
 * sum.
 * A moved mesh has to be at that very instant at the end of the step, or the next step would begin from
 * another. */
static double stage_time(const struct dual_tableau *t, int stage)
{
    double sum = 0;
    for (int k = 0; k <= stage; k++)
        sum += t->a[stage][k];
    return stage == t->stages - 1 ? 1 : sum;
}

/* ---- Runge-Kutta ---- */

/* rate = - the sum over the stages before of a_ij / a_ii times their slopes. */
static void sum_slopes(struct dual_time *d, const struct flow *f, const struct dual_tableau *t, int stage)
{
    struct slopes_args a = {.out = d->rate, .n = stage};
    for (int k = 0; k < stage; k++) {
        a.share[k] = -t->a[stage][k] / t->a[stage][stage];
        a.slope[k] = d->slope[k];
    }
    BACKEND_LAUNCH(f->domain->backend, KERNEL_time_slopes, STREAM_COMPUTE, 0,
                   (lid)f->n_variables * f->domain->view.n_owned, &a);
}

/* Of an explicit first stage: R / V at the start of the step, whose fluxes are there. */
static void first_slope(struct dual_time *d, struct flow *f)
{
    const struct mesh_view *m = &f->domain->view;
    struct time_args a = {.n_owned = m->n_owned, .n_variables = f->n_variables, .volume = m->volume,
                          .out = d->slope[0]};
    flow_residual(f, d->slope[0], NULL);
    BACKEND_LAUNCH(f->domain->backend, KERNEL_time_per_volume, STREAM_COMPUTE, 0, m->n_owned, &a);
}

/* The last stage is the new state. Slopes of implicit stages are taken from their equation, not from the residual of a
 * state that solves it only nearly: stiff parts of the residual would amplify what is left. */
static int runge_kutta_step(struct integrator *it, const struct dual_tableau *t, double dt)
{
    struct dual_time *d = it->own;
    struct flow *f = it->flow;
    const bool has_explicit = t->a[0][0] == 0;
    const double from = f->time;
    if (has_explicit)
        first_slope(d, f);
    for (int stage = has_explicit; stage < t->stages; stage++) {
        /* 1/s: the stage's equation is factor (w - start) = R(w), start being the step's begin and the
         * slopes so far. */
        double factor = 1 / (t->a[stage][stage] * dt);
        move_to(d, f, from + stage_time(t, stage) * dt, stage);
        sum_slopes(d, f, t, stage);
        TRY(solve(it, factor, NULL));
        d->factor = factor;
        if (stage < t->stages - 1)
            dual_derivative(f, d->start, f->q, f->domain->view.n_slots, factor, d->rate, d->slope[stage]);
    }
    return 0;
}

/* ---- BDF2 and its blend with BDF3 ---- */

/* The polynomial through the states of the steps before, as many as there are and the predictor takes. */
static struct extrapolate_args guess_of(const struct integrator *it, double dt)
{
    const struct dual_time *d = it->own;
    const struct flow *f = it->flow;
    const bool quadratic = it->c->time.predictor == PREDICTOR_QUADRATIC && f->levels_before > 1 && d->older_dt > 0;
    const struct dual_predictor by = dual_predictor_of(dt, d->before_dt, quadratic ? d->older_dt : 0);
    return (struct extrapolate_args){.n_owned = f->domain->view.n_owned, .to_stride = f->domain->view.n_slots,
                                     .n_variables = f->n_variables, .start = d->start, .before = f->q_before,
                                     .older = quadratic ? f->q_older : NULL, .share_before = by.before,
                                     .share_older = by.older, .most = GUESS_MOST, .to = f->q};
}

/* The two differences of known states become `rate`, so that solve() sees one equation for all methods.
 * Nothing of earlier residuals is kept: BDF needs states alone, and they are what a checkpoint has. */
static int difference_step(struct integrator *it, double blend, double dt)
{
    struct dual_time *d = it->own;
    struct flow *f = it->flow;
    const lid n = f->domain->view.n_owned;
    struct dual_difference by = dual_difference_of(blend, dt, d->before_dt, d->older_dt);
    const stored *older = NULL;
    move_to(d, f, f->time + dt, 0);
    if (blend > 0) {
        dual_derivative(f, f->q_older, f->q_before, n, by.older, NULL, d->rate);
        older = d->rate;
    }
    dual_derivative(f, f->q_before, d->start, n, by.before, older, d->rate);
    struct extrapolate_args guess = guess_of(it, dt);
    return solve(it, by.now, it->c->time.predictor == PREDICTOR_NONE ? NULL : &guess);
}

/* After a restart the length of the earlier step may not be known; before_dt is 0 then, and the answer no. */
static bool can_take_bdf2(const struct integrator *it, double dt)
{
    const struct dual_time *d = it->own;
    return it->flow->levels_before > 0 && dt <= GROWTH_MOST * d->before_dt;
}

/* The blend needs one level more than BDF2, and is stable for smaller changes of the step's length. */
static bool can_take_blend(const struct integrator *it, double dt)
{
    const struct dual_time *d = it->own;
    return it->flow->levels_before > 1 && dt <= DUAL_BLEND_GROWTH * d->before_dt &&
           d->before_dt <= DUAL_BLEND_GROWTH * d->older_dt;
}

/* After a step its start becomes the state before, and that one the older state: hence q_older is copied first. The
 * copies are in the compute stream, so that later kernels find them done. */
static void keep_level(struct integrator *it, double dt)
{
    struct dual_time *d = it->own;
    struct flow *f = it->flow;
    const struct backend *b = f->domain->backend;
    size_t bytes = (size_t)f->n_variables * (size_t)f->domain->view.n_owned * sizeof *d->start;
    d->older_dt = d->before_dt;
    d->before_dt = dt;
    /* One-step methods keep no level. */
    if (!f->q_before)
        return;
    /* At the first step there is nothing to hand down. */
    if (f->q_older && f->levels_before > 0)
        b->copy_async(STREAM_COMPUTE, f->q_older, f->q_before, bytes);
    b->copy_async(STREAM_COMPUTE, f->q_before, d->start, bytes);
    f->levels_before = f->q_older && f->levels_before > 0 ? 2 : 1;
}

/* ---- the integrator ---- */

/* Which method this step is by. Runge-Kutta with implicit stages begins a run, since the start (a
 * uniform stream against walls) is not smooth and an explicit first stage would take up its residual;
 * BDF2 falls back to it wherever its step grows too fast to be stable. */
static int advance(struct integrator *it, double dt)
{
    const struct dual_time *d = it->own;
    if (!is_bdf2(it->c))
        return runge_kutta_step(it, d->before_dt > 0 ? &dual_tableau_esdirk3 : &dual_tableau_start, dt);
    if (it->c->time.method == METHOD_BDF2OPT && can_take_blend(it, dt))
        return difference_step(it, dual_blend, dt);
    return can_take_bdf2(it, dt) ? difference_step(it, 0, dt) : runge_kutta_step(it, &dual_tableau_start, dt);
}

/* Collective. The evaluated state at the start of a step that has failed, in the axes of that time. */
static void take_back(const struct dual_time *d, struct flow *f, double time)
{
    double by[9];
    flow_restore_state(f, d->start);
    if (f->motion.unsteady)
        flow_turn_to(f, time, by);
    flow_actuate_at(f, time);
    flow_evaluate(f, true);
}

/* dt: of this step, the last one of a run may be another. A failed step leaves the flow as it was at its
 * start, so that it can be written and looked at.
 * Where the length follows an estimate, a step whose equations could not be solved is not the run's end
 * but a step that was too long: it is made again at a quarter. report.steps stays 0 then, and the march
 * calls again. */
static int step(struct integrator *it, int64_t iteration, int steps, double dt)
{
    struct dual_time *d = it->own;
    const double began = it->flow->time;
    (void)steps;
    it->report = (struct integrator_report){.sub_drop = HUGE_VAL};
    TRY(dual_length_allows(it, dt));
    flow_save_state(it->flow, d->start);
    int status = advance(it, dt);
    /* Before the outcome is looked at: a refused step is reported with what it took. */
    it->report.evaluations = d->inner.report.evaluations;
    it->report.cfl = d->inner.report.cfl;
    it->report.reduction = d->inner.report.reduction;
    it->report.limited = d->inner.report.limited;
    it->cfl = d->inner.cfl;
    if (status && !dual_follows_error(it->c))
        it->report.refused = d->inner.report.refused;
    if (!dual_length_holds(it, status == 0, dt)) {
        take_back(d, it->flow, began);
        return dual_follows_error(it->c) ? dual_length_suffices(it) : status;
    }
    keep_level(it, dt);
    it->report.steps = 1;
    dual_length_renew(it, iteration, dt);
    return 0;
}

static int batch(const struct integrator *it, int most)
{
    (void)it, (void)most;
    return 1;
}

/* ---- checkpoints ---- */

/* These, then the numbers of the scheme in pseudo-time, then those at the end, of which the last says how many are that
 * scheme's. States of steps before are arrays of the flow. */
enum { SAVED_DT, SAVED_VECTORS, SAVED_SUB_STEPS, SAVED_SUB_DROP, N_SAVED };
enum { SAVED_OLDER_DT, SAVED_NEXT_DT, SAVED_ERROR, SAVED_NEXT_CFL, SAVED_INNER, N_SAVED_AT_END };

/* load() knows how many numbers are the inner scheme's by a save() of its own, before it takes any. */
static int save(const struct integrator *it, double number[INTEGRATOR_NUMBERS])
{
    const struct dual_time *d = it->own;
    double inner[INTEGRATOR_NUMBERS];
    int n = d->inner.type->save(&d->inner, inner);
    if (N_SAVED + n + N_SAVED_AT_END > INTEGRATOR_NUMBERS)
        FATAL("a checkpoint has no place for %d numbers", N_SAVED + n + N_SAVED_AT_END);
    number[SAVED_DT] = d->before_dt;
    number[SAVED_VECTORS] = (double)it->report.vectors;
    number[SAVED_SUB_STEPS] = (double)it->report.sub_steps;
    number[SAVED_SUB_DROP] = it->report.sub_drop;
    memcpy(number + N_SAVED, inner, (size_t)n * sizeof *inner);
    double *at_end = number + N_SAVED + n;
    at_end[SAVED_OLDER_DT] = d->older_dt;
    at_end[SAVED_NEXT_DT] = d->next_dt;
    at_end[SAVED_ERROR] = d->before_error;
    at_end[SAVED_NEXT_CFL] = d->next_cfl;
    at_end[SAVED_INNER] = n;
    return N_SAVED + n + N_SAVED_AT_END;
}

/* Those of another version are left alone, and all keeps its value from create(): such checkpoints can be continued,
 * though not bit for bit. Two versions may have as many numbers in all, of which not as many are the inner scheme's. */
static void load(struct integrator *it, int n, const double *number)
{
    struct dual_time *d = it->own;
    double own[INTEGRATOR_NUMBERS];
    const int n_inner = d->inner.type->save(&d->inner, own);
    const double *at_end = number + N_SAVED + n_inner;
    if (n != N_SAVED + n_inner + N_SAVED_AT_END || at_end[SAVED_INNER] != n_inner)
        return;
    d->before_dt = number[SAVED_DT];
    d->inner.type->load(&d->inner, n_inner, number + N_SAVED);
    d->older_dt = at_end[SAVED_OLDER_DT];
    d->before_error = at_end[SAVED_ERROR];
    dual_length_load(it, at_end[SAVED_NEXT_DT], at_end[SAVED_NEXT_CFL]);
    it->cfl = d->inner.cfl;
    it->report = d->inner.report; /* for the row at which the run goes on */
    it->report.vectors = (int64_t)number[SAVED_VECTORS];
    it->report.sub_steps = (int64_t)number[SAVED_SUB_STEPS];
    it->report.sub_drop = number[SAVED_SUB_DROP];
}

const struct integrator_type integrator_dual_time = {
    .scheme = TIME_DUAL, .name = "dual time", .create = create, .free = destroy, .batch = batch, .step = step,
    .bytes = bytes, .save = save, .load = load, .time_step = dual_length_next};
