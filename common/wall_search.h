/* wall_search.h: exact distances from points to walls, and to the walls' images behind periodic faces. ufv-prep takes
 * them for the packs, and ufv-solve where a case has other walls than its packs: the same numbers, bit for bit, when
 * the triangles are the same, in whatever order. */
#ifndef UFV_COMMON_WALL_SEARCH_H
#define UFV_COMMON_WALL_SEARCH_H

#include "transform.h"
#include "triangle_tree.h"
#include "types.h"

/* Without walls, m. */
#define WALL_DISTANCE_NONE 1e30

/* A face of n nodes, x[3][nodes] m, as triangles: a triangle as it is, any other as n of them about its nodes' mean.
 * triangle: room for them; NULL: they are only counted. Returns their number. */
int wall_triangles(double *const x[3], int n, const lid *node, struct tree_triangle *triangle);

/* What takes a point to where walls lie about it as their images do about its own place, the identity first: products
 * of the periodic interfaces' transforms map[n], each once forth, back or not at all, since the nearest image of a wall
 * can stand only there when point and wall both lie within one period. low, high: corners of the mesh's box (m).
 * views: transform_table_free() it. */
void wall_views_make(struct vec3 low, struct vec3 high, int n, const struct transform *map,
                     struct transform_table *views);

/* Borrowed. */
struct wall_points {
    int64_t n;
    const double *x;  /* [3][stride] m */
    int64_t stride;   /* >= n */
    const lid *order; /* [n] points in a sequence in which neighbours follow one another, which is quick; NULL: as
                         numbered */
};

/* distance [n] m, out: from each point to the nearest of the triangles [n_triangles], which are taken over (MEM_NEW());
 * WALL_DISTANCE_NONE when there are none. The result depends neither on threads nor on any order. */
void wall_search(struct tree_triangle *triangle, int64_t n_triangles, const struct transform_table *views,
                 const struct wall_points *p, double *distance);

#endif
