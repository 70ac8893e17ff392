/* The sides of polyhedra, read from the polygons of the file; those of the other types come from the
 * element table (cell_sides.h). */
#include "mesh/cell_sides.h"

/* most_nodes is found over all polygons, used or not: callers allocate one buffer per thread by it. */
void cell_sides_init(struct cell_sides *s, const struct mesh *m, const struct raw_mesh *raw)
{
    s->m = m;
    s->raw = raw;
    s->most_nodes = ELEMENT_MAX_FACE_NODES;
    for (int64_t p = 0; p < raw->n_polygons; p++) {
        int64_t n = raw->polygon_node_offset[p + 1] - raw->polygon_node_offset[p];
        s->most_nodes = n > s->most_nodes ? n : s->most_nodes;
    }
}

/* A polygon is stored once and used by both of its cells; ~p (polyhedra.h) marks the cell that must run
 * through it backwards, so that every side comes out with its normal outward. */
int64_t cell_side_of_polyhedron(const struct cell_sides *s, int64_t c, int64_t j, lid *node)
{
    const struct raw_mesh *raw = s->raw;
    lid entry = raw->cell_polygon[raw->cell_polygon_offset[c] + j], p = entry < 0 ? ~entry : entry;
    int64_t begin = raw->polygon_node_offset[p], n = raw->polygon_node_offset[p + 1] - begin;
    for (int64_t i = 0; i < n; i++)
        node[i] = raw->polygon_node[begin + (entry < 0 ? n - 1 - i : i)];
    return n >= 3 ? n : 0;
}
