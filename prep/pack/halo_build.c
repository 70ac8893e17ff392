/* Halo layers: the face neighbours of a rank's cells, theirs, and all others that share a node, in the order in
 * which packs hold them.
 *
 *   layer 1   across the faces of owned cells: fluxes and gradients of owned cells need their values
 *   layer 2   across the faces of layer 1: gradients of layer 1, made here instead of being sent, need theirs
 *   layer 3   all that is left around the nodes of owned cells and of layer 1: means and gradients at these nodes
 *
 * Only cells that are not inner have anything beyond: inner ones share no node with another rank's cell. Within a
 * layer cells stand by owner, then in the owner's own order, so that the owner can list what it sends (a run) without
 * a search and both ends of a message agree on the order without being told.
 */
#include "pack/halo_build.h"

#include "mem.h"
#include "mesh/node_cells.h"

#include <stdlib.h>
#include <string.h>

/* Cell before cell: by the mesh's number, images of one cell by their transform. */
static bool comes_before(const struct mesh *m, lid a, lid b)
{
    lid x = mesh_cell_base(m, a), y = mesh_cell_base(m, b);
    return x < y || (x == y && mesh_cell_transform(m, a) < mesh_cell_transform(m, b));
}

/* Images stand behind all cells of the mesh; around a node they are put where
 * their cells' numbers belong, so that sums run alike on both sides of an interface. */
static void sort_images(const struct mesh *m, struct halos *h)
{
    for (int64_t v = 0; v < mesh_all_nodes(m); v++)
        for (int64_t i = h->node_cell_offset[v] + 1; i < h->node_cell_offset[v + 1]; i++) {
            lid c = h->node_cell[i];
            int64_t at = i;
            /* Insertion: few cells, of which all but the images are in order already. */
            for (; at > h->node_cell_offset[v] && comes_before(m, c, h->node_cell[at - 1]); at--)
                h->node_cell[at] = h->node_cell[at - 1];
            h->node_cell[at] = c;
        }
}

/* Ascending by the mesh's numbers around every node, on all ranks: sums over the cells around a node then add
 * in one order wherever they are made, and give the same bits. */
static void make_node_cells(const struct mesh *m, struct halos *h)
{
    struct node_cells around;
    node_cells_make(m, &around);
    h->node_cell_offset = around.offset;
    h->node_cell = around.cell;
    if (m->images.n_cells > 0)
        sort_images(m, h);
}

struct search {
    const struct mesh *m;
    const struct ordering *o;
    struct halos *h;
    lid *seen;      /* [all cells] rank + 1 of the last rank that keeps this cell: nothing is cleared between ranks */
    lid *seen_node; /* [all nodes] ... that looked around this node: some have thousands of cells */
    int rank;
};

/* An image is never owned, even when it is of a cell of this rank: it is a halo cell with another place. */
static bool is_owned(const struct search *s, lid c)
{
    return c < s->m->n_cells && s->o->rank_of[c] == s->rank;
}

/* Adds a cell to the layer at work unless it is there already or owned. */
static void keep(struct search *s, lid c)
{
    if (is_owned(s, c) || s->seen[c] == s->rank + 1)
        return;
    s->seen[c] = s->rank + 1;
    struct halos *h = s->h;
    if (h->n_cells == h->capacity) {
        h->capacity += h->capacity / 2;
        MEM_RESIZE(h->cell, h->capacity);
    }
    h->cell[h->n_cells++] = c;
}

static void keep_face_neighbours(struct search *s, lid c)
{
    for (int64_t i = s->m->cell_face_offset[c]; i < s->m->cell_face_offset[c + 1]; i++) {
        lid other = mesh_across(s->m, s->m->cell_face[i], c);
        if (other >= 0)
            keep(s, other);
    }
}

/* Each node once per rank: hub nodes would otherwise be walked as often as they have cells. */
static void keep_node_neighbours(struct search *s, lid c)
{
    for (int64_t i = s->m->cell_node_offset[c]; i < s->m->cell_node_offset[c + 1]; i++) {
        lid v = s->m->cell_node[i];
        if (s->seen_node[v] == s->rank + 1)
            continue;
        s->seen_node[v] = s->rank + 1;
        for (int64_t k = s->h->node_cell_offset[v]; k < s->h->node_cell_offset[v + 1]; k++)
            keep(s, s->h->node_cell[k]);
    }
}

struct place {
    int32_t owner;
    lid position, transform, cell;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->owner != q->owner)
        return p->owner < q->owner ? -1 : 1;
    if (p->position != q->position)
        return p->position < q->position ? -1 : 1;
    return (p->transform > q->transform) - (p->transform < q->transform);
}

/* A run: the cells that `from` keeps of one owner in one layer, which is what one message brings. */
static void add_run(struct halos *h, struct halo_run run)
{
    if (h->n_runs == h->run_capacity) {
        h->run_capacity = h->run_capacity ? 2 * h->run_capacity : 64;
        MEM_RESIZE(h->run, h->run_capacity);
    }
    h->run[h->n_runs++] = run;
}

