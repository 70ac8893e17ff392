/* One uniform refinement of what a file holds: nodes in the middle of edges, faces and hexahedra, eight or ten
 * children for each cell, four for each patch face.
 *
 * New nodes are numbered behind the old ones: those of edges, then of quadrilaterals, then of hexahedra. Edges and
 * quadrilaterals stand in tables by their nodes, and the number of an entry is that of its node: both cells beside a
 * face find the same ones, which is what makes the mesh conforming. The tables are filled by one thread, since numbers
 * follow the order of the cells; the children are then made by all, each block of cells at a place that was counted
 * before. Children follow one another in the order of their parents, which coarse.c relies on.
 */
#include "mesh/refine.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "mesh/side_table.h"
#include "vec3.h"

#include <stdlib.h>
#include <string.h>

struct refinement {
    struct raw_mesh *m;            /* its nodes already with room for the new ones */
    struct side_table edge, quad;
    lid (*tetra_edge)[6];          /* [m->n_cells] the edges of each tetrahedron, as list_cell() meets them */
    lid edge_base, quad_base, centre; /* number of the first node of each kind; next cell centre */
    /* The finer mesh as it grows. */
    int64_t n_cells, n_entries;
    uint8_t *cell_type;
    int64_t *cell_node_offset;
    lid *cell_node;
};

/* -1: no cell has the edge; a patch face with such an edge is no face of the mesh and stays undivided. */
static lid middle_of_edge(const struct refinement *r, lid a, lid b)
{
    lid e = side_table_find(&r->edge, 2, (lid[]){a, b});
    return e < 0 ? -1 : r->edge_base + e;
}

static lid middle_of_quad(const struct refinement *r, lid a, lid b, lid c, lid d)
{
    lid q = side_table_find(&r->quad, 4, (lid[]){a, b, c, d});
    return q < 0 ? -1 : r->quad_base + q;
}

static void add_cell(struct refinement *r, int type, const lid *node)
{
    int n = element_info(type)->n_nodes;
    r->cell_type[r->n_cells] = (uint8_t)type;
    memcpy(r->cell_node + r->n_entries, node, (size_t)n * sizeof *node);
    r->n_entries += n;
    r->cell_node_offset[++r->n_cells] = r->n_entries;
}

/* ---- the children of each type ---- */

/* Squared (m^2): lengths are only compared. */
static double distance2(const struct raw_mesh *m, lid a, lid b)
{
    double sum = 0.0;
    for (int d = 0; d < 3; d++)
        sum += (m->x[d][a] - m->x[d][b]) * (m->x[d][a] - m->x[d][b]);
    return sum;
}

/* edge: in the order of tetra_edge. */
static void refine_tetra(struct refinement *r, const lid *v, const lid edge[6])
{
    lid e02 = r->edge_base + edge[0], e12 = r->edge_base + edge[1], e01 = r->edge_base + edge[2];
    lid e13 = r->edge_base + edge[3], e03 = r->edge_base + edge[4], e23 = r->edge_base + edge[5];
    add_cell(r, ELEMENT_TETRA, (lid[]){v[0], e01, e02, e03});
    add_cell(r, ELEMENT_TETRA, (lid[]){e01, v[1], e12, e13});
    add_cell(r, ELEMENT_TETRA, (lid[]){e02, e12, v[2], e23});
    add_cell(r, ELEMENT_TETRA, (lid[]){e03, e13, e23, v[3]});
    /* The octahedron that remains: its three diagonals, each with the ring of the
     * other four corners, right-handed. */
    const lid cut[3][6] = {
        {e01, e23, e03, e13, e12, e02}, {e02, e13, e01, e12, e23, e03}, {e03, e12, e02, e23, e13, e01}};
    /* Any diagonal gives a conforming mesh, since it lies inside the parent. The shortest gives the
     * least stretched children; of equal ones the first is taken. */
    int best = 0;
    for (int k = 1; k < 3; k++)
        if (distance2(r->m, cut[k][0], cut[k][1]) < distance2(r->m, cut[best][0], cut[best][1]))
            best = k;
    /* Each child: the diagonal and two neighbouring corners of its ring. */
    const lid *c = cut[best];
    for (int k = 0; k < 4; k++)
        add_cell(r, ELEMENT_TETRA, (lid[]){c[0], c[1], c[2 + k], c[2 + (k + 1) % 4]});
}

