/* flow_walls.c: wall functions in an evaluation: which cells stand behind those at walls, once, and then two passes
 * over wall faces, before and behind the fluxes (kernels/wall_cells.h). Halo cells at walls are treated by each rank
 * that has them; the eddy viscosity is exchanged, since cells behind those at walls are changed by their own rank
 * alone.
 */
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

#include "kernels/wall_args.h"

/* All boundary faces, owned ones and the halo's; a kernel returns at once for a face that is not at a wall. */
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

/* next[face]: the cell behind that at the wall, across from the wall face. It depends on the mesh alone, hence once. */
void flow_create_walls(struct flow *f)
{
    const struct domain *d = f->domain;
    struct wall_next_args a = {.m = d->view, .patch = d->values_device, .next = f->wall_next};
    if (!f->wall_next)
        return;
    BACKEND_LAUNCH(d->backend, KERNEL_wall_next, STREAM_COMPUTE, 0, wall_faces(&d->view), &a);
    /* An eddy viscosity that is kept is changed in cells at walls, by their owners; neighbours get it by an
     * exchange of one layer. */
    if (f->mu_t)
        f->viscosity_exchange = exchange_create(
            d, f->mode, 1,
            (struct exchange_array){.q = f->mu_t, .n_variables = 1, .stride = d->view.n_stencil, .step = 1});
}

/* A cell behind one at a wall is changed by its own rank, which knows that; others that have it in their halo may not
 * have the wall. */
void flow_wall_sources(const struct flow *f)
{
    struct wall_cell_args a = arguments(f);
    if (f->kernels.wall_cell)
        KERNEL_LAUNCH(f->kernels.wall_cell, STREAM_COMPUTE, 0, wall_faces(&a.m), &a);
    if (!f->viscosity_exchange || exchange_is_nothing(f->viscosity_exchange))
        return;
    exchange_begin(f->viscosity_exchange);
    exchange_finish(f->viscosity_exchange, STREAM_COMPUTE);
}

/* Both add to what earlier passes have made: one to the fluxes through the face behind the wall's cell, the other, of
 * models that hold their variables there, to the corrections of the cell's sources (kernels/wall_cells.h). */
void flow_wall_fluxes(const struct flow *f)
{
    struct wall_cell_args a = arguments(f);
    struct wall_flux_args b = {.f = f->fluxes, .next = f->wall_next};
    if (f->kernels.wall_flux)
        KERNEL_LAUNCH(f->kernels.wall_flux, STREAM_COMPUTE, 0, wall_faces(&a.m), &b);
    if (f->kernels.wall_hold)
        KERNEL_LAUNCH(f->kernels.wall_hold, STREAM_COMPUTE, 0, a.m.n_boundary, &a);
}
