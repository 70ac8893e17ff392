/* cgns_join_near.c: nodes that coincide without an interface that says so.
 *
 * Only nodes of outer faces are joined, and never two that are more than half an
 * edge apart, so that a generous tolerance does not fold cells.
 */
#include "cgns/cgns_join.h"

#include "mem.h"
#include "raw/coincident_nodes.h"
#include "raw/exterior_faces.h"
#include "raw/face_set.h"

#include <math.h>
#include <string.h>

struct search {
    struct cgns_join *j;
    uint8_t *mark;    /* [n_nodes] the node has another one near */
    lid *node;        /* [n] where to look */
    int64_t n;
    bool unite;       /* else mark */
    int64_t n_united;
};

/* Half of the shorter edge: beyond that a cell's own corners would be made one. */
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
    /* Classes grow by chains of pairs; each link is within the tolerance, their ends need not be. */
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
    coincident_nodes(s->j->m, s->node, s->n, distance, take_pair, s);
    exterior_faces_find(s->j->m, &s->j->merge, 0, s->j->m->n_cells, s->mark, e);
}

static void join(struct cgns_join *j)
{
    struct search s = {.j = j};
    struct exterior_faces e;
    find_faces(&s, j->zs->join, &e);
    list_face_nodes(&s, &e);
    s.unite = true;
    coincident_nodes(j->m, s.node, s.n, j->zs->join, take_pair, &s);
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

/* Tags with 0 the faces of patches; those of at most 64 nodes are looked for. */
static void mark_patch_faces(const struct cgns_join *j, const struct face_set *set)
{
    const struct raw_mesh *m = j->m;
    for (int64_t f = 0; f < m->n_patch_faces; f++) {
        lid node[64];
        int64_t begin = m->patch_face_node_offset[f], n = m->patch_face_node_offset[f + 1] - begin;
        for (int64_t i = 0; i < n && i < 64; i++)
            node[i] = node_merge_root(&j->merge, m->patch_face_node[begin + i]);
        int64_t *free_face = n <= 64 ? face_set_find(set, face_key(node, n)) : NULL;
        /* A patch face of more than 64 nodes is not looked for: what lies there stays counted as free. */
        if (free_face)
            *free_face = 0;
    }
}

/* The same with faces all of whose nodes a patch lists. mark: [n_nodes], zeroed. */
static void mark_listed_faces(const struct cgns_join *j, const struct face_set *set, const struct exterior_faces *e,
                              uint8_t *mark)
{
    for (int64_t p = 0; p < j->m->n_patches; p++) {
        const struct raw_patch *patch = &j->m->patch[p];
        for (int64_t i = 0; i < patch->n_nodes_listed; i++)
            mark[node_merge_root(&j->merge, patch->node[i])] = 1;
        for (int64_t f = 0; f < e->n && patch->node; f++) {
            int64_t i = e->offset[f];
            while (i < e->offset[f + 1] && mark[e->node[i]])
                i++;
            if (i == e->offset[f + 1])
                *face_set_find(set, face_key(e->node + e->offset[f], i - e->offset[f])) = 0;
        }
        for (int64_t i = 0; i < patch->n_nodes_listed; i++)
            mark[node_merge_root(&j->merge, patch->node[i])] = 0;
    }
}

/* How many of the faces belong to no patch. */
static int64_t count_free(const struct cgns_join *j, const struct exterior_faces *e, uint8_t *mark)
{
    struct face_set set;
    int64_t n = 0;
    face_set_init(&set, e->n);
    for (int64_t f = 0; f < e->n; f++)
        face_set_add(&set, face_key(e->node + e->offset[f], e->offset[f + 1] - e->offset[f]), 1);
    memset(mark, 0, (size_t)j->m->n_nodes);
    mark_patch_faces(j, &set);
    mark_listed_faces(j, &set, e, mark);
    for (int64_t f = 0; f < e->n; f++)
        n += *face_set_find(&set, face_key(e->node + e->offset[f], e->offset[f + 1] - e->offset[f]));
    face_set_free(&set);
    return n;
}

/* Distance at which nodes are said to coincide: rounding in files of single
 * precision. */
static void say_coincident(struct cgns_join *j)
{
    struct search s = {.j = j};
    struct exterior_faces e;
    double distance = 1e-7 * extent(j->m);
    find_faces(&s, distance, &e);
    int64_t n = e.n > 0 ? count_free(j, &e, s.mark) : 0;
    if (n > 0)
        cgns_note(j->zs->file, "%" PRId64 " outer faces of zones lie on one another (within %.1g m), and neither a "
                               "patch nor an interface has them; --join %.1g joins them",
                  n, distance, distance);
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
            /* The smallest number of a class is its root (node_merge.c), so that a root before first_node lies in an
             * earlier zone. */
            lid root = node_merge_root(&j->merge, v);
            if (root >= z->first_node)
                continue;
            /* Roots of neighbouring nodes lie in one zone mostly: the search goes on from the last one. */
            while (low + 1 < zs->n && zs->zone[low + 1].first_node <= root)
                low++;
            while (zs->zone[low].first_node > root)
                low--;
            node_merge_unite(&group, low, i);
        }
    }
    /* n zones are one group after n - 1 joins. */
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
