/* Matches the nodes, then the faces of two patches: the node nearest to where a transform takes each one. */
#include "periodic/periodic_match.h"

#include "error.h"
#include "kd_tree.h"
#include "mem.h"
#include "mesh/side_table.h"
#include "periodic/periodic.h"

#include <stdlib.h>
#include <string.h>

/* The faces of the patches of a side, and their nodes, each once. */
struct side {
    int64_t n_faces, n_nodes;
    lid *face, *node;
};

/* Two walks over the faces: the first counts, the second fills.
 * in [n_patches]: the patches of this side. Nodes come in the order in which faces meet them first. */
static void side_make(const struct mesh *m, const uint8_t *in, struct side *s)
{
    uint8_t *seen;
    memset(s, 0, sizeof *s);
    MEM_NEW_ZERO(seen, m->n_nodes);
    for (int fill = 0; fill < 2; fill++) {
        s->n_faces = s->n_nodes = 0;
        memset(seen, 0, (size_t)m->n_nodes);
        for (lid f = 0; f < m->n_faces; f++) {
            if (!mesh_is_on_patch(m, f) || !in[~m->right[f]])
                continue;
            if (fill)
                s->face[s->n_faces] = f;
            s->n_faces++;
            for (int64_t k = m->face_node_offset[f]; k < m->face_node_offset[f + 1]; k++) {
                lid v = m->face_node[k];
                if (seen[v])
                    continue;
                seen[v] = 1;
                if (fill)
                    s->node[s->n_nodes] = v;
                s->n_nodes++;
            }
        }
        if (!fill) {
            MEM_NEW(s->face, s->n_faces);
            MEM_NEW(s->node, s->n_nodes);
        }
    }
    mem_free(seen);
}

static void side_free(struct side *s)
{
    mem_free(s->face);
    mem_free(s->node);
}

/* Of differences from the first node: a sum of coordinates far from the origin would lose digits. */
static struct vec3 side_mean(const struct mesh *m, const struct side *s)
{
    struct vec3 first = vec3_at(m->x, s->node[0]), sum = {0, 0, 0};
    for (int64_t i = 1; i < s->n_nodes; i++)
        sum = vec3_add(sum, vec3_sub(vec3_at(m->x, s->node[i]), first));
    return vec3_add(first, vec3_scale(1.0 / (double)s->n_nodes, sum));
}

/* What rounding leaves across the direction of the translation is none of it. */
static double clean(double x, double length)
{
    return fabs(x) <= 1e-12 * length ? 0.0 : x;
}

/* The difference of the mean nodes: right for any two sides with the same mesh, which match_nodes() checks then. */
void periodic_guess(const struct mesh *m, const struct periodic_sides *sides, struct transform *t)
{
    struct side s[2];
    *t = transform_identity();
    for (int k = 0; k < 2; k++)
        side_make(m, sides->in[k], &s[k]);
    if (s[0].n_nodes > 0 && s[1].n_nodes > 0) {
        struct vec3 d = vec3_sub(side_mean(m, &s[1]), side_mean(m, &s[0]));
        double length = vec3_norm(d);
        t->translation[0] = clean(d.x, length);
        t->translation[1] = clean(d.y, length);
        t->translation[2] = clean(d.z, length);
    }
    for (int k = 0; k < 2; k++)
        side_free(&s[k]);
}

/* reach [n_nodes]: how far from its place a node's partner may lie; in large cells
 * the transform itself sets the limit: where it moves a node by less than a cell's edge, the node's own place must stay
 * out of reach, or a patch that is both sides would match itself.
 * Three limits, the least counts: a share of the shortest edge that meets in the node (with a part of the side's size
 * for coordinates rounded to fewer digits), and a quarter of the way that the transform moves it. */
