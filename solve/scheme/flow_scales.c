/* flow_scales.c: lengths of detached-eddy models in an evaluation, between gradients and fluxes: sizes of cells, once,
 * and a pass over stencil cells (kernels/cell_scales.h). Every rank makes those of its halo, so that no message is
 * added. Delta_SLA takes a mean over neighbours, which cells of the halo do not all have: there the share of upwinding,
 * which is all that is read of them, comes from their owners.
 */
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

#include "physics/turbulence/models.h"

#include <math.h>

/* A tenth of the free stream's speed over the reference length, 1/s.
 * Rates of shear and turning below it count as it, so that lengths that divide by them stay finite in
 * uniform flow. */
static double least_rate(const struct case_file *c)
{
    return 0.1 * c->mach * sqrt(c->gamma * c->pressure / c->density) / c->length;
}

/* The free stream's eddy viscosity, m^2/s; 0 without a turbulence model. */
static double stream_nu_t(const struct case_file *c)
{
    const double *far = c->freestream_turbulence;
    double nu = (double)fluid_viscosity(&c->fluid, (real)c->temperature) / c->density;
    return model_stream_viscosity(nu, far, (int)c->model);
}

/* Sizes of cells are of the mesh alone, hence found once. n_stencil cells: fluxes read the lengths of
 * both their cells. */
void flow_create_scales(struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    struct scale_size_args a = {.m = d->view, .size = f->scale_size};
    if (!f->scale_size)
        return;
    f->scales = (struct scale_args){.m = d->view,
                                    .q = f->q,
                                    .limited = f->limited,
                                    .mu_t = f->mu_t,
                                    .f1 = f->f1,
                                    .fluid = c->fluid,
                                    .turbulence = c->turbulence,
                                    .size = f->scale_size,
                                    .tilting = f->tilting,
                                    .stream_nu_t = (real)stream_nu_t(c),
                                    .least_rate = (real)least_rate(c),
                                    .length = f->scale_length,
                                    .upwinding = f->upwinding};
    BACKEND_LAUNCH(d->backend, KERNEL_scale_size, STREAM_COMPUTE, 0, d->view.n_stencil, &a);
    if (f->tilting && f->upwinding)
        f->upwinding_exchange = exchange_create(
            d, f->mode, 1,
            (struct exchange_array){.q = f->upwinding, .n_variables = 1, .stride = d->view.n_stencil, .step = 1});
}

static void roll_up_scales(const struct flow *f)
{
    const struct mesh_view *v = &f->domain->view;
    KERNEL_LAUNCH(f->kernels.scale_tilting, STREAM_COMPUTE, 0, v->n_stencil, &f->scales);
    KERNEL_LAUNCH(f->kernels.scale, STREAM_COMPUTE, 0, v->n_owned, &f->scales);
    if (!f->upwinding_exchange || exchange_is_nothing(f->upwinding_exchange))
        return;
    exchange_begin(f->upwinding_exchange);
    exchange_finish(f->upwinding_exchange, STREAM_COMPUTE);
}

void flow_hold_scales(struct flow *f, bool held)
{
    f->scales_held = held;
}

void flow_scales(const struct flow *f)
{
    if (f->scales_held)
        return;
    if (f->tilting)
        roll_up_scales(f);
    else if (f->kernels.scale)
        KERNEL_LAUNCH(f->kernels.scale, STREAM_COMPUTE, 0, f->domain->view.n_stencil, &f->scales);
}
