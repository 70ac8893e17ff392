/* vector.h: the residual as an array, and arithmetic on arrays of n_variables numbers a cell:
 * what an integrator other than the explicit ones is made of. Arrays are double whatever the
 * precision of states; the residual has the digits of `real` and of stored fluxes, so that differences
 * of residuals make sense in double precision only.
 */
#ifndef UFV_SOLVE_KERNELS_VECTOR_H
#define UFV_SOLVE_KERNELS_VECTOR_H

#include "kernels/update.h"

/* The residual of the evaluated state, volume times (sources less the fluxes out per volume), of
 * the conserved variables and rho times the turbulence variables, and beside it the spectral
 * radii: volume over the time step at CFL number 1. Index: owned cells. */
UFV_HD void residual_body(lid i, const struct residual_args *a, const int equations)
{
    const struct mesh_view *m = &a->u.m;
    const int nv = equations_variables(equations);
    struct row row = row_of(m, i, ROWS_ANY);
    real q[NV_MAX] = {0}, per_volume[NV_MAX], source_jacobian[2] = {(real)0, (real)0}, volume = m->volume[i];
    update_load(a->u.q, m->n_slots, i, nv, q);
    update_residual(row, &a->u, q, equations, per_volume, source_jacobian);
    for (int v = 0; v < nv; v++)
        /* In double: differences of residuals are the products of the Newton-Krylov method. */
        a->residual[v * (int64_t)m->n_owned + i] = (double)per_volume[v] * (double)volume;
    if (a->spectral) {
        real sum = (real)0;
        for (int j = 0; j < row.turns; j++) {
            int is_face;
            lid signed_face = row_signed_face(m, row, j, &is_face);
            real s = a->u.speed[signed_face >= 0 ? signed_face : ~signed_face];
            sum += is_face ? s : (real)0;
        }
        /* m^3/s: half the sum of the faces' wave speeds times areas, as update_time_step() has it. */
        a->spectral[i] = 0.5 * (double)sum;
    }
}

/* States to and from an array of owned cells alone. Index: owned cells. */
UFV_HD void state_save_body(lid i, const struct state_copy_args *a)
{
    for (int v = 0; v < a->n_variables; v++)
        a->saved[v * (int64_t)a->n_owned + i] = a->q[v * (int64_t)a->n_slots + i];
}

/* The way back; other slots of q stay as they are. */
UFV_HD void state_restore_body(lid i, const struct state_copy_args *a)
{
    for (int v = 0; v < a->n_variables; v++)
        a->q[v * (int64_t)a->n_slots + i] = a->saved[v * (int64_t)a->n_owned + i];
}

/* One term of the dot products of up to eight vectors with another; index: entries. */
UFV_HD void dots_body(lid i, const struct dots_args *a, double out[VECTORS_TOGETHER])
{
    double w = a->with[i];
    for (int k = 0; k < VECTORS_TOGETHER; k++)
        out[k] = k < a->n ? (double)a->vector[k][i] * w : 0.0;
}

/* One term of the square of a vector's length; index: entries. */
UFV_HD void square_body(lid i, const struct square_args *a, double out[1])
{
    out[0] = a->of[i] * a->of[i];
}

/* to = keep to + the sum of coefficient[k] vector[k] over up to eight vectors; index: entries. */
UFV_HD void combine_body(lid i, const struct combine_args *a)
{
    double sum = a->keep != 0.0 ? a->keep * a->to[i] : 0.0;
    for (int k = 0; k < VECTORS_TOGETHER; k++)
        if (k < a->n)
            sum += a->coefficient[k] * (double)a->vector[k][i];
    a->to[i] = sum;
}

/* Index: entries.
 * The rounded number goes back into the vector, so that Arnoldi's relation holds for what is kept and
 * not for something that differs in the eighth digit. */
UFV_HD void keep_body(lid i, const struct keep_args *a)
{
    float kept = (float)(a->factor * a->of[i]);
    a->kept[i] = kept;
    a->of[i] = (double)kept;
}

#endif
