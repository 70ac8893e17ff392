/* timeline_file.c: a common moment for the clocks of all ranks, and their spans as events of
 * Chrome's trace format, a process per rank and a thread per lane. */
#include "parallel/timeline_file.h"

#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "parallel/timeline.h"
#include "text.h"
#include "timer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ranks of one host share a clock: they take the lowest one's moment.
 * The barrier brings ranks to within microseconds of one another; clocks of different hosts have different zeros,
 * hence a moment is measured on each. */
static double common_moment(const struct comm *comm)
{
    struct moment {
        char host[64];
        double now;
    } mine = {.now = 0}, *all;
    MEM_NEW(all, comm->size);
    comm_barrier();
    mine.now = timer_now();
    text_copy(mine.host, sizeof mine.host, comm->host);
    comm_gather(&mine, (int)sizeof mine, all);
    comm_broadcast(all, (int)sizeof *all * comm->size, 0);
    int r = 0;
    /* It ends at this rank's own row at the latest. */
    while (strcmp(all[r].host, mine.host) != 0)
        r++;
    double moment = all[r].now;
    mem_free(all);
    return moment;
}

void timeline_file_start(const struct comm *comm)
{
    timeline_start(common_moment(comm));
}

/* ---- writing ---- */

/* By the first row that matches; categories have colours in trace viewers. */
static const char *category(const char *name)
{
    static const struct {
        const char *pattern, *category;
    } rows[] = {{"wait*", "wait"}, {"transfer_*", "pack"}, {"download*", "transfer"}, {"upload*", "transfer"},
                {"write*", "write"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (text_glob(rows[k].pattern, name))
            return rows[k].category;
    return "compute";
}

/* A process for each rank and a thread for each lane, as viewers of the Trace Event Format name them. */
static void print_lanes(FILE *f, const struct comm *comm)
{
    static const char *const names[N_LANES] = {"compute stream", "transfer stream", "stream beside", "host"};
    fprintf(f, "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":\"rank %d on %s\"}}", comm->rank,
            comm->rank, comm->host);
    for (int lane = 0; lane < N_LANES; lane++)
        fprintf(f, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
                comm->rank, lane, names[lane]);
}

/* Since the common moment, as the format counts. */
static double microseconds(double time)
{
    return 1e6 * (time - timeline_zero());
}

/* This rank's events, without brackets around them. Owned by the caller: free().
 * Spans from before the first iteration kept are left out: the buffer may still hold some of earlier ones. */
static char *print_events(const struct comm *comm, size_t *bytes)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, bytes);
    if (!f)
        FATAL("out of memory for the timeline");
    double from = timeline_zero();
    print_lanes(f, comm);
    for (int k = 0; k < timeline_iterations(); k++) {
        double began;
        int64_t iteration = timeline_iteration_at(k, &began);
        /* Iterations come in the order of time: the first kept is the oldest. */
        from = k == 0 ? began : from;
        fprintf(f, ",\n{\"name\":\"iteration %" PRId64 "\",\"ph\":\"i\",\"s\":\"p\",\"pid\":%d,\"tid\":0,\"ts\":%.3f}",
                iteration, comm->rank, microseconds(began));
    }
    for (int k = 0; k < timeline_spans(); k++) {
        struct timeline_span s = timeline_span_at(k);
        if (s.start >= from)
            fprintf(f,
                    ",\n{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f}",
                    s.name, category(s.name), comm->rank, (int)s.lane, microseconds(s.start),
                    1e6 * (s.end - s.start));
    }
    fclose(f);
    return text;
}

/* Rank 0: the others' events one rank after the other, so that it never holds all. */
static void merge(FILE *f, const char *own, size_t bytes, int n_ranks)
{
    /* Chrome's Trace Event Format; each rank's text begins with an event and ends without a comma. */
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", f);
    fwrite(own, 1, bytes, f);
    for (int r = 1; r < n_ranks; r++) {
        char *text = comm_receive_text(r, &bytes);
        fputs(",\n", f);
        fwrite(text, 1, bytes, f);
        mem_free(text);
    }
    fputs("\n]}\n", f);
}

/* print_events() on all ranks before anything is sent: rank 0 then waits for messages only, not for
 * work. */
int timeline_file_write(const char *path, const struct comm *comm)
{
    struct out_file o;
    size_t bytes;
    TRY(comm_agree(comm->rank == 0 ? out_file_open(path, &o) : 0));
    char *text = print_events(comm, &bytes);
    int status = 0;
    if (comm->rank > 0) {
        comm_send_text(0, text, bytes);
    } else {
        merge(o.file, text, bytes, comm->size);
        status = out_file_finish(&o, 0);
    }
    free(text);
    return comm_agree(status);
}
