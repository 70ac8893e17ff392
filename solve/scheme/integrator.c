/* integrator.c: which scheme a case marches with, and its operations called through its table, with what holds where
 * a scheme leaves one out.
 */
#include "scheme/integrator.h"

#include "error.h"

#include <string.h>

static const struct integrator_type *const integrator_types[] = {&integrator_runge_kutta, &integrator_shu_osher,
                                                             &integrator_implicit, &integrator_dual_time};

/* FATAL() and no error: options know the words (case/case_choices.h), so that a scheme without a row is
 * a bug. */
static const struct integrator_type *type_of(const struct case_file *c)
{
    for (size_t k = 0; k < sizeof integrator_types / sizeof integrator_types[0]; k++)
        if (integrator_types[k]->scheme == c->time.scheme)
            return integrator_types[k];
    FATAL("no integrator for time.scheme number %d", (int)c->time.scheme);
}

int integrator_create(struct flow *f, const struct case_file *c, struct integrator *it)
{
    memset(it, 0, sizeof *it);
    it->type = type_of(c);
    it->flow = f;
    it->c = c;
    it->cfl = cfl_control_ramp(c);
    return it->type->create ? it->type->create(it) : 0;
}

void integrator_free(struct integrator *it)
{
    if (it->type && it->type->free)
        it->type->free(it);
    memset(it, 0, sizeof *it);
}

/* With local steps the minimum over all ranks would be a wait for nothing. */
double integrator_time_step(struct integrator *it, int64_t iteration)
{
    flow_set_cfl(it->flow, cfl_control_at(&it->cfl, iteration));
    if (it->type->time_step)
        return it->type->time_step(it);
    return it->c->time.local ? 0 : flow_time_step(it->flow);
}

int integrator_batch(const struct integrator *it, int most)
{
    return it->type->batch(it, most);
}

int integrator_step(struct integrator *it, int64_t iteration, int steps, double dt)
{
    return it->type->step(it, iteration, steps, dt);
}

int64_t integrator_bytes(const struct pack *p, const struct case_file *c)
{
    const struct integrator_type *type = type_of(c);
    return type->bytes ? type->bytes(p, c) : 0;
}

int integrator_save(const struct integrator *it, double number[INTEGRATOR_NUMBERS])
{
    return it->type->save ? it->type->save(it, number) : 0;
}

void integrator_load(struct integrator *it, int n, const double *number)
{
    if (it->type->load)
        it->type->load(it, n, number);
}

void integrator_disturbed(struct integrator *it, bool afresh)
{
    if (it->type->disturbed)
        it->type->disturbed(it, afresh);
}
