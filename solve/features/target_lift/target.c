/* target.c: the rules by which the angle changes, one after another in target_look(): has the flow answered, is what is
 * still to come small beside what is missing, what do the settled angles say of the slope, and is there an obstacle.
 */
#include "features/target_lift/target.h"

#include "angle.h"

#include <math.h>
#include <string.h>

/* Figures that did best on airfoils and wings. */
enum { FLAT_TIMES = 2 };
static const double FALL = 0.2;        /* struct settle */
static const double HOLD = 0.25;       /* of the tolerance: nothing is changed for less */
static const double CHANGE_MOST = 2;   /* degrees at once */
static const double CHANGE_LEAST = 0.003; /* degrees: smaller changes teach no slope, what the flow still does is as
                                             large */
static const double CHANGE_SEEN = 0.2; /* degrees: from smaller changes nothing is concluded about a flat curve */
static const double CLEAR = 5, VERY_CLEAR = 50; /* times the doubt: a rise that a slope is learned from */
static const double FLAT = 0.05;       /* of the plate's slope; FLAT_TIMES in a row: a slow flow may seem so once */
static const double STEEPER = 1.5, STEEPER_MOST = 4; /* times the slope before, and its inverse, bound the next one, by
                                                        how clear the rise is */
static const double CERTAIN = 0.01;    /* of what is missing may still be to come when a limit ends the run */
static const double BETA_LEAST = 0.4;

/* Prandtl and Glauert below Mach 1, Ackeret above, per degree; BETA_LEAST keeps both finite about Mach
 * 1, where neither holds. Too steep a slope turns the angle too little, which is safe. */
static double plate_slope(double mach)
{
    double beta = fmax(sqrt(fabs(1 - mach * mach)), BETA_LEAST);
    return (mach < 1 ? 2 * ANGLE_PI : 4) / beta * ANGLE_PI / 180;
}

void target_begin(const struct case_file *c, const struct target_lift_case *asked, struct target *t)
{
    memset(t, 0, sizeof *t);
    t->cl = asked->cl;
    t->tolerance = asked->tolerance;
    t->alpha_min = asked->alpha_min;
    t->alpha_max = asked->alpha_max;
    t->alpha = c->flow.alpha;
    /* Of a flat plate, until two settled points give one of the body's own. */
    t->slope = t->theory = plate_slope(c->flow.mach);
    settle_begin(c, FALL, &t->settle);
}

bool target_is_met(const struct target *t, double cl)
{
    return fabs(cl - t->cl) <= t->tolerance;
}

bool target_has_settled(const struct target *t)
{
    return trend_history_of(&t->settle.history, 0).remaining <= t->tolerance; /* no number: too few looks to tell */
}

/* ---- the slope ---- */

/* From the settled angle before to this one, where the change stands out of the doubt about both.
 * A secant through two settled points is as good as its numerator over the doubts; the slope is followed only
 * in steps (STEEPER), as one wrong slope would throw the angle far off. */
static void learn_slope(struct target *t, double cl, double doubt)
{
    double turned = t->alpha - t->point_alpha, risen = cl - t->point_cl;
    double doubts = doubt + t->point_doubt;
    if (!t->has_point || fabs(turned) < CHANGE_LEAST)
        return;
    double slope = risen / turned;
    /* Also with all doubts in its favour the lift rose by less than FLAT times what a plate's would:
     * near the largest lift. */
    bool flat = fabs(turned) >= CHANGE_SEEN && slope * fabs(turned) + doubts < FLAT * t->theory * fabs(turned);
    t->flat = flat ? t->flat + 1 : 0;
    if (t->flat == FLAT_TIMES)
        t->obstacle = TARGET_FLAT;
    double most = fabs(risen) > VERY_CLEAR * doubts ? STEEPER_MOST : STEEPER;
    if (t->obstacle == TARGET_FREE && fabs(risen) > CLEAR * doubts && slope > 0)
        t->slope = fmin(fmax(slope, t->slope / most), t->slope * most);
}

/* ---- the angle ---- */

/* Bounded by the step and by the limits.
 * Not more than CHANGE_MOST, since the present field is the first guess at the new angle. */
static void turn(struct target *t, double by)
{
    t->alpha = fmin(fmax(t->alpha + fmin(fmax(by, -CHANGE_MOST), CHANGE_MOST), t->alpha_min), t->alpha_max);
    t->changes++;
    settle_changed(&t->settle);
}

/* cl is the settled lift at alpha.
 * At a limit nothing is changed; the lift is out of reach when that is certain, and otherwise it is waited. */
