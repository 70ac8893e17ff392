/* exchange.c: the halo exchange in each of its modes: who packs, where the values travel, and which
 * stream waits for what. Only the order of calls differs between the modes.
 *
 *   begin    receives are posted; the transfer stream packs behind the compute stream, copies images of own cells and
 *            downloads what messages carry. A CPU, where work is done when its call returns, sends at once
 *   finish   the host waits for the download alone, sends, waits for what it gets and uploads it; the transfer stream
 *            unpacks, and only the stream that reads the halo waits for that
 *
 * So a GPU's work between the two calls hides the messages; blocking does all of it in begin. Peers have neither
 * messages nor downloads: flags in the neighbours' memory order the streams (peer_links.h). A buffer holds the entries
 * of one neighbour after another, n_variables numbers an entry, messages first (exchange_lists.h).
 */
#include "exchange/exchange.h"

#include "error.h"
#include "exchange/exchange_lists.h"
#include "exchange/halo_rotations.h"
#include "exchange/cpu_packing.h"
#include "mem.h"
#include "backend/peer_memory.h"
#include "exchange/peer_links.h"
#include "timer.h"
#include "parallel/waiting.h"

#include <mpi.h>
#include <string.h>

struct exchange {
    const struct backend *backend;
    enum exchange_mode mode;
    int n_variables;
    struct exchange_lists lists;
    struct peer_links *peers;                /* NULL unless the mode is peer */
    struct cpu_packing *host_pack;        /* NULL unless the mode is staged-cpu-pack */
    struct transfer_args pack, unpack;  /* device lists and buffers */
    bool turned;                        /* some images are rotated */
    bool direct;                        /* MPI reads and writes the device's buffers */
    real *received;                     /* own buffer of unpack; with peers theirs take turns */
    real *send_host, *recv_host;        /* what MPI sees: pinned, or the device's buffers when direct */
    MPI_Request *request;               /* [2 n_neighbours] receives, then sends */
    int *request_rank;                  /* [2 n_neighbours] the other end of each */
    struct exchange_figures figures;
    double flags_before;                /* s awaited until the figures were reset */
};

/* One tag for all exchanges: messages between two ranks keep their order, and one exchange is finished
 * before the next begins. */
enum { TAG_STATE = 7 };
#define MPI_REAL_TYPE (sizeof(real) == sizeof(double) ? MPI_DOUBLE : MPI_FLOAT)

static const char *const mode_names[] = {[EXCHANGE_BLOCKING] = "blocking",
                                         [EXCHANGE_STAGED] = "staged",
                                         [EXCHANGE_STAGED_CPU_PACK] = "staged-cpu-pack",
                                         [EXCHANGE_CUDA_AWARE] = "cuda-aware",
                                         [EXCHANGE_PEER] = "peer"};

/* Can this run do it? */
static int check_mode(enum exchange_mode mode, bool on_gpus)
{
    if (mode == EXCHANGE_PEER && !on_gpus)
        return error_set("--exchange peer: writes from GPU to GPU, and this run uses CPUs; use staged");
    if (mode == EXCHANGE_CUDA_AWARE && !on_gpus)
        return error_set("--exchange cuda-aware: gives GPU memory to MPI, and this run uses CPUs; use staged");
    if (mode == EXCHANGE_CUDA_AWARE && !comm_takes_device_pointers())
        return error_set("--exchange cuda-aware: this MPI library says that it takes no device pointers; use peer, "
                         "which needs no help from it, or see docs/cluster.md for one that does");
    return 0;
}

/* "auto" means peer on GPUs even where no neighbour can be reached: these are then sent messages, and
 * exchange_mode() says staged. */
int exchange_mode_from_name(const char *name, bool on_gpus, enum exchange_mode *mode)
{
    *mode = on_gpus ? EXCHANGE_PEER : EXCHANGE_STAGED;
    if (strcmp(name, "auto") == 0)
        return 0;
    for (int k = 0; k < (int)(sizeof mode_names / sizeof *mode_names); k++)
        if (strcmp(name, mode_names[k]) == 0) {
            *mode = (enum exchange_mode)k;
            return check_mode(*mode, on_gpus);
        }
    return error_set("--exchange %s: not one of auto, blocking, staged, staged-cpu-pack, cuda-aware, peer", name);
}

const char *exchange_mode_name(enum exchange_mode mode)
{
    return mode_names[mode];
}

/* Bytes of that many entries.
 * An entry is all variables of one cell. */
