/* flow_walls.c: wall functions in an evaluation. */
#include "scheme/flow.h"

static lid wall_faces(const struct mesh_view *m)
{
    return m->n_boundary + m->n_halo_boundary;
}

static struct wall_cell_args arguments(const struct flow *f)
{
    return (struct wall_cell_args){.m = f->domain->view,
                                   .patch = f->domain->values_device,
                                   .fluid = f->update.fluid,
                                   .turbulence = f->update.turbulence,
                                   .q = f->q,
                                   .next = f->wall_next,
                                   .terms = f->terms,
                                   .mu_t = f->mu_t,
                                   .f1 = f->f1,
                                   .correction = f->correction,
                                   .adds = f->kernels.correction != NULL};
}

void flow_create_walls(struct flow *f)
{
    const struct domain *d = f->domain;
    struct wall_next_args a = {.m = d->view, .patch = d->values_device, .next = f->wall_next};
    if (f->wall_next)
        BACKEND_LAUNCH(d->backend, KERNEL_wall_next, STREAM_COMPUTE, 0, wall_faces(&d->view), &a);
}

void flow_wall_sources(const struct flow *f)
{
    struct wall_cell_args a = arguments(f);
    if (f->kernels.wall_cell)
        KERNEL_LAUNCH(f->kernels.wall_cell, STREAM_COMPUTE, 0, wall_faces(&a.m), &a);
}

void flow_wall_fluxes(const struct flow *f)
{
    struct wall_cell_args a = arguments(f);
    struct wall_flux_args b = {.f = f->fluxes, .next = f->wall_next};
    if (f->kernels.wall_flux)
        KERNEL_LAUNCH(f->kernels.wall_flux, STREAM_COMPUTE, 0, wall_faces(&a.m), &b);
    if (f->kernels.wall_hold)
        KERNEL_LAUNCH(f->kernels.wall_hold, STREAM_COMPUTE, 0, a.m.n_boundary, &a);
}
