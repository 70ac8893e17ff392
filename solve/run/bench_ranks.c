/* bench_ranks.c: the time of each kernel counted for cells, faces or nodes, over all ranks: what one of
 * them costs; and a row per rank.
 */
#include "run/bench_ranks.h"

#include "mem.h"
#include "timer.h"

#include <math.h>
#include <string.h>

enum over { OVER_CELLS, OVER_FACES, OVER_NODES, OVER_BOUNDARY, N_OVER, OVER_NOTHING = N_OVER };

/* Is it a kernel of gradients that are found from nodes? */
static bool is_from_nodes(const struct kernel *k)
{
    const int method = PLACE_METHOD(k->place);
    return k->family == KERNEL_gradient && (method == GRADIENT_NODE || method == GRADIENT_NODE_LSQ);
}

/* What a kernel's time is counted for. Packing belongs to the cut, not to cells. */
static enum over kernel_is_over(const struct kernel *k)
{
#define KERNEL(family, over, ...) [KERNEL_##family] = OVER_##over,
#define SUM KERNEL
#define MINIMUM KERNEL
    static const enum over over[N_KERNEL_FAMILIES] = {
#include "kernels/kernels_of_equations.inc"
#include "kernels/kernels_shared.inc"
    };
#undef KERNEL
#undef SUM
#undef MINIMUM
    return is_from_nodes(k) ? OVER_NODES : over[k->family];
}

/* Seconds of the gradients of all cells of this rank, launched again and again.
 * The launch at k = -1 is not timed: it brings arrays into caches. */
static double time_gradients(const struct flow *f, struct gradient_args a)
{
    enum { REPEAT = 10 };
    const struct backend *b = f->domain->backend;
    double start = 0;
    for (int k = -1; k < REPEAT; k++) {
        /* Waited for, so that the first launch's own time is not in it. */
        if (k == 0) {
            b->stream_synchronize(STREAM_COMPUTE);
            start = timer_now();
        }
        KERNEL_LAUNCH(f->kernels.gradient, STREAM_COMPUTE, 0, f->domain->view.n_stencil, &a);
    }
    b->stream_synchronize(STREAM_COMPUTE);
    return (timer_now() - start) / REPEAT;
}

/* Collective. How long gradients would take if all cells took Green-Gauss, over how long they do: at most 1. The
 * weights of their face sides are 0: what they are costs no time.
 * Both ways are timed with the same kernel, so that what they share cancels. */
static double green_gauss_share(const struct flow *f)
{
    const struct backend *b = f->domain->backend;
    size_t n = (size_t)f->domain->view.n_stencil, sides = (size_t)f->domain->pack.n_slice_entries;
    uint8_t *host = mem_alloc("choice", n, 1), *all = b->alloc("by_faces", n);
    stored *weights = b->alloc("weights of face sides", 3 * sides * sizeof *weights);
    memset(host, 1, n);
    b->upload(all, host, n);
    mem_free(host);
    struct gradient_args a = f->args.gradients;
    a.by_faces = all;
    a.side_begin = f->domain->view.slice_offset; /* no slice is left out */
    a.side_weight = weights;
    double seconds[2] = {time_gradients(f, a), time_gradients(f, f->args.gradients)};
    b->free(all);
    b->free(weights);
    comm_sum(seconds, 2);
    return fmin(1, seconds[0] / seconds[1]);
}

/* Collective. The factor on the costs of the cells with Green-Gauss. count: of
 * gradient_choice_sum; seconds: of this rank's kernels a step. */
static double fit_factor(const struct flow *f, const struct bench_cost *c, const double count[N_CHOICE], double seconds)
{
    const struct pack *p = &f->domain->pack;
    struct bench_counts n = {.cells = (double)p->n_owned, .faces = (double)(2 * p->n_flux - p->n_boundary),
                             .boundary_faces = (double)p->n_boundary, .green_cells = count[CHOICE_CELLS],
                             .green_faces = count[CHOICE_FACES], .fit_nodes = count[CHOICE_NODES]};
    struct bench_kinds mine = bench_kinds_of(c, &n, seconds);
    double sum[BENCH_FACTOR_SUMS] = {0};
    bench_factor_add(&mine, sum);
    comm_sum(sum, BENCH_FACTOR_SUMS);
    return bench_factor(sum);
}