static size_t message_bytes(const struct exchange *x, lid n)
{
    return (size_t)n * (size_t)x->n_variables * sizeof(real);
}

/* Touched by edges or corners only: no value of these layers goes either way, as that rank sees too. It may
 * have nothing to exchange at all, and raises no flag. */
static bool is_empty(const struct pack *p, int k, const struct exchange_choice *choice)
{
    return exchange_lists_count(p, k, true, choice) == 0 && exchange_lists_count(p, k, false, choice) == 0;
}

/* Tries to reach the other ranks' buffers; which of the pack's neighbours that are
 * other ranks can be written to. Owned by the caller.
 * rank[n] has the neighbours that are other ranks, in the pack's order, which is how peer_links.h
 * counts them. Those with nothing to exchange in these layers are MPI_PROC_NULL, as
 * this rank is to them. */
static bool *find_peers(struct exchange *x, const struct pack *p, const struct exchange_choice *choice)
{
    bool *reached;
    int *rank, n = 0;
    lid n_recv = 0;
    MEM_NEW(rank, p->n_neighbours);
    MEM_NEW(reached, p->n_neighbours);
    for (int k = 0; k < p->n_neighbours; k++) {
        n_recv += exchange_lists_count(p, k, false, choice);
        if (p->neighbour[k].rank != p->rank)
            rank[n++] = is_empty(p, k, choice) ? MPI_PROC_NULL : p->neighbour[k].rank;
    }
    x->peers = peer_links_create(n, rank, message_bytes(x, n_recv), 2);
    for (int k = 0; k < n; k++)
        reached[k] = peer_links_reach(x->peers, k);
    mem_free(rank);
    return reached;
}

/* Gives unpack the rotations, when any of the cells received is turned; the kernel that only copies is the faster one,
 * and most runs have no images. Of three variables or fewer none is a vector: nothing turns. */
static void add_rotations(struct exchange *x, const struct pack *p)
{
    const struct backend *b = x->backend;
    struct transfer_args *a = &x->unpack;
    struct halo_rotations turns;
    halo_rotations_create(p, &x->lists, &turns);
    x->turned = x->n_variables > 3 && turns.any;
    if (x->turned) {
        size_t cells = (size_t)x->lists.n_recv * sizeof *turns.transform;
        size_t table = 9 * (size_t)turns.n_transforms * sizeof *turns.rotation;
        lid *transform = b->alloc("halo transforms", cells);
        real *rotation = b->alloc("halo rotations", table);
        b->upload(transform, turns.transform, cells);
        b->upload(rotation, turns.rotation, table);
        a->transform = transform;
        a->rotation = rotation;
        a->n_transforms = turns.n_transforms;
    }
    halo_rotations_free(&turns);
}

/* Where each neighbour that is reached writes. */
static void agree_on_places(struct exchange *x)
{
    const struct exchange_lists *l = &x->lists;
    /* place[] in the order of the links, neighbour[] in that of the buffers: number[] leads from one to
     * the other. */
    size_t *place;
    MEM_NEW_ZERO(place, l->n_neighbours);
    for (int k = 0; k < l->n_neighbours; k++)
        place[l->number[k]] = message_bytes(x, l->neighbour[k].recv_begin);
    peer_links_agree(x->peers, place);
    mem_free(place);
}

/* host: what MPI sees of the buffer.
 * place: where a cell's values stand in the array, for arrays that are not in the order of slots (the
 * implicit scheme's increments). direct: one buffer serves the device and MPI. */
static void transfer_create(const struct exchange *x, const struct exchange_array *array, const lid *list, lid n,
                            struct transfer_args *a, real **host)
{
    const struct backend *b = x->backend;
    size_t bytes = message_bytes(x, n);
    lid *device = b->alloc("halo list", (size_t)n * sizeof *device), *place;
    MEM_NEW(place, n);
    for (lid i = 0; i < n; i++)
        place[i] = array->place ? array->place[list[i]] : list[i];
    b->upload(device, place, (size_t)n * sizeof *device);
    mem_free(place);
    a->n_slots = array->stride;
    a->step = array->step;
    a->n_variables = x->n_variables;
    a->cell = device;
    a->q = array->q;
    a->numbers = array->numbers;
    a->buffer = b->alloc("halo buffer", bytes);
    *host = x->direct ? a->buffer : b->alloc_pinned("halo buffer", bytes);
}

/* The order: which neighbours are reached decides the order of the lists, the lists decide where each
 * neighbour writes, and both ends must know the places before the first exchange.
 * Lists and buffers have room for the halo of this rank in the layers asked for, in entries of
 * n_variables numbers. */
