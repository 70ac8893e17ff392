/* bench.c: the timed loop of --bench, the machine's own copy speed to hold it against, and the JSON
 * object that says both. */
#include "run/bench.h"

#include "run/bench_ranks.h"
#include "cli.h"
#include "error.h"
#include "scheme/flow_bytes.h"
#include "scheme/implicit_bench.h"
#include "json_write.h"
#include "run/march.h"
#include "kernels/transfer_args.h"
#include "mem.h"
#include "control/monitor.h"
#include "out_file.h"
#include "backend/paper_profile.h"
#include "timer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bench {
    struct bench_cost cost;
    struct bench_rank *ranks; /* [ranks] on rank 0, NULL elsewhere */
    double seconds, copy_bandwidth;
    struct flow_bytes model; /* this rank's; all: of the rank with most */
    double device_bytes_per_cell;
    int64_t steps, profile_steps;
    struct exchange_figures exchange;
    int n_pieces;
    struct implicit_piece piece[IMPLICIT_PIECES]; /* the slowest rank's seconds, all ranks' bytes */
    struct kernel_table profile; /* seconds and calls of profile_steps steps */
};

/* The barrier makes all ranks start and end the clock together: the time is that of the slowest. */
static double wait_for_device(const struct flow *f)
{
    f->domain->backend->stream_synchronize(STREAM_COMPUTE);
    comm_barrier();
    return timer_now();
}

/* Steps as march_run() makes them, with a report every `history` steps.
 * report false: one step at a time, since a profile cannot look into a recorded graph. */
static int make_steps(struct integrator *it, struct monitor *m, int64_t steps, bool report)
{
    struct flow *f = it->flow;
    const struct case_file *c = it->c;
    flow_evaluate(f, true);
    for (int64_t i = 0; i < steps;) {
        /* What a user's run does between steps is part of the time that is measured. */
        bool due = report && c->output.history > 0 && i % c->output.history == 0;
        if (due || (report && i % MARCH_CHECK_STEPS == 0)) {
            struct flow_diverged_cell bad = flow_check(f);
            TRY(comm_agree(bad.found ? error_set("the solution diverged in the benchmark; lower [time] cfl") : 0));
        }
        if (due)
            TRY(monitor_report(m, i, 0));
        int batch = report ? integrator_batch(it, march_batch(it->c, i, steps, 0)) : 1;
        TRY(integrator_step(it, i, batch, integrator_time_step(it, i)));
        i += it->report.steps;
    }
    return 0;
}

/* The sum over ranks of the bytes that a plain copy reads and writes per second on each while all copy. A rank copies
 * at most 2 GiB on a GPU and 256 MiB on a CPU, which is beyond most caches. The best of 12 counts, since other work can
 * only slow a copy down. Read and write both count, hence the factor 2. */
static double measure_copy(const struct backend *b)
{
    size_t bytes = strcmp(b->name, "cuda") == 0 ? (size_t)2 << 30 : (size_t)256 << 20;
    /* Two arrays in a quarter of what is left each. */
    if (bytes > b->device_free_bytes() / 4)
        bytes = b->device_free_bytes() / 4 / 4096 * 4096;
    struct copy_args a = {.from = b->alloc("copy from", bytes), .to = b->alloc("copy to", bytes)};
    lid words = (lid)(bytes / sizeof *a.from);
    double best = HUGE_VAL;
    for (int k = 0; k < 12; k++) {
        b->stream_synchronize(STREAM_COMPUTE);
        comm_barrier();
        double start = timer_now();
        BACKEND_LAUNCH(b, KERNEL_copy, STREAM_COMPUTE, 0, words, &a);
        b->stream_synchronize(STREAM_COMPUTE);
        double seconds = timer_now() - start;
        /* Of all ranks at once, since GPUs of a host share nothing, but ranks on CPUs share the memory. */
        comm_maximum(&seconds, 1);
        best = fmin(best, seconds);
    }
    b->free((void *)(uintptr_t)a.from);
    b->free(a.to);
    double bandwidth = 2 * (double)words * sizeof *a.from / best;
    comm_sum(&bandwidth, 1);
    return bandwidth;
}

