/* verdict.c: the rules of the verdict, then its sentence, part by part. */
#include "control/verdict.h"

#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the answer ---- */

/* remaining is NaN where it cannot be told: the comparison is false then. */
bool verdict_has_settled(const struct trend *t, double tolerance, double tolerance_relative)
{
    return t->remaining <= VERDICT_TOLERANCES * fmax(tolerance, tolerance_relative * fabs(t->newest));
}

static bool has_settled(const struct verdict_facts *f, const struct trend *t)
{
    return verdict_has_settled(t, f->tolerance, f->tolerance_relative);
}

static bool forces_have_settled(const struct verdict_facts *f)
{
    return has_settled(f, &f->cl) && has_settled(f, &f->cd);
}

/* Is that worth a word? Of rounding no drop is asked. */
static bool residual_lets_settle(const struct verdict_facts *f)
{
    return f->rounding || f->drop >= VERDICT_SETTLED;
}

static bool is_unphysical(const struct verdict_facts *f)
{
    return f->unphysical && f->unphysical->n > 0;
}

static bool turbulence_is_lost(const struct verdict_facts *f)
{
    return f->turbulence_name && isnan(f->turbulence_drop);
}

/* Half as many decades: turbulence variables span decades from the wall to the outer flow, and their
 * residuals fall later. */
static bool turbulence_lags(const struct verdict_facts *f)
{
    return f->turbulence_name && f->turbulence_drop < 0.5 * f->drop;
}

static bool lacks_turbulence(const struct verdict_facts *f)
{
    return turbulence_lags(f) && !forces_have_settled(f);
}

/* Of a run that meets the rule of the residual: what is still to come by the smaller one of two estimates, NaN where
 * neither tells. Half of the history, which trend.h looks at, may begin before shocks had found their places. */
static struct trend by_residual(const struct trend *t, double remaining)
{
    struct trend s = *t;
    if (isnan(remaining) || t->remaining <= remaining)
        return s;
    s.remaining = remaining;
    s.direction = 0;
    return s;
}

/* Is it known that cl or cd has still to change by more than is allowed? */
static bool forces_still_change(const struct verdict_facts *f)
{
    const struct trend cl = by_residual(&f->cl, f->cl_by_residual), cd = by_residual(&f->cd, f->cd_by_residual);
    if (f->rounding)
        return false;
    return (!isnan(cl.remaining) && !has_settled(f, &cl)) || (!isnan(cd.remaining) && !has_settled(f, &cd));
}

static bool forces_are_unknown(const struct verdict_facts *f)
{
    return !f->rounding && (isnan(by_residual(&f->cl, f->cl_by_residual).remaining) ||
                            isnan(by_residual(&f->cd, f->cd_by_residual).remaining));
}

bool verdict_waits(const struct verdict_facts *f)
{
    if (!f->steady || (f->rule == STOP_ROUNDING && f->rounding))
        return false;
    if (forces_are_unknown(f) && f->drop < f->drop_asked + VERDICT_FURTHER)
        return true;
    return lacks_turbulence(f) || forces_still_change(f);
}

/* Has the residual met its rule, or come to rest on the rounding of gradients? */
static bool goes_by_residual(const struct verdict_facts *f)
{
    return f->rule == STOP_RESIDUAL || (f->rule == STOP_ROUNDING && !f->rounding);
}

static bool aims_agree(const struct verdict_facts *f)
{
    for (int k = 0; k < f->n_aims; k++)
        if (!f->aim[k].agrees)
            return false;
    return true;
}

/* Which rule was met decides what else is asked: each rule has a weakness (verdict.h). Without a rule a run
 * has not converged, however small its residual. */
static bool has_converged(const struct verdict_facts *f)
{
    if (!aims_agree(f) || turbulence_is_lost(f) || is_unphysical(f))
        return false;
    if (goes_by_residual(f))
        return !lacks_turbulence(f) && !forces_still_change(f);
    return f->rule == STOP_ROUNDING || (f->rule == STOP_FORCES && forces_have_settled(f) && residual_lets_settle(f));
}

