/* The controller of alpha on flows that are a few numbers: cl follows alpha with a delay, oscillates, stalls.
 */
#include "check.h"
#include "features/target_lift/target.h"

#include <math.h>
#include <string.h>

/* cl approaches a curve of alpha: lag: part of the way in a look; swing: of a motion that dies out after each change.
 */
struct model {
    double slope, offset, stall, lag, swing;
    double cl, phase, amplitude, shock; /* shock: of the residual, of any change */
    double alpha;
};

/* A line up to the stall, mirrored behind it: the lift falls again. */
static double curve(const struct model *m, double alpha)
{
    double bent = alpha > m->stall ? 2 * m->stall - alpha : alpha;
    return m->slope * bent + m->offset;
}

/* One look's worth of iterations: the lift goes part of the way to the curve, the swing and the shock of the residual
 * die out by the same part. */
static void step(struct model *m, double alpha)
{
    if (alpha != m->alpha)
        m->amplitude = m->swing * fabs(curve(m, alpha) - curve(m, m->alpha)) + 1e-12;
    m->shock = alpha != m->alpha ? 1 : m->shock;
    m->shock *= 1 - m->lag;
    m->alpha = alpha;
    m->cl += m->lag * (curve(m, alpha) - m->cl);
    m->amplitude *= 1 - m->lag;
    m->phase += 1;
}

static double lift(const struct model *m)
{
    return m->cl + m->amplitude * sin(m->phase);
}

/* Falls with what is left to go; 1e-14: the rounding at which real residuals stop. */
static double residual(const struct model *m)
{
    return fabs(curve(m, m->alpha) - m->cl) + m->amplitude + 1e-3 * m->shock + 1e-14;
}

static void begin(struct target *t, double cl, double mach)
{
    struct case_file c;
    memset(&c, 0, sizeof c);
    c.flow.alpha = 1;
    c.flow.mach = mach;
    c.time.scheme = TIME_IMPLICIT;
    target_begin(&c, &(struct target_lift_case){.cl = cl, .tolerance = 1e-4, .alpha_min = -5, .alpha_max = 12}, t);
}

/* Looks until cl is met and settled, or an obstacle; at most `most`. */
static int looks(struct target *t, struct model *m, int most)
{
    int n = 0;
    m->alpha = t->alpha;
    m->shock = 1;
    while (n < most && t->obstacle == TARGET_FREE && !(target_is_met(t, lift(m)) && target_has_settled(t))) {
        step(m, t->alpha);
        target_look(t, lift(m), 0.01, residual(m));
        n++;
    }
    return n;
}

/* Flows that answer at once, slowly, with a swing, nearly in one look. The bound of looks grows with the time in which
 * the flow answers: 60 of its own times. Targets whose alpha lies outside the limits are obstacles, for the next case
 * but two. */
static void finds_alpha(void)
{
    static const struct model flows[] = {
        {.slope = 0.11, .offset = 0.2, .stall = 20, .lag = 0.3},
        {.slope = 0.05, .offset = -0.1, .stall = 20, .lag = 0.1},
        {.slope = 0.18, .offset = 0, .stall = 20, .lag = 0.6, .swing = 1},
        {.slope = 0.09, .offset = 0.1, .stall = 20, .lag = 0.05, .swing = 0.5},
        {.slope = 0.09, .offset = 0.1, .stall = 20, .lag = 0.999}};
    static const double wanted[] = {0.5, 0.3, -0.2, 0.25};
    for (int k = 0; k < 5; k++)
        for (int w = 0; w < 4; w++) {
            struct model m = flows[k];
            struct target t;
            begin(&t, wanted[w], 0.4);
            double there = (wanted[w] - m.offset) / m.slope;
            int n = looks(&t, &m, 4000);
            if (there < -5 || there > 12)
                continue;
            CHECK(t.obstacle == TARGET_FREE && fabs(t.alpha - there) <= 1e-4 / m.slope && n < 60 / fmin(m.lag, 0.6),
                  "flow %d, cl %g: alpha %.6f of %.6f, %d looks, obstacle %d", k, wanted[w], t.alpha, there, n,
                  t.obstacle);
        }
}

/* Only what has settled counts: a change comes no sooner than the flow has answered the last.
 * A residual that does not fall: only after 45 looks is it taken that it will not. A lift that swings by more than the
 * tolerance, or is no number, changes nothing however the residual falls. */
static void waits(void)
{
    struct target t;
    begin(&t, 0.5, 0.4);
    for (int i = 0; i < 45; i++)
        CHECK(!target_look(&t, 0.1, 0.01, 1), "a residual that stands, look %d", i);
    CHECK(target_look(&t, 0.1, 0.01, 1), "but not for ever");
    begin(&t, 0.5, 0.4);
    for (int i = 0; i < 100; i++)
        CHECK(!target_look(&t, 0.4 + 0.09 * (i % 2), 0.01, pow(0.9, i)), "a lift that goes up and down, look %d", i);
    begin(&t, 0.5, 0.4);
    for (int i = 0; i < 100; i++)
        CHECK(!target_look(&t, NAN, 0.01, pow(0.9, i)), "no number, look %d", i);
    CHECK(t.alpha == 1 && t.changes == 0, "alpha %g", t.alpha);
}

