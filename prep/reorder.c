#include "reorder.h"

#include "hilbert.h"
#include "mem.h"

#include <string.h>

/* node_rank[v]: the rank of all cells around v, -1 when they differ. */
static lid *find_node_ranks(const struct mesh *m, const int32_t *rank_of)
{
    lid *node_rank;
    MEM_NEW(node_rank, m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++)
        node_rank[v] = -2;
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++) {
            lid *r = &node_rank[m->cell_node[i]];
            *r = *r == -2 || *r == rank_of[c] ? rank_of[c] : -1;
        }
    for (int side = 0; side < 2; side++) /* images stand around a periodic node */
        for (int64_t i = 0; i < m->periodic.n_node_pairs; i++)
            node_rank[m->periodic.node[side][i]] = -1;
    return node_rank;
}

static bool is_inner(const struct mesh *m, const lid *node_rank, lid c)
{
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

/* The graph of a rank's own cells, numbered as in file order. */
static void make_rank_graph(const struct mesh *m, const struct ordering *o, int rank, struct graph *g)
{
    const lid *cell = o->cell + o->rank_offset[rank];
    g->n = (lid)(o->rank_offset[rank + 1] - o->rank_offset[rank]);
    int64_t most = 0;
    for (lid i = 0; i < g->n; i++)
        most += m->cell_face_offset[cell[i] + 1] - m->cell_face_offset[cell[i]];
    MEM_NEW(g->offset, g->n + 1);
    MEM_NEW(g->adjacent, most);
    lid at = 0;
    for (lid i = 0; i < g->n; i++) {
        g->offset[i] = at;
        for (int64_t k = m->cell_face_offset[cell[i]]; k < m->cell_face_offset[cell[i] + 1]; k++) {
            lid other = mesh_across(m, m->cell_face[k], cell[i]);
            if (other >= 0 && o->rank_of[other] == rank)
                g->adjacent[at++] = o->position[other];
        }
    }
    g->offset[g->n] = at;
}

static void gather_bandwidth(struct rcm_bandwidth *all, const struct rcm_bandwidth *one)
{
    all->largest = one->largest > all->largest ? one->largest : all->largest;
    all->sum += one->sum;
    all->n_edges += one->n_edges;
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

static void order_rank(const struct mesh *m, const struct metrics *q, const lid *node_rank, struct ordering *o, int rank)
{
    struct graph g;
    struct rcm_bandwidth b;
    make_rank_graph(m, o, rank, &g);
    lid *cell = o->cell + o->rank_offset[rank], *order, *old;
    MEM_NEW(order, g.n);
    MEM_NEW(old, g.n);
    for (lid i = 0; i < g.n; i++)
        order[i] = i;
    rcm_measure(g.n, g.offset, g.adjacent, NULL, &b);
    gather_bandwidth(&o->before, &b);
    if (o->method == REORDER_RCM)
        rcm_order(g.n, g.offset, g.adjacent, order);
    if (o->method == REORDER_HILBERT)
        hilbert_order(g.n, cell, q->centroid, q->n_cells, order);
    rcm_measure(g.n, g.offset, g.adjacent, order, &b);
    gather_bandwidth(&o->after, &b);
    o->n_inner[rank] = move_inner_first(m, node_rank, cell, g.n, order);
    rcm_measure(g.n, g.offset, g.adjacent, order, &b);
    gather_bandwidth(&o->final, &b);
    memcpy(old, cell, (size_t)g.n * sizeof *old);
    for (lid i = 0; i < g.n; i++)
        cell[i] = old[order[i]];
    for (lid i = 0; i < g.n; i++)
        o->position[cell[i]] = i;
    mem_free(order);
    mem_free(old);
    mem_free(g.offset);
    mem_free(g.adjacent);
}

void reorder_cells(const struct mesh *m, const struct metrics *g, int n_ranks, const int32_t *rank_of,
                   enum reorder_method method, struct ordering *o)
{
    memset(o, 0, sizeof *o);
    o->n_ranks = n_ranks;
    o->method = method;
    o->rank_of = rank_of;
    MEM_NEW_ZERO(o->n_inner, n_ranks);
    lid *node_rank = find_node_ranks(m, rank_of);
    group_by_rank(m, o);
    for (int r = 0; r < n_ranks; r++)
        order_rank(m, g, node_rank, o, r);
    mem_free(node_rank);
}

void ordering_free(struct ordering *o)
{
    mem_free(o->rank_offset);
    mem_free(o->cell);
    mem_free(o->position);
    mem_free(o->n_inner);
    memset(o, 0, sizeof *o);
}
