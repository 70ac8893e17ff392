/* cgns_structured.c: the cells and faces of a structured zone.
 *
 * Node (i, j, k) is number i + ni (j + nj k) of the zone, cells likewise with
 * the numbers of cells along each index (SIDS, "Structured Grid"). A zone of a
 * 2-D base has size[2] = 1 and gives quadrilaterals.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

static void put_hexahedron(const struct cgns_zone *z, int64_t i, int64_t j, int64_t k, lid *node)
{
    lid v = cgns_lattice_node(z, i, j, k), row = (lid)z->size[0], plane = (lid)(z->size[0] * z->size[1]);
    node[0] = v;
    node[1] = v + 1;
    node[2] = v + 1 + row;
    node[3] = v + row;
    for (int n = 0; n < 4; n++)
        /* CGNS order: the face of the lower k, then the one above it, node for node. */
        node[4 + n] = node[n] + plane;
}

static void put_quadrilateral(const struct cgns_zone *z, int64_t i, int64_t j, lid *node)
{
    lid v = cgns_lattice_node(z, i, j, 0), row = (lid)z->size[0];
    node[0] = v;
    node[1] = v + 1;
    node[2] = v + 1 + row;
    node[3] = v + row;
}

int cgns_lattice_face(const struct cgns_zone *z, int d, const int64_t at[3], lid node[4])
{
    /* The two other indices, in ascending order; corners run round: (0,0), (1,0), (1,1), (0,1). */
    int u = d == 0 ? 1 : 0, w = d == 2 ? 1 : 2, n = z->dim == 3 ? 4 : 2;
    for (int c = 0; c < n; c++) {
        int64_t p[3] = {at[0], at[1], at[2]};
        p[u] += c == 1 || c == 2;
        p[w] += c >= 2;
        node[c] = cgns_lattice_node(z, p[0], p[1], p[2]);
    }
    return n;
}

/* Room for n more cells of n_nodes each, behind those of m. */
static void make_room(struct raw_mesh *m, int64_t n, int n_nodes)
{
    int64_t end = m->n_cells ? m->cell_node_offset[m->n_cells] : 0;
    MEM_GROW(m->cell_type, m->n_cells + n);
    MEM_GROW(m->cell_node_offset, m->n_cells + n + 1);
    MEM_GROW(m->cell_node, end + n * n_nodes);
    m->cell_node_offset[m->n_cells] = end;
}

void cgns_structured_cells(struct cgns_zone *z, int64_t n_to_come, struct raw_mesh *m)
{
    int n_nodes = z->dim == 3 ? 8 : 4;
    int64_t layers = z->dim == 3 ? z->size[2] - 1 : 1;
    if (n_to_come > 0)
        make_room(m, n_to_come, n_nodes);
    z->n_cells = layers * (z->size[0] - 1) * (z->size[1] - 1);
    int64_t c = m->n_cells, at = m->cell_node_offset[c];
    for (int64_t k = 0; k < layers; k++)
        for (int64_t j = 0; j < z->size[1] - 1; j++)
            for (int64_t i = 0; i < z->size[0] - 1; i++) {
                if (z->dim == 3)
                    put_hexahedron(z, i, j, k, m->cell_node + at);
                else
                    put_quadrilateral(z, i, j, m->cell_node + at);
                m->cell_type[c] = z->dim == 3 ? ELEMENT_HEXA : ELEMENT_QUAD;
                at += n_nodes;
                m->cell_node_offset[++c] = at;
            }
    m->n_cells = c;
}
