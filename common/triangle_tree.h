/* triangle_tree.h: a bounding volume tree over triangles, for nearest distances. */
#ifndef UFV_COMMON_TRIANGLE_TREE_H
#define UFV_COMMON_TRIANGLE_TREE_H

#include "types.h"
#include "vec3.h"

struct tree_triangle {
    struct vec3 corner[3];
};

/* Eight children at once, lane by lane, for vector units. */
enum { TREE_WIDTH = 8 };

/* What encloses each of n things: a flat cylinder about its centre. A surface is
 * seen from afar as a disc, and a disc's distance is far above a box's when the disc
 * lies aslant. Where there is no direction the normal is zero and the disc a ball. */
enum { DISC_X, DISC_Y, DISC_Z, DISC_NX, DISC_NY, DISC_NZ, DISC_RADIUS, DISC_HALF_HEIGHT, DISC_N };

struct tree_node {
    double low[3][TREE_WIDTH], high[3][TREE_WIDTH]; /* boxes; of lanes not used infinitely far */
    double disc[DISC_N][TREE_WIDTH];
    lid first[TREE_WIDTH];     /* triangle, or node when count is 0 */
    int32_t count[TREE_WIDTH]; /* triangles of a leaf, 0: a node */
};

struct triangle_tree {
    struct tree_triangle *triangle; /* [n] owned; reordered by the tree */
    double *disc;                   /* [DISC_N][n] of each triangle */
    struct tree_node *node;         /* [n_nodes] root first */
    int64_t n, n_nodes;
};

/* Takes triangle (mem_alloc()) over; n >= 1. Free t with triangle_tree_free(). */
void triangle_tree_build(struct tree_triangle *triangle, int64_t n, struct triangle_tree *t);
void triangle_tree_free(struct triangle_tree *t);

/* Smallest squared distance from x to a triangle. *nearest: a good guess (any
 * triangle) on entry, the one found on return. The distance does not depend on
 * the guess, not even in the last bit. */
double triangle_tree_distance2(const struct triangle_tree *t, struct vec3 x, lid *nearest);

/* Squared distance (m^2) from x to one triangle, its inside, edges and corners; it may have no area. */
double triangle_distance2(const struct tree_triangle *t, struct vec3 x);

#endif
