#include "exchange.h"

#include "error.h"
#include "mem.h"
#include "peers.h"
#include "timer.h"
#include "waiting.h"

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
    int n_neighbours;                   /* other ranks: those written to, after those sent messages */
    int n_by_message;                   /* the first so many neighbours */
    struct peers *peers;                /* NULL unless the mode is peer */
    int *peer_number;                   /* [n_neighbours] of each neighbour in peers */
    struct neighbour *neighbour;        /* [n_neighbours] */
    struct neighbour itself;            /* images of this rank's own cells: the end of the lists, copied on the device */
    lid n_send, n_recv;                 /* all entries */
    struct transfer_args pack, unpack;  /* device lists and buffers */
    bool turned;                        /* some images are rotated */
    real *received;                     /* own buffer of unpack; with peers theirs take turns */
    real *send_host, *recv_host;        /* what MPI sees: pinned, or the device buffers when unified */
    MPI_Request *request;               /* [2 n_neighbours] receives, then sends */
    int *request_rank;                  /* [2 n_neighbours] the other end of each */
    struct exchange_figures figures;
};

enum { TAG_STATE = 7 };
#define MPI_REAL_TYPE (sizeof(real) == sizeof(double) ? MPI_DOUBLE : MPI_FLOAT)

static const char *const mode_names[] = {[EXCHANGE_BLOCKING] = "blocking", [EXCHANGE_STAGED] = "staged", [EXCHANGE_PEER] = "peer"};

