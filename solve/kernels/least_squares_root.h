/* least_squares_root.h: roots of the normal matrices A of least-squares fits, by Cholesky's factorisation A = R^T R, in
 * double whatever the precision.
 *
 * Cells 10^5 times as long as high leave A five digits. Hence its root is taken in two steps: the first root turns the
 * vectors that A is made of into others whose matrix is nearly I, of which the second root has all its digits; their
 * product is the root of A to double precision, as in Cholesky QR done twice (Yamamoto, Nakatsukasa, Yanagisawa &
 * Fukaya 2015, Electron. Trans. Numer. Anal. 44).
 */
#ifndef UFV_SOLVE_KERNELS_LEAST_SQUARES_ROOT_H
#define UFV_SOLVE_KERNELS_LEAST_SQUARES_ROOT_H

#include "arithmetic/real.h"

#include <float.h>
#include <math.h>

/* Least of a pivot of A over its diagonal entry: rounding of the sums. */
#define ROOT_PIVOT_LEAST (16 * DBL_EPSILON)

/* A upper triangular matrix R with R^T R = A. */
struct root {
    double xx, xy, xz, yy, yz, zz;
};

/* Adds weight u u^T to the upper triangle. */
UFV_HD void root_add(struct root *a, double weight, const double u[3])
{
    a->xx += weight * u[0] * u[0];
    a->xy += weight * u[0] * u[1];
    a->xz += weight * u[0] * u[2];
    a->yy += weight * u[1] * u[1];
    a->yz += weight * u[1] * u[2];
    a->zz += weight * u[2] * u[2];
}

/* Of the upper triangle of A, in its place; 0 where A is singular to rounding.
 * Cholesky's factorisation, pivot by pivot; a pivot that is rounding only means that the neighbours lie
 * in a plane. */
UFV_HD int root_take(struct root *a)
{
    double diagonal[3] = {a->xx, a->yy, a->zz};
    a->xx = sqrt(a->xx); /* where it is 0 the next pivot is no number */
    a->xy /= a->xx;
    a->xz /= a->xx;
    a->yy -= a->xy * a->xy;
    if (!(a->yy > ROOT_PIVOT_LEAST * diagonal[1]))
        return 0;
    a->yy = sqrt(a->yy);
    a->yz = (a->yz - a->xy * a->xz) / a->yy;
    a->zz -= a->xz * a->xz + a->yz * a->yz;
    if (!(a->zz > ROOT_PIVOT_LEAST * diagonal[2]))
        return 0;
    a->zz = sqrt(a->zz);
    return 1;
}

/* u = R^-T u. */
UFV_HD void root_divide_transposed(const struct root *r, double u[3])
{
    u[0] /= r->xx;
    u[1] = (u[1] - r->xy * u[0]) / r->yy;
    u[2] = (u[2] - r->xz * u[0] - r->yz * u[1]) / r->zz;
}

/* u = R^-1 u. */
UFV_HD void root_divide(const struct root *r, double u[3])
{
    u[2] /= r->zz;
    u[1] = (u[1] - r->yz * u[2]) / r->yy;
    u[0] = (u[0] - r->xy * u[1] - r->xz * u[2]) / r->xx;
}

/* The root of A in two steps: A = first^T second^T second first. */
struct fit_root {
    struct root first, second;
};

/* u = R^-T u, so that |u|^2 is u^T A^-1 u of the u before. */
UFV_HD void fit_root_half(const struct fit_root *r, double u[3])
{
    root_divide_transposed(&r->first, u);
    root_divide_transposed(&r->second, u);
}

/* u = A^-1 u. */
UFV_HD void fit_root_divide(const struct fit_root *r, double u[3])
{
    fit_root_half(r, u);
    root_divide(&r->second, u);
    root_divide(&r->first, u);
}

#endif
