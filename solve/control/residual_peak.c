/* residual_peak.c: the largest residual by a minimum over cells and ranks of its negative, then the first cell that has
 * it, then what the cells within a tenth of it add up to. Four passes over the cells, once, at the end of a run.
 */
#include "control/residual_peak.h"

#include <math.h>

static const double TENTH = 0.1;

/* Collective. The first owned cell whose residual is at least peak, on the lowest rank that has one. */
static void find_cell(const struct flow *f, struct residual_peak_args a, char place[CELL_PLACE_SIZE])
{
    const struct domain *d = f->domain;
    struct kernel *k = backend_kernel(d->backend, KERNEL_residual_peak_cell, EQUATIONS_ANY, 0);
    double cell = BACKEND_MINIMUM(d->backend, k, d->view.n_owned, &a);
    bool found = cell < (double)d->view.n_owned;
    /* The lowest rank that has such a cell speaks; size: none has. */
    double rank = found ? d->comm.rank : d->comm.size;
    comm_minimum(&rank, 1);
    if (rank == d->comm.rank)
        cell_place(d, (lid)cell, place);
    comm_broadcast(place, CELL_PLACE_SIZE, rank < d->comm.size ? (int)rank : 0);
}

/* Collective: number, and squares, of residuals that are at least peak. */
static void sums(const struct flow *f, struct residual_peak_args a, double sum[2])
{
    const struct domain *d = f->domain;
    BACKEND_SUM(d->backend, backend_kernel(d->backend, KERNEL_residual_peak_sum, EQUATIONS_ANY, 0), d->view.n_owned, &a,
                sum);
    comm_sum(sum, 2);
}

/* A cell by its number: kernels find minima of doubles, in which a local number is exact. The lowest
 * rank and then the lowest number decide between equals, so that a message names the same cell each
 * time. */
struct residual_peak residual_peak_find(const struct flow *f)
{
    const struct domain *d = f->domain;
    struct residual_peak_args a = {.u = f->args.update};
    struct residual_peak peak = {.place = ""};
    struct kernel *k = backend_kernel(d->backend, KERNEL_residual_peak, EQUATIONS_ANY, 0);
    /* The kernel gives minus the size of the residual: of the reductions there are sums and minima. */
    double least = BACKEND_MINIMUM(d->backend, k, d->view.n_owned, &a), high[2], all[2];
    comm_minimum(&least, 1);
    sums(f, a, all);
    if (!(least < 0) || !isfinite(all[1]))
        return peak;
    a.peak = -least;
    find_cell(f, a, peak.place);
    /* How many cells have at least so much of the peak, and what share of the whole sum they hold: one
     * bad cell, or a region. */
    a.peak *= TENTH;
    sums(f, a, high);
    peak.n_cells = (int64_t)high[0];
    peak.share = high[1] / all[1];
    return peak;
}
