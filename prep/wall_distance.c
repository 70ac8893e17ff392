#include "wall_distance.h"

#include "mem.h"
#include "triangle_tree.h"

#include <math.h>

/* Walls with a boundary layer: slip walls have none. */
static bool is_wall(const struct mesh *m, int64_t f)
{
    return mesh_is_boundary(m, f) && m->patch[~m->right[f]].kind == BC_WALL;
}

static struct vec3 node_at(const struct mesh *m, lid v)
{
    return vec3_make(m->x[0][v], m->x[1][v], m->x[2][v]);
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
            t[n_triangles].corner[0] = node_at(m, node[i]);
            t[n_triangles].corner[1] = node_at(m, node[(i + 1) % n]);
            t[n_triangles].corner[2] = n == 3 ? node_at(m, node[2]) : vec3_make(mean[0], mean[1], mean[2]);
        }
    }
    return n_triangles;
}

/* Cells of a block start from their predecessor's nearest triangle. */
enum { BLOCK = 1024 };

static void search_block(const struct triangle_tree *t, const struct metrics *g, const lid *order, int64_t begin,
                         int64_t end, double *distance)
{
    lid nearest = 0;
    for (int64_t i = begin; i < end; i++) {
        int64_t c = order ? order[i] : i;
        struct vec3 x = {g->centroid[c], g->centroid[g->n_cells + c], g->centroid[2 * g->n_cells + c]};
        distance[c] = sqrt(triangle_tree_distance2(t, x, &nearest));
    }
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
    int64_t n_blocks = (m->n_cells + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < n_blocks; b++) {
        int64_t end = (b + 1) * BLOCK;
        search_block(&tree, g, order, b * BLOCK, end < m->n_cells ? end : m->n_cells, distance);
    }
    triangle_tree_free(&tree);
}
