/* cgns_join_near.c: nodes that coincide without an interface that says so.
 *
 * Only nodes of outer faces are joined, and never two that are more than half an
 * edge apart, so that a generous tolerance does not fold cells.
 */
#include "cgns_join.h"

#include "exterior_faces.h"
#include "mem.h"
#include "near_nodes.h"

#include <math.h>

struct search {
    struct cgns_join *j;
    uint8_t *mark;    /* [n_nodes] the node has another one near */
    lid *node;        /* [n] where to look */
    int64_t n;
    bool unite;       /* else mark */
    int64_t n_united;
};

static bool one_place(struct cgns_join *j, lid a, lid b)
{
    static const struct cgns_motion rest = {.moves = false};
    double distance = cgns_distance(j, &rest, a, b);
    return distance == 0.0 || distance <= 0.5 * fmin(cgns_spacing(j, a), cgns_spacing(j, b));
}

static void take_pair(void *context, lid a, lid b)
{
    struct search *s = context;
    struct node_merge *g = &s->j->merge;
    if (node_merge_root(g, a) == node_merge_root(g, b) || !one_place(s->j, a, b))
        return;
    if (s->unite) {
        node_merge_unite(g, a, b);
        s->n_united++;
    } else {
        s->mark[a] = s->mark[b] = 1;
    }
}

/* All nodes that are roots. */
static void list_roots(struct search *s)
{
    int64_t n_nodes = s->j->m->n_nodes;
    MEM_NEW(s->node, n_nodes);
    for (lid v = 0; v < n_nodes; v++)
        if (node_merge_root(&s->j->merge, v) == v)
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

/* Finds the outer faces all of whose nodes have others within `distance`. */
static void find_faces(struct search *s, double distance, struct exterior_faces *e)
{
    MEM_NEW_ZERO(s->mark, s->j->m->n_nodes);
    list_roots(s);
    near_nodes(s->j->m, s->node, s->n, distance, take_pair, s);
    exterior_faces_find(s->j->m, &s->j->merge, 0, s->j->m->n_cells, s->mark, e);
}

static void join(struct cgns_join *j)
{
    struct search s = {.j = j};
    struct exterior_faces e;
    find_faces(&s, j->zs->join, &e);
    list_face_nodes(&s, &e);
    s.unite = true;
    near_nodes(j->m, s.node, s.n, j->zs->join, take_pair, &s);
    cgns_note(j->zs->file, "%" PRId64 " outer nodes lay within %g m of others and were joined to them", s.n_united,
              j->zs->join);
    exterior_faces_free(&e);
    MEM_FREE(s.node);
    MEM_FREE(s.mark);
}

static double extent(const struct raw_mesh *m)
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
    return most;
}

/* Distance at which nodes are said to coincide: rounding in files of single
 * precision. */
static void say_coincident(struct cgns_join *j)
{
    struct search s = {.j = j};
    struct exterior_faces e;
    double distance = 1e-7 * extent(j->m);
    find_faces(&s, distance, &e);
    if (e.n > 0)
        cgns_note(j->zs->file, "%" PRId64 " outer faces of zones lie on one another (within %.1g m) and no interface "
                               "joins them; --join %.1g does",
                  e.n, distance, distance);
    exterior_faces_free(&e);
    MEM_FREE(s.node);
    MEM_FREE(s.mark);
}

/* Do the nodes made one so far leave the zones in several groups? */
static bool some_zone_alone(const struct cgns_join *j)
{
    const struct cgns_zones *zs = j->zs;
    struct node_merge group;
    node_merge_init(&group, zs->n);
    for (int i = 0; i < zs->n; i++) {
        const struct cgns_zone *z = &zs->zone[i];
        int low = 0;
        for (lid v = (lid)z->first_node; v < z->first_node + z->n_nodes; v++) {
            lid root = node_merge_root(&j->merge, v);
            if (root >= z->first_node)
                continue;
            while (low + 1 < zs->n && zs->zone[low + 1].first_node <= root)
                low++;
            while (zs->zone[low].first_node > root)
                low--;
            node_merge_unite(&group, low, i);
        }
    }
    bool alone = group.n_merged < zs->n - 1;
    node_merge_free(&group);
    return alone;
}

void cgns_join_near(struct cgns_join *j)
{
    if (j->zs->join > 0.0)
        join(j);
    else if (j->zs->n > 1 && some_zone_alone(j))
        say_coincident(j);
}
