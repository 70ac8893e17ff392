/* late_backend.h: a back end whose streams run as late as their order allows, as on a GPU
 * that is kept busy, for tests of that order. Launches and copies are put down with their
 * arguments and done by the CPU back end when the host waits; how the streams get on with
 * respect to one another is one of several orders, each of them one that a GPU may take.
 * Uploads, downloads and sums wait for the compute stream, as there.
 */
#ifndef UFV_TESTS_LATE_BACKEND_H
#define UFV_TESTS_LATE_BACKEND_H

#include "check.h"

#include "backend/backend.h"
#include "mem.h"
#include "random.h"

#include <string.h>

enum late_order {
    LATE_NEEDED,    /* what is waited for and what that comes after; the rest stays in the streams */
    LATE_REST_LAST, /* the same, and then the rest */
    LATE_QUEUES,    /* and the five behind: one stream as far as it gets, then the next, until what is
                       waited for is done */
    LATE_RANDOM = LATE_QUEUES + 6, /* and those behind: any stream's next work, at random */
    LATE_N_ORDERS = LATE_RANDOM + 8
};

struct late_work {
    void (*run)(const struct late_work *); /* NULL: waits until so many of stream `on` are done */
    int stream;
    struct kernel *kernel; /* of a launch */
    lid begin, end;
    void *args;     /* owned */
    void *to;       /* of a copy */
    const void *from;
    size_t bytes;
    int on, until;
};

enum { LATE_ROOM = 2048 };

static struct late_queue {
    struct late_work work[LATE_ROOM];
    int n, done, mark;
} late_queues[N_STREAMS];

static const struct backend *late_cpu;
static int late_order;
static uint64_t late_random;

/* ---- putting down ---- */

/* A fixed room, so that pointers to work stay good. */
static struct late_work *late_add(int stream, void (*run)(const struct late_work *))
{
    struct late_queue *q = &late_queues[stream];
    if (q->n == LATE_ROOM) {
        printf("  stream %d is full\n", stream);
        exit(1);
    }
    struct late_work *w = &q->work[q->n++];
    *w = (struct late_work){.run = run, .stream = stream};
    return w;
}

static void late_add_wait(int waiter, int on, int until)
{
    struct late_work *w = late_add(waiter, NULL);
    w->on = on;
    w->until = until;
}

/* What `on` has been given so far, as an event recorded now. */
static void late_stream_wait(int waiter, int on)
{
    late_add_wait(waiter, on, late_queues[on].n);
}

/* An event of the stream's own, waited for later by late_stream_wait_mark(). */
static void late_stream_mark(int stream)
{
    late_queues[stream].mark = late_queues[stream].n;
}

static void late_stream_wait_mark(int waiter, int on)
{
    late_add_wait(waiter, on, late_queues[on].mark);
}

static void late_run_memcpy(const struct late_work *w)
{
    memcpy(w->to, w->from, w->bytes);
}

static void late_copy_async(int stream, void *to, const void *from, size_t bytes)
{
    struct late_work *w = late_add(stream, late_run_memcpy);
    w->to = to;
    w->from = from;
    w->bytes = bytes;
}

/* ---- doing ---- */

static void late_run_next(int stream)
{
    struct late_queue *q = &late_queues[stream];
    struct late_work *w = &q->work[q->done++];
    if (w->run)
        w->run(w);
    MEM_FREE(w->args);
}

/* The next work runs unless it is a wait for work of another stream that is not done. */
static bool late_is_ready(int stream)
{
    const struct late_queue *q = &late_queues[stream];
    const struct late_work *w = &q->work[q->done];
    return q->done < q->n && (w->run || late_queues[w->on].done >= w->until);
}

static void late_run_needed(int stream, int until)
{
    struct late_queue *q = &late_queues[stream];
    while (q->done < until) {
        const struct late_work *w = &q->work[q->done];
        if (!w->run)
            late_run_needed(w->on, w->until);
        late_run_next(stream);
    }
}

static int late_queue_at_random(void)
{
    int stream;
    do {
        stream = random_below(&late_random, N_STREAMS);
    } while (!late_is_ready(stream));
    return stream;
}

/* A stream whose next work is ready: there is one as long as work is left, since all that is
 * waited for was put down before. */
static int late_choose(void)
{
    static const int orders[6][N_STREAMS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    if (late_order >= LATE_RANDOM)
        return late_queue_at_random();
    const int *stream = orders[late_order - LATE_QUEUES];
    while (!late_is_ready(*stream))
        stream++;
    return *stream;
}

static void late_synchronize(int stream)
{
    int until = late_queues[stream].n;
    while (late_order >= LATE_QUEUES && late_queues[stream].done < until)
        late_run_next(late_choose());
    late_run_needed(stream, until);
    for (int q = 0; late_order == LATE_REST_LAST && q < N_STREAMS; q++)
        late_run_needed(q, late_queues[q].n);
}

static void late_copy(void *to, const void *from, size_t bytes)
{
    late_synchronize(STREAM_COMPUTE);
    memcpy(to, from, bytes);
}

/* As cudaFree(): waits for all that is under way. */
static void late_free(void *device)
{
    for (int q = 0; q < N_STREAMS; q++)
        late_synchronize(q);
    late_cpu->free(device);
}

/* ---- kernels ---- */

static struct kernel_table late_table;

static struct kernel *late_original(const struct kernel *k)
{
    return &late_cpu->kernels->row[k - late_table.row];
}

static void late_run_kernel(const struct late_work *w)
{
    w->kernel->launch(w->kernel, w->stream, w->begin, w->end, w->args);
}

static void late_launch(struct kernel *k, int stream, lid begin, lid end, const void *args)
{
    struct late_work *w = late_add(stream, late_run_kernel);
    w->kernel = late_original(k);
    w->begin = begin;
    w->end = end;
    w->args = mem_alloc("arguments", k->args_bytes, 1);
    memcpy(w->args, args, k->args_bytes);
}

static void late_sum(struct kernel *k, lid count, const void *args, double *out)
{
    late_synchronize(STREAM_COMPUTE);
    k = late_original(k);
    (k->sum ? k->sum : k->minimum)(k, count, args, out);
}

/* With empty streams. order: 0 .. LATE_N_ORDERS - 1. */
static struct backend late_backend(int order)
{
    late_cpu = backend_cpu(1);
    late_order = order;
    late_random = (uint64_t)order;
    for (int q = 0; q < N_STREAMS; q++)
        late_queues[q].n = late_queues[q].done = late_queues[q].mark = 0;
    struct backend b = *late_cpu;
    b.unified = false;
    b.free = late_free;
    b.upload = b.download = late_copy;
    b.upload_async = b.download_async = b.copy_async = late_copy_async;
    b.stream_wait = late_stream_wait;
    b.stream_mark = late_stream_mark;
    b.stream_wait_mark = late_stream_wait_mark;
    b.stream_synchronize = late_synchronize;
    late_table = *late_cpu->kernels;
    for (int k = 0; k < late_table.n; k++) {
        struct kernel *row = &late_table.row[k];
        row->launch = row->launch ? late_launch : NULL;
        row->sum = row->sum ? late_sum : NULL;
        row->minimum = row->minimum ? late_sum : NULL;
    }
    b.kernels = &late_table;
    return b;
}

#endif
