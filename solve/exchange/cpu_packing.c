/* cpu_packing.c: a mirror of the state's end on the host, between the device and the messages.
 *
 * The bodies that pack and unpack are those of the device's kernels (kernels/transfer.h), given the mirror in place of
 * the state and cells counted from the mirror's first. Whole stretches travel, more than is sent: inner cells come
 * first in a pack, so the cells that are sent are near its end.
 */
#include "exchange/cpu_packing.h"

#include "exchange/halo_rotations.h"
#include "kernels/transfer.h"
#include "mem.h"

#include <string.h>

struct cpu_packing {
    const struct backend *backend;
    int n_variables;
    lid first, n_owned, n_cells, n_slots; /* the mirror is of cells first .. n_cells - 1 */
    real *q;                     /* the device's state */
    real *mirror;                /* [n_variables][n_cells - first] pinned */
    lid *send_cell, *recv_cell;  /* of the mirror */
    struct halo_rotations turns;     /* zero where nothing turns */
    lid n_send, n_recv, own, own_send, own_recv; /* own: images of own cells, and where they begin in the lists */
    struct transfer_args pack, unpack;
};

/* Cell numbers counted from the mirror's first cell. */
static lid *shifted(const lid *cell, lid n, lid first)
{
    lid *to = mem_alloc("cells of the mirror", (size_t)n, sizeof *to);
    for (lid i = 0; i < n; i++)
        to[i] = cell[i] - first;
    return to;
}

/*    device:  0 ............ first ...... n_owned ........ n_cells
 *    mirror:                 |  down     |  up            | */
struct cpu_packing *cpu_packing_create(const struct domain *d, const struct exchange_lists *l,
                                       const struct transfer_args *unpack, real *send, real *recv)
{
    struct cpu_packing *h;
    MEM_NEW_ZERO(h, 1);
    h->backend = d->backend;
    h->n_variables = unpack->n_variables;
    h->q = unpack->q;
    h->n_slots = unpack->n_slots;
    h->n_owned = d->view.n_owned;
    h->n_cells = d->view.n_cells;
    h->n_send = l->n_send;
    h->n_recv = l->n_recv;
    h->own = l->itself.recv_count;
    h->own_send = l->itself.send_begin;
    h->own_recv = l->itself.recv_begin;
    /* The mirror begins at the first cell that is sent; without any it is the halo alone. */
    h->first = h->n_owned;
    for (lid i = 0; i < l->n_send; i++)
        h->first = l->send[i] < h->first ? l->send[i] : h->first;
    lid n = h->n_cells - h->first;
    h->send_cell = shifted(l->send, l->n_send, h->first);
    h->recv_cell = shifted(l->recv, l->n_recv, h->first);
    h->mirror = h->backend->alloc_pinned("mirror of the state", (size_t)n * (size_t)h->n_variables * sizeof *h->mirror);
    h->pack = (struct transfer_args){.n_slots = n, .step = 1, .n_variables = h->n_variables, .cell = h->send_cell,
                                     .q = h->mirror, .buffer = send};
    h->unpack = h->pack;
    h->unpack.cell = h->recv_cell;
    h->unpack.buffer = recv;
    if (unpack->transform) {
        halo_rotations_create(&d->pack, l, &h->turns);
        h->unpack.transform = h->turns.transform;
        h->unpack.rotation = h->turns.rotation;
        h->unpack.n_transforms = h->turns.n_transforms;
    }
    /* halo layers that are not exchanged keep what they hold */
    for (lid v = 0; v < h->n_variables; v++)
        h->backend->download(h->mirror + (size_t)v * (size_t)n, h->q + (size_t)v * (size_t)h->n_slots + h->first,
                             (size_t)n * sizeof *h->mirror);
    return h;
}

void cpu_packing_free(struct cpu_packing *h)
{
    if (!h)
        return;
    h->backend->free_pinned(h->mirror);
    mem_free(h->send_cell);
    mem_free(h->recv_cell);
    halo_rotations_free(&h->turns);
    mem_free(h);
}

/* Starts the download of the owned cells into the mirror, one variable after another, and does not wait for it. */
void cpu_packing_download(struct cpu_packing *h, int stream)
{
    size_t n = (size_t)(h->n_cells - h->first), bytes = (size_t)(h->n_owned - h->first) * sizeof *h->mirror;
    for (size_t v = 0; v < (size_t)h->n_variables && bytes > 0; v++)
        h->backend->download_async(stream, h->mirror + v * n, h->q + v * (size_t)h->n_slots + h->first, bytes);
}

/* After the download has arrived. Images of own cells are copied from list to list, without a message. */
void cpu_packing_send(struct cpu_packing *h)
{
    /* The pack of an image of an own cell is what its owner, this rank, would send: one copy takes it
     * to what is received, and unpacking turns it like the others. */
    size_t nv = (size_t)h->n_variables;
    for (lid i = 0; i < h->n_send * h->n_variables; i++)
        transfer_pack_body(i, &h->pack);
    if (h->own > 0)
        memcpy(h->unpack.buffer + (size_t)h->own_recv * nv, h->pack.buffer + (size_t)h->own_send * nv,
               (size_t)h->own * nv * sizeof(real));
}

/* Unpacks into the mirror's halo and uploads that stretch whole. */
void cpu_packing_receive(struct cpu_packing *h, int stream)
{
    size_t n = (size_t)(h->n_cells - h->first), owned = (size_t)(h->n_owned - h->first);
    for (lid i = 0; h->turns.transform && i < h->n_recv; i++)
        transfer_unpack_turned_body(i, &h->unpack);
    for (lid i = 0; !h->turns.transform && i < h->n_recv * h->n_variables; i++)
        transfer_unpack_body(i, &h->unpack);
    for (size_t v = 0; v < (size_t)h->n_variables && n > owned; v++)
        h->backend->upload_async(stream, h->q + v * (size_t)h->n_slots + (size_t)h->n_owned, h->mirror + v * n + owned,
                                 (n - owned) * sizeof *h->mirror);
}
