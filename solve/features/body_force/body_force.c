/* body_force.c: a constant force on each mass, as of gravity, or of the pressure gradient that drives the flow through
 * a periodic channel or pipe: rho a in the momentum equations and rho a . u in that of energy. It has the kernel of
 * frames, for which a force on each mass is an acceleration of the axes.
 *
 * Products of the Newton-Krylov method are differences of residuals and so contain the derivatives of the source; the
 * stored Jacobian does not, as they are small beside those of the fluxes.
 */
#include "features/body_force/body_force_case.h"
#include "features/feature.h"
#include "kernels/frame_args.h"
#include "mem.h"
#include "scheme/flow.h"

struct body_force {
    real acceleration[3]; /* m/s^2 */
};

static void *place(const void *spec, struct domain *d)
{
    const struct body_force_case *asked = spec;
    struct body_force *b;
    (void)d;
    MEM_NEW(b, 1);
    for (int k = 0; k < 3; k++)
        b->acceleration[k] = (real)asked->acceleration[k];
    return b;
}

static void add_source(const void *own, const struct flow *f, bool adds)
{
    const struct body_force *b = own;
    struct frame_args a = {.m = f->domain->view, .n_variables = f->n_variables, .adds = adds,
                           .gamma = f->args.update.fluid.gamma, .q = f->q, .source = f->source};
    for (int k = 0; k < 3; k++)
        a.acceleration[k] = b->acceleration[k];
    BACKEND_LAUNCH(f->domain->backend, KERNEL_frame_source, STREAM_COMPUTE, 0, a.m.n_owned, &a);
}

const struct feature_type feature_body_force = {
    .in_case = &feature_body_force_case, .place = place, .add_source = add_source, .end = mem_free};
