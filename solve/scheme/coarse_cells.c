/* coarse_cells.c: rounds of pairs. A round goes through the vertices once, in order, so that the same mesh gives the
 * same coarse cells each time.
 */
#include "scheme/coarse_cells.h"

#include "mem.h"

#include <math.h>
#include <string.h>

/* Of two areas: from what part of the larger on they count as alike; and below what part of the largest that a cell
 * has, also with the halo, it rather stays alone, since it would lie across the long sides of all its neighbours.
 * Figures: docs/decisions/029-coarse-cells.md. */
#define ALIKE 0.5f
#define LEAST 0.1f

/* The area of face f, m^2. normal: [3][n_faces]. */
static float face_area(const stored *normal, int64_t n_faces, lid f)
{
    double x = (double)normal[f], y = (double)normal[n_faces + f], z = (double)normal[2 * n_faces + f];
    return (float)sqrt(x * x + y * y + z * z);
}

void cell_graph_create(const struct domain *d, const struct face_table *t, struct cell_graph *g)
{
    const lid n = d->view.n_owned;
    const int64_t n_faces = d->view.n_faces;
    stored *normal;
    MEM_NEW(normal, 3 * n_faces);
    d->backend->download(normal, d->view.normal, 3 * (size_t)n_faces * sizeof *normal);
    *g = (struct cell_graph){.n = n};
    MEM_NEW(g->offset, n + 1);
    MEM_NEW_ZERO(g->outside, n);
    MEM_NEW(g->size, n);
    for (lid i = 0; i < n; i++)
        g->size[i] = 1;
    MEM_NEW(g->other, d->pack.n_slice_entries);
    MEM_NEW(g->weight, d->pack.n_slice_entries);
    g->offset[0] = 0;
    for (lid i = 0; i < n; i++) {
        struct inner_face found[UINT8_MAX + 1];
        const int faces = face_table_inner(t, i, found);
        int64_t at = g->offset[i];
        for (int k = 0; k < faces; k++) {
            const float area = face_area(normal, n_faces, found[k].face);
            if (found[k].cell >= n)
                g->outside[i] = area > g->outside[i] ? area : g->outside[i];
            else if (found[k].cell != i) {
                g->other[at] = found[k].cell;
                g->weight[at++] = area;
            }
        }
        g->offset[i + 1] = at;
    }
    mem_free(normal);
}

void cell_graph_free(struct cell_graph *g)
{
    mem_free(g->offset);
    mem_free(g->other);
    mem_free(g->weight);
    mem_free(g->outside);
    mem_free(g->size);
    memset(g, 0, sizeof *g);
}

/* Pairs beside v and w, one of each at v and the other at w: so many lie side by side with them if these become one. */
static int pairs_beside(const struct cell_graph *g, lid v, lid w, const lid *pair)
{
    int n = 0;
    for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
        const lid a = g->other[e];
        for (int64_t k = g->offset[w]; pair[a] >= 0 && k < g->offset[w + 1]; k++)
            n += pair[g->other[k]] == pair[a] && g->other[k] != a;
    }
    return n;
}

/* The largest area that v shares with another. */
static float largest_area(const struct cell_graph *g, lid v)
{
    float largest = g->outside[v];
    for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++)
        largest = g->weight[e] > largest ? g->weight[e] : largest;
    return largest;
}

/* The vertex without a partner that v shares the largest area with. Of several that are alike it is the one with the
 * most pairs beside the two: a brick that lies across its neighbours' joints touches more of them. -1: none. */
static lid best_partner(const struct cell_graph *g, lid v, const lid *pair)
{
    lid best = -1;
    int most = -1;
    const float least = LEAST * largest_area(g, v);
    float largest = 0;
    for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++)
        if (pair[g->other[e]] < 0 && g->weight[e] > largest)
            largest = g->weight[e];
    for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
        const lid w = g->other[e];
        if (pair[w] >= 0 || g->weight[e] < ALIKE * largest || g->weight[e] < least)
            continue;
        const int beside = pairs_beside(g, v, w, pair);
        if (beside > most) {
            most = beside;
            best = w;
        }
    }
    return best;
}

/* Vertices by size, the smallest first, equal ones in their order: [g->n], mem_free() it. */
static lid *order_by_size(const struct cell_graph *g)
{
    lid *order, *begin, largest = 0;
    MEM_NEW(order, g->n);
    for (lid v = 0; v < g->n; v++)
        largest = g->size[v] > largest ? g->size[v] : largest;
    MEM_NEW_ZERO(begin, largest + 2);
    for (lid v = 0; v < g->n; v++)
        begin[g->size[v] + 1]++;
    for (lid s = 0; s <= largest; s++)
        begin[s + 1] += begin[s];
    for (lid v = 0; v < g->n; v++)
        order[begin[g->size[v]]++] = v;
    mem_free(begin);
    return order;
}

