/* The faces of walls as triangles in a tree, and for each point the nearest of them, by their periodic images too. */
#include "wall_search.h"

#include "mem.h"

#include <math.h>

static struct vec3 mean_of(double *const x[3], int n, const lid *node)
{
    double mean[3];
    for (int d = 0; d < 3; d++) {
        mean[d] = 0.0;
        for (int i = 0; i < n; i++)
            mean[d] += x[d][node[i]] / (double)n;
    }
    return vec3_make(mean[0], mean[1], mean[2]);
}

int wall_triangles(double *const x[3], int n, const lid *node, struct tree_triangle *triangle)
{
    /* Faces with more corners become a fan around the mean of their corners, which does not depend on where the face
     * begins. */
    int n_triangles = n == 3 ? 1 : n;
    if (!triangle)
        return n_triangles;
    struct vec3 top = n == 3 ? vec3_at(x, node[2]) : mean_of(x, n, node);
    for (int i = 0; i < n_triangles; i++)
        triangle[i] = (struct tree_triangle){{vec3_at(x, node[i]), vec3_at(x, node[(i + 1) % n]), top}};
    return n_triangles;
}

/* ---- images ---- */

/* All views so far with map and its inverse; nothing when map is among them. */
static void add_views(struct transform_table *t, const struct transform *map)
{
    int known = t->n, forth = transform_table_add(t, map);
    if (forth < known)
        return;
    int back = transform_table_inverse(t, forth);
    /* Products with what other interfaces have made: images across the corners of a domain that is periodic in two
     * directions. Item 0 is the identity. */
    for (int k = 1; k < known; k++) {
        transform_table_product(t, forth, k);
        transform_table_product(t, back, k);
    }
}

void wall_views_make(struct vec3 low, struct vec3 high, int n, const struct transform *map,
                     struct transform_table *views)
{
    transform_table_init(views, low, high, n, map);
    for (int i = 0; i < n; i++)
        add_views(views, &map[i]);
}

/* ---- the search ---- */

/* Points of a block start from their predecessor's nearest triangle. */
enum { BLOCK = 1024 };

/* A lower bound: to the nearest of the boxes at the tree's root.
 * Most images of a point lie far from every wall; eight boxes tell that without a search. */
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

/* Moving the point in place of the walls needs one tree for all images.
 * at, at_image: nearest triangles of the point before, one for the walls and one for their images, since
 * these jump about independently. Each block starts from triangle 0, so that threads share nothing. */
static void search_block(const struct triangle_tree *t, const struct transform_table *views,
                         const struct wall_points *p, int64_t begin, int64_t end, double *distance)
{
    lid at = 0, at_image = 0;
    for (int64_t i = begin; i < end; i++) {
        int64_t c = p->order ? p->order[i] : i;
        struct vec3 x = vec3_make(p->x[c], p->x[p->stride + c], p->x[2 * p->stride + c]);
        double square = triangle_tree_distance2(t, x, &at);
        for (int k = 1; k < views->n; k++) {
            struct vec3 y = transform_point(&views->item[k], x);
            if (square_to_root(t, y) < square)
                square = fmin(square, triangle_tree_distance2(t, y, &at_image));
        }
        distance[c] = sqrt(square);
    }
}

/* Blocks of 1,024 points in chunks of four: the last ones even out threads whose points lie far from walls.
 * Every distance is written by one thread, so the result does not depend on their number. */
void wall_search(struct tree_triangle *triangle, int64_t n_triangles, const struct transform_table *views,
                 const struct wall_points *p, double *distance)
{
    struct triangle_tree tree;
    if (n_triangles == 0) {
        for (int64_t i = 0; i < p->n; i++)
            distance[p->order ? p->order[i] : i] = WALL_DISTANCE_NONE;
        mem_free(triangle);
        return;
    }
    triangle_tree_build(triangle, n_triangles, &tree);
    int64_t n_blocks = (p->n + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < n_blocks; b++) {
        int64_t end = (b + 1) * BLOCK;
        search_block(&tree, views, p, b * BLOCK, end < p->n ? end : p->n, distance);
    }
    triangle_tree_free(&tree);
}