/* A run that meets its rule where it could make no further step is over anyway. */
static bool has_failed(const struct verdict_facts *f)
{
    return is_unphysical(f) || (f->reason == STOP_STUCK && !has_converged(f));
}

/* ---- its sentence ---- */

static void add(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Cut at VERDICT_SIZE, never overrun. */
static void add(struct verdict *v, const char *format, ...)
{
    size_t n = strlen(v->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->text + n, sizeof v->text - n, format, arguments);
    va_end(arguments);
}

/* The reason in the words of a sentence; other reasons come with a rule. */
static void add_end(struct verdict *v, const struct verdict_facts *f)
{
    const char *many = f->steps == 1 ? "" : "s";
    if (f->reason == STOP_STEPS)
        if (f->steps == 1)
            add(v, "its only step is done");
        else
            add(v, "all %" PRId64 " steps are done", f->steps);
    else if (f->reason == STOP_STUCK)
        add(v, "no further step was possible after %" PRId64 " step%s", f->steps, many);
    else if (f->reason == STOP_WALL_TIME)
        add(v, "the wall-time limit ended the run after %" PRId64 " step%s", f->steps, many);
    else
        add(v, "a %s ended the run after %" PRId64 " step%s", stop_reason_text(f->reason), f->steps, many);
}

/* What was sought, reached or not. */
static void add_aims(struct verdict *v, const struct verdict_facts *f)
{
    for (int k = 0; k < f->n_aims; k++)
        add(v, "%s%s", f->aim[k].said, f->reason == STOP_UNREACHABLE ? "" : f->aim[k].missed);
}

/* Why it cannot be had. */
static void add_obstacle(struct verdict *v, const struct verdict_facts *f)
{
    int k = 0;
    while (k < f->n_aims - 1 && !f->aim[k].out_of_reach)
        k++;
    if (k < f->n_aims)
        add(v, "%s", f->aim[k].obstacle);
}

/* What was asked and how much of it was reached; with neither rule the user is told that nothing could be
 * judged. */
static void add_residual(struct verdict *v, const struct verdict_facts *f)
{
    if (!isnan(f->drop_asked))
        add(v, ", the residual has dropped %.1f of the %g decades asked for", f->drop, f->drop_asked);
    else
        add(v, ", the residual has dropped %.1f decades", f->drop);
    if (f->window > 0)
        add(v, " and the rule of [stop] window = %ld is not met", f->window);
    else if (isnan(f->drop_asked))
        add(v, " and [stop] sets no rule to judge by");
}

/* The estimated end is given with as many digits as the change still to come leaves meaningful. */
static void add_coefficient(struct verdict *v, const char *name, const struct trend *t)
{
    add(v, "; %s %.6g, ", name, t->newest);
    if (t->direction == 0) {
        add(v, "varying by up to %.2g", t->remaining);
        return;
    }
    add(v, "still %s", t->direction > 0 ? "rising" : "falling");
    if (isnan(t->end))
        add(v, ", by %.2g over the last half of the history", t->remaining);
    else
        add(v, " (estimated final value %.*g)", t->remaining < 1e-2 * fabs(t->newest) ? 4 : 3, t->end);
}

/* Those that have not settled, or that both have.
 * Only what has not settled, so that a sentence about a good run stays short. */
static void add_forces(struct verdict *v, const struct verdict_facts *f)
{
    if (isnan(f->cl.remaining) || isnan(f->cd.remaining)) {
        if (!f->rounding) /* there nothing is heading anywhere */
            add(v, "; the history is too short to tell where cl and cd are heading");
        return;
    }
    if (!has_settled(f, &f->cl))
        add_coefficient(v, "cl", &f->cl);
    if (!has_settled(f, &f->cd))
        add_coefficient(v, "cd", &f->cd);
    if (forces_have_settled(f) && residual_lets_settle(f))
        add(v, "; cl and cd have settled to within %.1g and %.1g", f->cl.remaining, f->cd.remaining);
}

static void add_rule(struct verdict *v, const struct verdict_facts *f)
{
    if (f->rule == STOP_RESIDUAL)
        add(v, "the residual has dropped %.1f decades (%g asked for)", f->drop, f->drop_asked);
    else if (f->rule == STOP_ROUNDING)
        add(v, "the residual has dropped %.1f decades, and what is left of it is rounding", f->drop);
    else
        add(v, "cl and cd have stayed within the tolerance for %ld iterations", f->window);
}

/* Why a run that met a rule has not converged. */
static void add_but(struct verdict *v, const struct verdict_facts *f)
{
    const char *but = NULL;
    for (int k = 0; k < f->n_aims && !but; k++)
        but = f->aim[k].but;
    if (but)
        add(v, ", but %s", but);
    else if (turbulence_is_lost(f))
        add(v, ", but the residual of %s is not a number", f->turbulence_name);
    else if (goes_by_residual(f) && turbulence_lags(f))
        add(v, ", but that of %s only %.1f", f->turbulence_name, f->turbulence_drop);
    else if (goes_by_residual(f))
        add(v, ", but cl or cd still changes");
    else if (forces_have_settled(f))
        add(v, ", but the residual has dropped by %.1f decades only", f->drop);
    else
        add(v, ", but still change");
}

/* Where to look for the reason. */
static void add_peak(struct verdict *v, const struct residual_peak *p)
{
    if (p && p->place[0])
        add(v, "; the residual is largest in %s, and %" PRId64 " cell%s %.0f %% of it", p->place, p->n_cells,
            p->n_cells == 1 ? " holds" : "s hold", 100 * p->share);
}

/* The order of the sentence: what ended the run and how far it came, what was sought, forces, the place
 * to look at. */
void verdict_judge(const struct verdict_facts *f, struct verdict *v)
{
    memset(v, 0, sizeof *v);
    v->cl_remaining = v->cd_remaining = NAN;
    if (!f->steady) {
        add(v, "unsteady run: convergence is not judged");
        return;
    }
    if (f->steps == 0 && f->reason == STOP_STEPS && f->rule == STOP_NONE) {
        add(v, "no step was asked for, so that convergence is not judged");
        return;
    }
    v->answer = has_converged(f) ? VERDICT_CONVERGED : VERDICT_NOT_CONVERGED;
    v->failed = has_failed(f);
    struct verdict_facts said = *f;
    if (goes_by_residual(f) && !lacks_turbulence(f)) {
        said.cl = by_residual(&f->cl, f->cl_by_residual);
        said.cd = by_residual(&f->cd, f->cd_by_residual);
    }
    /* In coefficients, what is left of the way to the limit; NAN where none can be told. */
    v->cl_remaining = said.cl.remaining;
    v->cd_remaining = said.cd.remaining;
    add(v, v->failed ? "failed: " : v->answer == VERDICT_CONVERGED ? "converged: " : "not converged: ");
    if (is_unphysical(f)) {
        unphysical_say(f->unphysical, sizeof v->text - strlen(v->text), v->text + strlen(v->text));
        add(v, "; ");
    }
    if (f->reason == STOP_UNREACHABLE) {
        add_obstacle(v, f);
    } else if (f->rule == STOP_NONE) {
        add_end(v, f);
        add_residual(v, f);
    } else {
        add_rule(v, f);
        if (v->answer == VERDICT_NOT_CONVERGED && !v->failed)
            add_but(v, f);
    }
    if (f->first_order)
        add(v, "; the run ended in a phase of first order: continue with --restart");
    if (f->held_limiters)
        add(v, "; the run ended while limiters were held: continue with --restart");
    add_aims(v, f);
    add_forces(v, &said);
    if (v->answer == VERDICT_NOT_CONVERGED)
        add_peak(v, f->peak);
}

void verdict_write(const struct verdict *v, struct json *j)
{
    if (v->answer == VERDICT_UNKNOWN)
        json_number(j, "converged", NAN); /* null */
    else
        json_bool(j, "converged", v->answer == VERDICT_CONVERGED);
    json_text(j, "verdict", v->text);
    json_number(j, "cl_remaining", v->cl_remaining);
    json_number(j, "cd_remaining", v->cd_remaining);
}
