/* The faces of walls as triangles in a tree, and for each cell the nearest of them, by their periodic images too. */
#include "wall/wall_distance.h"

#include "mem.h"
#include "wall/triangle_tree.h"

#include <math.h>

/* Walls with a boundary layer: slip walls have none. */
static bool is_wall(const struct mesh *m, int64_t f)
{
    return mesh_is_on_patch(m, f) && m->patch[~m->right[f]].kind == BC_WALL;
}

static int64_t list_triangles(const struct mesh *m, struct tree_triangle *t)
{
    int64_t n_triangles = 0;
    for (int64_t f = 0; f < m->n_faces; f++) {
        if (!is_wall(m, f))
            continue;
        const lid *node = m->face_node + m->face_node_offset[f];
        int n = (int)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
        double mean[3];
        mesh_face_place(m, f, mean);
        for (int i = 0; i < (n == 3 ? 1 : n); i++, n_triangles++) {
            if (!t)
                continue;
            t[n_triangles].corner[0] = vec3_at(m->x, node[i]);
            t[n_triangles].corner[1] = vec3_at(m->x, node[(i + 1) % n]);
            t[n_triangles].corner[2] = n == 3 ? vec3_at(m->x, node[2]) : vec3_make(mean[0], mean[1], mean[2]);
        }
    }
    return n_triangles;
}

/* Cells of a block start from their predecessor's nearest triangle. */
enum { BLOCK = 1024 };

/* A lower bound: to the nearest of the boxes at the tree's root. */
static double square_to_root(const struct triangle_tree *t, struct vec3 x)
{
    const struct tree_node *n = &t->node[0];
    double least = INFINITY;
    for (int k = 0; k < TREE_WIDTH; k++) {
        double dx = fmax(fmax(n->low[0][k] - x.x, x.x - n->high[0][k]), 0.0);
        double dy = fmax(fmax(n->low[1][k] - x.y, x.y - n->high[1][k]), 0.0);
        double dz = fmax(fmax(n->low[2][k] - x.z, x.z - n->high[2][k]), 0.0);
        least = fmin(least, dx * dx + dy * dy + dz * dz);
    }
    return least;
}

/* views: what takes a cell to where the walls lie about it as their images do
 * about its own place. Moving the cell in place of the walls needs one tree for all images. */
static void search_block(const struct triangle_tree *t, const struct metrics *g, const lid *order, int64_t begin,
                         int64_t end, const struct transform_table *views, double *distance)
{
    lid at = 0, at_image = 0;
    for (int64_t i = begin; i < end; i++) {
        int64_t c = order ? order[i] : i;
        struct vec3 x = metrics_centroid(g, c);
        double square = triangle_tree_distance2(t, x, &at);
        for (int k = 1; k < views->n; k++) {
            struct vec3 y = transform_point(&views->item[k], x);
            if (square_to_root(t, y) < square)
                square = fmin(square, triangle_tree_distance2(t, y, &at_image));
        }
        distance[c] = sqrt(square);
    }
}

/* All views so far with map and its inverse; nothing when map is among them. */
static void add_views(struct transform_table *t, const struct transform *map)
{
    int known = t->n, forth = transform_table_add(t, map);
    if (forth < known)
        return;
    int back = transform_table_inverse(t, forth);
    for (int k = 1; k < known; k++) {
        transform_table_product(t, forth, k);
        transform_table_product(t, back, k);
    }
}

/* Products of the periodic interfaces' transforms, each once forth, back or not at
 * all: where the nearest image of a wall can stand, cell and wall both lying within
 * one period. t: to be freed. */
static void list_views(const struct mesh *m, struct transform_table *t)
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
    transform_table_init(t, low, high, q->n_interfaces, map);
    for (int i = 0; i < q->n_interfaces; i++)
        add_views(t, &map[i]);
    mem_free(map);
}

void wall_distance_compute(const struct mesh *m, const struct metrics *g, const lid *order, double *distance)
{
    int64_t n = list_triangles(m, NULL);
    if (n == 0) {
        for (int64_t c = 0; c < m->n_cells; c++)
            distance[c] = WALL_DISTANCE_NONE;
        return;
    }
    struct tree_triangle *triangle;
    struct triangle_tree tree;
    MEM_NEW(triangle, n);
    list_triangles(m, triangle);
    triangle_tree_build(triangle, n, &tree);
    struct transform_table views;
    list_views(m, &views);
    int64_t n_blocks = (m->n_cells + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < n_blocks; b++) {
        int64_t end = (b + 1) * BLOCK;
        search_block(&tree, g, order, b * BLOCK, end < m->n_cells ? end : m->n_cells, &views, distance);
    }
    transform_table_free(&views);
    triangle_tree_free(&tree);
}
