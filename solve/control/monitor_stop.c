/* monitor_stop.c: whether a run is to stop, by the rules of [stop], and whether it has converged when it ends: from the
 * rows of the monitor. */
#include "control/monitor.h"

#include "parallel/comm.h"
#include "control/residual_peak.h"
#include "arithmetic/variable_names.h"
#include "features/features.h"

#include <math.h>

/* ---- the rules of [stop] ---- */

static bool has_dropped(const struct monitor *m, double decades)
{
    return !isnan(decades) && m->largest_residual > 0 &&
           m->row.residual[0] <= m->largest_residual * pow(10, -decades);
}

/* A Cauchy criterion: largest less least in the newest `window` iterations, of cl and of cd, absolute
 * or relative, whichever is met. The window has to be full: from its first row to its last at least
 * c->stop.window iterations. Forces also stand still where steps are too short for them to move, so that
 * the residual of a steady flow has to have dropped, if there was any. */
static bool window_is_steady(const struct monitor *m)
{
    const struct case_file *c = m->c;
    if (c->stop.window == 0 || m->cauchy.n == 0 || m->row.iteration - m->stream.start < c->stop.minimum_steps ||
        m->cauchy.row[m->cauchy.n - 1][0] - m->cauchy.row[0][0] < (double)c->stop.window)
        return false;
    if (c->time.local && m->largest_residual > 0 && !has_dropped(m, VERDICT_SETTLED))
        return false;
    for (int k = 1; k <= 2; k++) {
        double least = HUGE_VAL, most = -HUGE_VAL, last = m->cauchy.row[m->cauchy.n - 1][k];
        for (int i = 0; i < m->cauchy.n; i++) {
            if (isnan(m->cauchy.row[i][k])) /* fmin() and fmax() would pass over it */
                return false;
            least = fmin(least, m->cauchy.row[i][k]);
            most = fmax(most, m->cauchy.row[i][k]);
        }
        if (!(most - least < c->stop.tolerance || most - least < c->stop.tolerance_relative * fabs(last)))
            return false;
    }
    return true;
}

/* Where cl (0) or cd (1) is heading. A run from a first guess may be over after few steps. */
static struct trend trend_now(const struct monitor *m, int which)
{
    struct trend t = trend_history_of(&m->trend, which);
    double quick = quick_trend_remaining(&m->quick, which);
    if (!isnan(quick) && !(t.remaining <= quick))
        t.remaining = quick;
    return t;
}

/* What cl (0) or cd (1) has still to go by as the residual falls. From a first guess the residual falls fast while
 * forces, which follow the whole field, are far off: there it tells nothing before it has dropped further than asked
 * for. */
static double remaining_by_residual(const struct monitor *m, int which)
{
    if (m->stream.start > 0 && !has_dropped(m, m->c->stop.residual_drop + VERDICT_FURTHER))
        return NAN;
    return residual_tail_remaining(&m->tail, which);
}

/* Nothing but the last digits of the state is left. */
static bool is_at_rounding(const struct monitor *m)
{
    return m->c->stop.residual_drop > 0 && m->integrator && m->integrator->report.rounding;
}

bool monitor_rests(const struct monitor *m)
{
    return m->c->stop.residual_drop > 0 && m->integrator && m->integrator->report.floor;
}

/* Half a decade sooner, since the scheme's norm is of all variables of the flow, and its report a step late. False
 * where no drop is asked for (NaN), or none is known (0). */
bool monitor_nears_end(const struct monitor *m)
{
    const double sooner = 0.5, drop = m->integrator ? m->integrator->report.drop : 0;
    return m->c->output.history > 0 && drop > 0 && drop >= m->c->stop.residual_drop - sooner;
}

/* The residual first: it is the stronger statement where both hold. */
static enum stop_reason rule_met(const struct monitor *m)
{
    if (m->stream.start > 0 && m->row.iteration == m->stream.start)
        return STOP_NONE; /* a first guess */
    if (m->integrator && (m->integrator->report.first_order || m->integrator->report.held_limiters))
        return STOP_NONE; /* on its way to another flow */
    if (has_dropped(m, m->c->stop.residual_drop))
        return STOP_RESIDUAL;
    if (is_at_rounding(m) || monitor_rests(m))
        return STOP_ROUNDING;
    return window_is_steady(m) ? STOP_FORCES : STOP_NONE;
}

