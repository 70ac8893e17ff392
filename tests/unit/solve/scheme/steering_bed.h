/* steering_bed.h: steering on made-up residuals, without a flow. Of a step that says nothing for or against it the CFL
 * number stays, but for defect correction's growth.
 */
#ifndef UFV_TESTS_STEERING_BED_H
#define UFV_TESTS_STEERING_BED_H

#include "scheme/steering.h"

#include <math.h>

struct bed {
    struct steering k;
    struct cfl_control cfl;
    double r;
    int64_t evaluations;
    bool first_order, held_limiters; /* as the flow would be */
};

static inline struct implicit_norms bed_norms(double r)
{
    return (struct implicit_norms){.flow = r, .all = r};
}

static inline struct bed bed_begin(struct steering_means means)
{
    struct bed b = {.r = 1};
    steering_begin(&b.k, &b.cfl, means);
    return b;
}

/* Asks once, and follows as a flow does. */
static inline struct steering_decision bed_ask(struct bed *b, double r, bool can_look)
{
    const struct steering_facts facts = {.r = bed_norms(r), .evaluations = b->evaluations, .first_order = b->first_order,
                                         .held_limiters = b->held_limiters, .can_look = can_look};
    const struct steering_decision d = steering_before(&b->k, &b->cfl, &facts);
    b->first_order = d.first_order;
    b->held_limiters = d.held_limiters;
    return d;
}

/* Until the step is to be made. The residual is the same behind changes of the equations. */
static inline struct steering_decision bed_before(struct bed *b, double r)
{
    struct steering_decision d = bed_ask(b, r, false);
    while (d.change != CHANGE_NONE)
        d = bed_ask(b, r, false);
    return d;
}

static inline void bed_after(struct bed *b, double r)
{
    const struct steering_outcome o = {.limited = 1, .cells = 1, .vectors = 5, .reduction = NAN};
    steering_after(&b->k, &b->cfl, bed_norms(r), &o);
}

/* One accepted step; the CFL number that it is made with. */
static inline double bed_step(struct bed *b, double r)
{
    const double cfl = bed_before(b, r).cfl;
    bed_after(b, r);
    return cfl;
}

static inline void bed_load(struct bed *to, const struct bed *from)
{
    double number[STEERING_NUMBERS];
    steering_save(&from->k, number);
    steering_load(&to->k, &to->cfl, number);
}

static inline struct bed bed_with(bool corrects, int n_turbulence)
{
    return bed_begin((struct steering_means){.corrects = corrects, .n_turbulence = n_turbulence});
}

/* corrects: starts with defect correction; else with Newton-Krylov. */
static inline struct bed bed_sst(bool corrects)
{
    return bed_with(corrects, 2);
}

/* Newton-Krylov from the first step on. */
static inline struct bed bed_newton(struct steering_means means)
{
    means.corrects = false;
    return bed_begin(means);
}

/* Of GMRES, for the next step. */
static inline double bed_tolerance(const struct bed *b)
{
    struct bed next = *b;
    return bed_before(&next, b->r).tolerance;
}

#endif
