/* run_bed.h: what the tests of detours of an implicit run share: a run on flow_bed.h's box, its steps and its state.
 */
#ifndef UFV_TESTS_UNIT_RUN_BED_H
#define UFV_TESTS_UNIT_RUN_BED_H

#include "unit/solve/flow_bed.h"
#include "scheme/integrator.h"

struct run {
    struct flow_bed t;
    struct integrator it;
    int64_t iteration;
};

/* Not evaluated yet. box, text: as flow_bed_make(). */
static inline void run_begin(struct run *r, const char *box, const char *text)
{
    memset(r, 0, sizeof *r);
    CHECK(flow_bed_make(box, text, &r->t) == 0 && integrator_create(&r->t.f, &r->t.c, &r->it) == 0, "%s",
          error_message());
}

/* False where no step was possible. */
static inline bool run_step(struct run *r)
{
    for (int tries = 0; tries < 100; tries++) {
        CHECK(integrator_step(&r->it, r->iteration, 1, integrator_time_step(&r->it, r->iteration)) == 0, "%s",
              error_message());
        r->iteration += r->it.report.steps;
        if (r->it.report.steps > 0)
            return true;
    }
    return false;
}

static inline void run_end(struct run *r)
{
    integrator_free(&r->it);
    flow_bed_free(&r->t);
}

/* Of the owned cells; the caller's (mem_free()). */
static inline double *run_state(const struct run *r)
{
    double *q;
    MEM_NEW_ZERO(q, r->t.f.n_variables * r->t.d.view.n_owned);
    flow_download(&r->t.f, q);
    return q;
}

/* The largest difference, in parts of the inflow's state. */
static inline void run_check_same(const struct run *a, const struct run *b, double tolerance)
{
    double *x = run_state(a), *y = run_state(b), worst = 0;
    const lid n = a->t.d.view.n_owned;
    for (lid i = 0; i < n * a->t.f.n_variables; i++)
        worst = fmax(worst, fabs(x[i] - y[i]) / (i / n == Q_P ? 1e5 : i / n == 0 ? 1 : 600));
    CHECK(worst <= tolerance, "%g", worst);
    mem_free(x);
    mem_free(y);
}

#endif
