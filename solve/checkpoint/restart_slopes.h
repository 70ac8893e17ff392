/* restart_slopes.h: how the values of a run vary within its cells, for a run on another mesh that starts from them
 * (checkpoint/restart_mesh.h).
 */
#ifndef UFV_SOLVE_CHECKPOINT_RESTART_SLOPES_H
#define UFV_SOLVE_CHECKPOINT_RESTART_SLOPES_H

#include "types.h"

#include <stdint.h>

/* Faces of the old cells; arrays are borrowed. */
struct restart_faces {
    int64_t n;
    const lid *left, *right; /* [n] cells; those not in 0 .. cells - 1 are other ranks' or beyond a boundary */
    const double *centroid;  /* [3][n] m */
    const double *normal;    /* [3][n] area vectors from left to right, m^2 */
};

struct restart_slopes {
    lid n;         /* cells */
    int n_values;
    double *slope; /* [n_values][3][n] per metre */
    double *most;  /* [n_values][n] the largest difference to a neighbour */
};

/* Fits slopes to the values q[n_values][n] in cells 0 .. n - 1, whose centroids are centroid[3][stride], m: those that
 * reproduce best the differences to the neighbours across faces, each weighted by one over the square of its distance.
 * Faces of which one side is not 0 .. n - 1 do not count; their centroids and normals are not read. The slope is 0 in
 * directions in which a cell has no neighbour. Free with restart_slopes_free(). Not collective. */
void restart_slopes_create(lid n, int n_values, const double *const *q, const double *centroid, int64_t stride,
                           const struct restart_faces *faces, struct restart_slopes *s);

/* The value at d[3], m, from the centroid of a cell where it is q. It differs from q by no more than the largest
 * difference to a neighbour and, where it has to stay positive, by no more than half of q: at a shock or in a layer it
 * is a state like those of the cells there. Not collective; any thread. */
double restart_slopes_at(const struct restart_slopes *s, int value, lid cell, double q, const double d[3],
                         bool positive);

/* Frees what s owns. Not collective. */
void restart_slopes_free(struct restart_slopes *s);

#endif