struct exchange *exchange_create(const struct domain *d, enum exchange_mode mode, int layers,
                                 struct exchange_array array)
{
    const struct exchange_choice choice = {layers, array.part, array.number};
    struct exchange *x;
    bool *reached = NULL;
    MEM_NEW_ZERO(x, 1);
    x->backend = d->backend;
    x->mode = mode == EXCHANGE_STAGED_CPU_PACK && array.place ? EXCHANGE_STAGED : mode;
    x->n_variables = array.n_variables;
    x->direct = d->backend->unified || mode == EXCHANGE_CUDA_AWARE;
    if (mode == EXCHANGE_PEER)
        reached = find_peers(x, &d->pack, &choice);
    struct exchange_lists *l = &x->lists;
    exchange_lists_create(&d->pack, &choice, reached, l);
    mem_free(reached);
    /* a request is itself a pointer in Open MPI */
    MEM_NEW_ZERO(x->request, 2 * l->n_neighbours); /* NOLINT(bugprone-sizeof-expression) */
    MEM_NEW(x->request_rank, 2 * l->n_neighbours);
    transfer_create(x, &array, l->send, l->n_send, &x->pack, &x->send_host);
    transfer_create(x, &array, l->recv, l->n_recv, &x->unpack, &x->recv_host);
    x->received = x->unpack.buffer;
    if (x->peers)
        agree_on_places(x);
    add_rotations(x, &d->pack);
    if (x->mode == EXCHANGE_STAGED_CPU_PACK)
        x->host_pack = cpu_packing_create(d, l, &x->unpack, x->send_host, x->recv_host);
    for (int k = 0; k < l->n_by_message; k++)
        x->request_rank[k] = x->request_rank[l->n_by_message + k] = l->neighbour[k].rank;
    x->figures.neighbours = l->n_neighbours;
    x->figures.bytes_sent = (int64_t)message_bytes(x, l->itself.send_begin);
    return x;
}

/* received, not unpack.buffer, is this exchange's own: with peers unpack.buffer points into their memory.
 * peer_links_free() is last and waits for all ranks. */
void exchange_free(struct exchange *x)
{
    if (!x)
        return;
    const struct backend *b = x->backend;
    if (!x->direct) {
        b->free_pinned(x->send_host);
        b->free_pinned(x->recv_host);
    }
    b->free(x->pack.buffer);
    b->free(x->received);
    b->free((void *)(uintptr_t)x->pack.cell);
    b->free((void *)(uintptr_t)x->unpack.cell);
    b->free((void *)(uintptr_t)x->unpack.transform);
    b->free((void *)(uintptr_t)x->unpack.rotation);
    mem_free(x->request);
    mem_free(x->request_rank);
    exchange_lists_free(&x->lists);
    cpu_packing_free(x->host_pack);
    peer_links_free(x->peers);
    mem_free(x);
}

/* Peer that reached nobody sends messages to all, which is staged. */
enum exchange_mode exchange_mode(const struct exchange *x)
{
    const struct exchange_lists *l = &x->lists;
    return l->n_neighbours > 0 && l->n_by_message == l->n_neighbours && x->peers ? EXCHANGE_STAGED : x->mode;
}

/* ---- an exchange ---- */

/* MPI may write from now on: what came with the last exchange has left the buffers. The
 * CPU has unpacked it; a GPU may not have, the host being ahead of the transfer stream. */
static void post_receives(struct exchange *x)
{
    const struct exchange_lists *l = &x->lists;
    /* With the host's packing the upload reads the mirror and not the buffer that MPI writes to. */
    if (l->n_by_message > 0 && !x->backend->unified && !x->host_pack)
        x->backend->stream_synchronize(STREAM_TRANSFER);
    for (int k = 0; k < l->n_by_message; k++) {
        const struct exchange_neighbour *nb = &l->neighbour[k];
        x->request[k] = MPI_REQUEST_NULL;
        if (nb->recv_count > 0)
            MPI_Irecv(x->recv_host + (size_t)nb->recv_begin * (size_t)x->n_variables, nb->recv_count * x->n_variables,
                      MPI_REAL_TYPE, nb->rank, TAG_STATE, MPI_COMM_WORLD, &x->request[k]);
    }
}

/* Only to neighbours that are sent messages (the first n_by_message); a neighbour of whose cells none is
 * exchanged in these layers gets none, and expects none. */
