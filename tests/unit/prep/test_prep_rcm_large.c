/* Reverse Cuthill-McKee of large graphs, which walks a copy of the graph: the same order
 * as that of the plain algorithm (Cuthill & McKee 1969; start as in George & Liu 1979),
 * written once more here. */
#include "check.h"

#include "mem.h"
#include "order/rcm.h"
#include "random.h"

struct graph {
    lid n, *offset, *adjacent;
};

static uint64_t random_state = 7;

static lid draw(lid n)
{
    return random_below(&random_state, n);
}

/* Strips of a lattice, `wide` by `high` each, with holes, its vertices numbered at random. */
static struct graph make_graph(lid wide, lid high, int strips)
{
    struct graph g = {.n = wide * high * strips};
    lid *name, at = 0;
    uint8_t *hole;
    MEM_NEW(name, g.n);
    MEM_NEW(hole, g.n);
    MEM_NEW(g.offset, g.n + 1);
    MEM_NEW(g.adjacent, 4 * g.n);
    lid *place;
    MEM_NEW(place, g.n);
    for (lid i = 0; i < g.n; i++) {
        hole[i] = draw(10) == 0;
        name[i] = i;
    }
    for (lid i = g.n - 1; i > 0; i--) {
        lid k = draw(i + 1), t = name[i];
        name[i] = name[k];
        name[k] = t;
    }
    for (lid i = 0; i < g.n; i++)
        place[name[i]] = i;
    for (lid v = 0; v < g.n; v++) {
        lid i = place[v], x = i % wide, y = i / wide % high;
        g.offset[v] = at;
        const lid next[4] = {x > 0 ? i - 1 : -1, x + 1 < wide ? i + 1 : -1, y > 0 ? i - wide : -1,
                             y + 1 < high ? i + wide : -1};
        for (int k = 0; k < 4 && !hole[i]; k++)
            if (next[k] >= 0 && !hole[next[k]])
                g.adjacent[at++] = name[next[k]];
    }
    g.offset[g.n] = at;
    mem_free(name);
    mem_free(hole);
    mem_free(place);
    return g;
}

static lid degree(const struct graph *g, lid v)
{
    return g->offset[v + 1] - g->offset[v];
}

/* Depth of the part that holds v; *far: the first vertex of smallest degree furthest away.
 * seen: of this search; numbered: not to be met. */
static lid levels(const struct graph *g, lid v, const uint8_t *numbered, lid *queue, lid *depth_of, lid *far)
{
    lid head = 0, tail = 0;
    for (lid i = 0; i < g->n; i++)
        depth_of[i] = -1;
    depth_of[v] = 0;
    queue[tail++] = v;
    for (; head < tail; head++)
        for (lid k = g->offset[queue[head]]; k < g->offset[queue[head] + 1]; k++) {
            lid u = g->adjacent[k];
            if (depth_of[u] < 0 && !numbered[u]) {
                depth_of[u] = depth_of[queue[head]] + 1;
                queue[tail++] = u;
            }
        }
    lid depth = depth_of[queue[tail - 1]];
    *far = -1;
    for (lid i = 0; i < tail; i++)
        if (depth_of[queue[i]] == depth && (*far < 0 || degree(g, queue[i]) < degree(g, *far)))
            *far = queue[i];
    return depth;
}

static const struct graph *compared;

static int compare(const void *a, const void *b)
{
    lid u = *(const lid *)a, v = *(const lid *)b;
    if (degree(compared, u) != degree(compared, v))
        return degree(compared, u) < degree(compared, v) ? -1 : 1;
    return (u > v) - (u < v);
}

/* A node at one end of the longest way found from v. */
static lid far_from(const struct graph *g, lid v, const uint8_t *numbered, lid *queue, lid *depth_of)
{
    lid start = v, far, next, depth = levels(g, start, numbered, queue, depth_of, &far);
    for (int tries = 0; tries < 10; tries++) {
        lid deeper = levels(g, far, numbered, queue, depth_of, &next);
        if (deeper <= depth)
            break;
        depth = deeper;
        start = far;
        far = next;
    }
    return start;
}

static void plain_order(const struct graph *g, lid *order)
{
    lid *queue, *depth_of, n = 0;
    uint8_t *numbered;
    compared = g;
    MEM_NEW(queue, g->n);
    MEM_NEW(depth_of, g->n);
    MEM_NEW_ZERO(numbered, g->n);
    for (lid v = 0; v < g->n; v++) {
        if (numbered[v])
            continue;
        if (degree(g, v) == 0) { /* spares a search of the whole graph */
            numbered[v] = 1;
            order[n++] = v;
            continue;
        }
        lid start = far_from(g, v, numbered, queue, depth_of);
        numbered[start] = 1;
        order[n++] = start;
        for (lid head = n - 1; head < n; head++) {
            lid first = n;
            for (lid k = g->offset[order[head]]; k < g->offset[order[head] + 1]; k++)
                if (!numbered[g->adjacent[k]]) {
                    numbered[g->adjacent[k]] = 1;
                    order[n++] = g->adjacent[k];
                }
            qsort(order + first, (size_t)(n - first), sizeof *order, compare);
        }
    }
    for (lid i = 0; i < n / 2; i++) {
        lid t = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = t;
    }
    mem_free(queue);
    mem_free(depth_of);
    mem_free(numbered);
}

static void check_graph(lid wide, lid high, int strips)
{
    struct graph g = make_graph(wide, high, strips);
    lid *order, *plain, wrong = 0;
    MEM_NEW(order, g.n);
    MEM_NEW(plain, g.n);
    rcm_order(g.n, g.offset, g.adjacent, order);
    plain_order(&g, plain);
    for (lid i = 0; i < g.n; i++)
        wrong += order[i] != plain[i];
    CHECK(wrong == 0, "%d of %d places differ", (int)wrong, (int)g.n);
    mem_free(order);
    mem_free(plain);
    mem_free(g.offset);
    mem_free(g.adjacent);
}

static void one_large_part(void)
{
    check_graph(400, 250, 1);
}

/* Large and small parts after one another: strips that touch at neither side. */
static void parts_of_both_kinds(void)
{
    check_graph(40, 2000, 1); /* a tenth of the vertices missing: one long part and some islands */
    check_graph(30, 30, 3);
}

int main(void)
{
    CASE(one_large_part);
    CASE(parts_of_both_kinds);
    return check_end();
}
