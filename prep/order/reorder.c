/* The order of each rank's cells: by the method asked for, inner cells first, cells of a kind together. */
#include "order/reorder.h"

#include "order/cell_cost.h"
#include "order/hilbert.h"
#include "mem.h"
#include "threads.h"

#include <omp.h>
#include <string.h>

/* A cell of this rank is around the node; several threads may say so at once. The mark goes from -2 (no cell yet) to a
 * rank to -1 and never back, so that the end is the same whatever their order, and no stronger order is needed. */
static void add_node_rank(lid *node_rank, lid rank)
{
    lid seen = __atomic_load_n(node_rank, __ATOMIC_RELAXED);
    /* Where another thread was faster the exchange fails and leaves in `seen` what it has put there, for the next
     * test. */
    if (seen == -2)
        __atomic_compare_exchange_n(node_rank, &seen, rank, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (seen != -2 && seen != rank && seen != -1)
        __atomic_store_n(node_rank, -1, __ATOMIC_RELAXED);
}

/* node_rank[v]: the rank of all cells around v, -1 when they differ. NULL when no cell
 * meets another rank's. */
static lid *find_node_ranks(const struct mesh *m, const struct ordering *o)
{
    lid *node_rank;
    if (o->n_ranks == 1 && m->periodic.n_node_pairs == 0)
        return NULL;
    MEM_NEW(node_rank, m->n_nodes);
#pragma omp parallel for schedule(static)
    for (int64_t v = 0; v < m->n_nodes; v++)
        node_rank[v] = -2;
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
            add_node_rank(&node_rank[m->cell_node[i]], o->rank_of[c]);
    for (int side = 0; side < 2; side++) /* images stand around a periodic node */
        for (int64_t i = 0; i < m->periodic.n_node_pairs; i++)
            node_rank[m->periodic.node[side][i]] = -1;
    return node_rank;
}

/* An inner cell shares no node, not only no face, with another rank's cell or an image: gradients at nodes
 * read all cells around them. */
static bool is_inner(const struct mesh *m, const lid *node_rank, lid c)
{
    if (!node_rank)
        return true;
    for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
        if (node_rank[m->cell_node[i]] < 0)
            return false;
    return true;
}

/* Cells by rank, in file order. */
static void group_by_rank(const struct mesh *m, struct ordering *o)
{
    MEM_NEW_ZERO(o->rank_offset, o->n_ranks + 1);
    MEM_NEW(o->cell, m->n_cells);
    MEM_NEW(o->position, m->n_cells);
    for (int64_t c = 0; c < m->n_cells; c++)
        o->rank_offset[o->rank_of[c] + 1]++;
    for (int r = 0; r < o->n_ranks; r++)
        o->rank_offset[r + 1] += o->rank_offset[r];
    /* Cells ascend within a rank, since they are walked in ascending order. */
    int64_t *at;
    MEM_NEW(at, o->n_ranks);
    memcpy(at, o->rank_offset, (size_t)o->n_ranks * sizeof *at);
    for (lid c = 0; c < m->n_cells; c++) {
        int32_t r = o->rank_of[c];
        o->position[c] = (lid)(at[r] - o->rank_offset[r]);
        o->cell[at[r]++] = c;
    }
    mem_free(at);
}

struct graph {
    lid n, *offset, *adjacent;
};

/* The rank's own cells across the faces of cell i, into list unless that is NULL: their
 * number. */
static lid list_neighbours(const struct mesh *m, const struct ordering *o, int rank, lid cell, lid *list)
{
    lid n = 0;
    for (int64_t k = m->cell_face_offset[cell]; k < m->cell_face_offset[cell + 1]; k++) {
        lid other = mesh_across(m, m->cell_face[k], cell);
        if (other < 0 || o->rank_of[other] != rank)
            continue;
        if (list)
            list[n] = o->position[other];
        n++;
    }
    return n;
}

/* Fetches the faces of the cell a few places behind i: they lie anywhere in memory. */
static void look_ahead(const struct mesh *m, const lid *cell, lid i, lid n)
{
    enum { FAR = 12 };
    if (i + FAR >= n)
        return;
    for (int64_t k = m->cell_face_offset[cell[i + FAR]]; k < m->cell_face_offset[cell[i + FAR] + 1]; k++) {
        __builtin_prefetch(&m->left[m->cell_face[k]]);
        __builtin_prefetch(&m->right[m->cell_face[k]]);
    }
}

/* The graph of a rank's own cells, numbered as in file order. */
static void make_rank_graph(const struct mesh *m, const struct ordering *o, int rank, struct graph *g)
{
    const lid *cell = o->cell + o->rank_offset[rank];
    g->n = (lid)(o->rank_offset[rank + 1] - o->rank_offset[rank]);
    MEM_NEW(g->offset, g->n + 1);
    g->offset[0] = 0;
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < g->n; i++) {
        look_ahead(m, cell, i, g->n);
        g->offset[i + 1] = list_neighbours(m, o, rank, cell[i], NULL);
    }
    for (lid i = 0; i < g->n; i++)
        g->offset[i + 1] += g->offset[i];
    MEM_NEW(g->adjacent, g->offset[g->n]);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < g->n; i++) {
        look_ahead(m, cell, i, g->n);
        list_neighbours(m, o, rank, cell[i], g->adjacent + g->offset[i]);
    }
}