static void post_sends(struct exchange *x)
{
    const struct exchange_lists *l = &x->lists;
    for (int k = 0; k < l->n_by_message; k++) {
        const struct exchange_neighbour *nb = &l->neighbour[k];
        MPI_Request *r = &x->request[l->n_by_message + k];
        *r = MPI_REQUEST_NULL;
        if (nb->send_count > 0)
            MPI_Isend(x->send_host + (size_t)nb->send_begin * (size_t)x->n_variables, nb->send_count * x->n_variables,
                      MPI_REAL_TYPE, nb->rank, TAG_STATE, MPI_COMM_WORLD, r);
    }
}

/* Receives and sends: the buffers are used again at the next exchange.
 * With the ranks at the other ends, so that a wait that takes too long can say for whom it is (parallel/stall.h). */
static void wait_all(struct exchange *x)
{
    const struct exchange_lists *l = &x->lists;
    double start = timer_now();
    waiting_for_messages(2 * l->n_by_message, x->request, x->request_rank);
    x->figures.seconds_wait += timer_now() - start;
}

/* Into the buffers of all peers. */
static void pack_to_peers(struct exchange *x)
{
    const struct exchange_lists *l = &x->lists;
    struct transfer_targets_args a = {.pack = x->pack, .raised = peer_links_raised(x->peers)};
    int n = 0;
    /* begin[n] .. begin[n + 1] - 1 are the entries of target n; the lists of these neighbours stand one
     * after another. */
    for (int k = l->n_by_message; k < l->n_neighbours; k++) {
        a.begin[n] = l->neighbour[k].send_begin;
        a.target[n++] = peer_links_target(x->peers, l->number[k]);
        a.begin[n] = l->neighbour[k].send_begin + l->neighbour[k].send_count;
    }
    BACKEND_LAUNCH(x->backend, KERNEL_transfer_pack_to_all, STREAM_TRANSFER, 0,
                   x->n_variables * (a.begin[n] - a.begin[0]), &a);
}

/* Packs for messages and for this rank itself, and into the buffers of peers; beside the work
 * that the compute stream goes on with. */
static void pack_all(struct exchange *x)
{
    const struct backend *b = x->backend;
    const struct exchange_lists *l = &x->lists;
    lid nv = x->n_variables;
    b->stream_wait(STREAM_TRANSFER, STREAM_COMPUTE);
    if (l->n_by_message < l->n_neighbours)
        pack_to_peers(x);
    BACKEND_LAUNCH(b, KERNEL_transfer_pack, STREAM_TRANSFER, 0, nv * exchange_lists_by_message(l, true), &x->pack);
    BACKEND_LAUNCH(b, KERNEL_transfer_pack, STREAM_TRANSFER, nv * l->itself.send_begin, nv * l->n_send, &x->pack);
}

/* Packed values to where MPI reads them; images of own cells to what is unpacked. */
static void copy_packed(struct exchange *x)
{
    const struct backend *b = x->backend;
    const struct exchange_neighbour *own = &x->lists.itself;
    if (!x->direct && x->lists.n_by_message > 0)
        b->download_async(STREAM_TRANSFER, x->send_host, x->pack.buffer,
                          message_bytes(x, exchange_lists_by_message(&x->lists, true)));
    if (own->recv_count > 0)
        b->copy_async(STREAM_TRANSFER, x->unpack.buffer + (size_t)own->recv_begin * (size_t)x->n_variables,
                      x->pack.buffer + (size_t)own->send_begin * (size_t)x->n_variables,
                      message_bytes(x, own->recv_count));
}

/* stream: the stream that goes on behind.
 * One launch unpacks everything: what came by message, what peers have written and the copies of own
 * cells. Awaiting flags is part of it, so that a host that is ahead does not wait. */
static void receive_and_unpack(struct exchange *x, int stream)
{
    const struct backend *b = x->backend;
    const struct exchange_lists *l = &x->lists;
    if (l->n_by_message > 0) {
        wait_all(x);
        if (!x->direct)
            b->upload_async(STREAM_TRANSFER, x->unpack.buffer, x->recv_host,
                            message_bytes(x, exchange_lists_by_message(l, false)));
    }
    if (l->n_by_message < l->n_neighbours)
        x->unpack.awaited = peer_links_awaited(x->peers);
    if (x->turned)
        BACKEND_LAUNCH(b, KERNEL_transfer_unpack_turned, STREAM_TRANSFER, 0, l->n_recv, &x->unpack);
    else
        BACKEND_LAUNCH(b, KERNEL_transfer_unpack, STREAM_TRANSFER, 0, x->n_variables * l->n_recv, &x->unpack);
    b->stream_wait(stream, STREAM_TRANSFER);
}

