/* coarse_cells.c: rounds of pairs. A round goes through the vertices once, in order, so that the same mesh gives the
 * same coarse cells each time.
 */
#include "scheme/coarse_cells.h"

#include "mem.h"

#include <math.h>
#include <string.h>

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
    MEM_NEW(g->other, d->pack.n_slice_entries);
    MEM_NEW(g->weight, d->pack.n_slice_entries);
    g->offset[0] = 0;
    for (lid i = 0; i < n; i++) {
        struct inner_face found[UINT8_MAX + 1];
        const int faces = face_table_inner(t, i, found);
        int64_t at = g->offset[i];
        for (int k = 0; k < faces; k++)
            if (found[k].cell < n && found[k].cell != i) {
                g->other[at] = found[k].cell;
                g->weight[at++] = face_area(normal, n_faces, found[k].face);
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
    memset(g, 0, sizeof *g);
}

/* The vertex without a partner that v shares the largest area with, the first of several alike; -1: none. */
static lid best_partner(const struct cell_graph *g, lid v, const lid *pair)
{
    lid best = -1;
    float largest = 0;
    for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++)
        if (pair[g->other[e]] < 0 && g->weight[e] > largest) {
            largest = g->weight[e];
            best = g->other[e];
        }
    return best;
}

/* The pair of each vertex, and of each pair its two vertices (the second -1 where one stayed alone), [2 pairs]. */
static lid find_pairs(const struct cell_graph *g, lid *pair, lid *members)
{
    lid n = 0;
    for (lid v = 0; v < g->n; v++)
        pair[v] = -1;
    for (lid v = 0; v < g->n; v++) {
        if (pair[v] >= 0)
            continue;
        const lid partner = best_partner(g, v, pair);
        pair[v] = n;
        if (partner >= 0)
            pair[partner] = n;
        members[2 * n] = v;
        members[2 * n + 1] = partner;
        n++;
    }
    return n;
}

/* The graph of the pairs: areas between two of them added up. seen: [pairs], where a neighbour stands in the row that
 * is being made. */
static struct cell_graph graph_of_pairs(const struct cell_graph *g, lid n, const lid *pair, const lid *members)
{
    struct cell_graph to = {.n = n};
    int64_t *seen;
    MEM_NEW(to.offset, n + 1);
    MEM_NEW(to.other, g->offset[g->n]);
    MEM_NEW(to.weight, g->offset[g->n]);
    MEM_NEW(seen, n);
    for (lid p = 0; p < n; p++)
        seen[p] = -1;
    to.offset[0] = 0;
    for (lid p = 0; p < n; p++) {
        int64_t at = to.offset[p];
        for (int k = 0; k < 2; k++) {
            const lid v = members[2 * p + k];
            for (int64_t e = v < 0 ? 0 : g->offset[v]; v >= 0 && e < g->offset[v + 1]; e++) {
                const lid other = pair[g->other[e]];
                if (other == p)
                    continue;
                if (seen[other] < to.offset[p]) {
                    seen[other] = at;
                    to.other[at] = other;
                    to.weight[at++] = 0;
                }
                to.weight[seen[other]] += g->weight[e];
            }
        }
        to.offset[p + 1] = at;
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
