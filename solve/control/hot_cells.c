/* hot_cells.c: the cells above the source's temperature, of all ranks, and the hottest.
 */
#include "control/hot_cells.h"

#include "mem.h"
#include "scheme/flow_bounds.h"

#include <math.h>
#include <stdio.h>

/* This rank's hottest cell and its hot ones; -1 and 0 K without cells. A temperature that is no number is not hot. */
static lid count(const struct flow *f, double gas_constant, double limit, double *most, double *n_hot)
{
    lid n = f->domain->view.n_owned, hottest = -1;
    double *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    *most = *n_hot = 0;
    for (lid i = 0; i < n; i++) {
        double temperature = q[(int64_t)Q_P * n + i] / (q[(int64_t)Q_RHO * n + i] * gas_constant);
        *n_hot += temperature > limit;
        if (temperature > *most) {
            *most = temperature;
            hottest = i;
        }
    }
    mem_free(q);
    return hottest;
}

/* The lowest rank that has the hottest cell speaks. */
struct hot_cells hot_cells_find(const struct flow *f, const struct case_file *c)
{
    const struct domain *d = f->domain;
    struct hot_cells h = {.source = flow_hot_source(c, d->measured.start.on, d->values, d->pack.n_patches),
                          .place = ""};
    if (isnan(h.source))
        return h;
    double own, n_hot;
    lid hottest = count(f, c->flow.gas_constant, HOT_RATIO * h.source, &own, &n_hot);
    h.most = own;
    comm_maximum(&h.most, 1);
    comm_sum(&n_hot, 1);
    h.n = (int64_t)n_hot;
    double rank = own == h.most ? d->comm.rank : d->comm.size;
    comm_minimum(&rank, 1);
    if (h.n > 0 && rank == d->comm.rank)
        cell_place(d, hottest, h.place);
    comm_broadcast(h.place, CELL_PLACE_SIZE, rank < d->comm.size ? (int)rank : 0);
    return h;
}

void hot_cells_write(const struct hot_cells *h, struct json *j)
{
    if (h->n == 0)
        return;
    json_object(j, "hot_cells");
    json_integer(j, "cells", h->n);
    json_number(j, "source_temperature", h->source);
    json_number(j, "temperature_max", h->most);
    json_text(j, "hottest", h->place);
    json_close(j);
}

void hot_cells_print(const struct hot_cells *h)
{
    if (h->n == 0)
        return;
    fflush(stdout); /* where both go to one file */
    fprintf(stderr,
            "ufv-solve: note: %" PRId64 " cell%s hotter than %g times the %.5g K of the hottest stream or wall, up to "
            "%.5g K in %s: this is not physical; continue the run if it has not converged, otherwise refine the mesh "
            "there or limit more (numerics.limiter, limiter_k)\n",
            h->n, h->n == 1 ? " is" : "s are", HOT_RATIO, h->source, h->most, h->place);
}