/* 2 degrees at most, so that a flow far from its target is not thrown into stall. */
static void changes_are_small(void)
{
    struct target t;
    begin(&t, 5, 0.4);
    t.alpha_max = 60;
    for (int i = 0; i < 30; i++) {
        double before = t.alpha;
        if (target_look(&t, 0.1 * t.alpha, 0.01, pow(0.5, i)))
            CHECK(t.alpha - before <= 2 && t.alpha > before, "%g degrees at once", t.alpha - before);
    }
    CHECK(t.alpha > 3, "alpha %g", t.alpha);
}

/* Each that ends the search: alpha at a limit, from above and below; a lift that does not answer; a stall, seen as a
 * slope that has gone. */
static void obstacles(void)
{
    struct target t;
    struct model high = {.slope = 0.1, .stall = 20, .lag = 0.3}, flat = {.slope = 0, .stall = 20, .lag = 0.5},
                 stalls = {.slope = 0.1, .stall = 6, .lag = 0.3};
    begin(&t, 1.5, 0.4);
    looks(&t, &high, 1000);
    CHECK(t.obstacle == TARGET_LIMIT && t.alpha == 12, "obstacle %d at %g", t.obstacle, t.alpha);
    begin(&t, -1.5, 0.4);
    looks(&t, &high, 1000);
    CHECK(t.obstacle == TARGET_LIMIT && t.alpha == -5, "obstacle %d at %g", t.obstacle, t.alpha);
    begin(&t, 0.5, 0.4);
    looks(&t, &flat, 1000);
    CHECK(t.obstacle == TARGET_FLAT, "obstacle %d at %g", t.obstacle, t.alpha);
    begin(&t, 0.9, 0.4);
    looks(&t, &stalls, 1000);
    CHECK(t.obstacle == TARGET_FLAT && t.alpha > 6 && t.alpha < 12, "obstacle %d at %g", t.obstacle, t.alpha);
}

/* 2 pi / beta, 4 / beta per radian, and nothing near Mach 1 that is larger. */
static void first_slope(void)
{
    static const double mach[] = {0, 0.6, 1, 2},
                        slope[] = {6.283185307179586, 7.853981633974483, 10, 2.309401076758503};
    for (int k = 0; k < 4; k++) {
        struct target t;
        begin(&t, 0.5, mach[k]);
        CHECK_NEAR(t.slope, slope[k] * 0.017453292519943295, 1e-12);
    }
}

/* A run that stops after any number of looks and goes on from its checkpoint's numbers must take the same decisions
 * with the same bits. */
static void goes_on_from_numbers(void)
{
    for (int stop = 0; stop < 60; stop++) {
        struct model m = {.slope = 0.09, .offset = 0.1, .stall = 20, .lag = 0.2, .swing = 0.5}, n;
        struct target whole, part;
        double number[TARGET_NUMBERS];
        begin(&whole, 0.5, 0.4);
        m.alpha = whole.alpha;
        for (int i = 0; i < stop; i++) {
            step(&m, whole.alpha);
            target_look(&whole, lift(&m), 0.01, residual(&m));
        }
        begin(&part, 0.5, 0.4);
        int count = target_save(&whole, number);
        target_load(&part, count, number, true);
        n = m;
        for (int i = 0; i < 60; i++) {
            step(&m, whole.alpha);
            step(&n, part.alpha);
            bool changed = target_look(&whole, lift(&m), 0.01, residual(&m));
            CHECK(target_look(&part, lift(&n), 0.01, residual(&n)) == changed && part.alpha == whole.alpha &&
                      part.slope == whole.slope && part.changes == whole.changes, "after %d looks, look %d", stop, i);
        }
    }
}

/* A series of targets: the slope learned at the last one gives the first angle of the next. */
static void goes_to_another_lift(void)
{
    struct model m = {.slope = 0.09, .offset = 0.1, .stall = 20, .lag = 0.3};
    struct target t, next;
    double number[TARGET_NUMBERS];
    begin(&t, 0.5, 0.4);
    looks(&t, &m, 1000);
    int count = target_save(&t, number);
    begin(&next, 0.6, 0.4);
    target_load(&next, count, number, true);
    CHECK_NEAR(next.alpha, t.alpha + 0.1 / 0.09, 0.02);
    CHECK(next.settle.history.seen == 0, "it begins anew");
    begin(&next, 0.5, 0.4);
    target_load(&next, count, number, false);
    CHECK(next.alpha == t.alpha && next.settle.history.seen == 0, "another mesh: the angle alone");
    begin(&next, 0.5, 0.4);
    target_load(&next, count - 1, number, true);
    CHECK(next.alpha == 1, "a list that is cut short is not taken");
}

int main(void)
{
    CASE(finds_alpha);
    CASE(waits);
    CASE(changes_are_small);
    CASE(obstacles);
    CASE(first_slope);
    CASE(goes_on_from_numbers);
    CASE(goes_to_another_lift);
    return check_end();
}
