/* point_tree.h: the nearest of many nodes, by a k-d tree (Bentley 1975). */
#ifndef UFV_PREP_PERIODIC_POINT_TREE_H
#define UFV_PREP_PERIODIC_POINT_TREE_H

#include "mesh/mesh.h"

struct point_tree {
    struct tree_point {
        double x[3];
        lid node;
        int axis;     /* that the points before and behind this one are divided by */
    } *point;         /* [n] owned; a subtree is a range, its root in the middle */
    int64_t n;
};

/* n >= 1 nodes of m. */
void point_tree_build(const struct mesh *m, int64_t n, const lid *node, struct point_tree *t);
void point_tree_free(struct point_tree *t);

/* The nearest node to x; *distance: how far (m). */
lid point_tree_nearest(const struct point_tree *t, struct vec3 x, double *distance);

#endif
