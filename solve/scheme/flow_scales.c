/* flow_scales.c: lengths of detached-eddy models in an evaluation, between gradients and fluxes: sizes of cells, once,
 * and a pass over stencil cells (kernels/cell_scales.h). Every rank makes those of its halo, so that no message is
 * added.
 */
#include "scheme/flow.h"

#include <math.h>

/* A tenth of the free stream's speed over the reference length, 1/s.
 * Rates of shear and turning below it count as it, so that lengths that divide by them stay finite in
 * uniform flow. */
static double least_rate(const struct case_file *c)
{
    return 0.1 * c->mach * sqrt(c->gamma * c->pressure / c->density) / c->length;
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
                                    .least_rate = (real)least_rate(c),
                                    .length = f->scale_length,
                                    .upwinding = f->upwinding};
    BACKEND_LAUNCH(d->backend, KERNEL_scale_size, STREAM_COMPUTE, 0, d->view.n_stencil, &a);
}

void flow_scales(const struct flow *f)
{
    if (f->kernels.scale)
        KERNEL_LAUNCH(f->kernels.scale, STREAM_COMPUTE, 0, f->domain->view.n_stencil, &f->scales);
}
