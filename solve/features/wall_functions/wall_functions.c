/* wall_functions.c: wall functions in an evaluation: which cells stand behind those at walls, once, and then two passes
 * over wall faces, before and behind the fluxes (kernels/wall_cells.h). Halo cells at walls are treated by each rank
 * that has them; the eddy viscosity is exchanged, since cells behind those at walls are changed by their own rank
 * alone.
 */
#include "features/wall_functions/wall_functions.h"

#include "features/wall_functions/wall_functions_case.h"
#include "kernels/wall_args.h"
#include "mem.h"
#include "physics/turbulence/models.h"
#include "scheme/flow.h"

/* All boundary faces, owned ones and the halo's; a kernel returns at once for a face that is not at a wall. */
static lid wall_faces(const struct mesh_view *m)
{
    return m->n_boundary + m->n_halo_boundary;
}

static struct wall_cell_args arguments(const struct wall_functions *w, const struct flow *f)
{
    return (struct wall_cell_args){.m = f->domain->view,
                                   .patch = f->domain->values_device,
                                   .fluid = f->args.update.fluid,
                                   .turbulence = f->args.update.turbulence,
                                   .q = f->q,
                                   .next = w->next,
                                   .terms = f->terms,
                                   .mu_t = f->mu_t,
                                   .f1 = f->f1,
                                   .correction = f->correction,
                                   .adds = f->kernels.correction != NULL};
}

static int64_t entries(const struct pack *p)
{
    return 2 * WALL_CEILINGS * (int64_t)(p->n_boundary + p->n_halo_boundary);
}

static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    (void)spec, (void)c, (void)host;
    return entries(p) * (int64_t)sizeof(lid);
}

/* next[face]: the cell behind that at the wall, across from the wall face. It depends on the mesh alone, hence once.
 * An eddy viscosity that is kept is changed in cells at walls, by their owners; neighbours get it by an exchange of one
 * layer. */
static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    const struct domain *d = f->domain;
    const struct backend *b = d->backend;
    const int model = (int)c->model.equations;
    struct wall_functions *w;
    (void)spec;
    MEM_NEW_ZERO(w, 1);
    *own = w;
    *w = (struct wall_functions){.d = d,
                                 .next = b->alloc("cells behind those at walls",
                                                  (size_t)entries(&d->pack) * sizeof *w->next),
                                 .cell = backend_kernel(b, KERNEL_wall_cell, model, 0),
                                 .flux = backend_kernel(b, KERNEL_wall_flux, model, 0)};
    if (model_holds_at_walls(model))
        w->hold = backend_kernel(b, KERNEL_wall_hold, model, 0);
    struct wall_next_args a = {.m = d->view, .patch = d->values_device, .next = w->next};
    BACKEND_LAUNCH(b, KERNEL_wall_next, STREAM_COMPUTE, 0, wall_faces(&d->view), &a);
    if (f->mu_t)
        w->viscosity = exchange_create(
            d, f->mode, 1,
            (struct exchange_array){.q = f->mu_t, .n_variables = 1, .stride = d->view.n_stencil, .step = 1});
    return 0;
}

static void end(void *own)
{
    struct wall_functions *w = own;
    exchange_free(w->viscosity);
    w->d->backend->free(w->next);
    mem_free(w);
}

static bool exchanges(const void *own)
{
    const struct wall_functions *w = own;
    return w->viscosity && !exchange_is_nothing(w->viscosity);
}

/* Production and eddy viscosity of the cells at walls. A cell behind one at a wall is changed by its own rank, which
 * knows that; others that have it in their halo may not have the wall. */
static void after_gradients(const void *own, const struct flow *f)
{
    const struct wall_functions *w = own;
    struct wall_cell_args a = arguments(w, f);
    if (w->cell)
        KERNEL_LAUNCH(w->cell, STREAM_COMPUTE, 0, wall_faces(&a.m), &a);
    if (!exchanges(own))
        return;
    exchange_begin(w->viscosity);
    exchange_finish(w->viscosity, STREAM_COMPUTE);
}

/* Both add to what earlier passes have made: one to the fluxes through the face behind the wall's cell, the other, of
 * models that hold their variables there, to the corrections of the cell's sources (kernels/wall_cells.h). */
static void after_fluxes(const void *own, const struct flow *f)
{
    const struct wall_functions *w = own;
    struct wall_cell_args a = arguments(w, f);
    struct wall_flux_args b = {.f = f->args.fluxes, .next = w->next};
    if (w->flux)
        KERNEL_LAUNCH(w->flux, STREAM_COMPUTE, 0, wall_faces(&a.m), &b);
    if (w->hold)
        KERNEL_LAUNCH(w->hold, STREAM_COMPUTE, 0, a.m.n_boundary, &a);
}

const struct feature_type feature_wall_functions = {
    .in_case = &feature_wall_functions_case,
    .bytes = bytes,
    .create = create,
    .exchanges = exchanges,
    .after_gradients = after_gradients,
    .after_fluxes = after_fluxes,
    .end = end,
};
