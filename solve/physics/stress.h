/* stress.h: gradients on faces, viscous stress and heat flux.
 *
 *       left cell            n     right cell
 *           o ------ e -----|-->------- o
 */
#ifndef UFV_SOLVE_PHYSICS_STRESS_H
#define UFV_SOLVE_PHYSICS_STRESS_H

#include "physics/gas.h"

/* Gradients of the velocity components (1/s) and of the temperature (K/m): [direction]. `stored`: the type that fields
 * of gradients have (arithmetic/real.h). */
struct flow_gradient {
    stored u[3], v[3], w[3], t[3];
};

/* a . b, of geometry and states. */
UFV_HD real dot3(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* a . b, of gradients, in the type that fields of gradients have. */
UFV_HD stored stored_dot3(const stored a[3], const stored b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The distance of two values across a face along its normal: `along` is the normal's share of the line between them,
 * of that length. It is positive where both centroids lie behind their face, as in every convex cell, and may be
 * very small: lines between the tetrahedra of a flat cell cross their faces at an angle of the order of its height over
 * its length, 1e-5 at the wall of a turbulent layer. With a bound that these reach, the difference of the values damps
 * too little there beside gradients that are right, and viscous flow diverges (decision 005). Where there
 * is no such distance, between cells that are not convex, it is a thousandth of the length. */
UFV_HD stored viscous_distance(stored length, stored along)
{
    return along > (stored)1e-6 * length ? along : (stored)1e-3 * length;
}

/* Gradient on a face: the mean of the cells' gradients and, along the unit normal n, what its component along the unit
 * vector e from cell to cell lacks of the slope, over e . n: exact for linear fields whatever the angle, and along n
 * it has the difference of the values over their distance along n. With the correction along e in place of n
 * (Weiss, Maruszewski & Smith 1999) that share is (e . n)^2 times smaller, and where lines cross their faces aslant
 * alternating values pass undamped; Schwoeppe & Diskin (2013, "Accuracy of the cell-centered grid metric in the DLR
 * TAU-code") compare the two. slope: the values' difference over their distance, on the line between the cells; off
 * the line, where the face's centroid is, plus the difference of the cells' gradients along the way there over the
 * same distance. On a regular mesh slope - mean . e then is the jump of the values that the two gradients carry to
 * the centroid, over the distance (the damping term of Nishikawa 2010, AIAA 2010-5093). */
UFV_HD void viscous_face_gradient(const stored mean[3], const stored e[3], const stored n[3], stored slope,
                                  stored out[3])
{
    stored correction = stored_divide(slope - stored_dot3(mean, e), viscous_distance((stored)1, stored_dot3(e, n)));
    for (int d = 0; d < 3; d++)
        out[d] = mean[d] + correction * n[d];
}

/* Viscous flux per area through the unit normal n, to be subtracted from the
 * inviscid one: stress of a Newtonian fluid with Stokes' hypothesis, its work on the
 * face's velocity u, and Fourier's heat flux (Blazek 2015, Eqs. 2.15, 2.16 and
 * 2.24). conductivity in W/(m K). */
UFV_HD struct flux5 viscous_flux(const struct flow_gradient *g, const stored u[3], stored viscosity,
                                 stored conductivity, const stored n[3])
{
    stored bulk = (stored)(-2.0 / 3) * (g->u[0] + g->v[1] + g->w[2]);
    stored xy = g->u[1] + g->v[0], xz = g->u[2] + g->w[0], yz = g->v[2] + g->w[1];
    stored mx = viscosity * (((stored)2 * g->u[0] + bulk) * n[0] + xy * n[1] + xz * n[2]);
    stored my = viscosity * (xy * n[0] + ((stored)2 * g->v[1] + bulk) * n[1] + yz * n[2]);
    stored mz = viscosity * (xz * n[0] + yz * n[1] + ((stored)2 * g->w[2] + bulk) * n[2]);
    stored energy = mx * u[0] + my * u[1] + mz * u[2] + conductivity * stored_dot3(g->t, n);
    struct flux5 f = {(real)0, (real)mx, (real)my, (real)mz, (real)energy};
    return f;
}

/* The vorticity, 1/s. */
UFV_HD void flow_vorticity(const struct flow_gradient *g, real w[3])
{
    w[0] = (real)(g->w[1] - g->v[2]);
    w[1] = (real)(g->u[2] - g->w[0]);
    w[2] = (real)(g->v[0] - g->u[1]);
}

/* Magnitude of the vorticity, 1/s. */
UFV_HD stored viscous_vorticity(const struct flow_gradient *g)
{
    stored x = g->w[1] - g->v[2], y = g->u[2] - g->w[0], z = g->v[0] - g->u[1];
    return stored_sqrt(x * x + y * y + z * z);
}

/* Twice the square of the strain rate, 2 S_ij S_ij, 1/s^2. */
UFV_HD stored viscous_strain2(const struct flow_gradient *g)
{
    stored xy = g->u[1] + g->v[0], xz = g->u[2] + g->w[0], yz = g->v[2] + g->w[1];
    return (stored)2 * (g->u[0] * g->u[0] + g->v[1] * g->v[1] + g->w[2] * g->w[2]) + xy * xy + xz * xz + yz * yz;
}

#endif