/* A pyramid at each corner of the base, one at the top, one upside down under it, and a tetrahedron behind each edge
 * of the base.
 * Six pyramids and four tetrahedra: the only type whose children are not all of its own type, which is why
 * refine_descendants() counts pyramids by a recursion of two types. */
static void refine_pyramid(struct refinement *r, const lid *v)
{
    lid base[4], side[4], centre = middle_of_quad(r, v[0], v[1], v[2], v[3]);
    /* The four sides are triangles, so that only the base has a node in its middle. */
    for (int i = 0; i < 4; i++) {
        base[i] = middle_of_edge(r, v[i], v[(i + 1) % 4]);
        side[i] = middle_of_edge(r, v[i], v[4]);
    }
    for (int i = 0; i < 4; i++)
        add_cell(r, ELEMENT_PYRA, (lid[]){v[i], base[i], centre, base[(i + 3) % 4], side[i]});
    add_cell(r, ELEMENT_PYRA, (lid[]){side[0], side[1], side[2], side[3], v[4]});
    add_cell(r, ELEMENT_PYRA, (lid[]){side[0], side[3], side[2], side[1], centre});
    for (int i = 0; i < 4; i++)
        add_cell(r, ELEMENT_TETRA, (lid[]){base[i], side[i], side[(i + 1) % 4], centre});
}

/* Three levels of a triangle's corners and edge middles.
 *    at[level][0..5]:      2
 *                        5   4       corners 0 1 2, middles of the edges 3 (0-1), 4 (1-2), 5 (2-0);
 *                      0   3   1     level 1 lies between the two triangles of the prism
 *
 * Four triangles to a level and two layers: eight prisms. */
static void refine_prism(struct refinement *r, const lid *v)
{
    /* The quadrilaterals of the prism give the middle level its edge nodes; its triangles have none in the middle. */
    lid at[3][6];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        at[0][i] = v[i];
        at[1][i] = middle_of_edge(r, v[i], v[i + 3]);
        at[2][i] = v[i + 3];
        at[0][3 + i] = middle_of_edge(r, v[i], v[j]);
        at[1][3 + i] = middle_of_quad(r, v[i], v[j], v[j + 3], v[i + 3]);
        at[2][3 + i] = middle_of_edge(r, v[i + 3], v[j + 3]);
    }
    static const int8_t triangle[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    for (int level = 0; level < 2; level++)
        for (int t = 0; t < 4; t++) {
            lid child[6];
            for (int k = 0; k < 3; k++) {
                child[k] = at[level][triangle[t][k]];
                child[k + 3] = at[level + 1][triangle[t][k]];
            }
            add_cell(r, ELEMENT_PENTA, child);
        }
}

