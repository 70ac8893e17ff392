/* cgns_cell_capacity.c: enlarges the arrays of the mesh for cells by their faces, and keeps the lists of faces in
 * step when other cells are added.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

#include <string.h>

void cgns_polyhedra_reserve(struct raw_mesh *m, int64_t n_more, int64_t n_numbers)
{
    int64_t n = m->n_cells + n_more;
    bool first = !m->cell_polygon_offset;
    MEM_GROW(m->cell_type, n);
    MEM_GROW(m->cell_node_offset, n + 1);
    MEM_GROW(m->cell_polygon_offset, n + 1);
    if (first)
        /* Cells of earlier sections and zones have no faces listed: empty rows. */
        memset(m->cell_polygon_offset, 0, (size_t)(m->n_cells + 1) * sizeof *m->cell_polygon_offset);
    MEM_GROW(m->cell_polygon, m->cell_polygon_offset[m->n_cells] + n_numbers);
    if (m->n_cells == 0)
        m->cell_node_offset[0] = 0;
    for (int64_t c = m->n_cells; c < n; c++) {
        m->cell_type[c] = ELEMENT_POLYHEDRON;
        /* Polyhedra have no entries in cell_node (raw_mesh.h). */
        m->cell_node_offset[c + 1] = m->cell_node_offset[m->n_cells];
    }
}

void cgns_no_polyhedra(struct raw_mesh *m, int64_t first_cell)
{
    if (!m->cell_polygon_offset)
        return;
    MEM_GROW(m->cell_polygon_offset, m->n_cells + 1);
    for (int64_t c = first_cell; c < m->n_cells; c++)
        m->cell_polygon_offset[c + 1] = m->cell_polygon_offset[first_cell];
}
