/* peer_halo.c: whether all neighbours can be written to, and where in their arrays the cells stand that they have of
 * this rank.
 */
#include "exchange/peer_halo.h"

#include "exchange/exchange_lists.h"
#include "exchange/peer_links.h"
#include "mem.h"

#include <mpi.h>

enum { TAG_PLACES = 14 };
_Static_assert(sizeof(lid) == sizeof(int), "places travel as MPI_INT");

bool peer_halo_all(bool yes)
{
    int no = !yes;
    comm_maximum_int(&no, 1);
    return no == 0;
}

/* Links to the neighbours of the lists, in their order. A neighbour by edges or corners alone, with whom nothing is
 * exchanged, is left out at both ends. */
static struct peer_links *make_links(const struct exchange_lists *l, size_t bytes)
{
    int *rank;
    MEM_NEW(rank, l->n_neighbours);
    for (int k = 0; k < l->n_neighbours; k++) {
        bool is_empty = l->neighbour[k].send_count == 0 && l->neighbour[k].recv_count == 0;
        rank[k] = is_empty ? MPI_PROC_NULL : l->neighbour[k].rank;
    }
    struct peer_links *links = peer_links_create(l->n_neighbours, rank, bytes, 1);
    mem_free(rank);
    return links;
}

static bool reaches_all(const struct peer_links *links, const struct exchange_lists *l)
{
    bool all = peer_links_own(links) != NULL;
    for (int k = 0; k < l->n_neighbours; k++)
        all = all && (peer_links_reach(links, k) || l->neighbour[k].send_count + l->neighbour[k].recv_count == 0);
    return all;
}

/* out, in: all neighbours' one after another. Each gets the places of the cells that it sends in the order of its
 * list, and before them the stride. */
static void swap_places(const struct exchange_lists *l, const lid *place, lid stride, lid *out, lid *in)
{
    MPI_Request *request;
    int n = 0;
    MEM_NEW(request, 2 * l->n_neighbours); /* NOLINT(bugprone-sizeof-expression): a request is a pointer in Open MPI */
    for (int k = 0; k < l->n_neighbours; k++) {
        const struct exchange_neighbour *nb = &l->neighbour[k];
        lid *to = out + nb->recv_begin + k, *from = in + nb->send_begin + k;
        to[0] = stride;
        for (lid i = 0; i < nb->recv_count; i++)
            to[1 + i] = place[l->recv[nb->recv_begin + i]];
        MPI_Irecv(from, 1 + nb->send_count, MPI_INT, nb->rank, TAG_PLACES, MPI_COMM_WORLD, &request[n++]);
        MPI_Isend(to, 1 + nb->recv_count, MPI_INT, nb->rank, TAG_PLACES, MPI_COMM_WORLD, &request[n++]);
    }
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    mem_free(request);
}

static void find_values(const struct exchange_lists *l, const lid *place, lid stride, struct peer_halo *h)
{
    lid *out, *in;
    MEM_NEW(out, l->n_recv + l->n_neighbours);
    MEM_NEW(in, l->n_send + l->n_neighbours);
    MEM_NEW(h->value, l->n_send);
    swap_places(l, place, stride, out, in);
    h->n_peers = l->n_neighbours;
    h->n_values = l->n_send;
    for (int k = 0; k < l->n_neighbours; k++) {
        const struct exchange_neighbour *nb = &l->neighbour[k];
        const lid *from = in + nb->send_begin + k;
        h->of[k] = peer_links_reach(h->links, k) ? peer_links_target(h->links, k) : NULL;
        h->stride[k] = from[0];
        for (lid i = 0; i < nb->send_count; i++)
            h->value[nb->send_begin + i] =
                (struct peer_value){l->send[nb->send_begin + i], {.place = from[1 + i], .peer = k}};
    }
    mem_free(out);
    mem_free(in);
}

/* The array stands where links have their receive buffer. */
struct peer_halo *peer_halo_create(const struct domain *d, enum exchange_mode mode, size_t numbers, const lid *place,
                                   lid stride)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists l;
    struct peer_halo *h = NULL;
    exchange_lists_create(&d->pack, &choice, NULL, &l);
    bool can = mode == EXCHANGE_PEER && d->comm.size > 1 && l.itself.recv_count == 0 && d->pack.n_transforms <= 1 &&
               l.n_neighbours < PEER_MAX_FLAGS;
    if (peer_halo_all(can)) {
        MEM_NEW_ZERO(h, 1);
        h->links = make_links(&l, numbers * sizeof *h->array);
        if (peer_halo_all(reaches_all(h->links, &l))) {
            size_t *begin;
            MEM_NEW_ZERO(begin, l.n_neighbours);
            peer_links_agree(h->links, begin);
            mem_free(begin);
            h->array = peer_links_own(h->links);
            find_values(&l, place, stride, h);
        } else {
            peer_links_free(h->links);
            MEM_FREE(h);
        }
    }
    exchange_lists_free(&l);
    return h;
}

void peer_halo_free(struct peer_halo *h)
{
    if (!h)
        return;
    peer_links_free(h->links);
    mem_free(h->value);
    mem_free(h);
}
