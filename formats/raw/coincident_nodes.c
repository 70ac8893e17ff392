/* coincident_nodes.c: cubes of twice the distance are the buckets of a hash table; a node
 * looks into the eight cubes that its neighbourhood touches.
 */
#include "raw/coincident_nodes.h"

#include "hash.h"
#include "mem.h"

#include <math.h>
#include <string.h>

struct table {
    const struct raw_mesh *m;
    const lid *node;
    double distance, width; /* m; width of the cubes */
    int64_t *head;          /* [size] last entry of each bucket, -1 when empty */
    int64_t *next;          /* [n] */
    uint64_t size;          /* a power of two */
};

/* Teschner, Heidelberger, Mueller, Pomerantes and Gross (2003), with a final mix. */
static uint64_t bucket(const struct table *t, const int64_t cube[3])
{
    uint64_t h = (uint64_t)cube[0] * 73856093U ^ (uint64_t)cube[1] * 19349663U ^ (uint64_t)cube[2] * 83492791U;
    h = (h ^ (h >> 32)) * HASH_GOLDEN;
    return (h >> 17) & (t->size - 1);
}

static bool within(const struct table *t, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++)
        s += (t->m->x[d][a] - t->m->x[d][b]) * (t->m->x[d][a] - t->m->x[d][b]);
    return s <= t->distance * t->distance;
}

/* The cube of a node, and the neighbour along each axis that is the nearer one. */
static void cubes_of(const struct table *t, lid v, int64_t cube[3], int64_t beside[3])
{
    for (int d = 0; d < 3; d++) {
        double x = t->m->x[d][v] / t->width, low = floor(x);
        cube[d] = (int64_t)low;
        beside[d] = cube[d] + (x - low < 0.5 ? -1 : 1);
    }
}

/* Cubes are twice as wide as the distance, so a neighbour is in the node's own cube or in one of the seven on
 * the nearer sides:
 *
 *         +-----+-----+
 *         |     |  o  |     o: the node; its distance reaches into the cube above
 *         |     +-----+     and the one on the left or right that is nearer
 *
 * Two of the eight cubes may share a bucket, which is then looked through once. node[k] > v: each pair is
 * told once. */
static void look(const struct table *t, int64_t i, void (*pair)(void *context, lid a, lid b), void *context)
{
    int64_t cube[3], beside[3];
    uint64_t seen[8];
    int n_seen = 0;
    lid v = t->node[i];
    cubes_of(t, v, cube, beside);
    for (int corner = 0; corner < 8; corner++) {
        int64_t c[3];
        for (int d = 0; d < 3; d++)
            c[d] = corner >> d & 1 ? beside[d] : cube[d];
        uint64_t b = bucket(t, c);
        bool again = false;
        for (int k = 0; k < n_seen; k++)
            again = again || seen[k] == b;
        if (again)
            continue;
        seen[n_seen++] = b;
        for (int64_t k = t->head[b]; k >= 0; k = t->next[k])
            if (t->node[k] > v && within(t, v, t->node[k]))
                pair(context, v, t->node[k]);
    }
}

void coincident_nodes(const struct raw_mesh *m, const lid *node, int64_t n, double distance,
                void (*pair)(void *context, lid a, lid b), void *context)
{
    struct table t = {.m = m, .node = node, .distance = distance, .size = 16};
    double far = 0.0;
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < 3; d++)
            far = fmax(far, fabs(m->x[d][node[i]]));
    t.width = fmax(2.0 * distance, far * 1e-15); /* numbers of cubes fit 64 bits */
    if (n == 0 || t.width == 0.0)
        return;
    /* A bucket for each node, or up to twice as many: about one node to a bucket. */
    while (t.size < (uint64_t)n)
        t.size *= 2;
    MEM_NEW(t.head, t.size);
    MEM_NEW(t.next, n);
    memset(t.head, -1, t.size * sizeof *t.head);
    for (int64_t i = 0; i < n; i++) {
        int64_t cube[3], beside[3];
        cubes_of(&t, node[i], cube, beside);
        uint64_t b = bucket(&t, cube);
        t.next[i] = t.head[b];
        t.head[b] = i;
    }
    for (int64_t i = 0; i < n; i++)
        look(&t, i, pair, context);
    MEM_FREE(t.head);
    MEM_FREE(t.next);
}
