/* run_report.c: the ranks' rows, gathered on rank 0, as a table at the start and as run.json at the
 * end. */
#include "run/run_report.h"

#include "features/features.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"
#include "version.h"
#include "run/outcome.h"
#include "parallel/waiting.h"

#include <hdf5.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* Set to zero first: rows travel as bytes, padding included, and must not carry what the stack held. */
struct rank_row *run_report_gather(const struct flow *f, const struct rank_place *place)
{
    const struct domain *d = f->domain;
    struct rank_row mine, *rows = NULL;
    memset(&mine, 0, sizeof mine);
    text_copy(mine.host, sizeof mine.host, d->comm.host);
    text_copy(mine.device, sizeof mine.device, d->backend->device_name);
    text_copy(mine.device_id, sizeof mine.device_id, d->backend->device_id);
    mine.place = *place;
    mine.cells = d->pack.n_owned;
    mine.halo_cells = d->pack.n_cells - d->pack.n_owned;
    mine.neighbours = d->pack.n_neighbours;
    mine.device_bytes = (int64_t)d->backend->device_bytes();
    mine.seconds_waiting = waiting_seconds(WAITING_EXCHANGE);
    mine.seconds_waiting_flags = exchange_figures(f->exchange).seconds_flags;
    mine.seconds_waiting_all = waiting_seconds(WAITING_COLLECTIVE);
    if (d->comm.rank == 0)
        MEM_NEW(rows, d->comm.size);
    comm_gather(&mine, (int)sizeof mine, rows);
    return rows;
}

/* By the device's identity and the host's name, not by its number: CUDA_VISIBLE_DEVICES may call each rank's GPU 0. */
static int sharing(const struct rank_row *rows, int n, int r)
{
    int count = 0;
    for (int k = 0; k < n; k++)
        count += rows[k].place.device_number >= 0 && strcmp(rows[k].device_id, rows[r].device_id) == 0 &&
                 strcmp(rows[k].host, rows[r].host) == 0;
    return count;
}

/* Told once, of the first such GPU: with one there are most often more. */
static void print_shared(const struct rank_row *rows, int n)
{
    for (int r = 0; r < n; r++)
        if (sharing(rows, n, r) > 1) {
            fprintf(stderr, "ufv-solve: %d ranks share GPU %d of %s; use one rank per GPU for speed\n",
                    sharing(rows, n, r), rows[r].place.device_number, rows[r].host);
            return;
        }
}

/* One core is too few for a rank of a GPU: its second thread writes checkpoints. */
static void print_bound(const struct rank_row *rows, int n)
{
    for (int r = 0; r < n; r++) {
        const struct rank_place *p = &rows[r].place;
        /* Only the first such rank is named: as a rule the launcher binds all of them alike. */
        if (p->device_number >= 0 && (p->far || p->cores == 1)) {
            fprintf(stderr,
                    "ufv-solve: rank %d is bound to %s; start with mpirun --bind-to none, or srun with "
                    "--cpus-per-task and --gpus-per-task\n",
                    r, p->far ? "cores far from its GPU" : "one core, which checkpoints would share with the march");
            return;
        }
    }
}

void run_report_print_ranks(const struct rank_row *rows, int n)
{
    fprintf(stderr, "%s precision\n", precision_name());
    fprintf(stderr, "%4s  %-20s %-26s %10s %10s  %10s  %s\n", "rank", "host", "device", "cells", "halo", "neighbours",
            "memory");
    for (int r = 0; r < n; r++) {
        char device[300];
        if (rows[r].place.device_number >= 0)
            snprintf(device, sizeof device, "GPU %d %s", rows[r].place.device_number, rows[r].device);
        else
            snprintf(device, sizeof device, "CPU %s", rows[r].device);
        fprintf(stderr, "%4d  %-20s %-26s %10" PRId64 " %10" PRId64 "  %10d  %.2f GB\n", r, rows[r].host, device,
                rows[r].cells, rows[r].halo_cells, rows[r].neighbours, (double)rows[r].device_bytes * 1e-9);
    }
    print_shared(rows, n);
    print_bound(rows, n);
}

