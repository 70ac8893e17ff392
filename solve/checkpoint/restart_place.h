/* restart_place.h: where a point lies among the cells of another mesh.
 *
 * The cell with the nearest centroid is not always the one that holds the point. In the layers at a curved wall cells
 * are thousands of times as long as high, and the faces of two meshes of the same wall lie further apart than that
 * height: a new cell at the wall would be put many layers above it, and friction would come out ten times too large.
 * There the distance from the wall counts in place of the component of the distance across the layers.
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_PLACE_H
#define UFV_SOLVE_CHECKPOINT_RESTART_PLACE_H

#include "checkpoint/restart_slopes.h"

struct restart_place {
    lid n;                      /* cells */
    const double *centroid;     /* [3][stride] m; borrowed */
    int64_t stride;
    const double *wall;         /* [n] m, distances of the centroids from the wall; borrowed */
    struct restart_slopes away; /* of these */
    struct restart_faces faces;
    int64_t *offset, *face;     /* [n + 1], of cell i: face[offset[i]] .. face[offset[i + 1] - 1], between old cells */
};

/* centroid, stride, wall: as in struct restart_place, as long as it is used. Free with restart_place_free(). Not
 * collective. */
void restart_place_create(lid n, const double *centroid, int64_t stride, const double *wall,
                          const struct restart_faces *faces, struct restart_place *p);

/* From the cell start, 0 .. n - 1, through faces to the one that holds the point, which it returns. x[3]: the point, m;
 * wall: its distance from the wall, m. d: out, the way from the cell's centroid to the point, m, whose component across
 * the layers is the difference of their distances from the wall. Not collective; any thread. */
lid restart_place_find(const struct restart_place *p, lid start, const double x[3], double wall, double d[3]);

/* Frees what p owns. Not collective. */
void restart_place_free(struct restart_place *p);

#endif
