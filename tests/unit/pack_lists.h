/* pack_lists.h: do the lists of neighbours and the colours of cells agree? For tests that have all packs of a mesh. */
#ifndef UFV_TESTS_UNIT_PACK_LISTS_H
#define UFV_TESTS_UNIT_PACK_LISTS_H

#include "check.h"
#include "mem.h"
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

/* The colour of every cell, by global id, as its owner has it. Owned by the caller. */
static inline uint8_t *owners_colours(const struct pack *pack, int n_ranks, const char *name)
{
    uint8_t *colour;
    int64_t coloured = 0;
    MEM_NEW_ZERO(colour, pack[0].n_cells_global);
    for (int r = 0; r < n_ranks; r++) {
        const struct pack *p = &pack[r];
        CHECK(p->n_cell_colours == pack[0].n_cell_colours, "%s: %d colours on rank %d", name, (int)p->n_cell_colours,
              r);
        for (lid k = 0; k < p->n_cell_colours; k++)
            for (lid i = p->cell_colour_offset[k]; i < p->cell_colour_offset[k + 1]; i++, coloured++)
                colour[p->cell_gid[p->cell_colour_cell[i]]] = (uint8_t)k;
    }
    CHECK(coloured == pack[0].n_cells_global, "%s: %d cells have a colour", name, (int)coloured);
    return colour;
}

/* Halo cells have their owner's colours, and cells that share a face differ, on whatever ranks they are; only a cell
 * and its own image behind a periodic face do not. Returns owners_colours(). */
static inline uint8_t *check_cell_colours(const struct pack *pack, int n_ranks, const char *name)
{
    uint8_t *colour = owners_colours(pack, n_ranks, name);
    for (int r = 0; r < n_ranks; r++) {
        const struct pack *p = &pack[r];
        for (int64_t c = p->n_owned; c < p->n_cells; c++)
            CHECK(p->halo_colour[c - p->n_owned] == colour[p->cell_gid[c]], "%s, rank %d: halo cell %d", name, r,
                  (int)c);
        for (int64_t f = p->n_boundary; f < p->n_flux; f++) {
            gid left = p->cell_gid[p->left[f]], right = p->cell_gid[p->right[f]];
            CHECK(left == right || colour[left] != colour[right], "%s, rank %d: cells %d and %d share a colour", name,
                  r, (int)left, (int)right);
        }
    }
    return colour;
}

#endif
