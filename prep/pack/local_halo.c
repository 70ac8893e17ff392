/* Exchange lists of one rank: what the halos' runs say, from both sides.
 *
 * A run is what rank `to` receives from rank `from` in one layer. The receiver lists it by its own numbers and the
 * sender by its own, in the same order: the two need not agree on anything when they run. Lists stand by neighbour and
 * within a neighbour by layer, so that an exchange of the first layers takes the front of each list.
 */
#include "pack/local_mesh.h"

#include "error.h"
#include "mem.h"

#include <stdlib.h>

/* The neighbour of that rank; the list is ascending by rank. */
static struct pack_neighbour *find_neighbour(struct pack *p, int rank)
{
    for (int i = 0; i < p->n_neighbours; i++)
        if (p->neighbour[i].rank == rank)
            return &p->neighbour[i];
    FATAL("rank %d is not a neighbour of rank %" PRId64, rank, p->rank);
}

static void list_neighbours(struct local *l)
{
    const struct halos *h = l->w->halos;
    struct pack *p = l->p;
    uint8_t *is_neighbour;
    MEM_NEW_ZERO(is_neighbour, p->n_ranks);
    for (int64_t i = 0; i < h->n_runs; i++) {
        if (h->run[i].to == p->rank)
            is_neighbour[h->run[i].from] = 1;
        if (h->run[i].from == p->rank)
            is_neighbour[h->run[i].to] = 1;
    }
    for (int r = 0; r < p->n_ranks; r++)
        p->n_neighbours += is_neighbour[r];
    MEM_NEW_ZERO(p->neighbour, p->n_neighbours);
    for (int r = 0, n = 0; r < p->n_ranks; r++)
        if (is_neighbour[r])
            p->neighbour[n++].rank = r;
    mem_free(is_neighbour);
}

/* Sizes first, in send_begin[layer + 1]; then where each begins. */
static void count_entries(struct local *l)
{
    const struct halos *h = l->w->halos;
    struct pack *p = l->p;
    for (int64_t i = 0; i < h->n_runs; i++) {
        const struct halo_run *run = &h->run[i];
        lid n = (lid)(run->end - run->begin);
        if (run->to == p->rank)
            find_neighbour(p, run->from)->recv_begin[run->layer + 1] = n;
        if (run->from == p->rank)
            find_neighbour(p, run->to)->send_begin[run->layer + 1] = n;
    }
    lid send = 0, recv = 0;
    for (int i = 0; i < p->n_neighbours; i++) {
        struct pack_neighbour *n = &p->neighbour[i];
        /* A neighbour's lists begin where those of the one before end; sizes become begins by adding up. */
        n->send_begin[0] = send;
        n->recv_begin[0] = recv;
        for (int layer = 0; layer < 3; layer++) {
            n->send_begin[layer + 1] += n->send_begin[layer];
            n->recv_begin[layer + 1] += n->recv_begin[layer];
        }
        send = n->send_begin[3];
        recv = n->recv_begin[3];
    }
    p->n_send = send;
    p->n_recv = recv;
}

/* Both sides of a run that this rank has a part in; of its own images, both. */
static void fill_run(struct local *l, const struct halo_run *run)
{
    const struct mesh *m = l->w->mesh;
    const struct halos *h = l->w->halos;
    struct pack *p = l->p;
    if (run->to == p->rank) {
        lid *to = p->recv_cell + find_neighbour(p, run->from)->recv_begin[run->layer];
        for (int64_t k = run->begin; k < run->end; k++)
            *to++ = l->maps->cell[h->cell[k]];
    }
    if (run->from == p->rank) {
        lid *to = p->send_cell + find_neighbour(p, run->to)->send_begin[run->layer];
        for (int64_t k = run->begin; k < run->end; k++)
            /* The sender has the cell itself, wherever the receiver's image of it stands. */
            *to++ = l->maps->cell[mesh_cell_base(m, h->cell[k])];
    }
}

/* The transforms of the halo's cells; those of the mesh's cells are 0, the identity. */
static void copy_transforms(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    const struct transform_table *t = &m->periodic.table;
    const struct transform identity = transform_identity();
    struct pack *p = l->p;
    /* A mesh without periodic faces has no table; packs hold the identity all the same, so that readers need no
     * case. */
    int64_t n = t->n > 0 ? t->n : 1;
    p->n_transforms = n;
    MEM_NEW(p->transform, 12 * n);
    for (int64_t i = 0; i < n; i++) {
        const struct transform *a = t->n > 0 ? &t->item[i] : &identity;
        for (int c = 0; c < 9; c++)
            p->transform[c * n + i] = a->rotation[c / 3][c % 3];
        for (int c = 0; c < 3; c++)
            p->transform[(9 + c) * n + i] = a->translation[c];
    }
    MEM_NEW(p->halo_transform, p->n_recv);
    for (int64_t i = 0; i < p->n_recv; i++)
        p->halo_transform[i] = mesh_cell_transform(m, l->cell[p->n_owned + i]);
}

void local_halo_build(struct local *l)
{
    const struct halos *h = l->w->halos;
    struct pack *p = l->p;
    list_neighbours(l);
    count_entries(l);
    MEM_NEW(p->send_cell, p->n_send);
    MEM_NEW(p->recv_cell, p->n_recv);
    for (int64_t i = 0; i < h->n_runs; i++)
        fill_run(l, &h->run[i]);
    copy_transforms(l);
}
