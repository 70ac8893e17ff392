/* pack_lists.h: do the lists of neighbours agree? For tests that have all packs of a mesh. */
#ifndef UFV_TESTS_UNIT_PACK_LISTS_H
#define UFV_TESTS_UNIT_PACK_LISTS_H

#include "check.h"
#include "pack/pack.h"

/* What rank a sends to b is what b receives from a, entry by entry, layer by layer; for a rank and
 * itself too. name: of the set, for messages. */
static inline void check_exchange(const struct pack *pack, int n_ranks, const char *name)
{
    for (int a = 0; a < n_ranks; a++)
        for (int i = 0; i < pack[a].n_neighbours; i++) {
            const struct pack *from = &pack[a], *to = &pack[from->neighbour[i].rank];
            const struct pack_neighbour *send = &from->neighbour[i], *recv = NULL;
            for (int k = 0; k < to->n_neighbours; k++)
                if (to->neighbour[k].rank == a)
                    recv = &to->neighbour[k];
            CHECK(recv, "%s: rank %d does not know rank %d", name, send->rank, a);
            for (int l = 0; l < 3 && recv; l++) {
                lid n = send->send_begin[l + 1] - send->send_begin[l];
                CHECK(n == recv->recv_begin[l + 1] - recv->recv_begin[l], "%s: layer %d differs in length", name, l);
                for (lid k = 0; k < n; k++)
                    CHECK(from->cell_gid[from->send_cell[send->send_begin[l] + k]] ==
                              to->cell_gid[to->recv_cell[recv->recv_begin[l] + k]],
                          "%s: %d to %d, layer %d, entry %d", name, a, send->rank, l, (int)k);
            }
        }
}

#endif