/* First a few steps that are not counted (first launches, page faults, clocks that rise), then the timed steps
 * without a profile, then steps with one: events around kernels cost time themselves.
 * The pieces of an implicit step and the copy come last: they leave other values in the arrays. Sums
 * and maxima over ranks at the end: a run is as fast as its slowest rank, and moves what all of them
 * move. */
static int measure(struct integrator *it, struct monitor *m, struct bench *r)
{
    struct flow *f = it->flow;
    const struct backend *b = f->domain->backend;
    r->model = flow_model_bytes(f);
    r->device_bytes_per_cell = (double)b->device_bytes() / (double)f->domain->view.n_owned;
    TRY(make_steps(it, m, r->steps / 10 + 3, true));
    exchange_reset_figures(f->exchange);
    double start = wait_for_device(f);
    TRY(make_steps(it, m, r->steps, true));
    r->seconds = wait_for_device(f) - start;
    r->exchange = exchange_figures(f->exchange);
    r->profile_steps = r->steps < 20 ? r->steps : 20;
    b->profile_start();
    paper_profile_start(b);
    int status = make_steps(it, m, r->profile_steps, false);
    b->profile_stop();
    paper_profile_stop();
    /* A copy: what follows launches more kernels. */
    r->profile = *b->kernels;
    TRY(status);
    r->n_pieces = it->c->time.scheme == TIME_IMPLICIT ? implicit_pieces(it, r->piece) : 0;
    for (int k = 0; k < r->n_pieces; k++) {
        comm_maximum(&r->piece[k].seconds, 1);
        comm_sum(&r->piece[k].bytes, 1);
    }
    r->copy_bandwidth = measure_copy(b);
    r->cost = bench_cost_of(f, &r->profile, r->profile_steps);
    r->ranks = bench_ranks_gather(f, &r->profile, r->profile_steps, &r->exchange, r->steps);
    double worst[2] = {r->device_bytes_per_cell, r->model.all};
    comm_maximum(worst, 2);
    r->device_bytes_per_cell = worst[0];
    r->model.all = worst[1];
    return 0;
}

/* `paper` is NULL with the default pipeline. */
static void write_kernels(struct json *j, const struct bench *r, const struct paper_profile *paper)
{
    json_object(j, "kernels");
    for (int k = 0; k < r->profile.n; k++) {
        const struct kernel *row = &r->profile.row[k];
        if (row->calls == 0)
            continue;
        json_object(j, row->name);
        json_number(j, "seconds_per_step", row->seconds / (double)r->profile_steps);
        json_number(j, "calls_per_step", (double)row->calls / (double)r->profile_steps);
        json_close(j);
    }
    for (int k = 0; paper && k < N_PAPER_KERNELS; k++) {
        if (paper->calls[k] == 0)
            continue;
        json_object(j, paper->name[k]);
        json_number(j, "seconds_per_step", paper->seconds[k] / (double)r->profile_steps);
        json_number(j, "calls_per_step", (double)paper->calls[k] / (double)r->profile_steps);
        json_close(j);
    }
    json_close(j);
}

/* `cells` is the number of cells of the whole mesh. */
static void write_pieces(struct json *j, const struct bench *r, double cells)
{
    json_object(j, "pieces");
    for (int k = 0; k < r->n_pieces; k++) {
        const struct implicit_piece *p = &r->piece[k];
        json_object(j, p->name);
        json_number(j, "ns_per_cell", 1e9 * p->seconds / cells);
        json_number(j, "bytes_per_cell", p->bytes / cells);
        json_number(j, "fraction_of_copy", p->bytes / (p->seconds * r->copy_bandwidth));
        json_close(j);
    }
    json_close(j);
}

