/* detached_eddies.c: lengths of detached-eddy models in an evaluation, between gradients and fluxes: sizes of cells,
 * once, and a pass over stencil cells (kernels/cell_scales.h). Every rank makes those of its halo, so that no message
 * is added. Delta_SLA takes a mean over neighbours, which cells of the halo do not all have: there the share of
 * upwinding, which is all that is read of them, comes from their owners.
 */
#include "features/detached_eddies/detached_eddies.h"

#include "features/detached_eddies/detached_eddies_case.h"
#include "mem.h"
#include "physics/turbulence/models.h"
#include "scheme/flow.h"

#include <math.h>

/* ---- creation ---- */

static void needs(const void *spec, struct domain_needs *needs)
{
    const struct detached_eddies_case *s = spec;
    needs->cell_nodes = needs->cell_nodes || s->length == LENGTH_SLA;
}

/* As create() allocates. */
static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    const struct detached_eddies_case *s = spec;
    const int64_t arrays = 3 + (s->length == LENGTH_SLA) + (s->blending == BLENDING_TRAVIN);
    (void)c, (void)host;
    return arrays * p->n_stencil * (int64_t)sizeof(real);
}

/* A tenth of the free stream's speed over the reference length, 1/s.
 * Rates of shear and turning below it count as it, so that lengths that divide by them stay finite in
 * uniform flow. */
static double least_rate(const struct case_file *c)
{
    return 0.1 * c->flow.mach * sqrt(c->flow.gamma * c->flow.pressure / c->flow.density) / c->reference.length;
}

/* The free stream's eddy viscosity, m^2/s; 0 without a turbulence model. */
static double stream_nu_t(const struct case_file *c)
{
    const double *far = c->derived.freestream_turbulence;
    double nu = (double)fluid_viscosity(&c->derived.fluid, (real)c->flow.temperature) / c->flow.density;
    return model_stream_viscosity(nu, far, (int)c->model.equations);
}

/* n_stencil cells: fluxes read the lengths of both their cells. */
static void allocate(const struct detached_eddies_case *s, struct detached_eddies *e)
{
    const struct backend *b = e->d->backend;
    const size_t n = (size_t)e->d->view.n_stencil;
    e->size = b->alloc("sizes for detached eddies", 2 * n * sizeof *e->size);
    e->length = b->alloc("lengths of detached eddies", n * sizeof *e->length);
    if (s->length == LENGTH_SLA)
        e->tilting = b->alloc("tilting of vortices", n * sizeof *e->tilting);
    if (s->blending == BLENDING_TRAVIN)
        e->upwinding = b->alloc("shares of upwinding", n * sizeof *e->upwinding);
}

static struct scale_args arguments(const struct detached_eddies *e, const struct flow *f, const struct case_file *c)
{
    return (struct scale_args){.m = e->d->view,
                               .q = f->q,
                               .limited = f->limited,
                               .mu_t = f->mu_t,
                               .f1 = f->f1,
                               .fluid = c->derived.fluid,
                               .turbulence = c->derived.turbulence,
                               .size = e->size,
                               .tilting = e->tilting,
                               .stream_nu_t = (real)stream_nu_t(c),
                               .least_rate = (real)least_rate(c),
                               .length = e->length,
                               .upwinding = e->upwinding};
}

/* Sizes of cells are of the mesh alone, hence found once. */
static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    const struct detached_eddies_case *s = spec;
    const struct domain *d = f->domain;
    const struct backend *b = d->backend;
    struct detached_eddies *e;
    MEM_NEW_ZERO(e, 1);
    *own = e;
    e->d = d;
    e->may_hold = s->hold;
    allocate(s, e);
    e->args = arguments(e, f, c);
    e->lengths = backend_kernel(b, KERNEL_scale, (int)c->model.equations, 0);
    if (e->tilting)
        e->measure_tilting = backend_kernel(b, KERNEL_scale_tilting, (int)c->model.equations, 0);
    f->model_length = e->length;
    f->args.fluxes.upwinding = e->upwinding;
    struct scale_size_args a = {.m = d->view, .size = e->size};
    BACKEND_LAUNCH(b, KERNEL_scale_size, STREAM_COMPUTE, 0, d->view.n_stencil, &a);
    if (e->tilting && e->upwinding)
        e->shares = exchange_create(
            d, f->mode, 1,
            (struct exchange_array){.q = e->upwinding, .n_variables = 1, .stride = d->view.n_stencil, .step = 1});
    return 0;
}

static void end(void *own)
{
    struct detached_eddies *e = own;
    real *const arrays[] = {e->size, e->length, e->tilting, e->upwinding};
    exchange_free(e->shares);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        e->d->backend->free(arrays[k]);
    mem_free(e);
}

/* ---- an evaluation ---- */

static bool exchanges(const void *own)
{
    const struct detached_eddies *e = own;
    return e->shares && !exchange_is_nothing(e->shares);
}

static void roll_up(const struct detached_eddies *e)
{
    const struct mesh_view *v = &e->d->view;
    KERNEL_LAUNCH(e->measure_tilting, STREAM_COMPUTE, 0, v->n_stencil, &e->args);
    KERNEL_LAUNCH(e->lengths, STREAM_COMPUTE, 0, v->n_owned, &e->args);
    if (!exchanges(e))
        return;
    exchange_begin(e->shares);
    exchange_finish(e->shares, STREAM_COMPUTE);
}

static void after_gradients(const void *own, const struct flow *f)
{
    const struct detached_eddies *e = own;
    (void)f;
    if (e->held)
        return;
    if (e->tilting)
        roll_up(e);
    else
        KERNEL_LAUNCH(e->lengths, STREAM_COMPUTE, 0, e->d->view.n_stencil, &e->args);
}

/* Where lengths follow each change of the flow, they switch from cell to cell: behind a step in a channel 135
 * evaluations took 0.9 decades off a residual, and 46 two where they are held (docs/decisions/032-held-lengths.md). */
static bool hold(void *own, bool held)
{
    struct detached_eddies *e = own;
    e->held = held && e->may_hold;
    return e->may_hold;
}

const struct feature_type feature_detached_eddies = {
    .in_case = &feature_detached_eddies_case,
    .needs = needs,
    .bytes = bytes,
    .create = create,
    .exchanges = exchanges,
    .after_gradients = after_gradients,
    .hold = hold,
    .end = end,
};
