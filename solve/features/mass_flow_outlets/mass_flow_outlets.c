/* mass_flow_outlets.c: outlets whose pressure is sought for the mass flow that a line of [patches] gives: what the
 * controllers (fan.h) are told, and what follows from their pressures.
 */
#include "features/aim.h"
#include "control/monitor.h"
#include "features/mass_flow_outlets/fan.h"
#include "features/mass_flow_outlets/mass_flow_outlets_case.h"
#include "mem.h"

#include <math.h>
#include <stdio.h>

struct mass_flow_outlets {
    const struct case_file *c; /* borrowed, like the next */
    const struct domain *d;
    struct fans fans;          /* owned; the same on all ranks */
    double (*sum)[N_OPEN];     /* owned; [n_patches] all ranks together, of the newest look */
};

static int start(const struct case_file *c, const void *spec, const struct flow *f, void **own)
{
    struct mass_flow_outlets *o;
    (void)spec;
    MEM_NEW_ZERO(o, 1);
    *own = o;
    o->c = c;
    o->d = f->domain;
    MEM_NEW_ZERO(o->sum, f->domain->pack.n_patches + 1);
    fans_begin(c, f->domain, &o->fans);
    return 0;
}

static void end(void *own)
{
    struct mass_flow_outlets *o = own;
    fans_free(&o->fans);
    mem_free(o->sum);
    mem_free(o);
}

/* ---- control ---- */

/* Sums over the outlets' faces alone, and norms: a look comes after every implicit step and must cost
 * little beside it. */
static bool decide(void *own, const struct monitor *m)
{
    struct mass_flow_outlets *o = own;
    if (o->fans.n == 0)
        return false;
    const double residual = monitor_density_residual(m);
    patch_flows_measure(o->c, m->flow, true, o->sum);
    return fans_look(o->c, o->d, o->sum, residual, &o->fans);
}

static bool set_values(const void *own, struct domain *d)
{
    const struct mass_flow_outlets *o = own;
    fans_apply(&o->fans, d);
    return o->fans.n > 0;
}

static void measure(void *own, const struct monitor *m)
{
    struct mass_flow_outlets *o = own;
    fans_measure(o->c, o->d, m->sums.patch_flow, &o->fans);
}

/* An outlet that is not yet as it is to be, and whether it can be. */
static void aim(const void *own, struct aim *a)
{
    const struct mass_flow_outlets *o = own;
    const struct fan *f = fans_unmet(&o->fans);
    a->agrees = !f;
    a->holds_up = fans_hold_up(&o->fans);
    if (f)
        fan_aim(f, a);
}

/* ---- checkpoints ---- */

static int64_t count(const void *own)
{
    const struct mass_flow_outlets *o = own;
    return o->fans.n > 0 ? (int64_t)o->fans.n * FAN_NUMBERS : -1;
}

static void save(const void *own, double *value)
{
    fans_save(&((const struct mass_flow_outlets *)own)->fans, value);
}

static double total_pressure(const struct solution_reference *r)
{
    return r->pressure * pow(1 + 0.5 * (r->gamma - 1) * r->mach * r->mach, r->gamma / (r->gamma - 1));
}

static void take(void *own, int64_t n, const double *value, const struct feature_source *from)
{
    struct mass_flow_outlets *o = own;
    fans_load(&o->fans, n, value, from->same_flow,
              total_pressure(&o->c->derived.reference) / total_pressure(from->reference));
}

const struct feature_type feature_mass_flow_outlets = {
    .in_case = &feature_mass_flow_outlets_case,
    .numbers = {"fans", count, save, take},
    .start = start,
    .measure = measure,
    .decide = decide,
    .set_values = set_values,
    .aim = aim,
    .end = end,
};