/* Corners of a hexahedron as (i, j, k), CGNS order. */
static const int8_t hex_corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                        {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

/* The node at a point of the 3 x 3 x 3 lattice: the middle of the corners around. */
static lid lattice_node(const struct refinement *r, const lid *v, const int point[3], lid centre)
{
    lid around[8];
    int n = 0;
    for (int c = 0; c < 8; c++) {
        bool near = true;
        for (int d = 0; d < 3; d++)
            near = near && (point[d] == 1 || point[d] == 2 * hex_corner[c][d]);
        if (near)
            /* Where a coordinate of the point is 1, half way, both ends count; where it is 0 or 2 only the corner
             * there. */
            around[n++] = v[c];
    }
    return n == 1   ? around[0]
           : n == 2 ? middle_of_edge(r, around[0], around[1])
           : n == 4 ? middle_of_quad(r, around[0], around[1], around[2], around[3])
                    : centre;
}

/* The 27 points of the lattice are corners (8), middles of edges (12) and faces (6), and the centre; children
 * are cut from it by corner offsets. */
static void refine_hexa(struct refinement *r, const lid *v)
{
    lid at[3][3][3], centre = r->centre++;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                at[i][j][k] = lattice_node(r, v, (int[]){i, j, k}, centre);
    for (int c = 0; c < 8; c++) {
        lid child[8];
        /* Child c begins at lattice point hex_corner[c] and reaches one step on each way. */
        for (int n = 0; n < 8; n++)
            child[n] = at[hex_corner[c][0] + hex_corner[n][0]][hex_corner[c][1] + hex_corner[n][1]]
                         [hex_corner[c][2] + hex_corner[n][2]];
        add_cell(r, ELEMENT_HEXA, child);
    }
}

/* ---- new nodes ---- */

/* Fetches the chains that the edges of cells a few places behind c will be sought in. */
static void look_ahead(const struct refinement *r, int64_t c)
{
    enum { FAR = 16, NEAR = 8 };
    const struct raw_mesh *m = r->m;
    if (c + FAR >= m->n_cells)
        return;
    for (int64_t i = m->cell_node_offset[c + FAR]; i < m->cell_node_offset[c + FAR + 1]; i++)
        __builtin_prefetch(&r->edge.head[m->cell_node[i]]);
    for (int64_t i = m->cell_node_offset[c + NEAR]; i < m->cell_node_offset[c + NEAR + 1]; i++) {
        lid e = r->edge.head[m->cell_node[i]];
        __builtin_prefetch(&r->edge.entry[e < 0 ? 0 : e]);
    }
}

/* Puts the edges and quadrilaterals of cell c into the tables. Those of a tetrahedron's edges are kept for
 * refine_tetra(), which then need not look for them; the other types look them up again, since nine or twelve numbers
 * a cell for meshes that are mostly tetrahedra would be memory for nothing. */
static int list_cell(struct refinement *r, int64_t c)
{
    const struct raw_mesh *m = r->m;
    const struct element_info *e = element_info(m->cell_type[c]);
    const lid *v = m->cell_node + m->cell_node_offset[c];
    bool added;
    /* A collapsed cell would get children that are collapsed in other ways, some of them without volume. */
    for (int i = 0; i < e->n_nodes; i++)
        for (int j = 0; j < i; j++)
            if (v[i] == v[j])
                return error_set("%s: cell %" PRId64 " names node %d twice; collapsed cells cannot be refined",
                                 m->source, c + 1, (int)v[i] + 1);
    if (e->n_faces == 0)
        return error_set("%s: cell %" PRId64 " is of type %s, which cannot be refined; run "
                         "without --refine",
                         m->source, c + 1, e->name);
    int n_edges = 0;
    uint64_t seen = 0; /* a bit for each pair of the cell's nodes: two faces share an edge */
    for (int f = 0; f < e->n_faces; f++) {
        const int8_t *at = e->face_node[f];
        int n = e->face_n_nodes[f];
        for (int k = 0; k < n; k++) {
            int a = at[k], b = at[(k + 1) % n];
            uint64_t bit = UINT64_C(1) << (a < b ? ELEMENT_MAX_NODES * a + b : ELEMENT_MAX_NODES * b + a);
            if (seen & bit)
                continue;
            lid e = side_table_find_or_add(&r->edge, 2, (lid[]){v[a], v[b]}, &added);
            seen |= bit;
            if (m->cell_type[c] == ELEMENT_TETRA)
                r->tetra_edge[c][n_edges++] = e;
        }
        if (n == 4)
            side_table_find_or_add(&r->quad, 4, (lid[]){v[at[0]], v[at[1]], v[at[2]], v[at[3]]}, &added);
    }
    return 0;
}

/* Puts each entry's middle at base + entry; the smallest node is its chain's.
 * New nodes lie on the straight edges and flat faces of the coarse mesh, on walls too: the file says nothing of the
 * body behind, so that refinement does not make a curved wall smoother. */
static void place_middles(struct raw_mesh *m, const struct side_table *t, int n, lid base)
{
#pragma omp parallel for schedule(static)
    for (lid v = 0; v < t->n_nodes; v++)
        for (lid e = t->head[v]; e >= 0; e = t->entry[e].next)
            for (int d = 0; d < 3; d++) {
                double sum = m->x[d][v];
                for (int k = 0; k < n - 1; k++)
                    sum += m->x[d][t->entry[e].key[k]];
                m->x[d][base + e] = sum / n;
            }
}

/* In the order of the cells, in which refine_hexa() takes the centres' numbers. */
static void place_centres(struct raw_mesh *m, lid base)
{
    for (int64_t c = 0; c < m->n_cells; c++) {
        if (m->cell_type[c] != ELEMENT_HEXA)
            continue;
        for (int d = 0; d < 3; d++) {
            double sum = 0.0;
            for (int k = 0; k < 8; k++)
                sum += m->x[d][m->cell_node[m->cell_node_offset[c] + k]];
            m->x[d][base] = sum / 8.0;
        }
        base++;
    }
}

/* Numbers and places the new nodes. Ten: the most children that a cell has (a pyramid).
 * The bound counts ten children for every cell: a little too strict for other types, but simple and before
 * anything is allocated. */
static int make_nodes(struct refinement *r, const int64_t count[ELEMENT_N_TYPES])
{
    struct raw_mesh *m = r->m;
    int64_t n_nodes = m->n_nodes + r->edge.n_entries + r->quad.n_entries + count[ELEMENT_HEXA];
    if (n_nodes > LID_MAX || 10 * m->n_cells > LID_MAX)
        return error_set("%s: --refine would make more than %d nodes or cells", m->source, LID_MAX);
    /* Nodes are numbered in this order: the old nodes, then those on edges, on quadrilaterals and in centres of
     * hexahedra. */
    r->edge_base = (lid)m->n_nodes;
    r->quad_base = r->edge_base + (lid)r->edge.n_entries;
    r->centre = r->quad_base + (lid)r->quad.n_entries;
    for (int d = 0; d < 3; d++)
        MEM_RESIZE(m->x[d], n_nodes);
    place_middles(m, &r->edge, 2, r->edge_base);
    place_middles(m, &r->quad, 4, r->quad_base);
    place_centres(m, r->centre);
    m->n_nodes = n_nodes;
    return 0;
}

/* ---- cells and patches ---- */

enum { BLOCK = 4096 }; /* cells */

/* Where the children of each block of cells go. */
struct place {
    int64_t n_cells, n_entries, n_centres;
};

/* n_entries: nodes named by the children: a pyramid gives 6 pyramids of 5 and 4 tetrahedra of 4. */
static struct place children_of_block(const struct raw_mesh *m, int64_t begin, int64_t end)
{
    struct place p = {0};
    for (int64_t c = begin; c < end; c++) {
        bool pyramid = m->cell_type[c] == ELEMENT_PYRA;
        p.n_cells += pyramid ? 10 : 8;
        p.n_entries += pyramid ? 6 * 5 + 4 * 4 : 8 * (m->cell_node_offset[c + 1] - m->cell_node_offset[c]);
        p.n_centres += m->cell_type[c] == ELEMENT_HEXA;
    }
    return p;
}

/* r by value: it counts on from where the block's children go. */
static void refine_block(struct refinement r, struct place p, int64_t begin, int64_t end)
{
    const struct raw_mesh *m = r.m;
    r.n_cells = p.n_cells;
    r.n_entries = p.n_entries;
    /* So each block's hexahedra get the numbers that one thread alone would give them. */
    r.centre += (lid)p.n_centres;
    for (int64_t c = begin; c < end; c++) {
        const lid *v = m->cell_node + m->cell_node_offset[c];
        switch (m->cell_type[c]) {
        case ELEMENT_TETRA: refine_tetra(&r, v, r.tetra_edge[c]); break;
        case ELEMENT_PYRA: refine_pyramid(&r, v); break;
        case ELEMENT_PENTA: refine_prism(&r, v); break;
        default: refine_hexa(&r, v); break;
        }
    }
}

static int64_t block_end(const struct raw_mesh *m, int64_t b)
{
    return (b + 1) * BLOCK < m->n_cells ? (b + 1) * BLOCK : m->n_cells;
}

static void refine_cells(struct refinement *r)
{
    struct raw_mesh *m = r->m;
    int64_t n_blocks = (m->n_cells + BLOCK - 1) / BLOCK;
    struct place *place, all = {0};
    MEM_NEW(place, n_blocks);
    for (int64_t b = 0; b < n_blocks; b++) {
        struct place p = children_of_block(m, b * BLOCK, block_end(m, b));
        place[b] = all;
        all = (struct place){all.n_cells + p.n_cells, all.n_entries + p.n_entries, all.n_centres + p.n_centres};
    }
    MEM_NEW(r->cell_type, all.n_cells);
    MEM_NEW(r->cell_node_offset, all.n_cells + 1);
    MEM_NEW(r->cell_node, all.n_entries);
    r->cell_node_offset[0] = 0;
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < n_blocks; b++)
        refine_block(*r, place[b], b * BLOCK, block_end(m, b));
    mem_free(place);
    /* The old cells are needed no more; the edges' tables still are, for patches. */
    mem_free(m->cell_type);
    mem_free(m->cell_node_offset);
    mem_free(m->cell_node);
    m->cell_type = r->cell_type;
    m->cell_node_offset = r->cell_node_offset;
    m->cell_node = r->cell_node;
    m->n_cells = all.n_cells;
}