/* ---- the verdict ---- */

/* Decades; more than any where nothing is left, NaN where the residual is no number. */
static double drop_of(const struct monitor *m, int v)
{
    return m->row.residual[v] == 0 ? HUGE_VAL : log10(m->largest[v] / m->row.residual[v]);
}

/* The turbulence variable whose residual has dropped least, or one of which that cannot be told. */
static void turbulence_facts(const struct monitor *m, struct verdict_facts *f)
{
    f->turbulence_drop = NAN;
    for (int v = NV; v < m->flow->n_variables && !(f->turbulence_name && isnan(f->turbulence_drop)); v++) {
        double drop = drop_of(m, v);
        if (!f->turbulence_name || !(drop >= f->turbulence_drop)) {
            f->turbulence_drop = drop;
            f->turbulence_name = variable_of(m->flow->equations, v).name;
        }
    }
}

/* Those that are in the rows so far; facts of the history are of rank 0. */
static struct verdict_facts facts_of_rows(const struct monitor *m, enum stop_reason reason, enum stop_reason rule)
{
    const struct case_file *c = m->c;
    struct verdict_facts f = {.steady = c->time.local,
                              .reason = reason,
                              .rule = rule,
                              .steps = m->row.iteration - m->first_iteration,
                              .first_order = m->integrator && m->integrator->report.first_order,
                              .held_limiters = m->integrator && m->integrator->report.held_limiters,
                              .drop = monitor_residual_drop(m),
                              .drop_asked = c->stop.residual_drop,
                              .window = c->stop.window,
                              .tolerance = c->stop.tolerance,
                              .tolerance_relative = c->stop.tolerance_relative,
                              .cl = trend_now(m, 0),
                              .cd = trend_now(m, 1),
                              .cl_by_residual = remaining_by_residual(m, 0),
                              .cd_by_residual = remaining_by_residual(m, 1),
                              .rounding = is_at_rounding(m)};
    turbulence_facts(m, &f);
    return f;
}

/* Collective by residual_peak_find() and unphysical_find(); facts of the history are of rank 0, and so is the
 * verdict. */
void monitor_end(struct monitor *m, enum stop_reason reason)
{
    struct verdict_facts f = facts_of_rows(m, reason, rule_met(m));
    struct residual_peak peak = residual_peak_find(m->flow);
    /* Borrowed for the call; everything else of the facts is a copy. */
    f.peak = &peak;
    m->unphysical = unphysical_find(m->flow, m->c);
    f.unphysical = &m->unphysical;
    struct aim aim[FEATURES_MOST];
    f.aim = aim;
    f.n_aims = features_aims(m->flow->domain->features, aim);
    (void)features_trends(m->flow->domain->features, &f.cl, &f.cd);
    verdict_judge(&f, &m->verdict);
}

/* ---- whether to stop ---- */

/* Collective. Rank 0 has the rows before a restart too, and tells the others. */
static bool has_to_wait(const struct monitor *m, enum stop_reason rule)
{
    if (rule != STOP_RESIDUAL && rule != STOP_ROUNDING)
        return false;
    struct verdict_facts f = facts_of_rows(m, STOP_NONE, rule);
    int waits = verdict_waits(&f);
    comm_broadcast(&waits, (int)sizeof waits, 0);
    return waits;
}

/* Controllers come before rules: a flow that has settled at a wrong angle or pressure must go on. An
 * obstacle ends it at once, since more steps change nothing about it. And what the verdict would not call converged
 * for want of steps goes on too: forces that still change, or turbulence that lags, while the density residual is small
 * enough. */
enum stop_reason monitor_stop(const struct monitor *m)
{
    struct aim aim[FEATURES_MOST];
    const int n = features_aims(m->flow->domain->features, aim);
    for (int k = 0; k < n; k++)
        if (aim[k].out_of_reach)
            return STOP_UNREACHABLE;
    for (int k = 0; k < n; k++)
        if (aim[k].holds_up)
            return STOP_NONE;
    enum stop_reason rule = rule_met(m);
    return has_to_wait(m, rule) ? STOP_NONE : rule;
}