/* Where some cells take fits about nodes and others Green-Gauss: parts the time of the one
 * kernel that makes both. Seconds a step: `mine` of this rank's kernels, `gradients` of that kernel and
 * `nodes` of those that fit, of all ranks. faces: of all cells. */
static void part_gradients(struct flow *f, struct bench_cost *cost, double mine, double gradients, double nodes,
                           double faces)
{
    double count[N_CHOICE], sum[N_CHOICE];
    flow_count_choice(f, count);
    memcpy(sum, count, sizeof sum);
    comm_sum(sum, N_CHOICE);
    cost->stretched_face = green_gauss_share(f) * gradients / faces;
    double of_faces = cost->stretched_face * sum[CHOICE_FACES];
    cost->node = sum[CHOICE_NODES] > 0 ? (gradients - of_faces + nodes) / sum[CHOICE_NODES] : 0;
    cost->stretched_factor = fit_factor(f, cost, count, mine);
}

/* An interior face is of two cells, hence 2 n_flux - n_boundary: costs are of a face of a cell, which
 * is what a partition can count. */
struct bench_cost bench_cost_of(struct flow *f, const struct kernel_table *profile, int64_t steps)
{
    const struct pack *p = &f->domain->pack;
    double sum[N_OVER] = {0}, n[N_OVER] = {0}, mine = 0, gradients = 0, nodes;
    for (int k = 0; k < profile->n; k++) {
        const struct kernel *row = &profile->row[k];
        enum over over = kernel_is_over(row);
        double seconds = row->seconds / (double)steps;
        if (over == OVER_NOTHING)
            continue;
        sum[over] += seconds;
        mine += seconds;
        gradients += is_from_nodes(row) ? seconds : 0;
    }
    n[OVER_CELLS] = (double)p->n_owned;
    n[OVER_FACES] = (double)(2 * p->n_flux - p->n_boundary);
    n[OVER_NODES] = (double)p->n_cell_nodes;
    n[OVER_BOUNDARY] = (double)p->n_boundary;
    comm_sum(sum, N_OVER);
    comm_sum(n, N_OVER);
    comm_sum(&gradients, 1);
    /* What is left of the nodes' kernels are averages and fits; gradients of cells from them are told
     * apart (part_gradients()). */
    nodes = sum[OVER_NODES] - gradients;
    for (int k = 0; k < N_OVER; k++)
        sum[k] = n[k] > 0 ? sum[k] / n[k] : 0;
    struct bench_cost cost = {.cell = sum[OVER_CELLS], .face = sum[OVER_FACES], .node = sum[OVER_NODES],
                              .boundary_face = sum[OVER_BOUNDARY], .stretched_face = NAN,
                              .stretched_factor = 1};
    if (f->by_faces && f->with.gradients)
        part_gradients(f, &cost, mine, gradients, nodes, n[OVER_FACES]);
    return cost;
}

struct bench_rank *bench_ranks_gather(const struct flow *f, const struct kernel_table *profile,
                                      int64_t profile_steps, const struct exchange_figures *x, int64_t steps)
{
    const struct domain *d = f->domain;
    struct bench_rank mine, *ranks = NULL;
    memset(&mine, 0, sizeof mine);
    mine.cells = d->pack.n_owned;
    mine.halo_cells = d->pack.n_cells - d->pack.n_owned;
    mine.bytes_sent = x->bytes_sent;
    mine.neighbours = x->neighbours;
    for (int k = 0; k < profile->n; k++) /* what packs and unpacks may wait for others meanwhile */
        if (kernel_is_over(&profile->row[k]) != OVER_NOTHING)
            mine.kernel_seconds += profile->row[k].seconds / (double)profile_steps;
    mine.exchange_seconds = x->seconds_total / (double)steps;
    mine.waiting_seconds = x->seconds_wait / (double)steps;
    mine.flag_seconds = x->seconds_flags / (double)steps;
    if (d->comm.rank == 0)
        MEM_NEW(ranks, d->comm.size);
    comm_gather(&mine, (int)sizeof mine, ranks);
    return ranks;
}

/* Largest over mean: 1 is even, and what is above it is time that the others wait. */
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
    if (!isnan(cost->stretched_face)) {
        json_number(j, "stretched_face", cost->stretched_face);
        json_number(j, "stretched_factor", cost->stretched_factor);
    }
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
