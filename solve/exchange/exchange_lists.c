/* exchange_lists.c: the pack's lists of cells to send and receive, cut to the layers that are exchanged
 * and put into the order of the buffers.
 */
#include "exchange/exchange_lists.h"

#include "mem.h"

#include <string.h>

/* The cells taken of a neighbour's list, to out[] unless NULL; how many they are.
 * Layers 1 .. choice->layers are one stretch of the pack's list. part: cells of other exchanges of the same
 * array (colours) are passed over; both ends leave out the same cells, since part is the same for a cell on
 * all ranks. */
static lid take(const struct pack *p, const struct pack_neighbour *nb, bool send, const struct exchange_choice *choice,
                lid *out)
{
    const lid *begin = send ? nb->send_begin : nb->recv_begin, *list = send ? p->send_cell : p->recv_cell;
    lid n = 0;
    for (lid e = begin[0]; e < begin[choice->layers]; e++) {
        if (choice->part && choice->part[list[e]] != choice->number)
            continue;
        if (out)
            out[n] = list[e];
        n++;
    }
    return n;
}

lid exchange_lists_count(const struct pack *p, int neighbour, bool send, const struct exchange_choice *choice)
{
    return take(p, &p->neighbour[neighbour], send, choice, NULL);
}

/* Both ends of a pair make their lists in the pack's order, so that entry i of a message means the same cell
 * to both. */
static void add_neighbour(struct exchange_lists *l, const struct pack *p, int k, const struct exchange_choice *choice)
{
    const struct pack_neighbour *from = &p->neighbour[k];
    struct exchange_neighbour *nb = from->rank == p->rank ? &l->itself : &l->neighbour[l->n_neighbours++];
    nb->rank = from->rank;
    nb->send_begin = l->n_send;
    nb->recv_begin = l->n_recv;
    nb->send_count = take(p, from, true, choice, l->send + l->n_send);
    nb->recv_count = take(p, from, false, choice, l->recv + l->n_recv);
    l->n_send += nb->send_count;
    l->n_recv += nb->recv_count;
}

/* Other ranks that are sent messages first, so that what messages carry is one
 * piece; then those that are written to; this rank last.
 * Two passes over the neighbours, one for each kind; the lists have room for all layers of the pack, of
 * which fewer may be taken. */
void exchange_lists_create(const struct pack *p, const struct exchange_choice *choice, const bool *reached,
                           struct exchange_lists *l)
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
                add_neighbour(l, p, k, choice);
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
            add_neighbour(l, p, k, choice);
}

void exchange_lists_free(struct exchange_lists *l)
{
    mem_free(l->neighbour);
    mem_free(l->number);
    mem_free(l->send);
    mem_free(l->recv);
    memset(l, 0, sizeof *l);
}

/* Entries that messages carry: the first ones of the buffer, up to the first neighbour that is written to. */
lid exchange_lists_by_message(const struct exchange_lists *l, bool send)
{
    const struct exchange_neighbour *next = &l->itself;
    if (l->n_by_message < l->n_neighbours)
        next = &l->neighbour[l->n_by_message];
    return send ? next->send_begin : next->recv_begin;
}
