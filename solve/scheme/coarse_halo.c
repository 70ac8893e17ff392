/* coarse_halo.c: what the halo's cells belong to, by an exchange.
 */
#include "scheme/coarse_halo.h"

#include "exchange/exchange.h"
#include "exchange/exchange_lists.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* Of each coarse cell stands the first of its cells that a neighbour has as a face neighbour; where cells have images,
 * all of those do: a coarse cell may be seen by way of several. of: [n_owned], the coarse
 * cell of each cell, one of n. */
static void choose_standing(const struct pack *p, lid n, const lid *of, uint8_t *stands)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists l;
    int *last;
    exchange_lists_create(p, &choice, NULL, &l);
    MEM_NEW_ZERO(last, n);
    for (int k = 0; k < l.n_neighbours; k++)
        for (lid e = l.neighbour[k].send_begin; e < l.neighbour[k].send_begin + l.neighbour[k].send_count; e++) {
            const lid i = l.send[e];
            if (last[of[i]] == k + 1 && p->n_transforms <= 1)
                continue;
            last[of[i]] = k + 1;
            stands[i] = 1;
        }
    for (lid e = l.itself.send_begin; e < l.itself.send_begin + l.itself.send_count; e++)
        stands[l.send[e]] = 1;
    mem_free(last);
    exchange_lists_free(&l);
}

/* Collective. Of the halo's cells of layer 1: which coarse cell each belongs to, as its rank counts, into of[], and
 * whether it stands for that. of: [n_cells], in: of owned cells; out: also of the halo, -1 beyond layer 1. Numbers
 * travel as floats, which hold them exactly up to 2^24: 1.3e8 cells a rank, eight in one. */
static void ask_neighbours(const struct flow *f, lid *of, uint8_t *stands)
{
    const struct domain *d = f->domain;
    const struct backend *b = d->backend;
    const lid n = d->view.n_cells, owned = d->view.n_owned;
    const size_t bytes = 2 * (size_t)n * sizeof(float);
    float *told, *device = b->alloc("coarse cells of the halo", bytes);
    MEM_NEW(told, 2 * (int64_t)n);
    for (lid i = 0; i < n; i++) {
        told[i] = i < owned ? (float)of[i] : -1.0f;
        told[n + i] = (float)stands[i];
    }
    b->upload(device, told, bytes);
    struct exchange *x = exchange_create(d, f->mode, 1, (struct exchange_array){.numbers = device, .n_variables = 2,
                                                                                .stride = n, .step = 1});
    exchange_begin(x);
    exchange_finish(x, STREAM_COMPUTE);
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(told, device, bytes);
    exchange_free(x);
    b->free(device);
    for (lid i = owned; i < n; i++) {
        of[i] = (lid)told[i];
        stands[i] = told[n + i] > 0;
    }
    mem_free(told);
}

/* What tells a halo cell's coarse cell from others; neighbour: its number in the lists. */
struct seen_as {
    lid neighbour, of, transform, cell;
    bool stands;
};

/* Those that stand first, then by cells. */
static int compare_seen(const void *a, const void *b)
{
    const struct seen_as *p = a, *q = b;
    if (p->neighbour != q->neighbour)
        return p->neighbour < q->neighbour ? -1 : 1;
    if (p->of != q->of)
        return p->of < q->of ? -1 : 1;
    if (p->transform != q->transform)
        return p->transform < q->transform ? -1 : 1;
    if (p->stands != q->stands)
        return p->stands ? -1 : 1;
    return (p->cell > q->cell) - (p->cell < q->cell);
}

/* Places of the halo, counted from 0: one for each of its cells that stands for a coarse cell; the others of that
 * coarse cell get the first of these. of: [n_cells], as ask_neighbours() leaves it. How many places there are. */
static lid place_halo(const struct pack *p, const lid *of, const uint8_t *stands, lid *place)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists l;
    struct seen_as *seen;
    lid n = 0, places = 0;
    exchange_lists_create(p, &choice, NULL, &l);
    MEM_NEW(seen, l.n_recv);
    for (int k = 0; k <= l.n_neighbours; k++) {
        const struct exchange_neighbour *nb = k < l.n_neighbours ? &l.neighbour[k] : &l.itself;
        for (lid e = nb->recv_begin; e < nb->recv_begin + nb->recv_count; e++) {
            const lid i = l.recv[e];
            seen[n++] = (struct seen_as){k, of[i], p->halo_transform[i - p->n_owned], i, stands[i]};
        }
    }
    qsort(seen, (size_t)n, sizeof *seen, compare_seen);
    for (lid j = 0, first = -1; j < n; j++) {
        const bool same = j > 0 && seen[j].neighbour == seen[j - 1].neighbour && seen[j].of == seen[j - 1].of &&
                          seen[j].transform == seen[j - 1].transform;
        if (!same)
            first = places;
        place[seen[j].cell] = seen[j].stands ? places++ : first;
    }
    mem_free(seen);
    exchange_lists_free(&l);
    return places;
}

lid coarse_halo_find(const struct flow *f, lid n, lid *of, uint8_t *stands, lid *place)
{
    const struct domain *d = f->domain;
    memset(stands, 0, (size_t)d->view.n_cells);
    for (lid i = 0; i < d->view.n_cells; i++)
        place[i] = -1;
    choose_standing(&d->pack, n, of, stands);
    ask_neighbours(f, of, stands);
    return place_halo(&d->pack, of, stands, place);
}
