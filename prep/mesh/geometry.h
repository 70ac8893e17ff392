/* geometry.h: areas, volumes, centroids of the whole mesh.
 *
 * Every face is split into triangles about its vertex mean p (a triangle stays
 * whole), every cell into the tetrahedra over those triangles: exact for planar
 * faces; for warped ones all cells see the same surface, so that volumes add up
 * and the outward normals of a cell sum to zero.
 *
 *   S = sum of S_t                     S_t: area vector of triangle t
 *   x_f = sum of (S_t.n) x_t / |S|     x_t: centroid of triangle t, n = S/|S|
 *   V = 1/3 sum of (x_t - r).S_t       r: a point of the cell
 */
#ifndef UFV_PREP_MESH_GEOMETRY_H
#define UFV_PREP_MESH_GEOMETRY_H

#include "mesh/mesh.h"
#include "vec3.h"

/* Of cells; those of faces are computed where they are needed, which takes less time
 * than to fetch them. Components stand one after another: centroid[d * stride + c]. */
struct metrics {
    int64_t n_cells;  /* of the mesh itself */
    int64_t stride;   /* from one component to the next: all cells, images included (mesh_all_cells()) */
    double *volume;   /* [stride] m^3 */
    double *centroid; /* [3][stride] m */
    /* How well the cells close: |sum of outward normals| / sum of areas. */
    double closure_max;
    int64_t open_cell; /* where it is largest */
};

/* The centroid of a cell, m. */
static inline struct vec3 metrics_centroid(const struct metrics *g, int64_t cell)
{
    return vec3_make(g->centroid[cell], g->centroid[g->stride + cell], g->centroid[2 * g->stride + cell]);
}

/* Area vector and centroid of the polygon of these n nodes, right-handed: normal (m^2) and
 * centroid (m), by the formulas above. n >= 3; x [3][nodes] m. */
void polygon_geometry(const double *const x[3], int n, const lid *node, struct vec3 *normal, struct vec3 *centroid);

/* Area vector (m^2), out of mesh.left, and centroid (m) of face f of all faces. Of a periodic pair side 1 is side 0
 * moved, so that what leaves through one enters through the other; images are as their nodes lie. */
void face_geometry(const struct mesh *m, int64_t f, struct vec3 *normal, struct vec3 *centroid);

/* Computes the metrics of all cells, before images are added; fills g, to be freed with metrics_free(), which accepts a
 * zeroed one. The bits do not depend on the number of threads. */
void metrics_compute(const struct mesh *m, struct metrics *g);
void metrics_free(struct metrics *g);

#endif
