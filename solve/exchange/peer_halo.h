/* peer_halo.h: an array of values at cells whose halo the ranks that own those cells write into, from GPU to GPU of a
 * host (peer_links.h): nothing is packed and nothing unpacked. Whoever writes says so by flags, and must know that the
 * reader has done with what it writes over: that is the user's to arrange (scheme/implicit_sent.h).
 */
#ifndef UFV_SOLVE_EXCHANGE_PEER_HALO_H
#define UFV_SOLVE_EXCHANGE_PEER_HALO_H

#include "exchange/exchange.h"
#include "kernels/sent_args.h"

/* A value of this rank's that another rank has in its halo. */
struct peer_value {
    lid cell;              /* owned */
    struct sent_place to;  /* peer 0 .. n_peers - 1, and the place in its array */
};

struct peer_halo {
    struct peer_links *links; /* owned */
    float *array;             /* [numbers] device, own; zero at first */
    int n_peers;
    float *of[PEER_MAX_FLAGS];   /* the peers' arrays, device, for kernels alone */
    lid stride[PEER_MAX_FLAGS];  /* of theirs, from variable to variable */
    int64_t n_values;
    struct peer_value *value;    /* [n_values] host, owned; cells of the first layer */
};

/* Collective. numbers: length of the array; place: [n_cells] host, borrowed while this runs, where a cell's first
 * variable stands in it, and stride how far behind the next one does; neighbours may have other strides. NULL on all
 * ranks where a rank has a neighbour that is not reached, or periodic images. */
struct peer_halo *peer_halo_create(const struct domain *d, enum exchange_mode mode, size_t numbers, const lid *place,
                                   lid stride);

/* Collective. NULL is allowed on all ranks. */
void peer_halo_free(struct peer_halo *h);

/* Do all ranks say yes? Collective. */
bool peer_halo_all(bool yes);

#endif
