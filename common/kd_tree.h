/* kd_tree.h: the nearest of many points, by a k-d tree (Bentley 1975). */
#ifndef UFV_COMMON_KD_TREE_H
#define UFV_COMMON_KD_TREE_H

#include "types.h"

struct kd_tree {
    lid n;
    double (*x)[3];       /* [n] points in the tree's order: the middle one of a range divides the rest */
    lid *index;           /* [n] where a point stood in the caller's array */
    unsigned char *axis;  /* [n] 0..2, of the plane through the point */
    double low[3], high[3]; /* bounds of all points */
};

/* Builds the tree of points 0..n-1, n may be 0. x: [3][stride], component c of point i at c * stride + i,
 * stride >= n, no NaN; copied. Points may coincide. Takes n log n steps. Free with
 * kd_tree_free(). */
void kd_tree_build(const double *x, int64_t stride, lid n, struct kd_tree *t);

/* Frees everything and zeroes the struct; a zeroed one is allowed. */
void kd_tree_free(struct kd_tree *t);

/* Looks for the point nearest to p. When its squared distance is less than *d2, or equal and its gid less than *best,
 * sets *d2 and *best and returns the caller's index of it, 0 .. n - 1; otherwise returns -1. id[n] holds the gid of
 * each point by the caller's index. With *d2 = HUGE_VAL every tree but an empty one answers. Calls for several trees,
 * one after another, so find the nearest point of all, with a rule for points equally near. Any number of threads at
 * once. */
lid kd_tree_find(const struct kd_tree *t, const double p[3], const gid *id, double *d2, gid *best);

/* The point nearest to p (m), and in *d2 its squared distance (m^2): the caller's index; -1 and HUGE_VAL from an empty
 * tree. Of points equally near (coincident ones, say) it is the one met first on the way
 * down the tree: the same one whenever the points and their order are the same, but not the one with
 * the smallest index; who needs a rule takes kd_tree_find(). */
lid kd_tree_nearest(const struct kd_tree *t, const double p[3], double *d2);

#endif
