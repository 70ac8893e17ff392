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
    int rank;                                           /* of the run */
    lid send_begin, send_count, recv_begin, recv_count; /* in cells, of the lists below */
};

struct exchange_lists {
    int n_neighbours;                    /* other ranks */
    int n_by_message;                    /* the first so many of them are sent messages */
    struct exchange_neighbour *neighbour; /* [n_neighbours] owned */
    struct exchange_neighbour itself;    /* images of this rank's own cells */
    int *number;                         /* [n_neighbours] each one's place among the pack's neighbours, this rank left
                                            out, as `reached` and peer_links.h count them; owned */
    lid n_send, n_recv;
    lid *send, *recv;                    /* [n_send] owned cells, [n_recv] halo cells (lid); owned */
};

/* Which cells of the pack's lists are taken. */
struct exchange_choice {
    int layers;          /* of the halo, 1 to 3 */
    const uint8_t *part; /* [n_cells] NULL: all; else those whose */
    int number;          /* part is this */
};

/* Not collective. How many entries of a neighbour's list to send, or of that to receive, are taken. */
lid exchange_lists_count(const struct pack *p, int neighbour, bool send, const struct exchange_choice *choice);

/* Not collective. reached[k]: the k-th neighbour of the pack that is another rank is written to; NULL: none
 * is. The lists are copies; free them with exchange_lists_free(). */
void exchange_lists_create(const struct pack *p, const struct exchange_choice *choice, const bool *reached,
                           struct exchange_lists *l);

/* Not collective. Leaves l empty. */
void exchange_lists_free(struct exchange_lists *l);

/* Entries that go by message: the first ones of the list to send, or of that to receive. Not
 * collective. */
lid exchange_lists_by_message(const struct exchange_lists *l, bool send);

#endif
