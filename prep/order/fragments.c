/* The connected pieces of the ranks' parts, by flooding across faces; small ones go to a neighbour. */
#include "order/fragments.h"

#include "mem.h"

#include <string.h>

struct fragment {
    int64_t begin, end; /* of search.cell */
    int32_t rank;
};

struct search {
    const struct mesh *m;
    int32_t *rank_of;
    uint8_t *seen; /* [n_cells] */
    lid *cell;     /* [n_cells] by fragment */
    struct fragment *fragment;
    int64_t n_fragments, capacity;
};

/* The cells that hang together with start, from s->cell[begin] on. Returns their end.
 * Breadth first: s->cell is both the list of the fragment and the queue, hence no stack grows with the mesh. Each
 * cell is listed once, over all fragments. */
static int64_t flood(struct search *s, lid start, int64_t begin)
{
    const struct mesh *m = s->m;
    int64_t end = begin;
    s->seen[start] = 1;
    s->cell[end++] = start;
    for (int64_t at = begin; at < end; at++)
        for (int64_t k = m->cell_face_offset[s->cell[at]]; k < m->cell_face_offset[s->cell[at] + 1]; k++) {
            lid other = mesh_across(m, m->cell_face[k], s->cell[at]);
            if (other < 0 || s->seen[other] || s->rank_of[other] != s->rank_of[start])
                continue;
            s->seen[other] = 1;
            s->cell[end++] = other;
        }
    return end;
}

static void find_fragments(struct search *s)
{
    int64_t at = 0;
    /* Fragments are numbered by their first cell, in ascending order. */
    s->n_fragments = 0;
    memset(s->seen, 0, (size_t)s->m->n_cells);
    for (lid c = 0; c < s->m->n_cells; c++) {
        if (s->seen[c])
            continue;
        if (s->n_fragments == s->capacity) {
            s->capacity = 2 * s->capacity + 64;
            MEM_RESIZE(s->fragment, s->capacity);
        }
        int64_t end = flood(s, c, at);
        s->fragment[s->n_fragments++] = (struct fragment){at, end, s->rank_of[c]};
        at = end;
    }
}

/* The rank that a fragment shares most faces with, -1 when there is none.
 * Of equal ones the lowest rank, so that the result does not depend on the order of faces. */
static int32_t find_neighbour(const struct search *s, const struct fragment *f, int n_ranks, int64_t *shared)
{
    const struct mesh *m = s->m;
    int32_t best = -1;
    memset(shared, 0, (size_t)n_ranks * sizeof *shared);
    for (int64_t i = f->begin; i < f->end; i++)
        for (int64_t k = m->cell_face_offset[s->cell[i]]; k < m->cell_face_offset[s->cell[i] + 1]; k++) {
            lid other = mesh_across(m, m->cell_face[k], s->cell[i]);
            if (other >= 0 && s->rank_of[other] != f->rank)
                shared[s->rank_of[other]]++;
        }
    for (int32_t r = 0; r < n_ranks; r++)
        if (shared[r] > 0 && (best < 0 || shared[r] > shared[best]))
            best = r;
    return best;
}

/* Gives away the fragments that are not their rank's largest; of equal ones the first stays. Returns the cells moved.
 * Fragments are found again after each round: one may have gone to a rank whose own piece there moved in the same
 * round. */
static int64_t give_away(struct search *s, int n_ranks, int64_t *largest, int64_t *shared)
{
    int64_t moved = 0;
    for (int r = 0; r < n_ranks; r++)
        largest[r] = -1;
    for (int64_t i = 0; i < s->n_fragments; i++) {
        const struct fragment *f = &s->fragment[i];
        int64_t before = largest[f->rank];
        if (before < 0 || f->end - f->begin > s->fragment[before].end - s->fragment[before].begin)
            largest[f->rank] = i;
    }
    for (int64_t i = 0; i < s->n_fragments; i++) {
        const struct fragment *f = &s->fragment[i];
        int32_t to = largest[f->rank] == i ? -1 : find_neighbour(s, f, n_ranks, shared);
        for (int64_t k = f->begin; k < f->end && to >= 0; k++, moved++)
            s->rank_of[s->cell[k]] = to;
    }
    return moved;
}

/* Fragments cost: each adds neighbours and halo cells for a handful of cells. Balance is hardly touched, since they
 * are small. Returns how many pieces more than ranks are left; on a mesh that is itself in pieces they cannot all be
 * joined. */
int64_t fragments_join(const struct mesh *m, int n_ranks, int32_t *rank_of, int64_t *moved)
{
    enum { ROUNDS = 20 }; /* a fragment may go to one that moves itself */
    struct search s = {.m = m, .rank_of = rank_of};
    int64_t *largest, *shared, left = 0;
    MEM_NEW(s.seen, m->n_cells);
    MEM_NEW(s.cell, m->n_cells);
    MEM_NEW(largest, n_ranks);
    MEM_NEW(shared, n_ranks);
    *moved = 0;
    for (int round = 0; round < ROUNDS; round++) {
        find_fragments(&s);
        left = s.n_fragments - n_ranks;
        int64_t now = left > 0 ? give_away(&s, n_ranks, largest, shared) : 0;
        *moved += now;
        if (now == 0)
            break;
    }
    mem_free(s.seen);
    mem_free(s.cell);
    mem_free(s.fragment);
    mem_free(largest);
    mem_free(shared);
    return left;
}

/* By faces between cells; periodic faces do not connect here, as they make no edges of METIS's graph either. */
bool mesh_is_connected(const struct mesh *m)
{
    struct search s = {.m = m};
    MEM_NEW_ZERO(s.rank_of, m->n_cells);
    MEM_NEW_ZERO(s.seen, m->n_cells);
    MEM_NEW(s.cell, m->n_cells);
    bool connected = flood(&s, 0, 0) == m->n_cells;
    mem_free(s.rank_of);
    mem_free(s.seen);
    mem_free(s.cell);
    return connected;
}