static bool change(struct target *t, double cl, double doubt)
{
    double before = t->alpha, missing = t->cl - cl;
    learn_slope(t, cl, doubt);
    if (t->obstacle != TARGET_FREE)
        return false;
    if (missing > 0 ? t->alpha >= t->alpha_max : t->alpha <= t->alpha_min) {
        /* The lift at the limit has to be known well enough to say that it will not do. */
        bool certain = fabs(missing) > t->tolerance && doubt <= fmax(0.1 * t->tolerance, CERTAIN * fabs(missing));
        t->obstacle = certain ? TARGET_LIMIT : TARGET_FREE;
        return false;
    }
    /* The point that the next slope is measured from. */
    t->has_point = true;
    t->point_alpha = before;
    t->point_cl = cl;
    t->point_doubt = doubt;
    turn(t, missing / t->slope);
    return t->alpha != before;
}

/* Ranks that are told the same numbers decide the same: cl, cd and residual are sums in a fixed order.
 * An obstacle is final: no later look changes the angle again, and monitor_stop() ends the run. */
bool target_look(struct target *t, double cl, double cd, double residual)
{
    double end, doubt;
    settle_look(&t->settle, cl, cd, residual);
    if (t->obstacle != TARGET_FREE || !settle_answer(&t->settle, residual, &end, &doubt))
        return false;
    return settle_is_clear(t->cl - end, doubt, HOLD * t->tolerance) && change(t, end, doubt);
}

/* ---- checkpoints ---- */

/* The head, in the order that target_load() takes it in, then the rows of the history, as settle_save()
 * has them. */
int target_save(const struct target *t, double number[TARGET_NUMBERS])
{
    const struct trend_history *h = &t->settle.history;
    const double head[] = {t->cl,          t->alpha,    t->slope,          t->has_point,
                           t->point_alpha, t->point_cl, t->point_doubt,    (double)t->changes,
                           t->obstacle,    (double)h->seen, (double)h->spacing, h->n,
                           h->newest[0],   h->newest[1],   t->settle.peak,
                           t->settle.newest,      (double)t->flat};
    int n = sizeof head / sizeof *head;
    memcpy(number, head, sizeof head);
    return n + trend_history_save_rows(h, number + n);
}

/* The inverse of the last part of target_save(). */
static void load_lift(struct trend_history *h, const double *number)
{
    h->seen = (int64_t)number[0];
    h->spacing = (int64_t)number[1];
    h->n = (int)number[2];
    h->newest[0] = number[3];
    h->newest[1] = number[4];
    trend_history_load_rows(h, number + 8);
}

/* False for not-a-number. */
static bool is_within(double x, double least, double most)
{
    return x >= least && x <= most;
}

/* Of a file that somebody may have changed. */
static bool is_sound(int n, const double *number)
{
    const double many = 1e15;
    bool rows = is_within(number[11], 0, TREND_ROWS) && is_within(number[10], number[11] > 0, many);
    for (int k = 0; k < n; k++)
        rows = rows && isfinite(number[k]);
    return rows && is_within(number[2], 1e-9, many) && is_within(number[7], 0, many) &&
           is_within(number[8], TARGET_FREE, TARGET_FLAT) && is_within(number[9], 0, many) &&
           is_within(number[16], 0, FLAT_TIMES);
}

/* Another cl than before: the first step from the last lift by the slope that was learned. Another flow: the
 * angle and slope alone are kept.
 *
 * number[], as target_save() has it:
 *   0 cl asked for   1 alpha   2 slope   3 .. 6 has_point, alpha, cl and doubt of the point   7 changes   8 obstacle
 *   9 .. 13 seen, spacing, rows, newest cl and cd   14 peak   15 newest   16 flat   17 .. rows of cl, then of cd */
void target_load(struct target *t, int n, const double *number, bool same_flow)
{
    enum { HEAD = 17 };
    if (n < HEAD || !is_sound(n, number) || n != HEAD + TREND_VALUES * (int)number[11])
        return;
    double asked = t->cl, was = number[0];
    t->alpha = fmin(fmax(number[1], t->alpha_min), t->alpha_max);
    t->slope = number[2];
    if (asked != was && number[9] > 0)
        turn(t, (asked - number[12]) / t->slope);
    if (asked != was || !same_flow || t->alpha != number[1])
        return;
    t->has_point = number[3] != 0;
    t->point_alpha = number[4];
    t->point_cl = number[5];
    t->point_doubt = number[6];
    t->changes = (int64_t)number[7];
    t->settle.peak = number[14];
    t->settle.newest = number[15];
    /* an obstacle may have been taken out of the way; if not it is found again */
    t->flat = number[8] == TARGET_FREE ? (int)number[16] : 0;
    load_lift(&t->settle.history, number + 9);
}