/* All ranks together: the largest of largest, sums of the rest. */
static void gather_bandwidth(struct rcm_bandwidth *all, const struct rcm_bandwidth *one)
{
    all->largest = one->largest > all->largest ? one->largest : all->largest;
    all->sum += one->sum;
    all->n_edges += one->n_edges;
}

/* ---- cells of a kind together ---- */

/* Cells that take the solver the same way: as many faces, stretched or not. */
enum { KINDS = 64, WINDOW = 2048 };

/* 2 * faces + stretched; cells of 31 and more faces are one kind. */
static int kind_of(const struct mesh *m, const struct metrics *q, lid cell)
{
    int64_t faces = m->cell_face_offset[cell + 1] - m->cell_face_offset[cell];
    int most = KINDS / 2 - 1;
    return 2 * (faces < most ? (int)faces : most) + cell_is_stretched(m, q, cell);
}

/* order[n] within a window, by kind, otherwise as it was. Are there several kinds? */
static bool group_window(const struct mesh *m, const struct metrics *q, const lid *cell, lid n, lid *order)
{
    uint8_t kind[WINDOW];
    lid old[WINDOW], at[KINDS + 1] = {0};
    for (lid i = 0; i < n; i++) {
        kind[i] = (uint8_t)kind_of(m, q, cell[order[i]]);
        old[i] = order[i];
        at[kind[i] + 1]++;
    }
    /* Before the sums: the number of cells of the first one's kind. */
    bool several = at[kind[0] + 1] < n;
    for (int k = 0; k < KINDS; k++)
        at[k + 1] += at[k];
    for (lid i = 0; i < n; i++)
        /* A counting sort, which keeps the order within a kind. */
        order[at[kind[i]]++] = old[i];
    return several;
}

/* Groups cells by kind within each WINDOW cells of the order: threads that work side by side then go the same
 * way (of gradient = node-lsq stretched cells and others go different ones), and slices are no wider than
 * their cells, while neighbours stay as near as they were but for that. */
static bool group_kinds(const struct mesh *m, const struct metrics *q, const lid *cell, lid n, lid *order)
{
    bool several = false;
#pragma omp parallel for schedule(static) reduction(|| : several)
    /* Windows are fixed by their number, not by threads, and none reads another's entries. */
    for (lid begin = 0; begin < n; begin += WINDOW)
        several = group_window(m, q, cell, n - begin < WINDOW ? n - begin : WINDOW, order + begin) || several;
    return several;
}

/* Inner cells first, otherwise as they were. Returns their number. */
static lid move_inner_first(const struct mesh *m, const lid *node_rank, const lid *cell, lid n, lid *order)
{
    lid *rest, inner = 0, outer = 0;
    MEM_NEW(rest, n);
    for (lid i = 0; i < n; i++)
        if (is_inner(m, node_rank, cell[order[i]]))
            order[inner++] = order[i];
        else
            rest[outer++] = order[i];
    memcpy(order + inner, rest, (size_t)outer * sizeof *order);
    mem_free(rest);
    return inner;
}

/* Bandwidths of one rank: as in struct ordering. */
struct measure {
    struct rcm_bandwidth before, after, final;
};