struct patch_faces {
    int64_t n, n_nodes;
    int64_t *offset, *element;
    lid *node, *patch;
};

/* Children are named by the element that they come from, so that messages speak of the file. */
static void add_patch_face(struct patch_faces *out, const struct raw_mesh *m, int64_t parent, int n, const lid *node)
{
    out->patch[out->n] = m->patch_face_patch[parent];
    out->element[out->n] = m->patch_face_element ? m->patch_face_element[parent] : 0;
    memcpy(out->node + out->n_nodes, node, (size_t)n * sizeof *node);
    out->n_nodes += n;
    out->offset[++out->n] = out->n_nodes;
}

/* The four children of a face of n nodes, each of n nodes: child k has node k, the
 * last of a triangle the middles of its edges. False when the mesh has no such face. */
static bool divide_face(const struct refinement *r, int n, const lid *v, lid child[4][4])
{
    lid middle[4] = {0}, centre = 0;
    bool known = n == 3 || n == 4;
    for (int k = 0; k < n && known; k++)
        known = (middle[k] = middle_of_edge(r, v[k], v[(k + 1) % n])) >= 0;
    if (known && n == 4)
        known = (centre = middle_of_quad(r, v[0], v[1], v[2], v[3])) >= 0;
    for (int k = 0; k < n && known; k++) {
        /* middle[(k + 2) % 3] is that of the edge that ends at node k. */
        lid of_triangle[4] = {v[k], middle[k], middle[(k + 2) % 3]};
        lid of_quad[4] = {v[k], middle[k], centre, middle[(k + 3) % 4]};
        memcpy(child[k], n == 3 ? of_triangle : of_quad, sizeof child[k]);
    }
    if (known && n == 3)
        memcpy(child[3], middle, sizeof child[3]);
    return known;
}

