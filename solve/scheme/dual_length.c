/* dual_length.c: how long steps in physical time are.
 *
 * With time.tolerance the length follows from an estimate of the error, the difference to the solution of second order
 * that is embedded in ESDIRK3. With time.dt_cfl it is found by the convective CFL number of a region
 * (scheme/step_region.h), at the start and then every time.cfl_every steps. Otherwise it is time.dt.
 */
#include "error.h"
#include "scheme/dual_parts.h"

/* With an estimate of errors: a step that could not be solved is made again with this part of its length. */
static const double SHORTER = 0.25;
/* Steps under this part of the first one's length mean that the tolerance cannot be met. */
static const double STEP_LEAST = 1e-6;

int dual_length_create(struct integrator *it)
{
    struct dual_time *d = it->own;
    d->next_dt = dual_follows_region(it->c) ? 0 : it->c->time.dt;
    return dual_follows_region(it->c) ? step_region_create(it->flow, it->c, &d->region) : 0;
}

void dual_length_free(struct integrator *it)
{
    struct dual_time *d = it->own;
    step_region_free(it->flow, &d->region);
}

/* ---- by the estimate of errors ---- */

/* Collective. The root of the mean square, over cells and variables, of the difference between the step's solution and
 * the embedded one, in units of the free stream times the tolerance: rho, rho U, rho U^2 with U the sum of the speeds
 * of the stream and of sound. The difference is left in d->rate. */
static double error_of(struct integrator *it, double dt)
{
    const struct dual_tableau *t = &dual_tableau_esdirk3;
    struct dual_time *d = it->own;
    struct flow *f = it->flow;
    const struct backend *b = f->domain->backend;
    const struct solution_reference *r = &it->c->derived.reference;
    const lid n = f->domain->view.n_owned;
    const double *v = r->velocity, sound = sqrt(r->gamma * r->pressure / r->density);
    const double speed = sound + sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const double unit[NV] = {r->density, r->density * speed, r->density * speed, r->density * speed,
                             r->density * speed * speed};
    struct slopes_args a = {.out = d->rate, .n = t->stages};
    double sum[NV];
    /* The slope of the last stage, which runge_kutta_step() did not keep; out may be in. */
    dual_derivative(f, d->start, f->q, f->domain->view.n_slots, d->factor, d->rate, d->rate);
    for (int k = 0; k < t->stages; k++) {
        a.slope[k] = k < t->stages - 1 ? d->slope[k] : d->rate;
        /* The last row of the tableau is the solution (stiffly accurate); less the embedded one's weights. */
        a.share[k] = dt * (t->a[t->stages - 1][k] - t->embedded[k]);
    }
    BACKEND_LAUNCH(b, KERNEL_time_slopes, STREAM_COMPUTE, 0, (lid)f->n_variables * n, &a);
    for (int k = 0; k < NV; k++) {
        struct square_args square = {.of = d->rate + (int64_t)k * n};
        BACKEND_SUM(b, backend_kernel(b, KERNEL_square, EQUATIONS_ANY, 0), n, &square, &sum[k]);
    }
    comm_sum(sum, NV);
    double mean = 0;
    for (int k = 0; k < NV; k++)
        /* Every cell counts alike, whatever its volume: small cells are where the flow changes. */
        mean += sum[k] / (unit[k] * unit[k] * NV * (double)f->domain->pack.n_cells_global);
    return sqrt(mean) / it->c->time.tolerance;
}

/* Is the error of the step that was made within the tolerance? Finds the length of the next step. */
static bool is_within_tolerance(struct integrator *it, double dt)
{
    struct dual_time *d = it->own;
    if (d->before_dt == 0) { /* the first step is not made by ESDIRK3 and has no estimate: the next one is as long */
        d->next_dt = dt;
        return true;
    }
    double error = error_of(it, dt);
    bool holds = error <= 1; /* false for NaN */
    double ratio = dual_step_ratio(isfinite(error) ? error : HUGE_VAL, holds ? d->before_error : 0);
    d->next_dt = fmin(dt * ratio, isnan(it->c->time.dt_most) ? HUGE_VAL : it->c->time.dt_most);
    if (holds)
        d->before_error = error;
    return holds;
}

bool dual_length_holds(struct integrator *it, bool solved, double dt)
{
    struct dual_time *d = it->own;
    if (!dual_follows_error(it->c))
        return solved;
    if (solved)
        return is_within_tolerance(it, dt);
    d->next_dt = SHORTER * dt;
    return false;
}

int dual_length_suffices(const struct integrator *it)
{
    const struct dual_time *d = it->own;
    if (d->next_dt >= STEP_LEAST * it->c->time.dt)
        return 0;
    return error_set("the step in physical time has fallen to %.3g s, a millionth of [time] dt, without meeting "
                     "[time] tolerance; raise tolerance or sub_drop, or check the mesh", d->next_dt);
}

/* ---- by the CFL number of the region ---- */

/* Collective. The length of the next step by the CFL number of the region, at most half as long again as `before`, so
 * that BDF2 and the blend stay stable. */
static void find_length(struct integrator *it, double before)
{
    struct dual_time *d = it->own;
    d->next_dt = fmin(step_region_dt(it->flow, &d->region, it->c->time.dt_cfl), DUAL_BLEND_GROWTH * before);
    d->next_cfl = it->c->time.dt_cfl;
}

void dual_length_renew(struct integrator *it, int64_t iteration, double dt)
{
    const struct case_file *c = it->c;
    if (dual_follows_region(c) && c->time.cfl_every > 0 && (iteration + 1) % c->time.cfl_every == 0)
        find_length(it, dt);
}

int dual_length_allows(const struct integrator *it, double dt)
{
    if (isfinite(dt))
        return 0;
    return error_set("%s: [time] dt_cfl: the gas is at rest in all cells of the region, whose CFL number gives no step "
                     "there; give dt", it->c->config.path);
}

/* ---- one or the other ---- */

double dual_length_next(struct integrator *it)
{
    const struct dual_time *d = it->own;
    if (dual_follows_region(it->c) && d->next_dt == 0)
        find_length(it, HUGE_VAL);
    return dual_follows_error(it->c) || dual_follows_region(it->c) ? d->next_dt : flow_time_step(it->flow);
}

/* Of what was found for another CFL number, or with another rule, nothing is taken. */
void dual_length_load(struct integrator *it, double next_dt, double next_cfl)
{
    struct dual_time *d = it->own;
    if (dual_follows_error(it->c) && next_dt > 0)
        d->next_dt = next_dt;
    if (dual_follows_region(it->c) && next_cfl == it->c->time.dt_cfl) {
        d->next_cfl = next_cfl;
        d->next_dt = next_dt;
    }
}
