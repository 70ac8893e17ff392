/* exchange_lists.c: the pack's lists of cells to send and receive, cut to the layers that are exchanged
 * and put into the order of the buffers.
 */
#include "exchange/exchange_lists.h"

#include "mem.h"

#include <string.h>

/* Layers wanted of a neighbour's lists, one after another without gaps. */
static lid compact(const struct pack_neighbour *nb, bool send, int layers, const lid *list, lid *out, lid n)
{
    const lid *begin = send ? nb->send_begin : nb->recv_begin;
    lid count = begin[layers] - begin[0];
    if (count > 0)
        memcpy(out + n, list + begin[0], (size_t)count * sizeof *out);
    return count;
}

static void add_neighbour(struct exchange_lists *l, const struct pack *p, int k, int layers)
{
    const struct pack_neighbour *from = &p->neighbour[k];
    struct exchange_neighbour *nb = from->rank == p->rank ? &l->itself : &l->neighbour[l->n_neighbours++];
    nb->rank = from->rank;
    nb->send_begin = l->n_send;
    nb->recv_begin = l->n_recv;
    nb->send_count = compact(from, true, layers, p->send_cell, l->send, l->n_send);
    nb->recv_count = compact(from, false, layers, p->recv_cell, l->recv, l->n_recv);
    l->n_send += nb->send_count;
    l->n_recv += nb->recv_count;
}

/* Other ranks that are sent messages first, so that what messages carry is one
 * piece; then those that are written to; this rank last. */
void exchange_lists_create(const struct pack *p, int layers, const bool *reached, struct exchange_lists *l)
{
    memset(l, 0, sizeof *l);
    MEM_NEW_ZERO(l->neighbour, p->n_neighbours);
    MEM_NEW(l->number, p->n_neighbours);
    MEM_NEW(l->send, p->n_send);
    MEM_NEW(l->recv, p->n_recv);
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0, other = 0; k < p->n_neighbours; k++) {
            if (p->neighbour[k].rank == p->rank)
                continue;
            if ((reached && reached[other]) == (pass == 1)) {
                l->number[l->n_neighbours] = other;
                add_neighbour(l, p, k, layers);
            }
            other++;
        }
        if (pass == 0)
            l->n_by_message = l->n_neighbours;
    }
    l->itself.send_begin = l->n_send;
    l->itself.recv_begin = l->n_recv;
    for (int k = 0; k < p->n_neighbours; k++)
        if (p->neighbour[k].rank == p->rank)
            add_neighbour(l, p, k, layers);
}

void exchange_lists_free(struct exchange_lists *l)
{
    mem_free(l->neighbour);
    mem_free(l->number);
    mem_free(l->send);
    mem_free(l->recv);
    memset(l, 0, sizeof *l);
}

lid exchange_lists_by_message(const struct exchange_lists *l, bool send)
{
    const struct exchange_neighbour *next = &l->itself;
    if (l->n_by_message < l->n_neighbours)
        next = &l->neighbour[l->n_by_message];
    return send ? next->send_begin : next->recv_begin;
}
