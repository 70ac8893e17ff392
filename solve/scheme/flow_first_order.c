/* flow_first_order.c: first order in place of second, for a while in all cells, or for good in single ones.
 */
#include "scheme/flow.h"

#include "mem.h"

#include <stdlib.h>

/* Gradients as they are before the first evaluation. */
static void clear_gradients(const struct flow *f)
{
    const struct backend *b = f->domain->backend;
    const size_t part = 1 << 20, n = (size_t)(3 * f->n_variables) * (size_t)f->shape.gradient_capacity;
    stored *zeros;
    MEM_NEW_ZERO(zeros, part);
    b->stream_synchronize(STREAM_COMPUTE);
    for (size_t at = 0; at < n; at += part)
        b->upload(f->gradient + at, zeros, (n - at < part ? n - at : part) * sizeof *zeros);
    mem_free(zeros);
}

/* Viscous terms need gradients at first order too, and have a factor for what is reconstructed from them; Euler's have
 * their limiter in them, and no factor (kernels/flux.h). */
void flow_set_slopes(struct flow *f, bool on)
{
    const struct flow_flux *flux = on ? &f->kernels.case_flux : &f->kernels.positive_flux;
    f->kernels.flux = flux->inside;
    f->kernels.flux_all = flux->all;
    f->args.fluxes.scheme = flux->scheme;
    f->args.fluxes.scheme_parameter = flux->parameter;
    f->args.fluxes.wall_damping = (real)!on;
    f->args.fluxes.slope = (real)on;
    if (equations_are_viscous(f->equations))
        return;
    f->with.gradients = on;
    if (!on)
        clear_gradients(f);
}

bool flow_smears_shear(const struct flow *f)
{
    return f->args.fluxes.scheme == FLUX_HLLE;
}

/* ---- single cells ---- */

bool flow_has_first_order_cells(const struct flow *f)
{
    return f->limiter_size && f->args.gradients.limiter != LIMITER_FROZEN;
}

static int compare(const void *a, const void *b)
{
    gid x = *(const gid *)a, y = *(const gid *)b;
    return (x > y) - (x < y);
}

/* Adds cells to the list, each once. */
static void add_to_list(struct flow *f, const gid *cell, int64_t n)
{
    gid *all;
    int64_t n_all = 0;
    MEM_NEW(all, f->first_order.n + n);
    for (int64_t k = 0; k < f->first_order.n; k++)
        all[k] = f->first_order.cell[k];
    for (int64_t k = 0; k < n; k++)
        all[f->first_order.n + k] = cell[k];
    qsort(all, (size_t)(f->first_order.n + n), sizeof *all, compare);
    for (int64_t k = 0; k < f->first_order.n + n; k++)
        if (n_all == 0 || all[k] != all[n_all - 1])
            all[n_all++] = all[k];
    mem_free(f->first_order.cell);
    f->first_order.cell = all;
    f->first_order.n = n_all;
}

bool flow_is_first_order(const struct flow *f, lid cell)
{
    return f->first_order.n > 0 &&
           bsearch(&f->domain->pack.cell_gid[cell], f->first_order.cell, (size_t)f->first_order.n,
                   sizeof *f->first_order.cell, compare);
}

/* By global ids, so that halo cells and periodic images are found, too: their gradients are computed here as they are
 * where they are owned. Sizes are positive but for those of such cells. */
void flow_set_first_order(struct flow *f, const gid *cell, int64_t n)
{
    const struct backend *b = f->domain->backend;
    const lid n_stencil = f->domain->view.n_stencil;
    real *size;
    if (!flow_has_first_order_cells(f) || n == 0)
        return;
    add_to_list(f, cell, n);
    MEM_NEW(size, n_stencil);
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(size, f->limiter_size, (size_t)n_stencil * sizeof *size);
    for (lid i = 0; i < n_stencil; i++)
        if (size[i] > 0 && flow_is_first_order(f, i))
            size[i] = -size[i];
    b->upload(f->limiter_size, size, (size_t)n_stencil * sizeof *size);
    mem_free(size);
}
