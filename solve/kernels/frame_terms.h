/* frame_terms.h: what a mesh that moves as a rigid body (physics/frame.h), or a force on each mass alike, adds to
 * residuals, and vectors turned with the axes of the mesh.
 */
#ifndef UFV_SOLVE_KERNELS_FRAME_TERMS_H
#define UFV_SOLVE_KERNELS_FRAME_TERMS_H

#include "kernels/face_geometry.h"
#include "kernels/frame_args.h"

/* Volume that the faces of cell i sweep out of it though the cell stays what it is, m^3/s: nothing but for cells at the
 * surface of a zone that is not one of revolution, of which the faces there rest and the others turn. */
UFV_HD real frame_swept(lid i, const struct frame_args *a)
{
    return a->kept ? a->frame.spin * a->kept[i] : (real)0;
}

/* source = - W (swept volume) / volume, without which a uniform stream would not stay uniform (Thomas & Lombard 1979,
 * the geometric conservation law), less omega x (rho v) where the flow is steady in the axes of the mesh.
 * A frame in which the flow is steady turns momentum as seen from rest: its derivative in the frame has
 * omega x (rho v) in addition, once and not twice, since v is the absolute velocity.
 * An acceleration adds that force on the cell's mass and its work, which is that force times the velocity. */
UFV_HD void frame_source_body(lid i, const struct frame_args *a)
{
    const int64_t n = a->m.n_owned, ns = a->m.n_slots;
    const struct state s = state_load(a->q, ns, i);
    const struct flux5 w = gas_conserved(s, a->gamma);
    /* Of a zone the cells inside; the others are described in axes at rest. */
    const int turns = a->frame.steady && frame_has_cell(&a->frame, i);
    const real momentum[3] = {w.mx, w.my, w.mz}, share = -real_divide(frame_swept(i, a), a->m.volume[i]);
    real turned[3], added[NV_MAX], work = (real)0;
    frame_cross(a->frame.omega, momentum, turned);
    added[0] = share * w.mass;
    for (int d = 0; d < 3; d++) {
        added[Q_U + d] = share * momentum[d] - (turns ? turned[d] : (real)0) + a->acceleration[d] * w.mass;
        work += a->acceleration[d] * momentum[d];
    }
    added[Q_P] = share * w.energy + work;
    for (int v = NV; v < a->n_variables; v++)
        /* rho times the turbulence variable. */
        added[v] = share * w.mass * a->q[v * ns + i];
    for (int v = 0; v < a->n_variables; v++)
        a->source[v * n + i] = (a->adds ? a->source[v * n + i] : (real)0) + added[v];
}

/* The velocity, or the momentum, of cell i turned. */
UFV_HD void turn_body(lid i, const struct turn_args *a)
{
    const int64_t n = a->stride;
    real from[3], to[3];
    if (a->turning && !a->turning[i])
        return;
    for (int d = 0; d < 3; d++)
        from[d] = a->state ? a->state[(Q_U + d) * n + i] : (real)a->rate[(Q_U + d) * n + i];
    frame_turn(a->by, from, to);
    for (int d = 0; d < 3; d++) {
        if (a->state)
            a->state[(Q_U + d) * n + i] = to[d];
        else
            a->rate[(Q_U + d) * n + i] = (stored)to[d];
    }
}

#endif
