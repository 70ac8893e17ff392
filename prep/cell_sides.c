#include "cell_sides.h"

#include "element.h"

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

int64_t cell_sides_count(const struct cell_sides *s, int64_t c)
{
    if (s->m->cell_type[c] != ELEMENT_POLYHEDRON)
        return element_info(s->m->cell_type[c])->n_faces;
    return s->raw->cell_polygon_offset[c + 1] - s->raw->cell_polygon_offset[c];
}

static int64_t polygon_nodes(const struct raw_mesh *raw, lid entry, lid *node)
{
    lid p = entry < 0 ? ~entry : entry;
    int64_t begin = raw->polygon_node_offset[p], n = raw->polygon_node_offset[p + 1] - begin;
    for (int64_t i = 0; i < n; i++)
        node[i] = raw->polygon_node[begin + (entry < 0 ? n - 1 - i : i)];
    return n >= 3 ? n : 0;
}

int64_t cell_side_nodes(const struct cell_sides *s, int64_t c, int64_t j, lid *node)
{
    const struct mesh *m = s->m;
    if (m->cell_type[c] == ELEMENT_POLYHEDRON)
        return polygon_nodes(s->raw, s->raw->cell_polygon[s->raw->cell_polygon_offset[c] + j], node);
    return mesh_cell_face_nodes(m->cell_type[c], m->cell_node + m->cell_node_offset[c], (int)j, node);
}
