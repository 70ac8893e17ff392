/* coarse_colours.c: greedy colours, the vertices in the order "smallest last" (Matula and Beck 1983): of those that are
 * left, the one with the fewest neighbours left takes the last place. Wings of 0.4 to 3.8 million cells have eight
 * colours so, ten or eleven in the order of cells.
 */
#include "scheme/coarse_colours.h"

#include "mem.h"

/* Vertices by how many neighbours they have left: those with k begin in order[] at begin[k]. */
struct by_degree {
    lid *order, *place; /* [n]; place of a vertex in order[] */
    lid *degree;        /* [n] */
    lid *begin;         /* [largest degree + 2] */
    lid largest;
};

static void by_degree_create(const struct cell_graph *g, struct by_degree *s)
{
    lid *at;
    *s = (struct by_degree){0};
    MEM_NEW(s->order, g->n);
    MEM_NEW(s->place, g->n);
    MEM_NEW(s->degree, g->n);
    for (lid v = 0; v < g->n; v++) {
        s->degree[v] = (lid)(g->offset[v + 1] - g->offset[v]);
        s->largest = s->degree[v] > s->largest ? s->degree[v] : s->largest;
    }
    MEM_NEW_ZERO(s->begin, s->largest + 2);
    MEM_NEW(at, s->largest + 1);
    for (lid v = 0; v < g->n; v++)
        s->begin[s->degree[v] + 1]++;
    for (lid k = 0; k <= s->largest; k++) {
        s->begin[k + 1] += s->begin[k];
        at[k] = s->begin[k];
    }
    for (lid v = 0; v < g->n; v++) {
        s->place[v] = at[s->degree[v]]++;
        s->order[s->place[v]] = v;
    }
    mem_free(at);
}

static void by_degree_free(struct by_degree *s)
{
    mem_free(s->order);
    mem_free(s->place);
    mem_free(s->degree);
    mem_free(s->begin);
}

/* A neighbour of v is taken: v changes places with the first of its degree, which then is the last of one less. taken:
 * how many vertices are, at the front of order[]. */
static void one_neighbour_less(struct by_degree *s, lid v, lid taken)
{
    const lid k = s->degree[v], first = s->begin[k] > taken ? s->begin[k] : taken, other = s->order[first];
    s->order[s->place[v]] = other;
    s->place[other] = s->place[v];
    s->order[first] = v;
    s->place[v] = first;
    s->begin[k] = first + 1;
    s->degree[v] = k - 1;
}

/* order: out, [g->n]. */
static void order_smallest_last(const struct cell_graph *g, lid *order)
{
    struct by_degree s;
    by_degree_create(g, &s);
    for (lid k = 0; k < g->n; k++) {
        const lid v = s.order[k];
        order[g->n - 1 - k] = v;
        for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++)
            if (s.place[g->other[e]] > k)
                one_neighbour_less(&s, g->other[e], k + 1);
    }
    by_degree_free(&s);
}

/* The least colour that no neighbour has, vertex by vertex in that order; how many colours there are. */
static int colour_greedily(const struct cell_graph *g, const lid *order, int *colour)
{
    int n = 0;
    lid *taken; /* by colour: the last vertex whose neighbour has it */
    MEM_NEW(taken, g->n + 1);
    for (lid v = 0; v <= g->n; v++)
        taken[v] = -1;
    for (lid v = 0; v < g->n; v++)
        colour[v] = -1;
    for (lid at = 0; at < g->n; at++) {
        const lid v = order[at];
        for (int64_t e = g->offset[v]; e < g->offset[v + 1]; e++)
            if (colour[g->other[e]] >= 0)
                taken[colour[g->other[e]]] = v;
        int k = 0;
        while (taken[k] == v)
            k++;
        colour[v] = k;
        n = k + 1 > n ? k + 1 : n;
    }
    mem_free(taken);
    return n;
}

int coarse_colours_find(const struct cell_graph *g, int *colour)
{
    lid *order;
    MEM_NEW(order, g->n);
    order_smallest_last(g, order);
    const int n = colour_greedily(g, order, colour);
    mem_free(order);
    return n;
}
