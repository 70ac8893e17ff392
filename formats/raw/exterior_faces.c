/* exterior_faces.c: lists the faces of all cells whose nodes are marked, and drops those that are there twice. */
#include "raw/exterior_faces.h"

#include "element.h"
#include "mem.h"
#include "raw/face_set.h"

#include <string.h>

/* One walk over the cells: the first counts, the second takes the faces. */
struct walk {
    const struct raw_mesh *m;
    const struct node_merge *g;
    const uint8_t *mark;
    int64_t n, n_nodes;
    struct exterior_faces *e; /* NULL while counting */
};

/* The face's nodes; nothing is taken of one that is not marked throughout or has
 * collapsed to less than `least` nodes.
 * Nodes are compared by the class that they have been merged to, so that zones joined before count as one. */
static void take(struct walk *w, const lid *node, int64_t n, int64_t least)
{
    int64_t used = 0;
    lid *out = w->e ? w->e->node + w->n_nodes : NULL;
    for (int64_t i = 0; i < n; i++)
        /* Marks are of roots: all nodes of a class are marked or none. */
        if (!w->mark[node_merge_root(w->g, node[i])])
            return;
    for (int64_t i = 0; i < n; i++) {
        lid v = node_merge_root(w->g, node[i]);
        bool seen = false;
        for (int64_t k = 0; k < i && !seen; k++)
            seen = node_merge_root(w->g, node[k]) == v;
        if (seen)
            continue;
        if (out)
            out[used] = v;
        used++;
    }
    if (used < least)
        return;
    if (w->e)
        w->e->offset[w->n] = w->n_nodes;
    w->n++;
    w->n_nodes += used;
}

/* Which way round a polygon's nodes run does not matter: faces are compared as sets of nodes. */
static void take_polyhedron(struct walk *w, int64_t c)
{
    const struct raw_mesh *m = w->m;
    for (int64_t i = m->cell_polygon_offset[c]; i < m->cell_polygon_offset[c + 1]; i++) {
        lid p = m->cell_polygon[i];
        int64_t begin = m->polygon_node_offset[p];
        int64_t n = m->polygon_node_offset[p + 1] - begin;
        take(w, m->polygon_node + begin, n, n < 3 ? n : 3); /* an edge of a plane mesh has two */
    }
}

static void take_cell(struct walk *w, int64_t c)
{
    int type = w->m->cell_type[c];
    const struct element_info *e = element_info(type);
    const lid *cell = w->m->cell_node + w->m->cell_node_offset[c];
    if (type == ELEMENT_POLYHEDRON)
        take_polyhedron(w, c);
    /* Cells of a plane mesh, whose faces are edges. */
    else if (type == ELEMENT_TRI || type == ELEMENT_QUAD)
        for (int i = 0; i < e->n_nodes; i++)
            take(w, (lid[2]){cell[i], cell[(i + 1) % e->n_nodes]}, 2, 2);
    else
        for (int f = 0; f < e->n_faces; f++) {
            lid node[ELEMENT_MAX_FACE_NODES];
            for (int i = 0; i < e->face_n_nodes[f]; i++)
                node[i] = cell[e->face_node[f][i]];
            take(w, node, e->face_n_nodes[f], 3);
        }
}

/* Cells of one zone, first .. first + n_cells - 1. */
static void walk_cells(struct walk *w, int64_t first, int64_t n_cells)
{
    w->n = w->n_nodes = 0;
    for (int64_t c = first; c < first + n_cells; c++)
        take_cell(w, c);
}

/* Leaves the faces that are there once, in their order.
 * A face between two cells is listed by both and therefore found twice; its key does not depend on the order of its
 * nodes. Once counted, a second pass keeps those found once. */
static void leave_pairs_out(struct exterior_faces *e)
{
    struct face_set set;
    int64_t kept = 0, at = 0;
    face_set_init(&set, e->n);
    for (int64_t i = 0; i < e->n; i++) {
        uint64_t key = face_key(e->node + e->offset[i], e->offset[i + 1] - e->offset[i]);
        int64_t *times = face_set_find(&set, key);
        if (times)
            ++*times;
        else
            face_set_add(&set, key, 1);
    }
    int64_t begin = 0;
    for (int64_t i = 0; i < e->n; i++) {
        int64_t end = e->offset[i + 1], n = end - begin;
        if (*face_set_find(&set, face_key(e->node + begin, n)) == 1) {
            memmove(e->node + at, e->node + begin, (size_t)n * sizeof *e->node);
            at += n;
            e->offset[++kept] = at;
        }
        begin = end;
    }
    e->n = kept;
    face_set_free(&set);
}

/* Only faces whose nodes are all marked are listed: far fewer than all faces, since callers mark nodes of surfaces. */
void exterior_faces_find(const struct raw_mesh *m, const struct node_merge *g, int64_t first, int64_t n_cells,
                         const uint8_t *mark, struct exterior_faces *e)
{
    struct walk w = {.m = m, .g = g, .mark = mark};
    int64_t longest = 0; /* a collapsed face is written before it is refused */
    for (int64_t p = 0; p < m->n_polygons; p++)
        if (m->polygon_node_offset[p + 1] - m->polygon_node_offset[p] > longest)
            longest = m->polygon_node_offset[p + 1] - m->polygon_node_offset[p];
    walk_cells(&w, first, n_cells);
    MEM_NEW(e->offset, w.n + 1);
    MEM_NEW(e->node, w.n_nodes + longest + ELEMENT_MAX_FACE_NODES);
    w.e = e;
    walk_cells(&w, first, n_cells);
    e->n = w.n;
    e->offset[w.n] = w.n_nodes;
    leave_pairs_out(e);
}

void exterior_faces_free(struct exterior_faces *e)
{
    MEM_FREE(e->offset);
    MEM_FREE(e->node);
}