int exchange_mode_from_name(const char *name, bool on_gpus, enum exchange_mode *mode)
{
    *mode = on_gpus ? EXCHANGE_PEER : EXCHANGE_STAGED;
    if (strcmp(name, "auto") == 0)
        return 0;
    if (strcmp(name, "cuda-aware") == 0)
        return error_set("--exchange cuda-aware: device pointers are not given to MPI; use peer, which needs no help "
                         "from the MPI library, or staged");
    for (int k = 0; k < (int)(sizeof mode_names / sizeof *mode_names); k++)
        if (strcmp(name, mode_names[k]) == 0) {
            *mode = (enum exchange_mode)k;
            if (*mode == EXCHANGE_PEER && !on_gpus)
                return error_set("--exchange peer: writes from GPU to GPU, and this run uses CPUs; use staged");
            return 0;
        }
    return error_set("--exchange %s: not one of auto, blocking, staged, peer", name);
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

static void add_neighbour(struct exchange *x, const struct pack *p, int k, int layers, lid *send, lid *recv)
{
    const struct pack_neighbour *from = &p->neighbour[k];
    struct neighbour *nb = from->rank == p->rank ? &x->itself : &x->neighbour[x->n_neighbours++];
    nb->rank = from->rank;
    nb->send_begin = x->n_send;
    nb->recv_begin = x->n_recv;
    nb->send_count = compact(from, true, layers, p->send_cell, send, x->n_send);
    nb->recv_count = compact(from, false, layers, p->recv_cell, recv, x->n_recv);
    x->n_send += nb->send_count;
    x->n_recv += nb->recv_count;
}

/* Bytes of that many entries. */
static size_t message_bytes(const struct exchange *x, lid n)
{
    return (size_t)n * (size_t)x->n_variables * sizeof(real);
}

/* Tries to reach the other ranks' buffers; peer k is the k-th neighbour of the pack
 * that is another rank. */
static void find_peers(struct exchange *x, const struct pack *p, int layers)
{
    int *rank, n = 0;
    lid n_recv = 0;
    MEM_NEW(rank, p->n_neighbours);
    for (int k = 0; k < p->n_neighbours; k++) {
        n_recv += p->neighbour[k].recv_begin[layers] - p->neighbour[k].recv_begin[0];
        if (p->neighbour[k].rank != p->rank)
            rank[n++] = p->neighbour[k].rank;
    }
    x->peers = peers_create(n, rank, message_bytes(x, n_recv));
    mem_free(rank);
}

/* Other ranks that are sent messages first, so that what messages carry is one
 * piece; then those that are written to; this rank last. */
static void build_lists(struct exchange *x, const struct pack *p, int layers, lid *send, lid *recv)
{
    for (int reached = 0; reached < 2; reached++) {
        for (int k = 0, other = 0; k < p->n_neighbours; k++) {
            if (p->neighbour[k].rank == p->rank)
                continue;
            if ((x->peers && peers_reach(x->peers, other)) == (reached == 1)) {
                x->peer_number[x->n_neighbours] = other;
                add_neighbour(x, p, k, layers, send, recv);
            }
            other++;
        }
        if (!reached)
            x->n_by_message = x->n_neighbours;
    }
    x->itself.send_begin = x->n_send;
    x->itself.recv_begin = x->n_recv;
    for (int k = 0; k < p->n_neighbours; k++)
        if (p->neighbour[k].rank == p->rank)
            add_neighbour(x, p, k, layers, send, recv);
}

static bool is_turned(const struct pack *p, lid transform)
{
    for (int c = 0; c < 9; c++)
        if (p->transform[c * p->n_transforms + transform] != (c % 4 == 0 ? 1.0 : 0.0))
            return true;
    return false;
}

/* Gives unpack the rotations, when any of the cells received is turned. */
static void add_rotations(struct exchange *x, const struct pack *p, const lid *recv)
{
    const struct backend *b = x->backend;
    struct transfer_args *a = &x->unpack;
    lid *transform, *device;
    real *rotation, *table;
    size_t n = 9 * (size_t)p->n_transforms;
    MEM_NEW(transform, x->n_recv);
    for (lid i = 0; i < x->n_recv; i++) {
        transform[i] = p->halo_transform[recv[i] - p->n_owned];
        x->turned = x->turned || is_turned(p, transform[i]);
    }
    if (x->turned) {
        MEM_NEW(rotation, n);
        for (size_t c = 0; c < n; c++)
            rotation[c] = (real)p->transform[c];
        device = b->alloc("halo transforms", (size_t)x->n_recv * sizeof *device);
        table = b->alloc("halo rotations", n * sizeof *table);
        b->upload(device, transform, (size_t)x->n_recv * sizeof *device);
        b->upload(table, rotation, n * sizeof *table);
        a->transform = device;
        a->rotation = table;
        a->n_transforms = (lid)p->n_transforms;
        mem_free(rotation);
    }
    mem_free(transform);
}

/* Where each neighbour that is reached writes. */
static void agree_on_places(struct exchange *x)
{
    size_t *place;
    MEM_NEW_ZERO(place, x->n_neighbours);
    for (int k = 0; k < x->n_neighbours; k++)
        place[x->peer_number[k]] = message_bytes(x, x->neighbour[k].recv_begin);
    peers_agree(x->peers, place);
    mem_free(place);
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
    MEM_NEW_ZERO(x->neighbour, d->pack.n_neighbours);
    MEM_NEW_ZERO(x->request, 2 * d->pack.n_neighbours);
    MEM_NEW(x->request_rank, 2 * d->pack.n_neighbours);
    MEM_NEW(x->peer_number, d->pack.n_neighbours);
    MEM_NEW(send, d->pack.n_send);
    MEM_NEW(recv, d->pack.n_recv);
    if (mode == EXCHANGE_PEER)
        find_peers(x, &d->pack, with_nodes ? 3 : 2);
    build_lists(x, &d->pack, with_nodes ? 3 : 2, send, recv);
    transfer_create(x->backend, d, send, x->n_send, n_variables, q, &x->pack, &x->send_host);
    transfer_create(x->backend, d, recv, x->n_recv, n_variables, q, &x->unpack, &x->recv_host);
    x->received = x->unpack.buffer;
    if (x->peers)
        agree_on_places(x);
    add_rotations(x, &d->pack, recv);
    for (int k = 0; k < x->n_by_message; k++)
        x->request_rank[k] = x->request_rank[x->n_by_message + k] = x->neighbour[k].rank;
    x->figures.neighbours = x->n_neighbours;
    x->figures.bytes_sent = (int64_t)message_bytes(x, x->itself.send_begin);
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
    b->free(x->received);
    b->free((void *)(uintptr_t)x->pack.cell);
    b->free((void *)(uintptr_t)x->unpack.cell);
    b->free((void *)(uintptr_t)x->unpack.transform);
    b->free((void *)(uintptr_t)x->unpack.rotation);
    mem_free(x->neighbour);
    mem_free(x->request);
    mem_free(x->request_rank);
    mem_free(x->peer_number);
    peers_free(x->peers);
    mem_free(x);
}

enum exchange_mode exchange_mode(const struct exchange *x)
{
    return x->n_neighbours > 0 && x->n_by_message == x->n_neighbours && x->peers ? EXCHANGE_STAGED : x->mode;
}

static void post_receives(struct exchange *x)
{
    for (int k = 0; k < x->n_by_message; k++) {
        const struct neighbour *nb = &x->neighbour[k];
        x->request[k] = MPI_REQUEST_NULL;
        if (nb->recv_count > 0)
            MPI_Irecv(x->recv_host + (size_t)nb->recv_begin * (size_t)x->n_variables, nb->recv_count * x->n_variables,
                      MPI_REAL_TYPE, nb->rank, TAG_STATE, MPI_COMM_WORLD, &x->request[k]);
    }
}

static void post_sends(struct exchange *x)
{
    for (int k = 0; k < x->n_by_message; k++) {
        const struct neighbour *nb = &x->neighbour[k];
        MPI_Request *r = &x->request[x->n_by_message + k];
        *r = MPI_REQUEST_NULL;
        if (nb->send_count > 0)
            MPI_Isend(x->send_host + (size_t)nb->send_begin * (size_t)x->n_variables, nb->send_count * x->n_variables,
                      MPI_REAL_TYPE, nb->rank, TAG_STATE, MPI_COMM_WORLD, r);
    }
}

static void wait_all(struct exchange *x)
{
    double start = timer_now();
    waiting_for_messages(2 * x->n_by_message, x->request, x->request_rank);
    x->figures.seconds_wait += timer_now() - start;
}

/* Entries that go by message: the first ones of the lists. */
static lid by_message(const struct exchange *x, bool send)
{
    const struct neighbour *next = x->n_by_message < x->n_neighbours ? &x->neighbour[x->n_by_message] : &x->itself;
    return send ? next->send_begin : next->recv_begin;
}

/* Packs for messages and for this rank itself, and into the buffers of peers. */
static void pack_all(struct exchange *x)
{
    const struct backend *b = x->backend;
    lid nv = x->n_variables;
    b->transfer_pack(QUEUE_COMPUTE, 0, nv * by_message(x, true), &x->pack);
    b->transfer_pack(QUEUE_COMPUTE, nv * x->itself.send_begin, nv * x->n_send, &x->pack);
    if (x->n_by_message == x->n_neighbours)
        return;
    for (int k = x->n_by_message; k < x->n_neighbours; k++) {
        const struct neighbour *to = &x->neighbour[k];
        struct transfer_args a = x->pack;
        a.cell += to->send_begin;
        a.buffer = peers_target(x->peers, x->peer_number[k]);
        b->transfer_pack(QUEUE_COMPUTE, 0, nv * to->send_count, &a);
    }
    peers_raise(x->peers, QUEUE_COMPUTE);
}

static void send_staged_copy(struct exchange *x)
{
    const struct backend *b = x->backend;
    const struct neighbour *own = &x->itself;
    b->queue_wait(QUEUE_TRANSFER, QUEUE_COMPUTE);
    if (!b->unified && x->n_by_message > 0)
        b->download_async(QUEUE_TRANSFER, x->send_host, x->pack.buffer, message_bytes(x, by_message(x, true)));
    if (own->recv_count > 0)
        b->copy_async(QUEUE_TRANSFER, x->unpack.buffer + (size_t)own->recv_begin * (size_t)x->n_variables,
                      x->pack.buffer + (size_t)own->send_begin * (size_t)x->n_variables,
                      message_bytes(x, own->recv_count));
}

static void receive_and_unpack(struct exchange *x)
{
    const struct backend *b = x->backend;
    if (x->n_by_message > 0) {
        wait_all(x);
        if (!b->unified)
            b->upload_async(QUEUE_TRANSFER, x->unpack.buffer, x->recv_host, message_bytes(x, by_message(x, false)));
    }
    if (x->n_by_message < x->n_neighbours)
        peers_await(x->peers, QUEUE_TRANSFER);
    if (x->turned)
        b->transfer_unpack_turned(QUEUE_TRANSFER, 0, x->n_recv, &x->unpack);
    else
        b->transfer_unpack(QUEUE_TRANSFER, 0, x->n_variables * x->n_recv, &x->unpack);
    b->queue_wait(QUEUE_COMPUTE, QUEUE_TRANSFER);
}

void exchange_begin(struct exchange *x)
{
    if (x->n_send == 0 && x->n_recv == 0)
        return;
    double start = timer_now();
    const struct backend *b = x->backend;
    if (x->n_by_message < x->n_neighbours) {
        peers_next(x->peers);
        x->unpack.buffer = peers_own(x->peers);
    }
    post_receives(x);
    pack_all(x);
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
    if ((x->n_send == 0 && x->n_recv == 0) || x->mode == EXCHANGE_BLOCKING)
        return;
    double start = timer_now();
    if (!x->backend->unified && x->n_by_message > 0) {
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
