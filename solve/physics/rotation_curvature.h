/* rotation_curvature.h: the Spalart-Shur correction for rotation and curvature: the factor f_r1 on the production of
 * a turbulence model, as NASA's Turbulence Modeling Resource (docs/references.md) defines it, in a frame that does not
 * rotate.
 *
 *   SA-RC    Shur, Strelets, Travin & Spalart 2000 (AIAA J. 38(5), 784-792)
 *   SST-RC   Smirnov & Menter 2009 (J. Turbomachinery 131, 041010)
 *
 *   f_r1 = (1 + c1) 2 r* / (1 + r*) (1 - c3 atan(c2 r)) - c1,  r* = S / W
 *   SA:  r = 2 W_ik S_jk DS_ij/Dt / D^4,      D^2 = (S^2 + W^2) / 2,       c1 = 1, c2 = 12, c3 = 1
 *   SST: r = 2 W_ik S_jk DS_ij/Dt / (W D^3),  D^2 = max(S^2, 0.09 omega^2), c1 = 1, c2 = 2, c3 = 1, 0 <= f_r1 <= 1.25
 *   S^2 = 2 S_ij S_ij, W^2 = 2 W_ij W_ij, S_ij, W_ij = (du_i/dx_j +- du_j/dx_i) / 2
 *
 * DS_ij/Dt is u . grad S_ij in steady flow (kernels/correction.h).
 */
#ifndef UFV_SOLVE_PHYSICS_ROTATION_CURVATURE_H
#define UFV_SOLVE_PHYSICS_ROTATION_CURVATURE_H

#include "physics/elementary.h"
#include "physics/stress.h"

/* The parts of a symmetric tensor. */
enum { STRAIN_XX, STRAIN_YY, STRAIN_ZZ, STRAIN_XY, STRAIN_XZ, STRAIN_YZ, STRAIN_PARTS };

/* S_ij, 1/s. */
UFV_HD void strain_of(const struct flow_gradient *g, real s[STRAIN_PARTS])
{
    s[STRAIN_XX] = (real)g->u[0];
    s[STRAIN_YY] = (real)g->v[1];
    s[STRAIN_ZZ] = (real)g->w[2];
    s[STRAIN_XY] = (real)0.5 * ((real)g->u[1] + (real)g->v[0]);
    s[STRAIN_XZ] = (real)0.5 * ((real)g->u[2] + (real)g->w[0]);
    s[STRAIN_YZ] = (real)0.5 * ((real)g->v[2] + (real)g->w[1]);
}

/* 2 W_ik S_jk D_ij of a symmetric D, 1/s^4 with D in 1/s^2: 2 W_ik (D S)_ik, of which the antisymmetric part of
 * D S counts, -(S D - D S) / 2. */
UFV_HD real rotation_turning(const struct flow_gradient *g, const real s[STRAIN_PARTS], const real d[STRAIN_PARTS])
{
    real wxy = (real)0.5 * ((real)g->u[1] - (real)g->v[0]), wxz = (real)0.5 * ((real)g->u[2] - (real)g->w[0]);
    real wyz = (real)0.5 * ((real)g->v[2] - (real)g->w[1]);
    /* S D - D S */
    real xy = s[STRAIN_XX] * d[STRAIN_XY] + s[STRAIN_XY] * d[STRAIN_YY] + s[STRAIN_XZ] * d[STRAIN_YZ] -
              (d[STRAIN_XX] * s[STRAIN_XY] + d[STRAIN_XY] * s[STRAIN_YY] + d[STRAIN_XZ] * s[STRAIN_YZ]);
    real xz = s[STRAIN_XX] * d[STRAIN_XZ] + s[STRAIN_XY] * d[STRAIN_YZ] + s[STRAIN_XZ] * d[STRAIN_ZZ] -
              (d[STRAIN_XX] * s[STRAIN_XZ] + d[STRAIN_XY] * s[STRAIN_YZ] + d[STRAIN_XZ] * s[STRAIN_ZZ]);
    real yz = s[STRAIN_XY] * d[STRAIN_XZ] + s[STRAIN_YY] * d[STRAIN_YZ] + s[STRAIN_YZ] * d[STRAIN_ZZ] -
              (d[STRAIN_XY] * s[STRAIN_XZ] + d[STRAIN_YY] * s[STRAIN_YZ] + d[STRAIN_YZ] * s[STRAIN_ZZ]);
    return (real)-2 * (wxy * xy + wxz * xz + wyz * yz);
}

/* f_r1 without bounds. strain, rotation: S and W, 1/s. r* / (1 + r*) is S / (S + W), a half where both are 0. */
UFV_HD real rotation_factor(real strain, real rotation, real r, real c2)
{
    real sum = strain + rotation, share = real_divide((real)2 * strain, sum);
    return (real)2 * (sum > (real)0 ? share : (real)1) * ((real)1 - arc_tangent(c2 * r)) - (real)1;
}

/* f_r1 of Spalart-Allmaras. d: DS_ij/Dt, 1/s^2. Where nothing varies r is 0. */
UFV_HD real rotation_factor_sa(const struct flow_gradient *g, const real d[STRAIN_PARTS])
{
    real s[STRAIN_PARTS], strain2 = (real)viscous_strain2(g), rotation = (real)viscous_vorticity(g);
    strain_of(g, s);
    real square = (real)0.5 * (strain2 + rotation * rotation);
    real r = real_divide(real_divide(rotation_turning(g, s, d), square), square);
    return rotation_factor(real_sqrt(strain2), rotation, square > (real)0 ? r : (real)0, (real)12);
}

/* f_r1 of SST, between 0 and 1.25. omega: specific dissipation rate, 1/s. */
UFV_HD real rotation_factor_sst(const struct flow_gradient *g, const real d[STRAIN_PARTS], real omega)
{
    real s[STRAIN_PARTS], strain2 = (real)viscous_strain2(g), rotation = (real)viscous_vorticity(g);
    strain_of(g, s);
    real square = real_max(strain2, (real)0.09 * omega * omega);
    real r = real_divide(real_divide(rotation_turning(g, s, d), rotation * real_sqrt(square)), square);
    real factor = rotation_factor(real_sqrt(strain2), rotation, rotation > (real)0 ? r : (real)0, (real)2);
    return real_max(real_min(factor, (real)1.25), (real)0);
}

#endif
