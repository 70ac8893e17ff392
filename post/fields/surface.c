/* surface.c: faces and nodes are gathered rank by rank; nodes that ranks share become one by their global ids, and the
 * quantity is averaged to them.
 */
#include "fields/surface.h"

#include "error.h"
#include "mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes as the ranks bring them, with repeats where ranks meet. */
struct gathered {
    struct gathered_node {
        gid id;
        int64_t place; /* where it was gathered */
        double x[3];
    } *node;
    int64_t n_nodes, node_capacity, face_capacity, corner_capacity;
    double *face_value, *face_area; /* [n_faces] */
};

/* Makes room for `more` items after n, doubling. */
#define RESERVE(pointer, n, more, capacity)                                                         \
    do {                                                                                            \
        if ((n) + (more) > (capacity)) {                                                            \
            (capacity) = 2 * (capacity) > (n) + (more) ? 2 * (capacity) : (n) + (more);             \
            MEM_RESIZE(pointer, capacity);                                                          \
        }                                                                                           \
    } while (0)

/* Appends the face's nodes; place_of[local node] is where a node went, or -1.
 * Within a rank nodes are told apart by their local numbers, between ranks by their ids later (merge_nodes()). */
static void add_corners(const struct pack *p, lid face, int64_t *place_of, struct gathered *g, struct surface *s)
{
    lid begin = p->face_node_offset[face], end = p->face_node_offset[face + 1];
    int64_t at = s->offset[s->n_faces];
    RESERVE(s->node, at, end - begin, g->corner_capacity);
    for (lid k = begin; k < end; k++) {
        lid n = p->face_node[k];
        if (place_of[n] < 0) {
            RESERVE(g->node, g->n_nodes, 1, g->node_capacity);
            struct gathered_node *fresh = &g->node[g->n_nodes];
            fresh->id = p->node_gid[n];
            fresh->place = g->n_nodes;
            for (int c = 0; c < 3; c++)
                fresh->x[c] = p->node[c * p->n_nodes + n];
            place_of[n] = g->n_nodes++;
        }
        s->node[at++] = place_of[n];
    }
    s->offset[s->n_faces + 1] = at;
}

/* place_of: [n_nodes] of this rank; nodes that other ranks bring too are merged later. */
static void add_rank(const struct pack *p, const double *value, const bool *chosen, struct gathered *g,
                     struct surface *s)
{
    int64_t *place_of;
    MEM_NEW(place_of, p->n_nodes);
    for (int64_t n = 0; n < p->n_nodes; n++)
        place_of[n] = -1;
    for (int b = 0; b < p->n_patches; b++) {
        if (!chosen[b])
            continue;
        int64_t more = p->patch[b].end - p->patch[b].begin;
        if (s->n_faces + more > g->face_capacity) {
            g->face_capacity = 2 * g->face_capacity > s->n_faces + more ? 2 * g->face_capacity : s->n_faces + more;
            MEM_RESIZE(s->offset, g->face_capacity + 1);
            MEM_RESIZE(g->face_value, g->face_capacity);
            MEM_RESIZE(g->face_area, g->face_capacity);
        }
        for (lid i = p->patch[b].begin; i < p->patch[b].end; i++) {
            add_corners(p, i, place_of, g, s);
            g->face_value[s->n_faces] = value[i];
            g->face_area[s->n_faces] = p->area[i];
            s->n_faces++;
        }
    }
    mem_free(place_of);
}

/* The place decides between equals, so that the coordinates taken are those of the lowest rank. */
static int compare_nodes(const void *a, const void *b)
{
    const struct gathered_node *m = a, *n = b;
    if (m->id != n->id)
        return m->id < n->id ? -1 : 1;
    return m->place < n->place ? -1 : m->place > n->place;
}