void run_report_print_constant(const struct flow *f)
{
    if (f->fits.constant > 0)
        fprintf(stderr, "ufv-solve: note: in %" PRId64 " of %" PRId64 " cells the gradient is taken as zero, since "
                        "all their neighbours are more than five times as large; if these cells matter, change the "
                        "mesh there\n",
                f->fits.constant, f->domain->pack.n_cells_global);
    if (f->fits.reduced > 0)
        fprintf(stderr, "ufv-solve: note: in %" PRId64 " of %" PRId64 " cells the gradient is reduced, since their "
                        "faces are so skewed that the full gradient would amplify errors; if these cells matter, "
                        "change the mesh there\n",
                f->fits.reduced, f->domain->pack.n_cells_global);
}

void run_report_print_unsolved(const struct march *r)
{
    if (r->unsolved > 0)
        fprintf(stderr,
                "ufv-solve: note: %" PRId64 " of %" PRId64 " steps were not solved to [time] sub_drop = %g "
                "decades in sub_steps = %ld, the least solved to %.1f; take shorter steps, or raise "
                "sub_steps\n",
                r->unsolved, r->iteration - r->start.iteration, r->c->time.sub_drop, r->c->time.sub_steps,
                r->least_drop);
}

static void write_ranks(struct json *j, const struct rank_row *rows, int n)
{
    json_array(j, "ranks");
    for (int r = 0; r < n; r++) {
        json_object(j, NULL);
        json_text(j, "host", rows[r].host);
        json_text(j, "device", rows[r].device);
        json_integer(j, "device_number", rows[r].place.device_number);
        json_integer(j, "numa_node", rows[r].place.numa_node);
        json_integer(j, "cores", rows[r].place.cores);
        json_integer(j, "cells", rows[r].cells);
        json_integer(j, "halo_cells", rows[r].halo_cells);
        json_integer(j, "neighbours", rows[r].neighbours);
        json_integer(j, "device_bytes", rows[r].device_bytes);
        json_number(j, "seconds_waiting", rows[r].seconds_waiting);
        json_number(j, "seconds_waiting_flags", rows[r].seconds_waiting_flags);
        json_number(j, "seconds_waiting_all", rows[r].seconds_waiting_all);
        json_close(j);
    }
    json_close(j);
}

/* How evenly the work is spread: 1 when all ranks have the same. A rank is busy
 * when it does not wait; waiting is what the others' surplus costs.
 * All in seconds of the same march; waiting in exchanges and in collective calls is counted, since the slowest rank
 * makes the others wait in either. */
static void write_balance(struct json *j, const struct rank_row *rows, int n, double march)
{
    double cells = 0, most_cells = 0, busy = 0, most_busy = 0;
    for (int r = 0; r < n; r++) {
        /* Waiting for flags is not taken off: it goes on beside work on inner cells. */
        double b = march - rows[r].seconds_waiting - rows[r].seconds_waiting_all;
        cells += (double)rows[r].cells / n;
        busy += b / n;
        most_cells = fmax(most_cells, (double)rows[r].cells);
        most_busy = fmax(most_busy, b);
    }
    json_object(j, "balance");
    json_number(j, "cells_most_over_mean", most_cells / cells);
    json_number(j, "busy_most_over_mean", busy > 0 ? most_busy / busy : 1);
    json_number(j, "waiting_fraction", march > 0 ? 1 - busy / march : 0);
    json_close(j);
}

