/* node_merge.c: classes of nodes that are one, and the mesh renumbered without the others. */
#include "raw/node_merge.h"

#include "element.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- classes -------------------------------------------------------------------- */

void node_merge_init(struct node_merge *g, int64_t n_nodes)
{
    *g = (struct node_merge){.n_nodes = n_nodes};
}

void node_merge_free(struct node_merge *g)
{
    MEM_FREE(g->parent);
}

/* Union-find with path halving: each node on the way is hung to its grandparent, so that chains stay short. The
 * tree's shape changes in a const struct, but not what it says. */
lid node_merge_root(const struct node_merge *g, lid v)
{
    if (!g->parent)
        return v;
    while (g->parent[v] != v)
        v = g->parent[v] = g->parent[g->parent[v]];
    return v;
}

/* The smaller number becomes the root: the result does not depend on the order of the calls, and number_nodes()
 * meets a root before the rest of its class. Without any call parent stays NULL and costs nothing. */
void node_merge_unite(struct node_merge *g, lid a, lid b)
{
    if (a == b)
        return;
    if (!g->parent) {
        MEM_NEW(g->parent, g->n_nodes);
        for (lid v = 0; v < g->n_nodes; v++)
            g->parent[v] = v;
    }
    a = node_merge_root(g, a);
    b = node_merge_root(g, b);
    if (a == b)
        return;
    g->n_merged++;
    if (a < b)
        g->parent[b] = a;
    else
        g->parent[a] = b;
}

/* ---- the mesh with fewer nodes ----------------------------------------------------- */

/* parent becomes the new number of each node; a root comes before its class.
 * Going up, number[v] of a root is replaced by its new number, which is never larger than v. A node that is no root
 * may point to another one that is none; that has its new number by then. */
static void number_nodes(struct node_merge *g, struct raw_mesh *m, uint8_t *merged)
{
    lid *number = g->parent, n = 0;
    for (lid v = 0; v < g->n_nodes; v++) {
        if (number[v] != v) {
            number[v] = number[number[v]];
            merged[number[v]] = 1;
            continue;
        }
        for (int d = 0; d < 3; d++)
            m->x[d][n] = m->x[d][v];
        number[v] = n++;
    }
    m->n_nodes = n;
}

static void renumber(const lid *number, lid *node, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        node[i] = number[node[i]];
}

static bool repeats(const lid *node, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            if (node[i] == node[j])
                return true;
    return false;
}

/* Cells keep their order; the arrays are tightened where they stand.
 * Writing never overtakes reading (kept <= c, at <= begin), hence no second array is needed; `begin` is read before
 * the offset behind it can be overwritten. */
static void collapse_cells(struct raw_mesh *m, struct node_merge_result *r)
{
    int64_t kept = 0, at = 0, begin = 0;
    for (int64_t c = 0; c < m->n_cells; c++) {
        int64_t end = m->cell_node_offset[c + 1];
        lid node[ELEMENT_MAX_NODES];
        int n = (int)(end - begin), type = m->cell_type[c], now = type;
        memcpy(node, m->cell_node + begin, (size_t)n * sizeof *node);
        begin = end;
        if (repeats(node, n)) {
            now = cell_collapse(type, node);
            r->n_cells_dropped += now < 0;
            r->n_changed += now >= 0 && now != type;
            r->n_collapsed += now == type;
        }
        if (now < 0)
            continue;
        if (now != type)
            n = element_info(now)->n_nodes;
        memcpy(m->cell_node + at, node, (size_t)n * sizeof *node);
        if (m->cell_polygon_offset)
            m->cell_polygon_offset[kept] = m->cell_polygon_offset[c];
        m->cell_type[kept++] = (uint8_t)now;
        at += n;
        m->cell_node_offset[kept] = at;
    }
    if (m->cell_polygon_offset)
        m->cell_polygon_offset[kept] = m->cell_polygon_offset[m->n_cells];
    m->n_cells = kept;
}

/* Distinct nodes of a face in their order; returns their number. */
static int64_t tighten(const lid *node, int64_t n, lid *out)
{
    int64_t used = 0;
    for (int64_t i = 0; i < n; i++) {
        bool seen = false;
        for (int64_t k = 0; k < used; k++)
            seen = seen || out[k] == node[i];
        if (!seen)
            out[used++] = node[i];
    }
    return used;
}

/* Faces collapsed to a line or a point go. */
static void collapse_patch_faces(struct raw_mesh *m, struct node_merge_result *r)
{
    int64_t kept = 0, begin = 0, at = 0;
    for (int64_t f = 0; f < m->n_patch_faces; f++) {
        int64_t end = m->patch_face_node_offset[f + 1];
        int64_t least = end - begin < 3 ? end - begin : 3; /* an edge of a plane mesh keeps its two */
        /* at <= begin: it may write over what it has read, never over what follows. */
        int64_t n = tighten(m->patch_face_node + begin, end - begin, m->patch_face_node + at);
        begin = end;
        if (n < least) {
            r->n_faces_dropped++;
            continue;
        }
        at += n;
        m->patch_face_patch[kept] = m->patch_face_patch[f];
        m->patch_face_element[kept++] = m->patch_face_element[f];
        m->patch_face_node_offset[kept] = at;
    }
    m->n_patch_faces = kept;
}

/* Sorted, so that nodes that became one are neighbours and are listed once. */
static void renumber_vertex_patch(const lid *number, struct raw_patch *p)
{
    int64_t kept = 0;
    renumber(number, p->node, p->n_nodes_listed);
    qsort(p->node, (size_t)p->n_nodes_listed, sizeof *p->node, lid_compare);
    for (int64_t i = 0; i < p->n_nodes_listed; i++)
        if (i == 0 || p->node[i] != p->node[i - 1])
            p->node[kept++] = p->node[i];
    p->n_nodes_listed = kept;
}

/* All lists get new numbers first, then cells and faces are checked for repeated nodes. g is used up: its parents
 * have become numbers. */
void node_merge_apply(struct node_merge *g, struct raw_mesh *m, struct node_merge_result *r)
{
    *r = (struct node_merge_result){.n_nodes_merged = g->n_merged};
    if (!g->parent)
        return;
    MEM_NEW_ZERO(r->merged, g->n_nodes - g->n_merged);
    number_nodes(g, m, r->merged);
    renumber(g->parent, m->cell_node, m->cell_node_offset[m->n_cells]);
    if (m->n_polygons > 0)
        renumber(g->parent, m->polygon_node, m->polygon_node_offset[m->n_polygons]);
    if (m->n_patch_faces > 0)
        renumber(g->parent, m->patch_face_node, m->patch_face_node_offset[m->n_patch_faces]);
    for (int64_t p = 0; p < m->n_patches; p++)
        if (m->patch[p].node)
            renumber_vertex_patch(g->parent, &m->patch[p]);
    for (int64_t p = 0; p < m->n_periodic; p++)
        for (int side = 0; side < 2; side++)
            renumber(g->parent, m->periodic[p].node[side], m->periodic[p].node_offset[m->periodic[p].n_faces]);
    MEM_FREE(g->parent);
    collapse_cells(m, r);
    collapse_patch_faces(m, r);
}
