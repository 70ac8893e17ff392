/* The faces of a mesh's walls and its periodic interfaces, for common/wall_search.h. */
#include "wall/wall_distance.h"

#include "mem.h"

/* Walls with a boundary layer: slip walls have none. */
static bool is_wall(const struct mesh *m, int64_t f)
{
    return mesh_is_on_patch(m, f) && m->patch[~m->right[f]].kind == BC_WALL;
}

/* t NULL: only counts them. Faces of four nodes and more are split about their mean, the surface that the metrics have
 * too (geometry.h). */
static int64_t list_triangles(const struct mesh *m, struct tree_triangle *t)
{
    int64_t n_triangles = 0;
    for (int64_t f = 0; f < m->n_faces; f++) {
        int64_t begin = m->face_node_offset[f];
        if (is_wall(m, f))
            n_triangles += wall_triangles(m->x, (int)(m->face_node_offset[f + 1] - begin), m->face_node + begin,
                                          t ? t + n_triangles : NULL);
    }
    return n_triangles;
}

/* A wall may be nearer through a periodic face than inside the mesh. probe[0] and the last one are opposite corners of
 * the bounding box. */
static void list_views(const struct mesh *m, struct transform_table *views)
{
    const struct mesh_periodic *q = &m->periodic;
    struct transform *map;
    MEM_NEW(map, q->n_interfaces);
    for (int i = 0; i < q->n_interfaces; i++)
        map[i] = q->table.item[q->interface[i].number];
    struct vec3 low = {0, 0, 0}, high = {0, 0, 0};
    if (q->n_interfaces > 0) {
        low = q->table.probe[0];
        high = q->table.probe[TRANSFORM_PROBES - 1];
    }
    wall_views_make(low, high, q->n_interfaces, map, views);
    mem_free(map);
}

void wall_distance_compute(const struct mesh *m, const struct metrics *g, const lid *order, double *distance)
{
    const struct wall_points cells = {.n = m->n_cells, .x = g->centroid, .stride = g->stride, .order = order};
    int64_t n = list_triangles(m, NULL);
    struct tree_triangle *triangle;
    struct transform_table views;
    MEM_NEW(triangle, n);
    list_triangles(m, triangle);
    list_views(m, &views);
    /* Takes the triangles over. */
    wall_search(triangle, n, &views, &cells, distance);
    transform_table_free(&views);
}
