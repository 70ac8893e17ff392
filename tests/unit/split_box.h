/* split_box.h: the unit box of n^3 hexahedra in thin layers, as polyhedra whose faces between layers are two triangles
 * each: neighbours above one another share two faces.
 */
#ifndef UFV_TESTS_SPLIT_BOX_H
#define UFV_TESTS_SPLIT_BOX_H

#include "box_mesh.h"

/* A polygon of the cell that is being written. */
static void split_box_add(struct raw_mesh *m, int64_t *n_entries, int n, const lid *node)
{
    int64_t at = m->polygon_node_offset[m->n_polygons];
    memcpy(m->polygon_node + at, node, (size_t)n * sizeof *node);
    m->polygon_node_offset[m->n_polygons + 1] = at + n;
    m->cell_polygon[(*n_entries)++] = (lid)m->n_polygons++;
}

/* Faces at z = 0 and z = 1 stay whole, as the patches' faces are. Both cells of a face have polygons of their own. */
static void split_box_cell(struct raw_mesh *m, int n, int64_t cell, int64_t *n_entries)
{
    const struct element_info *e = element_info(ELEMENT_HEXA);
    const lid *v = m->cell_node + m->cell_node_offset[cell];
    for (int f = 0; f < 6; f++) {
        int level[2] = {0, 0};
        lid node[4];
        for (int k = 0; k < 4; k++) {
            node[k] = v[e->face_node[f][k]];
            level[0] += node[k] / ((n + 1) * (n + 1)) == node[0] / ((n + 1) * (n + 1));
            level[1] += node[k] / ((n + 1) * (n + 1));
        }
        if (level[0] < 4 || level[1] == 0 || level[1] == 4 * n) {
            split_box_add(m, n_entries, 4, node);
            continue;
        }
        /* Both cells take the diagonal from the least node, whatever node they begin with. */
        int first = 0;
        for (int k = 1; k < 4; k++)
            first = node[k] < node[first] ? k : first;
        for (int half = 0; half < 2; half++)
            split_box_add(m, n_entries, 3,
                          (const lid[3]){node[first], node[(first + 1 + half) % 4], node[(first + 2 + half) % 4]});
    }
    m->cell_type[cell] = ELEMENT_POLYHEDRON;
}

/* Layers of the height `height` / n. m: to be freed by raw_mesh_free(). */
static void split_box(int n, double height, struct raw_mesh *m)
{
    int64_t n_entries = 0;
    box_mesh(BOX_HEXA, n, 0.0, m);
    for (int64_t v = 0; v < m->n_nodes; v++)
        m->x[2][v] *= height;
    MEM_NEW_ZERO(m->cell_polygon_offset, m->n_cells + 1);
    MEM_NEW(m->cell_polygon, 8 * m->n_cells);
    MEM_NEW_ZERO(m->polygon_node_offset, 8 * m->n_cells + 1);
    MEM_NEW(m->polygon_node, 28 * m->n_cells);
    for (int64_t c = 0; c < m->n_cells; c++) {
        split_box_cell(m, n, c, &n_entries);
        m->cell_polygon_offset[c + 1] = n_entries;
    }
    memset(m->cell_node_offset, 0, ((size_t)m->n_cells + 1) * sizeof *m->cell_node_offset);
}

#endif
