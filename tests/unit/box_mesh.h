/* box_mesh.h: raw meshes of the unit box made in memory, for the tests of prep.
 *
 * n^3 blocks, each one hexahedron, six tetrahedra, two prisms, six pyramids about
 * its centre, or a mixture. Inner nodes may be moved by a fixed random sequence;
 * the sides stay planar, so the volume is 1 whatever the rest does. Six patches:
 * xmin (wall), xmax (farfield), ymin (symmetry), ymax (slip), zmin (none), and
 * zmax, which is given by its vertices.
 */
#ifndef UFV_TESTS_BOX_MESH_H
#define UFV_TESTS_BOX_MESH_H

#include "element.h"
#include "mem.h"
#include "random.h"
#include "raw/raw_mesh.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum box_kind { BOX_HEXA, BOX_TETRA, BOX_PRISM, BOX_PYRAMID, BOX_MIXED, BOX_N_KINDS };

static const char *const box_name[BOX_N_KINDS] = {"hexa", "tetra", "prism", "pyramid", "mixed"};

struct box {
    struct raw_mesh *m;
    int n;
    int64_t n_entries, n_face_entries;
};

/* i, j, k: 0 .. n; i runs fastest. Tests compute with these numbers. */
static lid box_node(int n, int i, int j, int k)
{
    return (lid)((k * (n + 1) + j) * (n + 1) + i);
}

static void box_cell(struct box *b, int type, const lid *node)
{
    struct raw_mesh *m = b->m;
    int n = element_info(type)->n_nodes;
    m->cell_type[m->n_cells] = (uint8_t)type;
    memcpy(m->cell_node + b->n_entries, node, (size_t)n * sizeof *node);
    b->n_entries += n;
    m->cell_node_offset[++m->n_cells] = b->n_entries;
}

static void box_face(struct box *b, int patch, int n, const lid *node)
{
    struct raw_mesh *m = b->m;
    m->patch_face_patch[m->n_patch_faces] = patch;
    m->patch_face_element[m->n_patch_faces] = m->n_patch_faces + 1;
    memcpy(m->patch_face_node + b->n_face_entries, node, (size_t)n * sizeof *node);
    b->n_face_entries += n;
    m->patch_face_node_offset[++m->n_patch_faces] = b->n_face_entries;
}

/* Six pyramids whose common top, the middle of the block, is a node behind those of the lattice. */
static void box_pyramids(struct box *b, const lid *v, int block)
{
    lid centre = (lid)((b->n + 1) * (b->n + 1) * (b->n + 1) + block);
    const struct element_info *e = element_info(ELEMENT_HEXA);
    for (int f = 0; f < 6; f++) {
        lid node[5];
        for (int k = 0; k < 4; k++)
            node[k] = v[e->face_node[f][3 - k]]; /* the base is seen from inside */
        node[4] = centre;
        box_cell(b, ELEMENT_PYRA, node);
    }
}

