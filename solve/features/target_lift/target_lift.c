/* target_lift.c: the angle of attack of a given lift, sought while the run marches: what the controller (target.h) is
 * told, and what follows from its angles.
 */
#include "checkpoint/checkpoint_numbers.h"
#include "features/aim.h"
#include "control/monitor.h"
#include "error.h"
#include "features/target_lift/target.h"
#include "features/target_lift/target_lift_case.h"
#include "json_write.h"
#include "mem.h"
#include "results/history_columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct target_lift {
    const struct case_file *c; /* borrowed */
    struct target target;      /* the same on all ranks */
    double cl, cd;             /* of the newest row */
};

static int start(const struct case_file *c, const void *spec, const struct flow *f, void **own)
{
    struct target_lift *t;
    (void)f;
    MEM_NEW_ZERO(t, 1);
    *own = t;
    t->c = c;
    target_begin(c, spec, &t->target);
    return 0;
}

/* ---- control ---- */

static bool decide(void *own, const struct monitor *m)
{
    struct target_lift *t = own;
    double cl, cd, residual;
    monitor_measure(m, &cl, &cd, &residual);
    return target_look(&t->target, cl, cd, residual);
}

static int turn(struct case_file *c, struct domain *d, double alpha)
{
    case_set_alpha(c, alpha);
    return comm_agree(domain_renew_free_stream(d, c));
}

/* The integrator must know, since residuals jump at a new angle. Of a run that goes on the state has seen its angle,
 * unless that follows from another lift. */
static int change(void *own, struct case_file *c, struct integrator *it, bool resumed)
{
    const struct target *t = &((struct target_lift *)own)->target;
    if (resumed && t->alpha == c->flow.alpha)
        return 0;
    if (!resumed || (t->settle.history.seen == 0 && t->changes > 0))
        integrator_disturbed(it, false);
    return turn(c, it->flow->domain, t->alpha);
}

/* The run begins at the angle of the state that it restarts from: whether that is of another free stream is judged by
 * it. */
static int prepare_restart(const void *spec, const struct solution_reference *old, struct case_file *c,
                           struct domain *d)
{
    const struct target_lift_case *asked = spec;
    return turn(c, d, fmin(fmax(old->alpha, asked->alpha_min), asked->alpha_max));
}

static void aim(const void *own, struct aim *a)
{
    const struct target_lift *l = own;
    const struct target *t = &l->target;
    const bool met = target_is_met(t, l->cl);
    a->agrees = met && target_has_settled(t);
    a->holds_up = !a->agrees;
    a->out_of_reach = t->obstacle != TARGET_FREE;
    a->but = met ? NULL : "cl is not yet the one asked for";
    snprintf(a->said, sizeof a->said, "; cl %.*f at alpha %.4f degrees", t->tolerance < 1e-4 ? 6 : 4, l->cl, t->alpha);
    if (!met)
        snprintf(a->missed, sizeof a->missed, ", not the %g asked for", t->cl);
    if (t->obstacle == TARGET_LIMIT)
        snprintf(a->obstacle, sizeof a->obstacle,
                 "cl %g is out of reach, since alpha is at its limit of %g degrees", t->cl, t->alpha);
    else
        snprintf(a->obstacle, sizeof a->obstacle,
                 "cl %g is out of reach, since lift does not rise between alpha %.4g (cl %.4f) and %.4g degrees",
                 t->cl, t->point_alpha, t->point_cl, t->alpha);
}

/* A history with angles in it tells nothing of where the forces are heading: the looks since the newest angle do. */
static bool trends(const void *own, struct trend *cl, struct trend *cd)
{
    const struct target_lift *l = own;
    struct trend_history *h;
    /* A copy, since a history is too large for the stack and the target's own is not to be changed. */
    MEM_NEW(h, 1);
    *h = l->target.settle.history;
    trend_history_add(h, (const double[TREND_VALUES]){l->cl, l->cd});
    *cl = trend_history_of(h, 0);
    *cd = trend_history_of(h, 1);
    mem_free(h);
    return true;
}

/* ---- files ---- */

static void measure(void *own, const struct monitor *m)
{
    struct target_lift *l = own;
    l->cl = m->row.cl;
    l->cd = m->row.cd;
}

static void columns(const void *own, struct history_columns *to)
{
    history_columns_add(to, "alpha", "", ((const struct target_lift *)own)->c->flow.alpha);
}

static void conditions(const void *own, struct json *j)
{
    json_number(j, "alpha", ((const struct target_lift *)own)->c->flow.alpha);
}

/* The key "obstacle" says in words, for scripts, what keeps the target from being met. */
static void write_run(const void *own, struct json *j)
{
    const struct target_lift *l = own;
    const struct target *t = &l->target;
    json_object(j, "target");
    json_number(j, "cl", t->cl);
    json_number(j, "tolerance", t->tolerance);
    json_number(j, "alpha", t->alpha);
    json_bool(j, "met", target_is_met(t, l->cl));
    json_number(j, "slope_per_degree", t->slope);
    json_integer(j, "changes_of_alpha", t->changes);
    json_text(j, "obstacle", t->obstacle == TARGET_FREE ? "none" : t->obstacle == TARGET_LIMIT ? "alpha limit"
                                                                                           : "flat lift curve");
    json_close(j);
}

static int64_t count(const void *own)
{
    double number[TARGET_NUMBERS];
    return target_save(&((const struct target_lift *)own)->target, number);
}

static void save(const void *own, double *value)
{
    double number[TARGET_NUMBERS];
    int n = target_save(&((const struct target_lift *)own)->target, number);
    memcpy(value, number, (size_t)n * sizeof *value);
}

static void take(void *own, int64_t n, const double *value, const struct feature_source *from)
{
    if (n <= TARGET_NUMBERS)
        target_load(&((struct target_lift *)own)->target, (int)n, value, from->same_flow);
}

const struct feature_type feature_target_lift = {
    .in_case = &feature_target_lift_case,
    .prepare_restart = prepare_restart,
    .numbers = {"target", count, save, take},
    .start = start,
    .measure = measure,
    .columns = columns,
    .conditions = conditions,
    .write_run = write_run,
    .decide = decide,
    .change = change,
    .aim = aim,
    .trends = trends,
    .end = mem_free,
};
