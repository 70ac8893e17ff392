#include "bench_ranks.h"

#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum over { OVER_CELLS, OVER_FACES, OVER_NODES, OVER_BOUNDARY, N_OVER };

/* What a kernel's time is counted for; the first pattern that fits. Packing belongs to
 * the cut, not to cells. */
static int kernel_is_over(const char *name)
{
    static const struct {
        const char *pattern;
        int over;
    } rows[] = {{"transfer_*", -1},          {"copy", -1},
                {"*boundary*", OVER_BOUNDARY}, {"ghost*", OVER_BOUNDARY},
                {"force_*", OVER_BOUNDARY},  {"node_*", OVER_NODES},
                {"gradient_node*", OVER_NODES}, {"gradient_*", OVER_FACES},
                {"flux_*", OVER_FACES},      {"*", OVER_CELLS}};
    size_t k = 0;
    while (!text_glob(rows[k].pattern, name))
        k++;
    return rows[k].over;
}

struct bench_cost bench_cost_of(const struct flow *f, const double *seconds, int64_t steps)
{
    const struct pack *p = &f->domain->pack;
    double sum[N_OVER] = {0}, n[N_OVER] = {0};
    for (int k = 0; k < N_KERNELS; k++) {
        int over = kernel_is_over(kernel_names[k]);
        if (over >= 0)
            sum[over] += seconds[k] / (double)steps;
    }
    n[OVER_CELLS] = (double)p->n_owned;
    n[OVER_FACES] = (double)(2 * p->n_flux - p->n_boundary);
    n[OVER_NODES] = (double)p->n_cell_nodes;
    n[OVER_BOUNDARY] = (double)p->n_boundary;
    comm_sum(sum, N_OVER);
    comm_sum(n, N_OVER);
    for (int k = 0; k < N_OVER; k++)
        sum[k] = n[k] > 0 ? sum[k] / n[k] : 0;
    return (struct bench_cost){sum[OVER_CELLS], sum[OVER_FACES], sum[OVER_NODES], sum[OVER_BOUNDARY]};
}

struct bench_rank *bench_ranks_gather(const struct flow *f, const double *seconds, int64_t profile_steps,
                                      const struct exchange_figures *x, int64_t steps)
{
    const struct domain *d = f->domain;
    struct bench_rank mine, *ranks = NULL;
    memset(&mine, 0, sizeof mine);
    mine.cells = d->pack.n_owned;
    mine.halo_cells = d->pack.n_cells - d->pack.n_owned;
    mine.bytes_sent = x->bytes_sent;
    mine.neighbours = x->neighbours;
    for (int k = 0; k < N_KERNELS; k++)
        mine.kernel_seconds += seconds[k] / (double)profile_steps;
    mine.exchange_seconds = x->seconds_total / (double)steps;
    mine.waiting_seconds = x->seconds_wait / (double)steps;
    mine.flag_seconds = x->seconds_flags / (double)steps;
    if (d->comm.rank == 0)
        MEM_NEW(ranks, d->comm.size);
    comm_gather(&mine, (int)sizeof mine, ranks);
    return ranks;
}

static void write_imbalance(struct json *j, const struct bench_rank *r, int n)
{
    double cells = 0, kernels = 0, most_cells = 0, most_kernels = 0;
    for (int k = 0; k < n; k++) {
        cells += (double)r[k].cells / n;
        kernels += r[k].kernel_seconds / n;
        most_cells = fmax(most_cells, (double)r[k].cells);
        most_kernels = fmax(most_kernels, r[k].kernel_seconds);
    }
    json_object(j, "imbalance");
    json_number(j, "cells", most_cells / cells);
    json_number(j, "kernel_seconds", kernels > 0 ? most_kernels / kernels : 1);
    json_close(j);
}

void bench_ranks_write(struct json *j, const struct bench_cost *cost, const struct bench_rank *r, int n)
{
    json_object(j, "cost");
    json_number(j, "cell", cost->cell);
    json_number(j, "face", cost->face);
    json_number(j, "node", cost->node);
    json_number(j, "boundary_face", cost->boundary_face);
    json_close(j);
    write_imbalance(j, r, n);
    json_array(j, "ranks_report");
    for (int k = 0; k < n; k++) {
        json_object(j, NULL);
        json_integer(j, "cells", r[k].cells);
        json_integer(j, "halo_cells", r[k].halo_cells);
        json_integer(j, "neighbours", r[k].neighbours);
        json_integer(j, "bytes_sent_per_exchange", r[k].bytes_sent);
        json_number(j, "kernel_seconds_per_step", r[k].kernel_seconds);
        json_number(j, "exchange_seconds_per_step", r[k].exchange_seconds);
        json_number(j, "waiting_seconds_per_step", r[k].waiting_seconds);
        json_number(j, "flag_seconds_per_step", r[k].flag_seconds);
        json_close(j);
    }
    json_close(j);
}
