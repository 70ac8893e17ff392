/* exchange_lists.h: which cells of a rank go to which other rank, and where in the
 * message buffers their values stand.
 *
 *   by message ............ | written to ......... | images of own cells
 *   neighbour 0, 1, ...       ..., n_neighbours-1    itself
 */
#ifndef UFV_SOLVE_EXCHANGE_EXCHANGE_LISTS_H
#define UFV_SOLVE_EXCHANGE_EXCHANGE_LISTS_H

#include "pack/pack.h"

struct exchange_neighbour {
    int rank;
    lid send_begin, send_count, recv_begin, recv_count; /* in cells, of the lists below */
};

struct exchange_lists {
    int n_neighbours;                    /* other ranks */
    int n_by_message;                    /* the first so many of them are sent messages */
    struct exchange_neighbour *neighbour; /* [n_neighbours] owned */
    struct exchange_neighbour itself;    /* images of this rank's own cells */
    int *number;                         /* [n_neighbours] of each among the pack's that are other ranks; owned */
    lid n_send, n_recv;
    lid *send, *recv;                    /* [n_send], [n_recv] cells; owned */
};

/* layers: of the halo that are exchanged. reached[k]: the k-th neighbour of the pack
 * that is another rank is written to; NULL: none is. */
void exchange_lists_create(const struct pack *p, int layers, const bool *reached, struct exchange_lists *l);
void exchange_lists_free(struct exchange_lists *l);

/* Entries that go by message: the first ones of the lists. */
lid exchange_lists_by_message(const struct exchange_lists *l, bool send);

#endif
