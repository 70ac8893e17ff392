/* implicit_sent.c: for each row that is sent, to which ranks and to which places of theirs. */
#include "scheme/implicit_sent.h"

#include "exchange/peer_links.h"
#include "mem.h"

#include <string.h>

/* Rows that are sent are numbered colour by colour, each colour with an entry more than it has such rows, so that its
 * part of `first` ends by itself. base: out, [n_colours] the number of its first row. Returns how many entries there
 * are. */
static lid number_rows(const struct implicit_rows *r, lid *base)
{
    lid n = 0;
    for (int k = 0; k < r->n_colours; k++) {
        base[k] = n;
        const struct row_part *sent = implicit_sent_part(r, k);
        n += sent->row_end - sent->row + 1;
    }
    return n;
}

/* The entry of row p, which is of a part that is sent. */
static lid entry_of(const struct implicit_rows *r, const lid *base, lid p)
{
    int k = 0;
    while (k + 1 < r->n_colours && p >= implicit_sent_part(r, k + 1)->row)
        k++;
    return base[k] + p - implicit_sent_part(r, k)->row;
}

/* The places in the order of rows: counted, summed to where each row's begin, then dealt out. */
static void upload_places(const struct domain *d, const struct implicit_rows *r, const lid *base, lid n,
                          struct implicit_sent *s)
{
    const struct peer_halo *h = s->halo;
    lid *first, *at;
    struct sent_place *place;
    MEM_NEW_ZERO(first, n + 1);
    MEM_NEW(at, n + 1);
    MEM_NEW(place, h->n_values);
    for (int64_t i = 0; i < h->n_values; i++)
        first[entry_of(r, base, r->place[h->value[i].cell]) + 1]++;
    for (lid e = 0; e < n; e++)
        first[e + 1] += first[e];
    memcpy(at, first, (size_t)(n + 1) * sizeof *at);
    for (int64_t i = 0; i < h->n_values; i++) {
        const lid row = r->place[h->value[i].cell];
        struct sent_place *to = &place[at[entry_of(r, base, row)]++];
        *to = h->value[i].to;
        to->row = row;
    }
    s->first = domain_upload(d, "rows that are sent", first, (size_t)(n + 1) * sizeof *first);
    s->place = domain_upload(d, "places they are sent to", place, (size_t)h->n_values * sizeof *place);
    mem_free(first);
    mem_free(at);
    mem_free(place);
}

struct implicit_sent *implicit_sent_create(const struct domain *d, enum exchange_mode mode,
                                           const struct implicit_rows *rows, int n_variables)
{
    struct implicit_sent *s;
    size_t numbers = (size_t)rows->rows.n_places * (size_t)n_variables;
    struct peer_halo *halo = peer_halo_all(rows->cut == 0)
                                 ? peer_halo_create(d, mode, numbers, rows->place, rows->rows.stride)
                                 : NULL;
    if (!halo)
        return NULL;
    lid *base;
    MEM_NEW_ZERO(s, 1);
    MEM_NEW(base, rows->n_colours);
    MEM_NEW_ZERO(s->colour, rows->n_colours);
    s->backend = d->backend;
    s->halo = halo;
    s->n_colours = rows->n_colours;
    upload_places(d, rows, base, number_rows(rows, base), s);
    for (int k = 0; k < rows->n_colours; k++) {
        const struct row_part *sent = implicit_sent_part(rows, k);
        struct jacobian_sent_args *a = &s->colour[k];
        a->begin = sent->row;
        a->end = sent->row_end;
        a->single = sent->single_row;
        a->lanes = sent->single_lane;
        a->other_lanes = sent->lane_end;
        a->first = s->first + base[k];
        a->place = s->place;
        a->awaited = peer_links_awaited(halo->links);
        a->raised = peer_links_raised(halo->links);
        memcpy(a->x, halo->of, sizeof a->x);
        memcpy(a->stride, halo->stride, sizeof a->stride);
    }
    mem_free(base);
    return s;
}

void implicit_sent_free(struct implicit_sent *s)
{
    if (!s)
        return;
    s->backend->free(s->first);
    s->backend->free(s->place);
    peer_halo_free(s->halo);
    mem_free(s->colour);
    mem_free(s);
}

/* No values: the flags alone. */
void implicit_sent_begin(const struct implicit_sent *s)
{
    struct transfer_targets_args ready = {.raised = peer_links_raised(s->halo->links)};
    BACKEND_LAUNCH(s->backend, KERNEL_transfer_pack_to_all, STREAM_COMPUTE, 0, 0, &ready);
}

void implicit_sent_end(const struct implicit_sent *s)
{
    struct transfer_args there = {.awaited = peer_links_awaited(s->halo->links)};
    BACKEND_LAUNCH(s->backend, KERNEL_transfer_unpack, STREAM_COMPUTE, 0, 0, &there);
}