/* Gives each global node one number, ascending. */
static void merge_nodes(struct gathered *g, struct surface *s)
{
    int64_t *number; /* of a gathered place */
    MEM_NEW(number, g->n_nodes);
    qsort(g->node, (size_t)g->n_nodes, sizeof *g->node, compare_nodes);
    MEM_NEW(s->node_gid, g->n_nodes);
    for (int c = 0; c < 3; c++)
        MEM_NEW(s->x[c], g->n_nodes);
    for (int64_t i = 0; i < g->n_nodes; i++) {
        const struct gathered_node *n = &g->node[i];
        /* A node that ranks share has its faces on all of them: the sums of average_value() then take in the faces of
         * both, in the order of the ranks. */
        if (i == 0 || n->id != g->node[i - 1].id) {
            s->node_gid[s->n_nodes] = n->id;
            for (int c = 0; c < 3; c++)
                s->x[c][s->n_nodes] = n->x[c];
            s->n_nodes++;
        }
        /* Every gathered place, also of those that were merged away. */
        number[n->place] = s->n_nodes - 1;
    }
    for (int64_t k = 0; k < s->offset[s->n_faces]; k++)
        s->node[k] = number[s->node[k]];
    mem_free(number);
}

/* Weighted by area: on a stretched surface small faces would count too much otherwise. */
static void average_value(const struct gathered *g, struct surface *s)
{
    double *weight;
    MEM_NEW_ZERO(weight, s->n_nodes);
    MEM_NEW_ZERO(s->value, s->n_nodes);
    for (int64_t i = 0; i < s->n_faces; i++) {
        for (int64_t k = s->offset[i]; k < s->offset[i + 1]; k++) {
            s->value[s->node[k]] += g->face_area[i] * g->face_value[i];
            weight[s->node[k]] += g->face_area[i];
        }
    }
    for (int64_t n = 0; n < s->n_nodes; n++)
        s->value[n] /= weight[n];
    mem_free(weight);
}

/* What a diverged run has left is not averaged. */
static int check_values(const struct results *r, const struct pack *p, const struct solution *s, const double *value,
                        const bool *chosen)
{
    for (int b = 0; b < p->n_patches; b++)
        for (lid i = p->patch[b].begin; chosen[b] && i < p->patch[b].end; i++)
            if (!isfinite(value[i]))
                return error_set("%s/rank-%05d.h5: the value on boundary face %" PRI_GID " of patch %s is not a finite "
                                 "number; use fields from before the run diverged",
                                 r->folder, (int)s->rank, s->face_gid[i], r->manifest.patch[b].name);
    return 0;
}

/* Always in the order of the ranks: sums and the nodes' coordinates repeat bit for bit. */
static int gather_ranks(const struct results *r, const bool *chosen, enum quantity quantity, struct gathered *g,
                        struct surface *s)
{
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        struct solution fields;
        TRY(results_read_rank(r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p, &fields));
        double *value;
        int status = quantity_of_faces(quantity, r, rank, &fields, &value) ||
                     check_values(r, &p, &fields, value, chosen);
        if (status == 0)
            add_rank(&p, value, chosen, g, s);
        mem_free(value);
        pack_free(&p);
        solution_free(&fields);
        TRY(status);
    }
    return 0;
}

/* s: nodes in the order of their global ids, faces rank by rank. surface_free() it. */
int surface_gather(const struct results *r, const bool *chosen, enum quantity quantity, struct surface *s)
{
    struct gathered g;
    memset(&g, 0, sizeof g);
    memset(s, 0, sizeof *s);
    /* offset[0] is there before the first face, and where no rank has any. */
    MEM_NEW_ZERO(s->offset, 1);
    int status = gather_ranks(r, chosen, quantity, &g, s);
    if (status == 0) {
        merge_nodes(&g, s);
        average_value(&g, s);
    }
    mem_free(g.node);
    mem_free(g.face_value);
    mem_free(g.face_area);
    if (status != 0)
        surface_free(s);
    return status;
}

void surface_free(struct surface *s)
{
    mem_free(s->node_gid);
    for (int c = 0; c < 3; c++)
        mem_free(s->x[c]);
    mem_free(s->value);
    mem_free(s->offset);
    mem_free(s->node);
    memset(s, 0, sizeof *s);
}
