/* near_nodes.c: outer nodes that coincide, with nothing to say so. */
#include "raw/near_nodes.h"

#include "mem.h"
#include "raw/coincident_nodes.h"
#include "raw/joined_patches.h"
#include "raw/node_spacing.h"

#include <math.h>
#include <string.h>

struct search {
    const struct raw_mesh *m;
    struct node_merge *g;
    const float *spacing; /* [m->n_nodes] m, the shortest edge at each node */
    uint8_t *mark;        /* [m->n_nodes] the node has another one near */
    lid *node;            /* [n] where to look */
    int64_t n;
    bool unite;           /* else mark */
    int64_t n_united;
};

/* Half of the shorter edge: beyond that a cell's own corners would be made one. */
static bool one_place(const struct search *s, lid a, lid b)
{
    double square = 0.0;
    for (int d = 0; d < 3; d++)
        square += (s->m->x[d][a] - s->m->x[d][b]) * (s->m->x[d][a] - s->m->x[d][b]);
    double distance = sqrt(square);
    return distance == 0.0 || distance <= 0.5 * fmin((double)s->spacing[a], (double)s->spacing[b]);
}

static void take_pair(void *context, lid a, lid b)
{
    struct search *s = context;
    /* Classes grow by chains of pairs; each link is within the tolerance, their ends need not be. */
    if (node_merge_root(s->g, a) == node_merge_root(s->g, b) || !one_place(s, a, b))
        return;
    if (s->unite) {
        node_merge_unite(s->g, a, b);
        s->n_united++;
    } else {
        s->mark[a] = s->mark[b] = 1;
    }
}

/* All nodes that are roots. */
static void list_roots(struct search *s)
{
    MEM_NEW(s->node, s->m->n_nodes);
    for (lid v = 0; v < s->m->n_nodes; v++)
        if (node_merge_root(s->g, v) == v)
            s->node[s->n++] = v;
}

/* Leaves in s->node the nodes of these faces, each once. */
static void list_face_nodes(struct search *s, const struct exterior_faces *e)
{
    s->n = 0;
    for (int64_t i = 0; i < e->offset[e->n]; i++)
        if (s->mark[e->node[i]]) {
            s->mark[e->node[i]] = 0;
            s->node[s->n++] = e->node[i];
        }
}

static void find_faces(struct search *s, double distance, struct exterior_faces *e)
{
    MEM_NEW_ZERO(s->mark, s->m->n_nodes);
    list_roots(s);
    coincident_nodes(s->m, s->node, s->n, distance, take_pair, s);
    exterior_faces_find(s->m, s->g, 0, s->m->n_cells, s->mark, e);
}

static void search_free(struct search *s)
{
    mem_free(s->node);
    mem_free(s->mark);
}

void raw_near_faces(const struct raw_mesh *m, struct node_merge *g, const float *spacing, double distance,
                    struct exterior_faces *e)
{
    struct search s = {.m = m, .g = g, .spacing = spacing};
    find_faces(&s, distance, e);
    search_free(&s);
}

int64_t raw_near_unite(const struct raw_mesh *m, struct node_merge *g, const float *spacing, double distance)
{
    struct search s = {.m = m, .g = g, .spacing = spacing};
    struct exterior_faces e;
    find_faces(&s, distance, &e);
    list_face_nodes(&s, &e);
    s.unite = true;
    coincident_nodes(m, s.node, s.n, distance, take_pair, &s);
    exterior_faces_free(&e);
    search_free(&s);
    return s.n_united;
}

double raw_rounding(const struct raw_mesh *m)
{
    double most = 0.0;
    for (int d = 0; d < 3; d++) {
        double low = INFINITY, high = -INFINITY;
        for (int64_t v = 0; v < m->n_nodes; v++) {
            low = fmin(low, m->x[d][v]);
            high = fmax(high, m->x[d][v]);
        }
        most = fmax(most, high - low);
    }
    return 1e-7 * most;
}

int64_t raw_near_join(struct raw_mesh *m, double distance, int64_t *n_faces)
{
    struct node_merge g;
    struct node_merge_result r;
    bool *had = raw_patches_with_faces(m);
    float *spacing = raw_node_spacing(m);
    node_merge_init(&g, m->n_nodes);
    int64_t n = raw_near_unite(m, &g, spacing, distance);
    node_merge_apply(&g, m, &r);
    *n_faces = raw_leave_joined_faces_out(m, r.merged);
    raw_drop_emptied_patches(m, had);
    mem_free(r.merged);
    mem_free(spacing);
    mem_free(had);
    return n;
}
