/* triangle_tree.h: a bounding volume tree over triangles, for nearest distances. */
#ifndef UFV_PREP_TRIANGLE_TREE_H
#define UFV_PREP_TRIANGLE_TREE_H

#include "types.h"
#include "vec3.h"

struct tree_triangle {
    struct vec3 corner[3];
};

struct tree_node {
    double low[3], high[3];
    lid first, count; /* leaf: triangles; inner: count 0, children first and first + 1 */
};

struct triangle_tree {
    struct tree_triangle *triangle; /* [n] owned; reordered by the tree */
    struct tree_node *node;         /* [n_nodes] root first */
    int64_t n, n_nodes;
};

/* Takes triangle over; n >= 1. */
void triangle_tree_build(struct tree_triangle *triangle, int64_t n, struct triangle_tree *t);
void triangle_tree_free(struct triangle_tree *t);

/* Smallest squared distance from x to a triangle. *nearest: a good guess (any
 * triangle) on entry, the one found on return. The distance does not depend on
 * the guess, not even in the last bit. */
double triangle_tree_distance2(const struct triangle_tree *t, struct vec3 x, lid *nearest);

double triangle_distance2(const struct tree_triangle *t, struct vec3 x);

#endif
