/* probe.h: values at points in the flow, of the cell that holds each (mesh/point_search.h): its mean, or the linear
 * function that its limited gradient gives, so that a point near a shock gets no overshoot.
 */
#ifndef UFV_SOLVE_KERNELS_PROBE_H
#define UFV_SOLVE_KERNELS_PROBE_H

#include "kernels/face_geometry.h"

/* What variable v of cell c changes by over the distance dx: the reconstruction that fluxes are made of
 * (flux_extrapolate() of kernels/flux.h), with the limiter. Euler gradients are stored with it and cannot be had
 * without; and so a probe near a shock shows no value that no cell around it has. */
UFV_HD real probe_step(const struct probe_args *a, int v, lid c, const real dx[3])
{
    if (a->limited) {
        struct limited_gradient k = limited_load(&a->m, a->limited, a->nv, v, c);
        stored along = k.g[0] * (stored)dx[0] + k.g[1] * (stored)dx[1] + k.g[2] * (stored)dx[2];
        return (real)(along * k.phi);
    }
    stored along = (stored)0;
    for (int d = 0; d < 3; d++)
        along += a->gradient[gradient_entry(&a->m, 3 * a->nv, d * a->nv + v, c)] * (stored)dx[d];
    return (real)along;
}

/* Index: as struct probe_args says. */
UFV_HD void probe_body(lid i, const struct probe_args *a)
{
    lid k = i / a->n_points, p = i - k * a->n_points, c = a->cell[p];
    int64_t n = a->n_points;
    int v = a->variable[k];
    real value = a->q[v * (int64_t)a->m.n_slots + c];
    const real dx[3] = {a->dx[p], a->dx[n + p], a->dx[2 * n + p]};
    a->value[i] = (double)(a->linear ? value + probe_step(a, v, c, dx) : value);
}

#endif