/* Sorts the newest layer, from begin on, by owner, the owner's order, and transform. */
static void finish_layer(struct search *s, int layer, int64_t begin)
{
    struct halos *h = s->h;
    int64_t n = h->n_cells - begin;
    struct place *place;
    MEM_NEW(place, n);
    for (int64_t i = 0; i < n; i++) {
        lid c = h->cell[begin + i], base = mesh_cell_base(s->m, c);
        place[i] = (struct place){s->o->rank_of[base], s->o->position[base], mesh_cell_transform(s->m, c), c};
    }
    qsort(place, (size_t)n, sizeof *place, compare_places);
    for (int64_t i = 0; i < n; i++) {
        h->cell[begin + i] = place[i].cell;
        if (i == 0 || place[i].owner != place[i - 1].owner)
            add_run(h, (struct halo_run){place[i].owner, s->rank, layer, begin + i, begin + i});
        /* The run grows as long as the owner stays the same. */
        h->run[h->n_runs - 1].end = begin + i + 1;
    }
    h->layer_begin[3 * s->rank + layer + 1] = h->n_cells;
    mem_free(place);
}

/* layer_begin: [3 ranks + 1], the three layers of rank r at 3 r .. 3 r + 2. */
static void find_layers(struct search *s)
{
    struct halos *h = s->h;
    const lid *owned = s->o->cell + s->o->rank_offset[s->rank];
    lid n_owned = (lid)(s->o->rank_offset[s->rank + 1] - s->o->rank_offset[s->rank]);
    lid n_inner = (lid)s->o->n_inner[s->rank];
    int64_t begin = h->n_cells;
    h->layer_begin[3 * s->rank] = begin;
    for (lid i = n_inner; i < n_owned; i++)
        keep_face_neighbours(s, owned[i]);
    finish_layer(s, 0, begin);
    /* Layers 2 and 3 are found from what the layers before hold; seen[] keeps a cell from standing in two. */
    int64_t second = h->n_cells;
    for (int64_t i = begin; i < second; i++)
        keep_face_neighbours(s, h->cell[i]);
    finish_layer(s, 1, second);
    int64_t third = h->n_cells;
    for (lid i = n_inner; i < n_owned; i++)
        keep_node_neighbours(s, owned[i]);
    for (int64_t i = begin; i < second; i++)
        keep_node_neighbours(s, h->cell[i]);
    finish_layer(s, 2, third);
}

/* h->cell holds the halo cells of all ranks one after another. Serial, since `seen` and `seen_node`, as long as
 * the mesh, would be needed once per thread. */
void halos_build(const struct mesh *m, const struct ordering *o, struct halos *h)
{
    memset(h, 0, sizeof *h);
    h->n_ranks = o->n_ranks;
    h->capacity = 4096;
    MEM_NEW(h->cell, h->capacity);
    MEM_NEW_ZERO(h->layer_begin, 3 * o->n_ranks + 1);
    make_node_cells(m, h);
    struct search s = {.m = m, .o = o, .h = h};
    MEM_NEW_ZERO(s.seen, mesh_all_cells(m));
    MEM_NEW_ZERO(s.seen_node, mesh_all_nodes(m));
    for (s.rank = 0; s.rank < o->n_ranks; s.rank++)
        find_layers(&s);
    mem_free(s.seen);
    mem_free(s.seen_node);
}

void halos_free(struct halos *h)
{
    mem_free(h->layer_begin);
    mem_free(h->cell);
    mem_free(h->run);
    mem_free(h->node_cell_offset);
    mem_free(h->node_cell);
    memset(h, 0, sizeof *h);
}

/* Without direction: both ends of a pair of ranks make the same number. A run of a rank with itself (periodic
 * images) is a pair of equal numbers. */
static uint64_t pair_of(const struct halo_run *run)
{
    uint32_t low = (uint32_t)(run->to < run->from ? run->to : run->from);
    uint32_t high = (uint32_t)(run->to < run->from ? run->from : run->to);
    return (uint64_t)low << 32 | high;
}

static int compare_pairs(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* Two ranks are neighbours when one keeps a cell of the other. */
static void count_neighbours(const struct halos *h, struct halo_counts *c)
{
    uint64_t *pair;
    int *n;
    MEM_NEW(pair, h->n_runs);
    MEM_NEW_ZERO(n, h->n_ranks);
    for (int64_t i = 0; i < h->n_runs; i++)
        pair[i] = pair_of(&h->run[i]);
    qsort(pair, (size_t)h->n_runs, sizeof *pair, compare_pairs);
    for (int64_t i = 0; i < h->n_runs; i++) {
        if (i > 0 && pair[i] == pair[i - 1])
            continue;
        /* A pair in both directions is one neighbour to each side; a rank that has images of its own cells is its own
         * neighbour. */
        n[pair[i] >> 32]++;
        if (pair[i] >> 32 != (pair[i] & UINT32_MAX))
            n[pair[i] & UINT32_MAX]++;
    }
    for (int r = 0; r < h->n_ranks; r++) {
        c->neighbours_most = n[r] > c->neighbours_most ? n[r] : c->neighbours_most;
        c->neighbours_mean += (double)n[r] / h->n_ranks;
    }
    mem_free(pair);
    mem_free(n);
}

/* Figures for reports and --count; nothing of a pack depends on them. */
struct halo_counts halos_count(const struct halos *h)
{
    struct halo_counts c = {.cells = h->layer_begin[3 * h->n_ranks]};
    for (int r = 0; r < h->n_ranks; r++) {
        int64_t n = h->layer_begin[3 * r + 3] - h->layer_begin[3 * r];
        c.most = n > c.most ? n : c.most;
    }
    count_neighbours(h, &c);
    return c;
}
