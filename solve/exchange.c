#include "exchange.h"

#include "error.h"
#include "mem.h"
#include "timer.h"

#include <mpi.h>
#include <string.h>

struct neighbour {
    int rank;
    lid send_begin, send_count, recv_begin, recv_count; /* in cells, of the compact lists */
};

struct exchange {
    const struct backend *backend;
    enum exchange_mode mode;
    int n_variables;
    int n_neighbours;
    struct neighbour *neighbour;
    lid n_send, n_recv;
    struct transfer_args pack, unpack;  /* device lists and buffers */
    real *send_host, *recv_host;        /* what MPI sees: pinned, or the device buffers when unified */
    MPI_Request *request;               /* [2 n_neighbours] receives, then sends */
    struct exchange_figures figures;
};

enum { TAG_STATE = 7 };
#define MPI_REAL_TYPE (sizeof(real) == sizeof(double) ? MPI_DOUBLE : MPI_FLOAT)

static const char *const mode_names[] = {[EXCHANGE_BLOCKING] = "blocking", [EXCHANGE_STAGED] = "staged"};

int exchange_mode_from_name(const char *name, enum exchange_mode *mode)
{
    *mode = EXCHANGE_STAGED;
    if (strcmp(name, "staged") == 0 || strcmp(name, "auto") == 0)
        return 0;
    *mode = EXCHANGE_BLOCKING;
    if (strcmp(name, "blocking") == 0)
        return 0;
    if (strcmp(name, "cuda-aware") == 0 || strcmp(name, "peer") == 0)
        return error_set("--exchange %s: this version exchanges by way of host memory; use staged or blocking", name);
    return error_set("--exchange %s: not one of auto, blocking, staged", name);
}

const char *exchange_mode_name(enum exchange_mode mode)
{
    return mode_names[mode];
}

/* Layers wanted of a neighbour's lists, one after another without gaps. */
static lid compact(const struct pack_neighbour *nb, bool send, int layers, const lid *list, lid *out, lid n)
{
    const lid *begin = send ? nb->send_begin : nb->recv_begin;
    lid count = begin[layers] - begin[0];
    if (count > 0)
        memcpy(out + n, list + begin[0], (size_t)count * sizeof *out);
    return count;
}

static void build_lists(struct exchange *x, const struct domain *d, int layers, lid *send, lid *recv)
{
    const struct pack *p = &d->pack;
    for (int k = 0; k < p->n_neighbours; k++) {
        struct neighbour *nb = &x->neighbour[k];
        nb->rank = p->neighbour[k].rank;
        nb->send_begin = x->n_send;
        nb->recv_begin = x->n_recv;
        nb->send_count = compact(&p->neighbour[k], true, layers, p->send_cell, send, x->n_send);
        nb->recv_count = compact(&p->neighbour[k], false, layers, p->recv_cell, recv, x->n_recv);
        x->n_send += nb->send_count;
        x->n_recv += nb->recv_count;
    }
}

static void transfer_create(const struct backend *b, const struct domain *d, const lid *list, lid n, int n_variables,
                            real *q, struct transfer_args *a, real **host)
{
    size_t bytes = (size_t)n * (size_t)n_variables * sizeof *a->buffer;
    lid *device = b->alloc("halo list", (size_t)n * sizeof *device);
    b->upload(device, list, (size_t)n * sizeof *device);
    a->n_slots = d->view.n_slots;
    a->n_variables = n_variables;
    a->cell = device;
    a->q = q;
    a->buffer = b->alloc("halo buffer", bytes);
    *host = b->unified ? a->buffer : b->alloc_pinned("halo buffer", bytes);
}

struct exchange *exchange_create(const struct domain *d, enum exchange_mode mode, bool with_nodes, int n_variables,
                                 real *q)
{
    struct exchange *x;
    lid *send, *recv;
    MEM_NEW_ZERO(x, 1);
    x->backend = d->backend;
    x->mode = mode;
    x->n_variables = n_variables;
    x->n_neighbours = d->pack.n_neighbours;
    MEM_NEW_ZERO(x->neighbour, x->n_neighbours);
    MEM_NEW_ZERO(x->request, 2 * x->n_neighbours);
    MEM_NEW(send, d->pack.n_send);
    MEM_NEW(recv, d->pack.n_recv);
    build_lists(x, d, with_nodes ? 3 : 2, send, recv);
    transfer_create(x->backend, d, send, x->n_send, n_variables, q, &x->pack, &x->send_host);
    transfer_create(x->backend, d, recv, x->n_recv, n_variables, q, &x->unpack, &x->recv_host);
    x->figures.neighbours = x->n_neighbours;
    x->figures.bytes_sent = (int64_t)x->n_send * n_variables * (int64_t)sizeof(real);
    mem_free(send);
    mem_free(recv);
    return x;
}

