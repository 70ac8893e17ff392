/* implicit_equation.c: what dual time asks of the implicit integrator: an equation in physical time is begun, its
 * residual looked at between steps in pseudo-time, and a first guess evaluated.
 */
#include "scheme/implicit_equation.h"
#include "scheme/implicit_system.h"

#include <math.h>
#include <string.h>

/* In pseudo-time, for defect correction (Newton-Krylov has its own) of an equation in physical time, which bounds its
 * steps itself: with 100 circulation about an airfoil takes a third more evaluations, with 1e5 as many as with 1e4. */
static const double DUAL_CFL_MOST = 1e4;

void implicit_begin_time(struct integrator *it, const struct implicit_time *time, double cfl)
{
    struct implicit *s = it->own;
    s->time = *time;
    s->has_norms = s->has_matrix = s->has_scaling = false;
    krylov_pairs_clear(&s->pairs);
    /* Once: steady runs have none. The spectral radii then have the time term in them. */
    if (!s->inertia)
        s->inertia = s->flow->domain->backend->alloc("implicit inertia", (size_t)s->a.n_owned * sizeof *s->inertia);
    s->jacobian.spectral = s->inertia;
    steering_begin(&s->steering, &it->cfl,
                   (struct steering_means){.unsteady = true, .corrects = true,
                                           .n_turbulence = s->flow->n_variables - NV});
    cfl_control_bound(&it->cfl, DUAL_CFL_MOST);
    cfl_control_change(&it->cfl, (struct cfl_change){.how = CFL_SET, .by = fmin(cfl, DUAL_CFL_MOST)});
    s->refusals = 0;
}

/* Linear systems are solved to a part of their right-hand side. In one norm with the flow's residual, that of nu_tilde
 * behind a step, a thousand times as large in units of the free stream, would hide it. */
void implicit_weigh(struct integrator *it, const double weight[2])
{
    struct implicit *s = it->own;
    memcpy(s->weight, weight, sizeof s->weight);
}

void implicit_take_newton(struct integrator *it)
{
    struct implicit *s = it->own;
    steering_take_newton(&s->steering, &it->cfl);
}

/* q0, spectral radii and the residual are of this state then, from which the next step begins. */
struct implicit_norms implicit_norms_now(struct integrator *it)
{
    struct implicit *s = it->own;
    s->norms = implicit_begin_step(s);
    s->has_norms = true;
    return s->norms;
}

void implicit_evaluate(struct integrator *it)
{
    struct implicit *s = it->own;
    flow_evaluate(it->flow, true);
    s->has_norms = false;
    s->evaluations++;
}
