/* cell_collapse.c: what a cell with repeated nodes is.
 *
 * Its faces are taken without repeated nodes; those with two or fewer nodes have
 * vanished. The number of distinct nodes and of triangles and quadrilaterals
 * tells a tetrahedron, a pyramid and a prism from the rest.
 */
#include "raw/node_merge.h"

#include "element.h"

#include <string.h>

struct face {
    int n;
    lid node[4];
};

static bool holds(const lid *node, int n, lid v)
{
    for (int i = 0; i < n; i++)
        if (node[i] == v)
            return true;
    return false;
}

/* The first mention of each node stays, in order; out: room for n. */
static int distinct(const lid *node, int n, lid *out)
{
    int used = 0;
    for (int i = 0; i < n; i++)
        if (!holds(out, used, node[i]))
            out[used++] = node[i];
    return used;
}

/* The faces that are left, triangles first; returns their number.
 * Triangles first, so that face[0] of a tetrahedron and face[4] of a pyramid (the only quadrilateral behind
 * four triangles) are where cell_collapse() expects them. */
static int faces_left(int type, const lid *node, struct face *face, int *n_triangles)
{
    const struct element_info *e = element_info(type);
    struct face quad[ELEMENT_MAX_FACES];
    int n_quads = 0;
    *n_triangles = 0;
    for (int j = 0; j < e->n_faces; j++) {
        lid corner[4];
        struct face f;
        for (int i = 0; i < e->face_n_nodes[j]; i++)
            corner[i] = node[e->face_node[j][i]];
        f.n = distinct(corner, e->face_n_nodes[j], f.node);
        if (f.n == 3)
            face[(*n_triangles)++] = f;
        else if (f.n == 4)
            quad[n_quads++] = f;
    }
    memcpy(face + *n_triangles, quad, (size_t)n_quads * sizeof *quad);
    return *n_triangles + n_quads;
}

/* Base seen from inside, then the node that is not in it. */
static void put_cone(const struct face *base, const lid *all, int n_all, lid *node)
{
    for (int i = 0; i < base->n; i++)
        /* Face nodes run right-handed about the outward normal, CGNS's base about the inward one: turned round, node 0
         * first. */
        node[i] = base->node[(base->n - i) % base->n];
    for (int i = 0; i < n_all; i++)
        if (!holds(base->node, base->n, all[i]))
            node[base->n] = all[i];
}

/* The node next to v in the quadrilateral that is not in the base, or -1. */
static lid above(const struct face *quad, const struct face *base, lid v)
{
    for (int i = 0; i < 4; i++)
        if (quad->node[i] == v) {
            lid after = quad->node[(i + 1) % 4], before = quad->node[(i + 3) % 4];
            return !holds(base->node, 3, after) ? after : !holds(base->node, 3, before) ? before : -1;
        }
    return -1;
}

/* Makes a prism of two triangles and three quadrilaterals. Fails when the faces are not those of a prism. Base and top
 * are the two triangles; the node above each base corner is its neighbour along a quadrilateral. */
static bool put_prism(const struct face *face, lid *node)
{
    const struct face *base = &face[0], *top = &face[1];
    lid out[6];
    for (int i = 0; i < 3; i++) {
        out[i] = base->node[(3 - i) % 3];
        out[3 + i] = -1;
        for (int q = 2; q < 5; q++) {
            lid v = above(&face[q], base, out[i]);
            if (v >= 0)
                out[3 + i] = v;
        }
        /* No node above, or one that is not of the top, or the same one twice: the triangles do not face one
         * another. */
        if (out[3 + i] < 0 || !holds(top->node, 3, out[3 + i]) || holds(out + 3, i, out[3 + i]))
            return false;
    }
    memcpy(node, out, sizeof out);
    return true;
}

/* Of plane meshes, before they are made one layer thick. */
static int collapse_plane(int type, lid *node)
{
    lid all[4];
    int n = distinct(node, element_info(type)->n_nodes, all);
    if (n < 3)
        return -1;
    memcpy(node, all, (size_t)n * sizeof *node);
    return n == 3 ? ELEMENT_TRI : ELEMENT_QUAD;
}

/* Returns the new type with node[] in its order, -1 where nothing with a volume is left, and the same type
 * where it stays a cell with a repeated node (one collapsed edge, or a shape that is none of ours). */
int cell_collapse(int type, lid node[])
{
    const struct element_info *e = element_info(type);
    struct face face[ELEMENT_MAX_FACES];
    lid all[ELEMENT_MAX_NODES];
    int n_triangles;
    if (type == ELEMENT_TRI || type == ELEMENT_QUAD)
        return collapse_plane(type, node);
    int n = distinct(node, e->n_nodes, all);
    if (n == e->n_nodes)
        return type;
    int n_faces = faces_left(type, node, face, &n_triangles);
    /* Fewer than four nodes or faces enclose no volume. */
    if (n < 4 || n_faces < 4)
        return -1;
    if (n == 4 && n_triangles == 4 && n_faces == 4) {
        put_cone(&face[0], all, n, node);
        return ELEMENT_TETRA;
    }
    if (n == 5 && n_triangles == 4 && n_faces == 5) {
        put_cone(&face[4], all, n, node);
        return ELEMENT_PYRA;
    }
    if (n == 6 && n_triangles == 2 && n_faces == 5 && put_prism(face, node))
        return ELEMENT_PENTA;
    return type;
}
