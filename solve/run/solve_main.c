/* solve_main.c: ufv-solve: load the packs of a mesh and march a case on them. */
#include "run/bench.h"
#include "run/capacity.h"
#include "case/case_notes.h"
#include "cli.h"
#include "error.h"
#include "mem.h"
#include "parallel/numa.h"
#include "backend/peer_memory.h"
#include "run/precision.h"
#include "run/run_report.h"
#include "parallel/stall.h"
#include "text.h"
#include "parallel/timeline.h"
#include "timer.h"
#include "parallel/waiting.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_THREADS = 4096 };
static const long NOT_GIVEN = LONG_MIN;

struct options {
    const char *packs, *results, *device, *restart, *restart_packs, *exchange, *report, *timeline;
    long threads, steps, bench;
    bool case_reference;
    struct cli_list set;
};

struct run {
    struct options o;
    struct cli_result cli;
    struct comm comm;
    struct case_file c;
    struct domain domain;
    struct flow flow;
    struct integrator integrator;
    struct monitor monitor;
    struct march march;
    struct run_timings seconds;
    enum exchange_mode exchange;
    struct rank_place place;
    bool results_made; /* by this run */
    double start;
    bool domain_loaded, flow_created, monitor_created;
};

static void print_libraries(void)
{
    unsigned major, minor, release;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    H5get_libversion(&major, &minor, &release);
    printf("MPI %s\nHDF5 %u.%u.%u\n", text, major, minor, release);
}