void exchange_free(struct exchange *x)
{
    if (!x)
        return;
    const struct backend *b = x->backend;
    if (!b->unified) {
        b->free_pinned(x->send_host);
        b->free_pinned(x->recv_host);
    }
    b->free(x->pack.buffer);
    b->free(x->unpack.buffer);
    b->free((void *)(uintptr_t)x->pack.cell);
    b->free((void *)(uintptr_t)x->unpack.cell);
    mem_free(x->neighbour);
    mem_free(x->request);
    mem_free(x);
}

enum exchange_mode exchange_mode(const struct exchange *x)
{
    return x->mode;
}

static void post_receives(struct exchange *x)
{
    for (int k = 0; k < x->n_neighbours; k++) {
        const struct neighbour *nb = &x->neighbour[k];
        x->request[k] = MPI_REQUEST_NULL;
        if (nb->recv_count > 0)
            MPI_Irecv(x->recv_host + (size_t)nb->recv_begin * (size_t)x->n_variables, nb->recv_count * x->n_variables,
                      MPI_REAL_TYPE, nb->rank, TAG_STATE, MPI_COMM_WORLD, &x->request[k]);
    }
}

static void post_sends(struct exchange *x)
{
    for (int k = 0; k < x->n_neighbours; k++) {
        const struct neighbour *nb = &x->neighbour[k];
        MPI_Request *r = &x->request[x->n_neighbours + k];
        *r = MPI_REQUEST_NULL;
        if (nb->send_count > 0)
            MPI_Isend(x->send_host + (size_t)nb->send_begin * (size_t)x->n_variables, nb->send_count * x->n_variables,
                      MPI_REAL_TYPE, nb->rank, TAG_STATE, MPI_COMM_WORLD, r);
    }
}

static size_t message_bytes(const struct exchange *x, lid cells)
{
    return (size_t)cells * (size_t)x->n_variables * sizeof(real);
}

static void wait_all(struct exchange *x)
{
    double start = timer_now();
    MPI_Waitall(2 * x->n_neighbours, x->request, MPI_STATUSES_IGNORE);
    x->figures.seconds_wait += timer_now() - start;
}

static void send_staged_copy(struct exchange *x)
{
    const struct backend *b = x->backend;
    b->queue_wait(QUEUE_TRANSFER, QUEUE_COMPUTE);
    if (!b->unified)
        b->download_async(QUEUE_TRANSFER, x->send_host, x->pack.buffer, message_bytes(x, x->n_send));
}

static void receive_and_unpack(struct exchange *x)
{
    const struct backend *b = x->backend;
    wait_all(x);
    if (!b->unified)
        b->upload_async(QUEUE_TRANSFER, x->unpack.buffer, x->recv_host, message_bytes(x, x->n_recv));
    b->transfer_unpack(QUEUE_TRANSFER, 0, x->n_recv, &x->unpack);
    b->queue_wait(QUEUE_COMPUTE, QUEUE_TRANSFER);
}

void exchange_begin(struct exchange *x)
{
    if (x->n_neighbours == 0)
        return;
    double start = timer_now();
    const struct backend *b = x->backend;
    post_receives(x);
    b->transfer_pack(QUEUE_COMPUTE, 0, x->n_send, &x->pack);
    send_staged_copy(x);
    if (x->mode == EXCHANGE_BLOCKING || b->unified) {
        b->queue_synchronize(QUEUE_TRANSFER);
        post_sends(x);
    }
    if (x->mode == EXCHANGE_BLOCKING)
        receive_and_unpack(x);
    x->figures.exchanges++;
    x->figures.seconds_total += timer_now() - start;
}

void exchange_finish(struct exchange *x)
{
    if (x->n_neighbours == 0 || x->mode == EXCHANGE_BLOCKING)
        return;
    double start = timer_now();
    if (!x->backend->unified) {
        x->backend->queue_synchronize(QUEUE_TRANSFER);
        post_sends(x);
    }
    receive_and_unpack(x);
    x->figures.seconds_total += timer_now() - start;
}

struct exchange_figures exchange_figures(const struct exchange *x)
{
    return x->figures;
}

void exchange_reset_figures(struct exchange *x)
{
    x->figures.exchanges = 0;
    x->figures.seconds_wait = x->figures.seconds_total = 0;
}
