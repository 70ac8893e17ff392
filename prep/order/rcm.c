/* Reverse Cuthill-McKee by breadth-first searches that wait little for memory.
 *
 * For each connected part: a search from its first vertex; searches from the far end of the one before until they get
 * no deeper (find_peripheral()); a last one that numbers the vertices, neighbours by ascending degree; and all of it
 * backwards in the end. What a search costs is waiting for vertices that lie anywhere in memory: they are fetched a few
 * places ahead, and a large part is copied into the order of its first search.
 *
 * level[v]: the number of the search that saw v last, so that nothing is cleared between searches; -2: v is numbered.
 */
#include "order/rcm.h"

#include "mem.h"

#include <stdbool.h>
#include <string.h>

struct walk {
    lid n;            /* vertices */
    const lid *offset, *adjacent;
    const lid *label; /* [n] the caller's numbers, which decide between equals; NULL: the same */
    lid *level;  /* [n] number of the search that saw a vertex, -1: none */
    lid *queue;  /* [n] */
    lid stamp;
};

/* The number of neighbours of a cell on the same rank. */
static lid degree(const struct walk *w, lid v)
{
    return w->offset[v + 1] - w->offset[v];
}

/* Fetches what the vertices a few places behind head in the queue will need: they lie
 * anywhere in memory, and waiting for them is most of the time of a search. */
static void look_ahead(const struct walk *w, const lid *queue, lid head, lid tail)
{
    enum { FAR = 24, MIDDLE = 12, NEAR = 6 };
    if (head + FAR >= tail)
        return;
    __builtin_prefetch(&w->offset[queue[head + FAR]]);
    __builtin_prefetch(&w->adjacent[w->offset[queue[head + MIDDLE]]]);
    lid v = queue[head + NEAR];
    for (lid i = w->offset[v]; i < w->offset[v + 1]; i++)
        __builtin_prefetch(&w->level[w->adjacent[i]]);
}

/* Searches breadth first over unnumbered vertices (level != -2) and returns the depth. The queue then holds the *size
 * vertices met; *last is the place there of the one with the smallest degree in the last level. */
static lid search(struct walk *w, lid start, lid *last, lid *size)
{
    lid head = 0, tail = 0, level_end = 1, depth = 0, level_begin = 0;
    lid stamp = ++w->stamp;
    w->queue[tail++] = start;
    w->level[start] = stamp;
    while (head < tail) {
        /* All of a level have been taken: what they have put into the queue is the next level. */
        if (head == level_end) {
            level_begin = level_end;
            level_end = tail;
            depth++;
        }
        look_ahead(w, w->queue, head, tail);
        lid v = w->queue[head++];
        for (lid i = w->offset[v]; i < w->offset[v + 1]; i++) {
            lid u = w->adjacent[i];
            if (w->level[u] != -2 && w->level[u] != stamp) {
                w->level[u] = stamp;
                w->queue[tail++] = u;
            }
        }
    }
    /* George and Liu's choice for the next start: a vertex of least degree in the deepest level, of several the
     * first. */
    *last = level_begin;
    for (lid i = level_begin; i < tail; i++)
        if (degree(w, w->queue[i]) < degree(w, w->queue[*last]))
            *last = i;
    *size = tail;
    return depth;
}

/* A vertex from which the search is (nearly) as deep as it gets. depth and last: of the
 * search from start. */
static lid find_peripheral(struct walk *w, lid start, lid depth, lid last)
{
    for (int tries = 0; tries < 10; tries++) {
        /* Depths grow at each try; the bound is for time alone. */
        lid next, size, deeper = search(w, last, &next, &size);
        if (deeper <= depth)
            break;
        depth = deeper;
        start = last;
        last = w->queue[next];
    }
    return start;
}

static lid label(const struct walk *w, lid v)
{
    return w->label ? w->label[v] : v;
}

/* By degree; equal ones as the caller numbers them. */
static bool comes_after(const struct walk *w, lid v, lid u)
{
    return degree(w, v) > degree(w, u) || (degree(w, v) == degree(w, u) && label(w, v) > label(w, u));
}

/* Numbers the part that holds start, from order[n] on; neighbours by ascending
 * degree. Returns the new n. */
static lid number_part(struct walk *w, lid start, lid *order, lid n)
{
    lid head = n;
    order[n++] = start;
    w->level[start] = -2;
    while (head < n) {
        look_ahead(w, order, head, n);
        lid v = order[head++], first = n;
        for (lid i = w->offset[v]; i < w->offset[v + 1]; i++) {
            lid u = w->adjacent[i];
            if (w->level[u] == -2)
                continue;
            w->level[u] = -2;
            lid at = n++;
            /* Insertion among the neighbours that v has just brought, first .. n - 1. */
            while (at > first && comes_after(w, order[at - 1], u)) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = u;
        }
    }
    return n;
}

