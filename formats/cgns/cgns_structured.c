/* cgns_structured.c: the cells and faces of a structured zone (raw/lattice.h). */
#include "cgns/cgns_zone.h"

#include "mem.h"

int cgns_lattice_face(const struct cgns_zone *z, int d, const int64_t at[3], lid node[4])
{
    struct lattice l = cgns_lattice(z);
    return lattice_face(&l, d, at, node);
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
    struct lattice l = cgns_lattice(z);
    if (n_to_come > 0)
        make_room(m, n_to_come, n_nodes);
    z->n_cells = lattice_cells(&l);
    int64_t c = m->n_cells, at = m->cell_node_offset[c];
    for (int64_t k = 0; k < layers; k++)
        for (int64_t j = 0; j < z->size[1] - 1; j++)
            for (int64_t i = 0; i < z->size[0] - 1; i++) {
                lattice_cell(&l, i, j, k, m->cell_node + at);
                m->cell_type[c] = z->dim == 3 ? ELEMENT_HEXA : ELEMENT_QUAD;
                at += n_nodes;
                m->cell_node_offset[++c] = at;
            }
    m->n_cells = c;
}
