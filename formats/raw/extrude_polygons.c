/* extrude_polygons.c: polygons of a plane mesh, given by their edges in any order and
 * sense, become polyhedra: a quadrilateral for each edge, a face below and one above.
 */
#include "raw/extrude_polygons.h"

#include "element.h"
#include "error.h"
#include "mem.h"

#include <string.h>

/*     3 (a + n_plane) --- 2 (b + n_plane)
 *     |                   |
 *     0 (a) ------------- 1 (b) */
lid *thicken_edges(int64_t n, int64_t *offset, lid *edge_node, lid n_plane)
{
    lid *node;
    MEM_NEW(node, 4 * n);
    for (int64_t i = 0; i < n; i++) {
        lid a = edge_node[2 * i], b = edge_node[2 * i + 1];
        node[4 * i] = a;
        node[4 * i + 1] = b;
        node[4 * i + 2] = b + n_plane;
        node[4 * i + 3] = a + n_plane;
        offset[i + 1] = 4 * (i + 1);
    }
    mem_free(edge_node);
    return node;
}

/* Copies a cell's edges but those collapsed to a point; returns their number. */
static int64_t list_edges(const struct raw_mesh *m, int64_t c, lid (*edge)[2])
{
    int64_t n = 0;
    for (int64_t i = m->cell_polygon_offset[c]; i < m->cell_polygon_offset[c + 1]; i++) {
        const lid *node = m->polygon_node + 2 * (int64_t)m->cell_polygon[i];
        if (node[0] != node[1])
            memcpy(edge[n++], node, sizeof *edge);
    }
    return n;
}

/* Nodes around the ring that n edges make, which are put in order; false when they
 * make none.
 * Edge i is the first of those left that has the end of edge i - 1; it changes places with the one at i and is
 * turned where it has that node second. n squared steps, for the few edges of a polygon. */
static bool make_ring(int64_t n, lid (*edge)[2], lid *ring)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t k = i;
        while (i > 0 && k < n && edge[k][0] != edge[i - 1][1] && edge[k][1] != edge[i - 1][1])
            k++;
        if (k == n)
            return false;
        lid next[2] = {edge[k][0], edge[k][1]};
        edge[k][0] = edge[i][0];
        edge[k][1] = edge[i][1];
        /* The first edge keeps its sense, which decides that of the ring; polyhedra.c turns the faces by the volume's
         * sign. */
        bool turn = i > 0 && next[0] != edge[i - 1][1];
        edge[i][0] = next[turn];
        edge[i][1] = next[!turn];
        ring[i] = edge[i][0];
    }
    return n >= 3 && edge[n - 1][1] == ring[0];
}

/* The polygons below and above each cell, lower and upper in turn, [n_rings] pairs. */
struct rings {
    int64_t n, *offset; /* [n + 1] of the lower ones */
    lid *node;          /* [offset[n]] */
};

/* Before the edges become quadrilaterals, since it needs them as pairs of nodes. */
static int find_rings(const struct raw_mesh *m, struct rings *r)
{
    int64_t n_numbers = m->cell_polygon_offset[m->n_cells];
    lid(*edge)[2];
    int status = 0;
    MEM_NEW(edge, n_numbers);
    MEM_NEW(r->node, n_numbers);
    MEM_NEW(r->offset, m->n_cells + 1);
    r->offset[0] = 0;
    for (int64_t c = 0; c < m->n_cells && status == 0; c++) {
        if (m->cell_type[c] != ELEMENT_POLYHEDRON)
            continue;
        int64_t n = list_edges(m, c, edge);
        if (!make_ring(n, edge, r->node + r->offset[r->n]))
            status = error_set("%s: the %" PRId64 " edges of cell %" PRId64 " make no closed polygon; export the mesh "
                               "again",
                               m->source, n, c + 1);
        r->offset[r->n + 1] = r->offset[r->n] + n;
        r->n++;
    }
    MEM_FREE(edge);
    return status;
}

/* Ring i becomes polygons 2 i and 2 i + 1 behind the edges'. */
static void append_rings(struct raw_mesh *m, const struct rings *r, lid n_plane)
{
    int64_t p = m->n_polygons, at = m->polygon_node_offset[p];
    MEM_RESIZE(m->polygon_node_offset, p + 2 * r->n + 1);
    MEM_RESIZE(m->polygon_node, at + 2 * r->offset[r->n]);
    for (int64_t i = 0; i < r->n; i++)
        for (int upper = 0; upper < 2; upper++) {
            for (int64_t k = r->offset[i]; k < r->offset[i + 1]; k++)
                m->polygon_node[at++] = r->node[k] + (upper ? n_plane : 0);
            m->polygon_node_offset[++p] = at;
        }
}

/* Puts the rings' polygons behind those of each cell. */
static void give_to_cells(struct raw_mesh *m, int64_t n_rings)
{
    lid *number;
    int64_t at = 0, begin = 0, ring = m->n_polygons;
    MEM_NEW(number, m->cell_polygon_offset[m->n_cells] + 2 * n_rings);
    for (int64_t c = 0; c < m->n_cells; c++) {
        int64_t end = m->cell_polygon_offset[c + 1];
        while (begin < end)
            number[at++] = m->cell_polygon[begin++];
        for (int upper = 0; upper < 2 && m->cell_type[c] == ELEMENT_POLYHEDRON; upper++)
            number[at++] = (lid)ring++;
        m->cell_polygon_offset[c + 1] = at;
    }
    mem_free(m->cell_polygon);
    m->cell_polygon = number;
    m->n_polygons = ring;
}

int thicken_polygons(struct raw_mesh *m, lid n_plane, int64_t *n_ring_nodes)
{
    struct rings r = {0};
    *n_ring_nodes = 0;
    if (m->n_polygons == 0)
        return 0;
    int status = m->n_polygons >= LID_MAX - 2 * m->n_cells
                     ? error_set("%s: has %" PRId64 " edges and %" PRId64 " cells; the faces of so many cannot be "
                                 "numbered",
                                 m->source, m->n_polygons, m->n_cells)
                     : find_rings(m, &r);
    if (status == 0) {
        m->polygon_node = thicken_edges(m->n_polygons, m->polygon_node_offset, m->polygon_node, n_plane);
        append_rings(m, &r, n_plane);
        give_to_cells(m, r.n);
        *n_ring_nodes = r.offset[r.n];
    }
    MEM_FREE(r.offset);
    MEM_FREE(r.node);
    return status;
}