/* A face that is not of the mesh stays as it is, for mesh_check() to say. */
static void refine_patch_face(const struct refinement *r, int64_t i, struct patch_faces *out)
{
    const struct raw_mesh *m = r->m;
    const lid *v = m->patch_face_node + m->patch_face_node_offset[i];
    int n = (int)(m->patch_face_node_offset[i + 1] - m->patch_face_node_offset[i]);
    lid child[4][4];
    bool known = divide_face(r, n, v, child);
    for (int k = 0; k < 4 && known; k++)
        add_patch_face(out, m, i, n, child[k]);
    if (!known)
        add_patch_face(out, m, i, n, v);
}

static void refine_patch_faces(struct refinement *r)
{
    struct raw_mesh *m = r->m;
    int64_t n = m->n_patch_faces;
    struct patch_faces out = {0};
    if (n == 0)
        return;
    /* Room for four children each; undivided faces use less, and the arrays are not cut to size. */
    MEM_NEW(out.offset, 4 * n + 1);
    MEM_NEW(out.element, 4 * n);
    MEM_NEW(out.patch, 4 * n);
    MEM_NEW(out.node, 4 * m->patch_face_node_offset[n]);
    out.offset[0] = 0;
    for (int64_t i = 0; i < n; i++)
        refine_patch_face(r, i, &out);
    mem_free(m->patch_face_node_offset);
    mem_free(m->patch_face_node);
    mem_free(m->patch_face_patch);
    mem_free(m->patch_face_element);
    m->n_patch_faces = out.n;
    m->patch_face_node_offset = out.offset;
    m->patch_face_node = out.node;
    m->patch_face_patch = out.patch;
    m->patch_face_element = out.element;
}

/* Both sides of a face are divided in the order of their nodes, so that children
 * and nodes stay matched. A face that is not of the mesh stays as it is. */