static double *find_reach(const struct mesh *m, const struct transform *t, const struct side *s)
{
    double *reach, size = 0.0;
    MEM_NEW(reach, m->n_nodes);
    for (int64_t i = 0; i < s->n_nodes; i++) {
        /* size: of the side, as seen from its first node; only an order of magnitude is needed. */
        reach[s->node[i]] = HUGE_VAL;
        size = fmax(size, vec3_norm(vec3_sub(vec3_at(m->x, s->node[i]), vec3_at(m->x, s->node[0]))));
    }
    for (int64_t i = 0; i < s->n_faces; i++) {
        int64_t begin = m->face_node_offset[s->face[i]], n = m->face_node_offset[s->face[i] + 1] - begin;
        for (int64_t k = 0; k < n; k++) {
            lid a = m->face_node[begin + k], b = m->face_node[begin + (k + 1) % n];
            double edge = vec3_norm(vec3_sub(vec3_at(m->x, a), vec3_at(m->x, b)));
            reach[a] = fmin(reach[a], PERIODIC_REACH * edge + PERIODIC_REACH_OF_SIZE * size);
            reach[b] = fmin(reach[b], PERIODIC_REACH * edge + PERIODIC_REACH_OF_SIZE * size);
        }
    }
    for (int64_t i = 0; i < s->n_nodes; i++) {
        struct vec3 x = vec3_at(m->x, s->node[i]);
        double moved = vec3_norm(vec3_sub(transform_point(t, x), x));
        /* On the axis (moved = 0) a node must still find itself: hence a little beyond rounding. */
        reach[s->node[i]] = fmin(reach[s->node[i]], 0.25 * moved + 1e-12 * size);
    }
    return reach;
}

/* The nodes of a side in ascending order, to be freed, and a tree of them in that order: of coincident nodes
 * kd_tree_nearest() takes one by the order of the points, which must not depend on that of the faces. */
static lid *make_tree(const struct mesh *m, const struct side *s, struct kd_tree *t)
{
    lid *node;
    double *x;
    int64_t n = s->n_nodes;
    MEM_NEW(node, n);
    MEM_NEW(x, 3 * n);
    memcpy(node, s->node, (size_t)n * sizeof *node);
    qsort(node, (size_t)n, sizeof *node, lid_compare);
    for (int d = 0; d < 3; d++)
        for (int64_t i = 0; i < n; i++)
            x[d * n + i] = m->x[d][node[i]];
    kd_tree_build(x, n, (lid)n, t);
    mem_free(x);
    return node;
}

/* partner [n_nodes], of the nodes of side 0: the node of side 1 at their image; -1
 * where there is none and both sides are the same patches. */
static int match_nodes(const struct mesh *m, const char *where, const struct periodic_sides *sides,
                       const struct transform *t, const struct side s[2], lid *partner)
{
    struct kd_tree tree;
    double *reach = find_reach(m, t, &s[0]);
    int status = 0;
    lid *node = make_tree(m, &s[1], &tree);
    for (int64_t i = 0; i < s[0].n_nodes && status == 0; i++) {
        struct vec3 x = vec3_at(m->x, s[0].node[i]), y = transform_point(t, x);
        double square;
        lid found = node[kd_tree_nearest(&tree, (const double[3]){y.x, y.y, y.z}, &square)];
        double distance = sqrt(square);
        partner[s[0].node[i]] = found;
        if (distance <= reach[s[0].node[i]])
            continue;
        /* With one patch for both sides half of the nodes have no image in it; tell_apart() judges. */
        partner[s[0].node[i]] = -1;
        if (sides->same)
            continue;
        char text[200];
        transform_describe(t, sizeof text, text);
        status = error_set("%s: after %s the node at (%g, %g, %g) of patch %s is at (%g, %g, %g), %g m from the "
                           "nearest node of patch %s; correct the translation or angle, or mesh both sides alike",
                           where, text, x.x, x.y, x.z, sides->name[0], y.x, y.y, y.z, distance, sides->name[1]);
    }
    kd_tree_free(&tree);
    mem_free(node);
    mem_free(reach);
    return status;
}

/* One patch is both sides: the faces of it that have an image there are side 0, and the images are side 1.
 * Exactly half of the faces must have an image, else the translation is wrong or the patch has other faces too. */
static int tell_apart(const struct mesh *m, const char *where, const struct periodic_sides *sides, const lid *partner,
                      struct side *s)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < s->n_faces; i++) {
        bool all = true;
        for (int64_t k = m->face_node_offset[s->face[i]]; k < m->face_node_offset[s->face[i] + 1]; k++)
            all = all && partner[m->face_node[k]] >= 0;
        /* In place: what is kept never overtakes what is read. */
        if (all)
            s->face[kept++] = s->face[i];
    }
    if (2 * kept != s->n_faces)
        return error_set("%s: %" PRId64 " of the %" PRId64 " faces of patch %s have an image in it, not half of them; "
                         "give the right translation or angle, or the same mesh on both sides",
                         where, kept, s->n_faces, sides->name[0]);
    s->n_faces = kept;
    return 0;
}