/* The order of one rank's cells: by the method; then the inner cells first, which the solver works on while halo
 * messages travel; then those of a kind together, within the inner and the others apart. Each step keeps the order of
 * the one before as far as it can. No grouping with REORDER_NONE: file order is asked for to compare with it. */
static void order_rank(const struct mesh *m, const struct metrics *q, const lid *node_rank, struct ordering *o,
                       int rank, struct measure *b)
{
    struct graph g;
    make_rank_graph(m, o, rank, &g);
    lid *cell = o->cell + o->rank_offset[rank], *order, *old;
    MEM_NEW(order, g.n);
    MEM_NEW(old, g.n);
    for (lid i = 0; i < g.n; i++)
        order[i] = i;
    rcm_measure(g.n, g.offset, g.adjacent, NULL, &b->before);
    if (o->method == REORDER_RCM)
        rcm_order(g.n, g.offset, g.adjacent, order);
    if (o->method == REORDER_HILBERT)
        hilbert_order(g.n, cell, q->centroid, q->stride, order);
    rcm_measure(g.n, g.offset, g.adjacent, order, &b->after);
    b->final = b->after;
    lid inner = move_inner_first(m, node_rank, cell, g.n, order);
    bool moved = inner < g.n;
    o->n_inner[rank] = inner;
    if (o->method != REORDER_NONE) {
        moved = group_kinds(m, q, cell, inner, order) || moved;
        moved = group_kinds(m, q, cell, g.n - inner, order + inner) || moved;
    }
    if (moved)
        rcm_measure(g.n, g.offset, g.adjacent, order, &b->final);
    memcpy(old, cell, (size_t)g.n * sizeof *old);
    for (lid i = 0; i < g.n; i++)
        cell[i] = old[order[i]];
    mem_free(order);
    mem_free(old);
    mem_free(g.offset);
    mem_free(g.adjacent);
}

/* Where the cells stand in their owners' orders. */
static void find_positions(struct ordering *o)
{
    for (int r = 0; r < o->n_ranks; r++)
#pragma omp parallel for schedule(static)
        for (int64_t i = o->rank_offset[r]; i < o->rank_offset[r + 1]; i++)
            o->position[o->cell[i]] = (lid)(i - o->rank_offset[r]);
}

/* Ranks side by side, each by its share of the threads, since most of an ordering is one thread's. Loops within a loop
 * have threads of their own, which a single rank does not need; nor are they begun where the system has no room. */
static void order_ranks(const struct mesh *m, const struct metrics *g, const lid *node_rank, struct ordering *o,
                        struct measure *b)
{
    int threads = omp_get_max_threads(), levels = omp_get_max_active_levels();
    int side_by_side = o->n_ranks < threads ? o->n_ranks : threads;
    if (side_by_side == 1 || !threads_have_room(threads)) {
        for (int r = 0; r < o->n_ranks; r++)
            order_rank(m, g, node_rank, o, r, &b[r]);
        return;
    }
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(side_by_side)
    {
        omp_set_num_threads(threads / side_by_side);
#pragma omp for schedule(dynamic)
        for (int r = 0; r < o->n_ranks; r++)
            order_rank(m, g, node_rank, o, r, &b[r]);
    }
    omp_set_max_active_levels(levels);
}

void reorder_cells(const struct mesh *m, const struct metrics *g, int n_ranks, const int32_t *rank_of,
                   enum reorder_method method, struct ordering *o)
{
    struct measure *b;
    memset(o, 0, sizeof *o);
    o->n_ranks = n_ranks;
    o->method = method;
    o->rank_of = rank_of;
    MEM_NEW_ZERO(o->n_inner, n_ranks);
    MEM_NEW(b, n_ranks);
    lid *node_rank = find_node_ranks(m, o);
    group_by_rank(m, o);
    order_ranks(m, g, node_rank, o, b);
    find_positions(o);
    for (int r = 0; r < n_ranks; r++) {
        gather_bandwidth(&o->before, &b[r].before);
        gather_bandwidth(&o->after, &b[r].after);
        gather_bandwidth(&o->final, &b[r].final);
    }
    mem_free(b);
    mem_free(node_rank);
}

/* rank_of is borrowed and stays. */
void ordering_free(struct ordering *o)
{
    mem_free(o->rank_offset);
    mem_free(o->cell);
    mem_free(o->position);
    mem_free(o->n_inner);
    memset(o, 0, sizeof *o);
}