static void refine_periodic(const struct refinement *r, struct raw_periodic *p)
{
    struct raw_periodic fine = *p;
    MEM_NEW_ZERO(fine.node_offset, 4 * p->n_faces + 1);
    for (int side = 0; side < 2; side++)
        MEM_NEW(fine.node[side], 4 * p->node_offset[p->n_faces]);
    fine.n_faces = 0;
    for (int64_t i = 0, at = 0; i < p->n_faces; i++) {
        int n = (int)(p->node_offset[i + 1] - p->node_offset[i]);
        const lid *v[2] = {p->node[0] + p->node_offset[i], p->node[1] + p->node_offset[i]};
        lid child[2][4][4];
        bool known = divide_face(r, n, v[0], child[0]) && divide_face(r, n, v[1], child[1]);
        for (int k = 0; k < (known ? 4 : 1); k++, at += n) {
            for (int side = 0; side < 2; side++)
                memcpy(fine.node[side] + at, known ? child[side][k] : v[side], (size_t)n * sizeof(lid));
            fine.node_offset[++fine.n_faces] = at + n;
        }
    }
    mem_free(p->node_offset);
    mem_free(p->node[0]);
    mem_free(p->node[1]);
    *p = fine;
}

/* Adds the middles of a table whose parent nodes are all listed.
 * list NULL: only counts them. */
static int64_t list_middles(const struct side_table *t, int n, lid base, const uint8_t *mark, lid *list)
{
    int64_t used = 0;
    for (lid v = 0; v < t->n_nodes; v++)
        for (lid e = mark[v] ? t->head[v] : -1; e >= 0; e = t->entry[e].next) {
            bool all = true;
            for (int k = 0; k < n - 1; k++)
                all = all && mark[t->entry[e].key[k]];
            if (all && list)
                list[used] = base + e;
            used += all;
        }
    return used;
}

/* A vertex list names the faces all of whose nodes are in it (raw_mesh.h); it goes on doing so if every edge and face
 * between listed nodes gets its middle listed. The list stays sorted and unique, as there promised. */
static void refine_vertex_patch(const struct refinement *r, struct raw_patch *p)
{
    uint8_t *mark;
    int64_t n = p->n_nodes_listed;
    MEM_NEW_ZERO(mark, r->edge.n_nodes);
    for (int64_t i = 0; i < n; i++)
        mark[p->node[i]] = 1;
    int64_t edges = list_middles(&r->edge, 2, 0, mark, NULL), quads = list_middles(&r->quad, 4, 0, mark, NULL);
    MEM_RESIZE(p->node, n + edges + quads);
    list_middles(&r->edge, 2, r->edge_base, mark, p->node + n);
    list_middles(&r->quad, 4, r->quad_base, mark, p->node + n + edges);
    p->n_nodes_listed = n + edges + quads;
    qsort(p->node, (size_t)p->n_nodes_listed, sizeof *p->node, lid_compare);
    mem_free(mark);
}

int64_t refine_descendants(int cell_type, int times)
{
    if (times == 0)
        return 1;
    if (cell_type != ELEMENT_PYRA)
        return 8 * refine_descendants(cell_type, times - 1);
    return 6 * refine_descendants(ELEMENT_PYRA, times - 1) + 4 * refine_descendants(ELEMENT_TETRA, times - 1);
}

int refine_raw_mesh(struct raw_mesh *m)
{
    struct refinement r = {.m = m};
    int64_t count[ELEMENT_N_TYPES] = {0}, n_old = m->n_nodes;
    int status = 0;
    /* First guesses: a tetrahedral mesh has about seven edges a node. Quadrilaterals are not expected; the table
     * grows. */
    side_table_init(&r.edge, n_old, 8 * n_old);
    side_table_init(&r.quad, n_old, 0);
    MEM_NEW(r.tetra_edge, m->n_cells);
    for (int64_t c = 0; c < m->n_cells && status == 0; c++) {
        look_ahead(&r, c);
        count[m->cell_type[c]]++;
        status = list_cell(&r, c);
    }
    if (status == 0)
        status = make_nodes(&r, count);
    if (status == 0) {
        refine_cells(&r);
        refine_patch_faces(&r);
        for (int64_t p = 0; p < m->n_periodic; p++)
            refine_periodic(&r, &m->periodic[p]);
        for (int64_t p = 0; p < m->n_patches; p++)
            if (m->patch[p].node)
                refine_vertex_patch(&r, &m->patch[p]);
    }
    mem_free(r.tetra_edge);
    side_table_free(&r.edge);
    side_table_free(&r.quad);
    return status;
}