/* ---- a large part: its vertices stand in w->queue, size of them ---- */

static lid *compact_offsets(const struct walk *w, lid size)
{
    lid *offset;
    MEM_NEW(offset, size + 1);
    offset[0] = 0;
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < size; i++)
        offset[i + 1] = degree(w, w->queue[i]);
    for (lid i = 0; i < size; i++)
        offset[i + 1] += offset[i];
    return offset;
}

static lid *compact_neighbours(const struct walk *w, lid size, const lid *offset)
{
    lid *place, *adjacent;
    MEM_NEW(place, w->n);
    MEM_NEW(adjacent, offset[size]);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < size; i++)
        place[w->queue[i]] = i;
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < size; i++) {
        const lid *row = w->adjacent + w->offset[w->queue[i]];
        for (lid k = offset[i]; k < offset[i + 1]; k++)
            adjacent[k] = place[*row++];
    }
    mem_free(place);
    return adjacent;
}

/* Numbers the part by a copy of its graph whose vertices are numbered as they stand in the
 * queue: neighbours are near one another there, and the walks wait less for memory. The same order as without the
 * copy: rows keep their order, and equal degrees are told apart by the caller's numbers (label). */
static lid number_large_part(struct walk *w, lid size, lid depth, lid last, lid *order, lid n)
{
    lid *offset = compact_offsets(w, size), *adjacent = compact_neighbours(w, size, offset);
    struct walk c = {.n = size, .offset = offset, .adjacent = adjacent, .label = w->queue};
    MEM_NEW_ZERO(c.level, size);
    MEM_NEW(c.queue, size);
    /* In the copy the first search's start is vertex 0, and `last`, a place in its queue, is the vertex's number. */
    number_part(&c, find_peripheral(&c, 0, depth, last), order + n, 0);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < size; i++) {
        order[n + i] = w->queue[order[n + i]];
        w->level[w->queue[i]] = -2;
    }
    mem_free(offset);
    mem_free(adjacent);
    mem_free(c.level);
    mem_free(c.queue);
    return n + size;
}

/* order[i] is the vertex at place i. Reversed at the end: the bandwidth stays, but rows fill less (George
 * 1971). Parts are taken in the order of their smallest vertex, so that the result is determined by the graph
 * alone. */
void rcm_order(lid n, const lid *offset, const lid *adjacent, lid *order)
{
    /* Offsets, neighbours, levels and queue of so many tetrahedra take 2 MB, which caches hold. */
    enum { LARGE = 1 << 16 };
    struct walk w = {.n = n, .offset = offset, .adjacent = adjacent};
    MEM_NEW(w.level, n);
    MEM_NEW(w.queue, n);
    memset(w.level, -1, (size_t)n * sizeof *w.level);
    lid done = 0;
    for (lid v = 0; v < n; v++) {
        if (w.level[v] == -2)
            continue;
        lid last, size, depth = search(&w, v, &last, &size);
        /* The first search has the part in the queue, for the copy; for a small part it only starts the search for a
         * peripheral vertex. */
        if (size >= LARGE)
            done = number_large_part(&w, size, depth, last, order, done);
        else
            done = number_part(&w, find_peripheral(&w, v, depth, w.queue[last]), order, done);
    }
    for (lid i = 0; i < n / 2; i++) {
        lid t = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = t;
    }
    mem_free(w.level);
    mem_free(w.queue);
}

/* order NULL: as the vertices are numbered. jump > 0 counts each edge once. */
void rcm_measure(lid n, const lid *offset, const lid *adjacent, const lid *order, struct rcm_bandwidth *b)
{
    lid *position;
    MEM_NEW(position, n);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < n; i++)
        position[order ? order[i] : i] = i;
    int64_t largest = 0, sum = 0, n_edges = 0;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(+ : sum, n_edges)
    for (lid v = 0; v < n; v++)
        for (lid i = offset[v]; i < offset[v + 1]; i++) {
            int64_t jump = (int64_t)position[adjacent[i]] - position[v];
            if (jump <= 0)
                continue;
            largest = jump > largest ? jump : largest;
            sum += jump;
            n_edges++;
        }
    *b = (struct rcm_bandwidth){largest, (double)sum, n_edges};
    mem_free(position);
}