/* MPI_Get_library_version() may return several lines; the part before the first comma or line end names the library. */
static void write_versions(struct json *j)
{
    unsigned major, minor, release;
    char hdf5[64], mpi[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    H5get_libversion(&major, &minor, &release);
    snprintf(hdf5, sizeof hdf5, "%u.%u.%u", major, minor, release);
    MPI_Get_library_version(mpi, &length);
    mpi[strcspn(mpi, ",\n")] = '\0';
    json_object(j, "versions");
    json_text(j, "ufv", version_number);
    json_text(j, "git", version_git);
    json_text(j, "compiler", version_compiler);
    json_text(j, "flags", version_flags);
    json_text(j, "cuda", version_cuda);
    json_text(j, "mpi", mpi);
    json_text(j, "hdf5", hdf5);
    json_close(j);
}

static void write_patches(struct json *j, const struct domain *d)
{
    json_object(j, "patches");
    for (int k = 0; k < d->pack.n_patches; k++) {
        json_object(j, d->pack.patch[k].name);
        json_text(j, "kind", bc_kind_name((enum bc_kind)d->values[k].kind));
        json_integer(j, "faces", d->pack.patch[k].n_faces);
        json_close(j);
    }
    json_close(j);
}

static void write_groups(struct json *j, const struct domain *d)
{
    const struct patch_groups *g = &d->groups;
    json_object(j, "groups");
    for (int k = 0; k < g->n; k++) {
        json_array(j, g->name[k]);
        for (int b = 0; b < g->n_patches; b++)
            if (g->member[k * g->n_patches + b])
                json_text(j, NULL, d->pack.patch[b].name);
        json_close(j);
    }
    json_close(j);
}

/* Settings as they were in force, defaults included. */
static void write_all(FILE *file, const struct march *r, const struct monitor *m, const struct rank_row *rows,
                      const struct run_findings *found, const struct run_timings *t)
{
    const struct case_file *c = m->c;
    const struct flow *f = m->flow;
    const struct domain *d = f->domain;
    struct json j;
    json_begin(&j, file);
    json_text(&j, "case", c->config.path);
    json_text(&j, "packs", d->packs);
    json_text(&j, "pack_id", d->pack.id);
    json_text(&j, "mesh", d->pack.source);
    json_integer(&j, "cells", d->pack.n_cells_global);
    if (f->fits.constant > 0)
        json_integer(&j, "constant_cells", f->fits.constant);
    if (f->fits.reduced > 0)
        json_integer(&j, "reduced_cells", f->fits.reduced);
    first_order_box_write(&found->first_order, &j);
    json_text(&j, "stopped_by", stop_reason_text(r->reason));
    const enum outcome outcome = outcome_of(r->reason, &m->verdict, r->steps_asked);
    json_text(&j, "outcome", outcome_word(outcome));
    json_integer(&j, "exit_status", outcome_status(outcome));
    verdict_write(&m->verdict, &j);
    if (r->divergence.found)
        divergence_json(&r->divergence, d, &j);
    json_integer(&j, "first_iteration", r->start.iteration);
    if (r->start.iteration > 0)
        json_text(&j, "changed_at_restart", r->changes);
    json_integer(&j, "iteration", r->iteration);
    json_number(&j, "time", r->time);
    if (r->unsolved > 0)
        json_integer(&j, "unsolved_steps", r->unsolved);
    json_object(&j, "settings");
    case_echo(c, &j);
    json_close(&j);
    write_patches(&j, d);
    write_groups(&j, d);
    features_write_run(d->features, &j);
    json_text(&j, "wall_distances", d->new_walls.distance ? "measured at the start" : "of the packs");
    viscous_summary_write(&found->viscous, &j);
    hot_cells_write(&found->hot, &j);
    unphysical_write(&m->unphysical, &j);
    json_text(&j, "exchange", d->comm.size > 1 ? exchange_mode_name(exchange_mode(f->exchange)) : "none");
    write_ranks(&j, rows, d->comm.size);
    write_balance(&j, rows, d->comm.size, t->march + t->write);
    json_object(&j, "seconds");
    json_number(&j, "load", t->load);
    json_number(&j, "start_to_first_step", t->start_to_first_step);
    json_number(&j, "march", t->march);
    json_number(&j, "write", t->write);
    json_number(&j, "write_behind", t->write_behind);
    features_write_seconds(d->features, &j);
    json_number(&j, "total", t->total);
    json_close(&j);
    write_versions(&j);
    json_end(&j);
}

/* A whole file or none: run.json that is newer than history.csv says that the run has ended. */
int run_report_write(const struct march *r, const struct monitor *m, const struct rank_row *rows,
                     const struct run_findings *found, const struct run_timings *t)
{
    char *path = text_join_path(r->results, "run.json");
    struct out_file o;
    int status = out_file_open(path, &o);
    if (status == 0) {
        write_all(o.file, r, m, rows, found, t);
        status = out_file_finish(&o, 0);
    }
    mem_free(path);
    return status;
}