/* Nodes are stored from the face of side 0 and in its order, with their partners beside them: the second row is the
 * partner face, whose own list may begin at another node and run the other way. side_table finds it whatever the
 * order. */
static int match_faces(const struct mesh *m, const char *where, const struct periodic_sides *sides,
                       const struct side s[2], const lid *partner, struct periodic_match *p)
{
    struct side_table table;
    bool added;
    int status = 0;
    side_table_init(&table, m->n_nodes, s[1].n_faces);
    for (int64_t i = 0; i < s[1].n_faces; i++) {
        int64_t begin = m->face_node_offset[s[1].face[i]], end = m->face_node_offset[s[1].face[i] + 1];
        side_table_find_or_add(&table, (int)(end - begin), m->face_node + begin, &added);
    }
    for (int64_t i = 0, at = 0; i < s[0].n_faces && status == 0; i++) {
        lid f = s[0].face[i];
        int n = (int)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
        for (int k = 0; k < n; k++) {
            p->pairs.node[0][at + k] = m->face_node[m->face_node_offset[f] + k];
            p->pairs.node[1][at + k] = partner[p->pairs.node[0][at + k]];
        }
        lid other = side_table_find(&table, n, p->pairs.node[1] + at);
        if (other < 0) {
            double x[3];
            mesh_face_place(m, f, x);
            status = error_set("%s: the face at (%g, %g, %g) of patch %s has no partner in patch %s, though its nodes "
                               "have; give both sides the same mesh",
                               where, x[0], x[1], x[2], sides->name[0], sides->name[1]);
            break;
        }
        p->face[0][i] = f;
        p->face[1][i] = s[1].face[other];
        at += n;
        p->pairs.node_offset[i + 1] = at;
    }
    side_table_free(&table);
    return status;
}

/* Also after an error: periodic_match_free() then finds what it expects. */
static void make_room(const struct mesh *m, const struct side *s, struct periodic_match *p)
{
    int64_t nodes = 0;
    for (int64_t i = 0; i < s->n_faces; i++)
        nodes += m->face_node_offset[s->face[i] + 1] - m->face_node_offset[s->face[i]];
    p->pairs.n_faces = s->n_faces;
    MEM_NEW_ZERO(p->pairs.node_offset, s->n_faces + 1);
    for (int side = 0; side < 2; side++) {
        MEM_NEW(p->pairs.node[side], nodes);
        MEM_NEW(p->face[side], s->n_faces);
    }
}

static int check_counts(const char *where, const struct periodic_sides *sides, const struct side s[2])
{
    if (s[0].n_faces > 0 && (sides->same || s[0].n_faces == s[1].n_faces))
        return 0;
    return error_set("%s: patch %s has %" PRId64 " faces but patch %s has %" PRId64
                     "; periodic sides need the same mesh",
                     where, sides->name[0], s[0].n_faces, sides->name[1], s[1].n_faces);
}

/* Faces are matched by their nodes' partners, not by their centroids: a pair of faces then has nodes that
 * coincide one by one. */
int periodic_match(const struct mesh *m, const char *where, const struct periodic_sides *sides,
                   const struct transform *t, struct periodic_match *p)
{
    struct side s[2];
    lid *partner;
    side_make(m, sides->in[0], &s[0]);
    side_make(m, sides->in[1], &s[1]);
    MEM_NEW(partner, m->n_nodes);
    int status = check_counts(where, sides, s);
    status = status || match_nodes(m, where, sides, t, s, partner);
    if (status == 0 && sides->same)
        status = tell_apart(m, where, sides, partner, &s[0]);
    make_room(m, &s[0], p);
    status = status || match_faces(m, where, sides, s, partner, p);
    mem_free(partner);
    side_free(&s[0]);
    side_free(&s[1]);
    return status;
}

void periodic_match_free(struct periodic_match *p)
{
    mem_free(p->pairs.node_offset);
    for (int side = 0; side < 2; side++) {
        mem_free(p->pairs.node[side]);
        mem_free(p->face[side]);
    }
    memset(p, 0, sizeof *p);
}
