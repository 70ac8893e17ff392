/* cgns_join_near.c: nodes that coincide without an interface that says so. */
#include "cgns/cgns_join.h"

#include "mem.h"
#include "raw/face_set.h"
#include "raw/near_nodes.h"

#include <string.h>

static void join(struct cgns_join *j)
{
    cgns_spacing(j, 0);
    int64_t n = raw_near_unite(j->m, &j->merge, j->spacing, j->zs->join);
    cgns_note(j->zs->file, "%" PRId64 " outer nodes lay within %g m of others and were joined to them", n,
              j->zs->join);
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

static void say_coincident(struct cgns_join *j)
{
    struct exterior_faces e;
    uint8_t *mark;
    double distance = raw_rounding(j->m);
    cgns_spacing(j, 0);
    raw_near_faces(j->m, &j->merge, j->spacing, distance, &e);
    MEM_NEW(mark, j->m->n_nodes);
    int64_t n = e.n > 0 ? count_free(j, &e, mark) : 0;
    if (n > 0)
        cgns_note(j->zs->file, "%" PRId64 " outer faces of zones lie on one another (within %.1g m), and neither a "
                               "patch nor an interface has them; --join %.1g joins them",
                  n, distance, distance);
    exterior_faces_free(&e);
    MEM_FREE(mark);
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
