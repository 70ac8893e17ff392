/* sliding_edges.c: finds the edges of a sliding interface in the faces of a rank, and adds their slivers. */
#include "features/sliding/sliding_edges.h"

#include "angle.h"
#include "error.h"
#include "mem.h"
#include "mesh/vector3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An edge, which runs from the node with the smaller number to the other. */
struct edge {
    gid from, to;
    double sliver[3]; /* m^2 */
};

/* A share of an edge's length: an edge that extends less far along the axis is an arc, one that extends less far around
 * it a line. */
static const double ALIGNED = 1e-6;

/* Works in axes whose origin is the middle of the chord and that point outward, along the circle and along the axis. */
void sliding_sliver(const struct sliding_cylinder *s, const double angle[2], const double along[2], double out[3])
{
    double half = (angle[1] - angle[0]) / 2, middle = (angle[1] + angle[0]) / 2, height = along[1] - along[0];
    double bulge = half != 0 ? sin(half) / half - cos(half) : 0;
    double around = -s->radius * height * bulge, axial = s->radius * s->radius * (half - sin(2 * half) / 2);
    for (int d = 0; d < 3; d++)
        out[d] = around * (cos(middle) * s->across[1][d] - sin(middle) * s->across[0][d]) + axial * s->axis[d];
}

static void unroll_node(const struct sliding_cylinder *s, const struct pack *p, lid node, double *angle, double *along)
{
    double arm[3];
    for (int d = 0; d < 3; d++)
        arm[d] = p->node[d * p->n_nodes + node] - s->centre[d];
    *angle = atan2(vector3_dot(arm, s->across[1]), vector3_dot(arm, s->across[0]));
    *along = vector3_dot(arm, s->axis);
}

/* slanted: set where the edge is neither line nor arc. */
static struct edge edge_of(const struct sliding_cylinder *s, const struct pack *p, lid a, lid b, bool *slanted)
{
    struct edge e;
    double angle[2], along[2];
    if (p->node_gid[a] > p->node_gid[b]) {
        lid keep = a;
        a = b;
        b = keep;
    }
    memset(&e, 0, sizeof e);
    e.from = p->node_gid[a];
    e.to = p->node_gid[b];
    unroll_node(s, p, a, &angle[0], &along[0]);
    unroll_node(s, p, b, &angle[1], &along[1]);
    angle[1] += 2 * ANGLE_PI * round((angle[0] - angle[1]) / (2 * ANGLE_PI));
    sliding_sliver(s, angle, along, e.sliver);
    double around = s->radius * fabs(angle[1] - angle[0]), up = fabs(along[1] - along[0]);
    *slanted = *slanted || fmin(around, up) > ALIGNED * fmax(around, up);
    return e;
}

static int by_nodes(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

/* The edges of this rank's faces of the interface. */
static struct edge *collect_edges(const struct sliding_cylinder *s, const lid *own, int64_t n_own, const struct pack *p,
                                  int64_t *n, bool *slanted)
{
    struct edge *edge = NULL;
    *n = 0;
    for (int64_t i = 0; i < n_own; i++) {
        lid first = p->face_node_offset[own[i]], end = p->face_node_offset[own[i] + 1];
        MEM_GROW(edge, *n + end - first);
        for (lid k = first; k < end; k++)
            edge[(*n)++] = edge_of(s, p, p->face_node[k], p->face_node[k + 1 < end ? k + 1 : first], slanted);
    }
    return edge;
}

/* Sorts the edges, ascending, and keeps each once. */
static int64_t sort_edges(struct edge *edge, int64_t n)
{
    int64_t kept = 0;
    qsort(edge, (size_t)n, sizeof *edge, by_nodes);
    for (int64_t k = 0; k < n; k++)
        if (k == 0 || by_nodes(&edge[k], &edge[kept - 1]) != 0)
            edge[kept++] = edge[k];
    return kept;
}

static int by_number(const void *a, const void *b)
{
    gid x = *(const gid *)a, y = *(const gid *)b;
    return (x > y) - (x < y);
}

/* [n_nodes] 1: the node is one of the interface. */
static uint8_t *mark_nodes(const struct edge *edge, int64_t n, const struct pack *p)
{
    gid *number;
    uint8_t *is_there;
    MEM_NEW(number, 2 * n);
    MEM_NEW_ZERO(is_there, p->n_nodes);
    for (int64_t k = 0; k < n; k++) {
        number[2 * k] = edge[k].from;
        number[2 * k + 1] = edge[k].to;
    }
    qsort(number, (size_t)(2 * n), sizeof *number, by_number);
    for (int64_t i = 0; i < p->n_nodes; i++)
        is_there[i] = bsearch(&p->node_gid[i], number, (size_t)(2 * n), sizeof *number, by_number) != NULL;
    mem_free(number);
    return is_there;
}

static void bend_face(const struct edge *edge, int64_t n, const uint8_t *is_there, struct pack *p, lid face)
{
    lid first = p->face_node_offset[face], end = p->face_node_offset[face + 1];
    for (lid k = first; k < end; k++) {
        lid a = p->face_node[k], b = p->face_node[k + 1 < end ? k + 1 : first];
        if (!is_there[a] || !is_there[b])
            continue;
        gid x = p->node_gid[a], y = p->node_gid[b];
        const struct edge key = {.from = x < y ? x : y, .to = x < y ? y : x};
        const struct edge *e = bsearch(&key, edge, (size_t)n, sizeof *edge, by_nodes);
        for (int d = 0; e && d < 3; d++)
            p->normal[d * p->n_faces + face] += x < y ? e->sliver[d] : -e->sliver[d];
    }
}

void sliding_bend_edges(const struct sliding_cylinder *s, const lid *own, int64_t n_own, struct pack *p)
{
    int64_t n_mine, n;
    bool slanted = false;
    struct edge *mine = collect_edges(s, own, n_own, p, &n_mine, &slanted);
    if (comm_sum_int(slanted) > 0) {
        struct edge *edge = comm_gather_all(mine, n_mine, sizeof *mine, &n);
        n = sort_edges(edge, n);
        uint8_t *is_there = mark_nodes(edge, n, p);
        for (lid f = 0; f < p->n_faces; f++)
            bend_face(edge, n, is_there, p, f);
        mem_free(is_there);
        mem_free(edge);
    }
    mem_free(mine);
}