static void write_exchange(struct json *j, const struct bench *r)
{
    double n = (double)r->steps;
    json_object(j, "exchange");
    json_integer(j, "neighbours", r->exchange.neighbours);
    json_integer(j, "bytes_sent_per_exchange", r->exchange.bytes_sent);
    json_number(j, "exchanges_per_step", (double)r->exchange.exchanges / n);
    json_number(j, "seconds_per_step", r->exchange.seconds_total / n);
    json_number(j, "seconds_waiting_per_step", r->exchange.seconds_wait / n);
    json_close(j);
}

/* fraction_of_copy is the model's bytes per second over those of a copy: 1 would be all the memory can give if each
 * array were moved once. */
static void write_report(const struct flow *f, const struct case_file *c, const struct bench *r, FILE *file)
{
    const struct domain *d = f->domain;
    double cells = (double)d->pack.n_cells_global, rate = cells * f->steps.stages * (double)r->steps / r->seconds;
    char word[WORD_SIZE];
    struct json j;
    json_begin(&j, file);
    json_integer(&j, "cells", d->pack.n_cells_global);
    json_integer(&j, "ranks", d->comm.size);
    json_text(&j, "device", d->backend->device_name);
    json_text(&j, "precision", case_word(c, "numerics", "precision", word));
    json_text(&j, "pipeline", case_word(c, "numerics", "pipeline", word));
    json_text(&j, "gradient", f->with.gradients ? case_word(c, "numerics", "gradient", word) : "none");
    json_text(&j, "limiter", f->with.limiter ? case_word(c, "numerics", "limiter", word) : "none");
    json_integer(&j, "steps", r->steps);
    json_integer(&j, "stages", f->steps.stages);
    json_number(&j, "seconds", r->seconds);
    json_number(&j, "cell_stages_per_second", rate);
    json_number(&j, "model_bytes_per_cell_stage", r->model.all);
    json_number(&j, "copy_bandwidth", r->copy_bandwidth);
    json_number(&j, "fraction_of_copy", rate * r->model.all / r->copy_bandwidth);
    json_number(&j, "device_bytes_per_cell", r->device_bytes_per_cell);
    /* Millions of cell-steps per second and rank. */
    json_number(&j, "ssspnt", cells * (double)r->steps / (d->comm.size * r->seconds) * 1e-6);
    if (!f->paper) {
        json_object(&j, "model");
        json_number(&j, "nodes", r->model.nodes);
        json_number(&j, "gradients", r->model.gradients);
        json_number(&j, "fluxes", r->model.fluxes);
        json_number(&j, "updates", r->model.updates);
        json_close(&j);
    }
    if (r->n_pieces > 0)
        write_pieces(&j, r, cells);
    write_kernels(&j, r, f->paper ? paper_profile() : NULL);
    bench_ranks_write(&j, &r->cost, r->ranks, d->comm.size);
    write_exchange(&j, r);
    json_end(&j);
}

/* Writes for scripts what is printed on stdout. */
static int write_file(const struct flow *f, const struct case_file *c, const struct bench *r, const char *path)
{
    struct out_file o;
    TRY(out_file_open(path, &o));
    write_report(f, c, r, o.file);
    return out_file_finish(&o, 0);
}

/* A monitor without a folder: reports cost what they cost in a run, but nothing is written. */
int bench_run(struct integrator *it, int64_t steps, const char *report)
{
    struct flow *f = it->flow;
    const struct case_file *c = it->c;
    struct bench r = {.steps = steps};
    struct monitor m;
    TRY(monitor_create(c, f, NULL, NULL, 0, &m));
    int status = measure(it, &m, &r);
    monitor_free(&m);
    TRY(status);
    if (f->domain->comm.rank == 0) {
        write_report(f, c, &r, stdout);
        status = cli_flush_stdout();
        if (report && write_file(f, c, &r, report)) /* although stdout was lost */
            status = 1;
    }
    mem_free(r.ranks);
    return comm_agree(status);
}