/* All that is done with packs made by the CPU. */
static void exchange_by_host(struct exchange *x, int stream)
{
    const struct backend *b = x->backend;
    b->stream_synchronize(STREAM_TRANSFER);
    cpu_packing_send(x->host_pack);
    post_sends(x);
    wait_all(x);
    cpu_packing_receive(x->host_pack, STREAM_TRANSFER);
    b->stream_wait(stream, STREAM_TRANSFER);
}

/* Then no call does anything, and no neighbour waits: their lists for this rank are empty as well. */
bool exchange_is_nothing(const struct exchange *x)
{
    return x->lists.n_send == 0 && x->lists.n_recv == 0;
}

/* On a CPU nothing is recorded; messages and packing by the host need the host at each exchange. */
bool exchange_can_be_in_graph(const struct exchange *x)
{
    return exchange_is_nothing(x) ||
           (x->lists.n_by_message == 0 && !x->host_pack && x->mode != EXCHANGE_BLOCKING && !x->backend->unified);
}

bool exchange_second_buffer(const struct exchange *x)
{
    return x->peers && peer_links_second_buffer(x->peers);
}

/* A recorded exchange uses the buffer that it was recorded with: whoever records keeps a graph for either turn
 * (exchange_second_buffer()). After an odd number of exchanges the turn has changed. */
void exchange_replayed(struct exchange *x, int64_t n)
{
    if (exchange_is_nothing(x))
        return;
    x->figures.exchanges += n;
    if (x->lists.n_by_message < x->lists.n_neighbours && n % 2 != 0)
        peer_links_next(x->peers);
}

void exchange_begin(struct exchange *x)
{
    if (exchange_is_nothing(x))
        return;
    /* The figures are the host's time: on a GPU that of putting work into streams and of waiting for
     * messages, on a CPU all. */
    double start = timer_now();
    const struct backend *b = x->backend;
    if (x->lists.n_by_message < x->lists.n_neighbours) {
        peer_links_next(x->peers);
        x->unpack.buffer = peer_links_own(x->peers);
    }
    if (x->host_pack) {
        post_receives(x);
        b->stream_wait(STREAM_TRANSFER, STREAM_COMPUTE);
        cpu_packing_download(x->host_pack, STREAM_TRANSFER);
    } else {
        post_receives(x); /* first: what it waits for is behind the GPU by now, and what is packed is not */
        pack_all(x);
        copy_packed(x);
        /* A CPU has packed when the call returns and may send at once, so that messages travel during
         * the work on inner cells. */
        if (x->mode == EXCHANGE_BLOCKING || b->unified) {
            b->stream_synchronize(STREAM_TRANSFER);
            post_sends(x);
        }
        if (x->mode == EXCHANGE_BLOCKING)
            receive_and_unpack(x, STREAM_COMPUTE);
    }
    x->figures.exchanges++;
    x->figures.seconds_total += timer_now() - start;
}

/* With messages the host waits here for the transfer stream alone; the compute stream goes on with inner
 * cells. In mode blocking everything was done in begin, and only the order of streams is left. */
void exchange_finish(struct exchange *x, int stream)
{
    if (exchange_is_nothing(x))
        return;
    if (x->mode == EXCHANGE_BLOCKING) {
        if (stream != STREAM_COMPUTE)
            x->backend->stream_wait(stream, STREAM_COMPUTE);
        return;
    }
    double start = timer_now();
    if (x->host_pack) {
        exchange_by_host(x, stream);
    } else {
        if (!x->backend->unified && x->lists.n_by_message > 0) {
            x->backend->stream_synchronize(STREAM_TRANSFER);
            post_sends(x);
        }
        receive_and_unpack(x, stream);
    }
    x->figures.seconds_total += timer_now() - start;
}

/* Flags are counted by the device from its start; what had been awaited at the last reset is taken off. */
struct exchange_figures exchange_figures(const struct exchange *x)
{
    struct exchange_figures figures = x->figures;
    if (x->peers)
        figures.seconds_flags = peer_links_seconds_awaited(x->peers) - x->flags_before;
    return figures;
}

void exchange_reset_figures(struct exchange *x)
{
    x->figures.exchanges = 0;
    x->figures.seconds_wait = x->figures.seconds_total = 0;
    if (x->peers)
        x->flags_before = peer_links_seconds_awaited(x->peers);
}