static void box_block(struct box *b, enum box_kind kind, int i, int j, int k)
{
    int n = b->n;
    lid v[8] = {box_node(n, i, j, k),         box_node(n, i + 1, j, k),     box_node(n, i + 1, j + 1, k),
                box_node(n, i, j + 1, k),     box_node(n, i, j, k + 1),     box_node(n, i + 1, j, k + 1),
                box_node(n, i + 1, j + 1, k + 1), box_node(n, i, j + 1, k + 1)};
    /* Freudenthal's six tetrahedra about the diagonal 0-6: neighbours agree. */
    static const int8_t tetra[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                                       {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
    /* Prisms, whose sides in x and y are quadrilaterals, fit to hexahedra and to the bases of pyramids. */
    if (kind == BOX_MIXED)
        kind = i >= n / 2 ? BOX_PRISM : (i + j + k) % 2 ? BOX_PYRAMID : BOX_HEXA;
    if (kind == BOX_HEXA)
        box_cell(b, ELEMENT_HEXA, v);
    else if (kind == BOX_PYRAMID)
        box_pyramids(b, v, (k * n + j) * n + i);
    else if (kind == BOX_PRISM) {
        box_cell(b, ELEMENT_PENTA, (lid[]){v[0], v[1], v[2], v[4], v[5], v[6]});
        box_cell(b, ELEMENT_PENTA, (lid[]){v[0], v[2], v[3], v[4], v[6], v[7]});
    } else
        for (int t = 0; t < 6; t++)
            box_cell(b, ELEMENT_TETRA, (lid[]){v[tetra[t][0]], v[tetra[t][1]], v[tetra[t][2]], v[tetra[t][3]]});
}

/* Which side a face lies on (0..5: xmin, xmax, ymin, ...), or -1. */
static int box_side(int n, int n_nodes, const lid *node)
{
    int size = n + 1;
    for (int side = 0; side < 6; side++) {
        bool all = true;
        for (int k = 0; k < n_nodes; k++) {
            int v = (int)node[k], at[3] = {v % size, v / size % size, v / size / size};
            all = all && v < size * size * size && at[side / 2] == (side % 2 ? n : 0);
        }
        if (all)
            return side;
    }
    return -1;
}

/* Patch faces are found among the cells' sides, in the order of the cells; zmax is left to its list of vertices, as
 * meshes that name patches so have it. */
static void box_patches(struct box *b)
{
    static const char *const name[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
    static const enum bc_kind kind[6] = {BC_WALL, BC_FARFIELD, BC_SYMMETRY, BC_SLIP, BC_NONE, BC_PRESSURE_OUTLET};
    struct raw_mesh *m = b->m;
    int n = b->n;
    m->n_patches = 6;
    MEM_NEW_ZERO(m->patch, 6);
    for (int p = 0; p < 6; p++) {
        text_copy(m->patch[p].name, NAME_SIZE, name[p]);
        m->patch[p].kind = kind[p];
    }
    MEM_NEW(m->patch[5].node, (n + 1) * (n + 1));
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++)
            m->patch[5].node[m->patch[5].n_nodes_listed++] = box_node(n, i, j, n);
    MEM_NEW(m->patch_face_node_offset, 12 * n * n + 1);
    MEM_NEW(m->patch_face_node, 48 * n * n);
    MEM_NEW(m->patch_face_patch, 12 * n * n);
    MEM_NEW(m->patch_face_element, 12 * n * n);
    m->patch_face_node_offset[0] = 0;
    for (int64_t c = 0; c < m->n_cells; c++) {
        const struct element_info *e = element_info(m->cell_type[c]);
        for (int f = 0; f < e->n_faces; f++) {
            lid node[4];
            for (int k = 0; k < e->face_n_nodes[f]; k++)
                node[k] = m->cell_node[m->cell_node_offset[c] + e->face_node[f][k]];
            int side = box_side(n, e->face_n_nodes[f], node);
            if (side >= 0 && side < 5)
                box_face(b, side, e->face_n_nodes[f], node);
        }
    }
}

/* move: by how much of a block inner nodes are moved at most (0: not at all). */
static void box_mesh(enum box_kind kind, int n, double move, struct raw_mesh *m)
{
    struct box b = {.m = m, .n = n};
    uint64_t state = 12345;
    int size = n + 1, corners = size * size * size;
    memset(m, 0, sizeof *m);
    m->source = text_format("box of %s", box_name[kind]);
    MEM_NEW(m->cell_type, 6 * n * n * n);
    MEM_NEW(m->cell_node_offset, 6 * n * n * n + 1);
    MEM_NEW(m->cell_node, 30 * n * n * n);
    m->cell_node_offset[0] = 0;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                box_block(&b, kind, i, j, k);
    m->n_nodes = corners + (kind == BOX_PYRAMID || kind == BOX_MIXED ? n * n * n : 0);
    for (int d = 0; d < 3; d++)
        MEM_NEW(m->x[d], m->n_nodes);
    for (int v = 0; v < corners; v++) {
        int at[3] = {v % size, v / size % size, v / size / size};
        bool inner = true;
        for (int d = 0; d < 3; d++)
            inner = inner && at[d] > 0 && at[d] < n;
        for (int d = 0; d < 3; d++)
            m->x[d][v] = ((double)at[d] + (inner ? move * random_signed(&state) : 0.0)) / n;
    }
    for (int64_t v = corners; v < m->n_nodes; v++) {
        int block = (int)v - corners, at[3] = {block % n, block / n % n, block / n / n};
        for (int d = 0; d < 3; d++)
            m->x[d][v] = (at[d] + 0.5) / n;
    }
    box_patches(&b);
}

#endif