/* Numbers n pairs in the order of their first vertices. pair: as find_pairs(), in and out; members: out. */
static void number_pairs(lid n_vertices, lid n, lid *pair, lid *members)
{
    lid *number, next = 0;
    MEM_NEW(number, n);
    for (lid p = 0; p < n; p++)
        number[p] = members[2 * p + 1] = -1;
    for (lid v = 0; v < n_vertices; v++) {
        const bool is_first = number[pair[v]] < 0;
        if (is_first)
            number[pair[v]] = next++;
        pair[v] = number[pair[v]];
        members[2 * pair[v] + (is_first ? 0 : 1)] = v;
    }
    mem_free(number);
}

/* The pair of each vertex, pair[g->n], and of each pair its two vertices (the second -1 where one stayed alone),
 * members[2 pairs]; both out. How many pairs there are. The smallest vertices choose first: what has stayed alone in a
 * round would else find its neighbours joined in all that follow. */
static lid find_pairs(const struct cell_graph *g, lid *pair, lid *members)
{
    lid n = 0, *order = order_by_size(g);
    for (lid v = 0; v < g->n; v++)
        pair[v] = -1;
    for (lid k = 0; k < g->n; k++) {
        const lid v = order[k];
        if (pair[v] >= 0)
            continue;
        const lid partner = best_partner(g, v, pair);
        pair[v] = n;
        if (partner >= 0)
            pair[partner] = n;
        n++;
    }
    mem_free(order);
    number_pairs(g->n, n, pair, members);
    return n;
}

/* Adds the neighbours of vertex v, which is of pair p, to the row of p, the last so far, which begins at to->offset[p]
 * and ends at `at`; its new end. seen: [pairs], where a pair stands in the row that is being made, less than the row's
 * begin: nowhere. */
static int64_t add_neighbours(const struct cell_graph *g, lid v, const lid *pair, lid p, int64_t *seen, int64_t at,
                              struct cell_graph *to)
{
    for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
        const lid other = pair[g->other[e]];
        if (other == p)
            continue;
        if (seen[other] < to->offset[p]) {
            seen[other] = at;
            to->other[at] = other;
            to->weight[at++] = 0;
        }
        to->weight[seen[other]] += g->weight[e];
    }
    return at;
}

/* The graph of the n pairs: areas between two of them added up. pair, members: as find_pairs() gives them. */
static struct cell_graph graph_of_pairs(const struct cell_graph *g, lid n, const lid *pair, const lid *members)
{
    struct cell_graph to = {.n = n};
    int64_t *seen;
    MEM_NEW(to.offset, n + 1);
    MEM_NEW_ZERO(to.outside, n);
    MEM_NEW_ZERO(to.size, n);
    MEM_NEW(to.other, g->offset[g->n]);
    MEM_NEW(to.weight, g->offset[g->n]);
    MEM_NEW(seen, n);
    for (lid p = 0; p < n; p++)
        seen[p] = -1;
    to.offset[0] = 0;
    for (lid p = 0; p < n; p++) {
        to.offset[p + 1] = to.offset[p];
        for (int k = 0; k < 2 && members[2 * p + k] >= 0; k++) {
            const lid v = members[2 * p + k];
            to.outside[p] += g->outside[v];
            to.size[p] += g->size[v];
            to.offset[p + 1] = add_neighbours(g, v, pair, p, seen, to.offset[p + 1], &to);
        }
    }
    mem_free(seen);
    return to;
}

void coarse_cells_join(struct cell_graph *g, int rounds, lid *coarse)
{
    const lid cells = g->n;
    lid *pair, *members;
    MEM_NEW(pair, cells);
    MEM_NEW(members, 2 * (int64_t)cells);
    for (lid i = 0; i < cells; i++)
        coarse[i] = i;
    for (int k = 0; k < rounds; k++) {
        const lid n = find_pairs(g, pair, members);
        struct cell_graph next = graph_of_pairs(g, n, pair, members);
        for (lid i = 0; i < cells; i++)
            coarse[i] = pair[coarse[i]];
        cell_graph_free(g);
        *g = next;
    }
    mem_free(pair);
    mem_free(members);
}
