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
#ifndef UFV_PREP_GEOMETRY_H
#define UFV_PREP_GEOMETRY_H

#include "mesh.h"

/* Components stand one after another: normal[d * n_faces + f]. */
struct metrics {
    int64_t n_faces, n_cells;
    double *normal;        /* [3][n_faces] m^2, out of mesh.left */
    double *face_centroid; /* [3][n_faces] m */
    double *volume;        /* [n_cells] m^3 */
    double *centroid;      /* [3][n_cells] m */
};

void metrics_compute(const struct mesh *m, struct metrics *g);
void metrics_free(struct metrics *g);

#endif
