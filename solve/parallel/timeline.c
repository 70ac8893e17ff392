#include "parallel/timeline.h"

#include "parallel/comm.h"
#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"
#include "timer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Spans kept: 20 iterations of four stages need some 2,000. */
enum { SPANS = 1 << 14 };

struct span {
    double start, end; /* s */
    const char *name;
    enum timeline_lane lane;
};

static struct {
    struct span *span; /* [SPANS] ring; NULL: off */
    int64_t n;         /* ever added */
    double zero;       /* s; the common moment */
    double began[TIMELINE_ITERATIONS]; /* of the last iterations, by iteration modulo their number */
    int64_t iteration, n_iterations;
} t;

/* Ranks of one host share a clock: they take the lowest one's moment. */
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
    while (strcmp(all[r].host, mine.host) != 0)
        r++;
    double moment = all[r].now;
    mem_free(all);
    return moment;
}

void timeline_start(const struct comm *comm)
{
    t.zero = common_moment(comm);
    MEM_NEW(t.span, SPANS);
}

void timeline_free(void)
{
    mem_free(t.span);
    memset(&t, 0, sizeof t);
}

bool timeline_is_on(void)
{
    return t.span != NULL;
}

void timeline_add(enum timeline_lane lane, const char *name, double start, double end)
{
    if (t.span)
        t.span[t.n++ % SPANS] = (struct span){start, end, name, lane};
}

void timeline_iteration(int64_t iteration)
{
    t.iteration = iteration;
    t.began[t.n_iterations++ % TIMELINE_ITERATIONS] = timer_now();
}

/* ---- writing ---- */

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

static void print_lanes(FILE *f, const struct comm *comm)
{
    static const char *const names[N_LANES] = {"compute queue", "transfer queue", "queue beside", "host"};
    fprintf(f, "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":%d,\"args\":{\"name\":\"rank %d on %s\"}}", comm->rank,
            comm->rank, comm->host);
    for (int lane = 0; lane < N_LANES; lane++)
        fprintf(f, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
                comm->rank, lane, names[lane]);
}

/* This rank's events, without brackets around them. Owned by the caller: free(). */
static char *print_events(const struct comm *comm, size_t *bytes)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, bytes);
    if (!f)
        FATAL("out of memory for the timeline");
    int64_t held = t.n_iterations < TIMELINE_ITERATIONS ? t.n_iterations : TIMELINE_ITERATIONS;
    double from = held > 0 ? t.began[(t.n_iterations - held) % TIMELINE_ITERATIONS] : t.zero;
    print_lanes(f, comm);
    for (int64_t i = t.n_iterations - held; i < t.n_iterations; i++)
        fprintf(f, ",\n{\"name\":\"iteration %" PRId64 "\",\"ph\":\"i\",\"s\":\"p\",\"pid\":%d,\"tid\":0,\"ts\":%.3f}",
                t.iteration - (t.n_iterations - 1 - i), comm->rank,
                1e6 * (t.began[i % TIMELINE_ITERATIONS] - t.zero));
    for (int64_t i = t.n > SPANS ? t.n - SPANS : 0; i < t.n; i++) {
        const struct span *s = &t.span[i % SPANS];
        if (s->start >= from)
            fprintf(f,
                    ",\n{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f}",
                    s->name, category(s->name), comm->rank, (int)s->lane, 1e6 * (s->start - t.zero),
                    1e6 * (s->end - s->start));
    }
    fclose(f);
    return text;
}

/* Rank 0: the others' events one rank after the other, so that it never holds all. */
static void merge(FILE *f, const char *own, size_t bytes, int n_ranks)
{
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

int timeline_write(const char *path, const struct comm *comm)
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