static int parse(int argc, char **argv, struct options *o, struct cli_result *r, int *status)
{
    *o = (struct options){.device = "auto", .exchange = "auto", .steps = NOT_GIVEN};
    const struct cli_option rows[] = {
        {"--packs", "PACKS", CLI_TEXT, &o->packs, NULL, "folder that ufv-prep wrote"},
        {"--out", "RESULTS", CLI_TEXT, &o->results, NULL, "folder for results"},
        {"--device", "WHERE", CLI_TEXT, &o->device, "auto", "auto, cpu or cuda"},
        {"--threads", "T", CLI_LONG, &o->threads, "share of the host's cores", "CPU threads per rank"},
        {"--restart", "OLD_RESULTS", CLI_TEXT, &o->restart, NULL, "continue from the newest checkpoint there"},
        {"--restart-packs", "OLD_PACKS", CLI_TEXT, &o->restart_packs, "those the results name",
         "packs of OLD_RESULTS, for a restart on another mesh"},
        {"--steps", "N", CLI_LONG, &o->steps, NULL, "the same as --set time.steps=N"},
        {"--set", "S.KEY=VALUE", CLI_LIST, &o->set, NULL, "change a key of the case file; may be repeated"},
        {"--exchange", "MODE", CLI_TEXT, &o->exchange, "auto",
         "auto, blocking, staged, staged-cpu-pack,\ncuda-aware or peer"},
        {"--timeline", "FILE.json", CLI_TEXT, &o->timeline, NULL,
         "what each rank did in the last 20 iterations, for a trace viewer"},
        {"--bench", "STEPS", CLI_LONG, &o->bench, NULL, "time STEPS iterations, print JSON, write no results"},
        {"--report", "FILE.json", CLI_TEXT, &o->report, NULL, "--bench: write the JSON there too"},
        {"--case-reference", NULL, CLI_FLAG, &o->case_reference, NULL, "print every key of a case file and end"},
    };
    const struct cli c = {
        .program = "ufv-solve",
        .usage = "mpirun -np N ufv-solve CASE.cfg --packs PACKS --out RESULTS [options]\n"
                 "mpirun -np N ufv-solve CASE.cfg --packs PACKS --bench STEPS [--report FILE.json]",
        .about = "Marches the compressible flow equations on the packs of a mesh, one rank per pack, on GPUs or CPUs.\n"
                 "A file named `stop` in RESULTS, SIGTERM or SIGUSR1 ends a run after a checkpoint.",
        .option = rows,
        .n_options = (int)(sizeof rows / sizeof *rows),
        .min_arguments = 0,
        .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    return cli_parse(&c, argc, argv, r, status);
}

/* What is missing or wrong on the command line, NULL when nothing. */
static const char *usage_error(const struct run *r)
{
    const struct options *o = &r->o;
    if (r->cli.n_arguments == 0)
        return "a case file is needed";
    if (!o->packs)
        return "--packs PACKS is needed (the folder ufv-prep wrote)";
    if (!o->results && o->bench == 0)
        return "--out RESULTS is needed (or --bench STEPS)";
    if (o->bench < 0)
        return "--bench takes a positive number";
    if (o->restart_packs && !o->restart)
        return "--restart-packs belongs to --restart OLD_RESULTS";
    if (o->report && o->bench == 0)
        return "--report belongs to --bench STEPS";
    if (o->timeline && o->bench)
        return "--timeline is of a run, not of --bench";
    if (o->threads < 0 || o->threads > MAX_THREADS)
        return "--threads is 1 to 4096, or 0 for a share of the host's cores";
    if (o->steps != NOT_GIVEN && o->steps < 0)
        return "--steps takes a number that is not negative";
    return NULL;
}

/* Leaves the program of another precision to do the work, where the case wants that.
 * Says nothing: the command line is read again by whichever program stays. */
static void switch_precision(int argc, char **argv)
{
    struct options o;
    struct cli_result cli;
    int status, out = dup(1), errors = dup(2), nowhere = open("/dev/null", O_WRONLY);
    if (out >= 0 && errors >= 0 && nowhere >= 0) {
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        bool go_on = parse(argc, argv, &o, &cli, &status) == 0;
        fflush(NULL);
        dup2(out, 1);
        dup2(errors, 2);
        close(out), close(errors), close(nowhere);
        if (go_on && cli.n_arguments > 0)
            precision_switch(cli.argument[0], o.set.item, o.set.n, argv);
    }
}

/* ---- set-up ---- */

/* That this process's threads may use. */
static int allowed_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Cores of this process shared among the ranks that may run on them. */
static int default_threads(const struct comm *comm)
{
    if (getenv("OMP_NUM_THREADS"))
        return 0;
    int mine = allowed_cores(), all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    int threads = mine >= all ? mine / comm->node_size : mine; /* bound by mpirun: all of its own */
    return threads > 1 ? threads : 1;
}

/* One of those that this process may see. Threads go near it before anything is
 * allocated, so that pinned buffers are near too. */
static const struct backend *choose_gpu(struct run *r, int count)
{
    char address[32];
    r->place.device_number = r->comm.node_rank % count;
    if (peer_memory_device_address(r->place.device_number, address, sizeof address))
        r->place.numa_node = numa_bind(address, &r->place.far);
    return backend_cuda(r->place.device_number);
}

static const struct backend *choose_backend(struct run *r)
{
    const char *device = r->o.device;
    int count = strcmp(device, "cpu") == 0 ? 0 : backend_cuda_count();
    r->place = (struct rank_place){.device_number = -1, .numa_node = -1};
    if (strcmp(device, "cuda") == 0 || (strcmp(device, "auto") == 0 && count > 0)) {
        if (count == 0) {
            error_set("--device cuda: no GPU can be used on %s (rank %d); see nvidia-smi, or use --device cpu",
                      r->comm.host, r->comm.rank);
            return NULL;
        }
        return choose_gpu(r, count);
    }
    if (strcmp(device, "cpu") != 0 && strcmp(device, "auto") != 0) {
        error_set("--device %s: not one of auto, cpu, cuda", device);
        return NULL;
    }
    return backend_cpu(r->o.threads > 0 ? (int)r->o.threads : default_threads(&r->comm));
}

static int read_case(struct run *r)
{
    const char *assignment[sizeof r->o.set.item / sizeof *r->o.set.item + 1];
    char steps[64];
    int n = 0;
    for (int i = 0; i < r->o.set.n; i++)
        assignment[n++] = r->o.set.item[i];
    if (r->o.steps != NOT_GIVEN) {
        snprintf(steps, sizeof steps, "time.steps=%ld", r->o.steps);
        assignment[n++] = steps;
    }
    TRY(case_read(r->cli.argument[0], assignment, n, &r->c));
    char word[WORD_SIZE];
    return precision_check(case_word(&r->c, "numerics", "precision", word));
}

/* Does the run continue what stands in its own results folder? */
static bool goes_on_in_place(const struct run *r)
{
    char results[PATH_MAX], restart[PATH_MAX];
    return r->o.restart && realpath(r->o.restart, restart) && realpath(r->o.results, results) &&
           strcmp(results, restart) == 0;
}

static void say_what_is_replaced(const struct run *r)
{
    char *latest = text_join_path(r->o.results, "latest");
    if (!goes_on_in_place(r) && access(latest, F_OK) == 0 && !r->cli.quiet)
        fprintf(stderr, "ufv-solve: note: %s holds an earlier run, which this one replaces; to go on from it: "
                        "--restart %s\n", r->o.results, r->o.results);
    mem_free(latest);
}

static int make_results(struct run *r)
{
    if (r->comm.rank != 0 || !r->o.results || r->o.bench)
        return 0;
    char *probe = text_join_path(r->o.results, ".write-test");
    int status = 0;
    r->results_made = mkdir(r->o.results, 0777) == 0;
    if (!r->results_made && errno != EEXIST)
        status = error_no_folder(r->o.results);
    FILE *f = status == 0 ? fopen(probe, "w") : NULL;
    if (status == 0 && !f)
        status = error_set("%s: cannot be written to: %s; name another folder with --out", r->o.results,
                           strerror(errno));
    if (f)
        fclose(f);
    unlink(probe);
    mem_free(probe);
    return status;
}

static int set_up(struct run *r)
{
    double start = timer_now();
    TRY(comm_agree(read_case(r)));
    TRY(comm_agree(make_results(r)));
    const struct backend *backend = choose_backend(r);
    TRY(comm_agree(backend == NULL));
    r->place.cores = allowed_cores();
    TRY(comm_agree(exchange_mode_from_name(r->o.exchange, !backend->unified, &r->exchange)));
    r->domain_loaded = true;
    TRY(domain_check_packs(r->o.packs, &r->comm));
    TRY(capacity_check(r->o.packs, &r->c, &r->comm, backend));
    TRY(domain_load(r->o.packs, &r->c, &r->comm, backend, &r->domain));
    r->flow_created = true;
    TRY(flow_create(&r->domain, &r->c, r->exchange, &r->flow));
    TRY(integrator_create(&r->flow, &r->c, &r->integrator));
    if (r->o.restart)
        TRY(checkpoint_read(r->o.restart, r->o.restart_packs, &r->flow, &r->march.start));
    r->seconds.load = timer_now() - start;
    if (!r->cli.quiet && !r->o.bench) {
        struct rank_row *rows = run_report_gather(&r->flow, &r->place);
        double symmetry[2] = {r->domain.symmetry_across, r->domain.symmetry_area};
        comm_sum(symmetry, 2);
        if (rows) {
            run_report_print_ranks(rows, r->comm.size);
            case_notes(&r->c, symmetry[1] > 0 ? symmetry[0] / symmetry[1] : 0, stderr);
        }
        mem_free(rows);
    }
    return 0;
}

/* ---- the run ---- */

static void say_restart(const struct checkpoint_start *s)
{
    const struct restart_mesh_note *n = &s->note;
    fprintf(stderr, "restart from iteration %" PRId64, s->iteration);
    if (s->other_mesh)
        fprintf(stderr, " of another mesh: %" PRId64 " cells take the values of the nearest of its %" PRId64
                        " cells, at most %.3g m away; %" PRId64 " lie outside it\n",
                n->cells, n->old_cells, n->largest, n->far_cells);
    else
        fprintf(stderr, "%s\n", s->exact ? "" : " of another partition, by cell id");
}

static int create_monitor(struct run *r)
{
    char *old = r->o.restart ? text_join_path(r->o.restart, "history.csv") : NULL;
    r->monitor_created = true;
    if (r->comm.rank == 0 && r->o.results && !r->o.bench)
        say_what_is_replaced(r);
    int status = comm_agree(
        monitor_create(&r->c, &r->flow, r->o.results, old, r->march.start.iteration, &r->monitor));
    mem_free(old);
    TRY(status);
    r->monitor.quiet = r->cli.quiet;
    r->monitor.integrator = &r->integrator;
    /* residuals and coefficients of another mesh are no measure for this one */
    if (r->o.restart && !r->march.start.other_mesh)
        TRY(checkpoint_read_monitor(r->o.restart, &r->monitor));
    if (r->o.restart && r->comm.rank == 0 && !r->cli.quiet)
        say_restart(&r->march.start);
    return 0;
}

static int write_reports(struct run *r)
{
    struct rank_row *rows = run_report_gather(&r->flow, &r->place);
    struct statistics statistics = statistics_of(&r->flow, &r->c);
    int status = 0;
    r->seconds.march = r->march.seconds_marching;
    r->seconds.write = r->march.seconds_writing;
    r->seconds.write_behind = r->march.writer.seconds_behind;
    r->seconds.total = timer_now() - r->start;
    if (r->comm.rank == 0) {
        status = monitor_write_forces(&r->monitor, r->o.results);
        if (status == 0)
            status = run_report_write(r->o.results, &r->c, &r->flow, &r->march, rows, &statistics, &r->seconds);
        if (status == 0 && !r->cli.quiet) {
            statistics_print(&statistics);
            printf("%s after %" PRId64 " iterations: cl %.6f  cd %.6f  in %.1f s; results in %s\n",
                   stop_reason_text(r->march.reason), r->march.iteration, r->monitor.row.cl, r->monitor.row.cd,
                   r->seconds.total, r->o.results);
        }
    }
    mem_free(rows);
    return comm_agree(status);
}

static int solve(struct run *r)
{
    TRY(create_monitor(r));
    r->march.results = r->o.results;
    r->march.afresh = !goes_on_in_place(r);
    march_catch_signals();
    TRY(stall_start(&r->comm, r->c.stall, r->o.results));
    if (r->o.timeline)
        timeline_start(&r->comm);
    waiting_reset();
    r->seconds.start_to_first_step = timer_now() - r->start;
    TRY(march_run(&r->integrator, &r->monitor, &r->march));
    TRY(write_reports(r));
    r->domain.backend->timeline_flush();
    return r->o.timeline ? timeline_write(r->o.timeline, &r->comm) : 0;
}

static int exit_status(const struct run *r, int status)
{
    if (status)
        return r->march.diverged ? EXIT_DIVERGED : EXIT_BAD;
    return r->march.reason >= STOP_WALL_TIME ? EXIT_STOPPED : EXIT_DONE;
}

/* Loads, runs, and says what went wrong; the exit status. */
static int run_case(struct run *r)
{
    const char *wrong = usage_error(r);
    if (wrong) {
        if (r->comm.rank == 0)
            fprintf(stderr, "ufv-solve: %s. See ufv-solve --help.\n", wrong);
        return EXIT_USAGE;
    }
    int status = set_up(r);
    if (status && r->results_made)
        rmdir(r->o.results); /* still empty: nothing was run */
    if (status == 0)
        status = r->o.bench ? bench_run(&r->integrator, r->o.bench, r->o.report) : solve(r);
    if (status && r->comm.rank == 0)
        fprintf(stderr, "ufv-solve: %s\n", error_message());
    return exit_status(r, status);
}

static void release(struct run *r)
{
    stall_stop();
    timeline_free();
    march_free(&r->march);
    if (r->monitor_created)
        monitor_free(&r->monitor);
    integrator_free(&r->integrator);
    if (r->flow_created)
        flow_free(&r->flow);
    if (r->domain_loaded)
        domain_free(&r->domain);
    case_free(&r->c);
}

int main(int argc, char **argv)
{
    struct run r;
    int end;
    switch_precision(argc, argv);
    memset(&r, 0, sizeof r);
    r.start = timer_now();
    comm_init(&argc, &argv, &r.comm);
    /* every rank reads the same command line; rank 0 speaks of it */
    int errors = dup(2);
    if (r.comm.rank != 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        return EXIT_BAD;
    bool go_on = parse(argc, argv, &r.o, &r.cli, &end) == 0;
    fflush(stderr);
    dup2(errors, 2);
    close(errors);
    if (go_on && r.o.case_reference)
        case_print_reference();
    else if (go_on)
        end = run_case(&r);
    release(&r);
    comm_finish();
    return end;
}
