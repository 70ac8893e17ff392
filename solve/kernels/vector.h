/* vector.h: the residual as an array, and arithmetic on arrays of n_variables numbers a cell:
 * what an integrator other than the explicit ones is made of. Sums are in double. Arrays are `stored`: a
 * residual, a small difference of fluxes, keeps seven digits of its own, more than rounding of gradients
 * has left in it.
 */
#ifndef UFV_SOLVE_KERNELS_VECTOR_H
#define UFV_SOLVE_KERNELS_VECTOR_H

#include "kernels/jacobian_entry.h"
#include "kernels/update.h"

/* The residual of the evaluated state, volume times (sources less the fluxes out per volume), of
 * the conserved variables and rho times the turbulence variables, and beside it the spectral
 * radii: volume over the time step at CFL number 1. Index: owned cells. */
UFV_HD void residual_body(lid i, const struct residual_args *a, const int equations)
{
    const struct mesh_view *m = &a->u.m;
    const int nv = equations_variables(equations);
    struct row row = row_of(m, i, ROWS_ANY);
    real q[NV_MAX] = {0}, per_volume[NV_MAX], source_jacobian[NV_MODEL] = {(real)0}, volume = m->volume[i];
    update_load(a->u.q, m->n_slots, i, nv, q);
    update_residual(row, &a->u, q, equations, per_volume, source_jacobian);
    for (int v = 0; v < nv; v++)
        a->residual[v * (int64_t)m->n_owned + i] = (stored)((double)per_volume[v] * (double)volume);
    if (a->spectral) {
        real sum = (real)0;
        for (int j = 0; j < row.turns; j++) {
            int is_face;
            lid signed_face = row_signed_face(m, row, j, &is_face);
            real s = a->u.speed[signed_face >= 0 ? signed_face : ~signed_face];
            sum += is_face ? s : (real)0;
        }
        /* m^3/s: half the sum of the faces' wave speeds times areas, as update_time_step() has it. */
        a->spectral[i] = (stored)(0.5 * (double)sum);
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

/* A number of 16 bits for entries of vectors of length 1: sign, 6 bits of exponent, 9 of mantissa, rounded to nearest,
 * ties to even; 2^-60 to almost 8, and 0 for what is smaller and for not-a-number. More exponent and less mantissa than
 * IEEE 754 binary16, which ends at 6e-5: of a mesh of 50 million cells the root mean square of the entries is 6e-5, and
 * those of small cells are many decades below those of large ones. Less of a mantissa costs no convergence, since a
 * vector is rounded before it is multiplied (Aliaga, Anzt, Gruetzmacher, Quintana-Orti & Tomas 2022). */
#define COMPACT_BIAS 66u /* exponent of a float less that of the number */

UFV_HD uint16_t compact_from(float entry)
{
    const float largest = 0x1.ff8p2f, least = 0x1p-60f;
    float size = entry < 0.0f ? -entry : entry, held = size < largest ? size : largest;
    uint32_t b = bits_of_float(held) - (COMPACT_BIAS << 23);
    uint32_t rounded = (b + 0x1fffu + (b >> 14 & 1u)) >> 14;
    uint32_t kept = size >= least ? rounded : 0u;
    return (uint16_t)(kept | (entry < 0.0f ? 0x8000u : 0u));
}

/* Exactly. */
UFV_HD float compact_to(uint16_t kept)
{
    uint32_t b = (uint32_t)(kept & 0x7fffu), sign = (uint32_t)(kept & 0x8000u) << 16;
    uint32_t size = (b << 14) + (COMPACT_BIAS << 23);
    return float_of_bits((b ? size : 0u) | sign);
}

/* Entry i of a vector that is kept; storage: VECTOR_FLOAT or VECTOR_COMPACT. */
UFV_HD double vector_entry(const void *vector, lid i, const int storage)
{
    return (double)(storage == VECTOR_COMPACT ? compact_to(((const uint16_t *)vector)[i])
                                              : ((const float *)vector)[i]);
}

/* One term of the dot products of up to eight vectors with another. Index: entries. */
UFV_HD void dots_body(lid i, const struct dots_args *a, const int storage, double out[VECTORS_TOGETHER])
{
    double w = (double)a->with[i];
    for (int k = 0; k < VECTORS_TOGETHER; k++)
        out[k] = k < a->n ? vector_entry(a->vector[k], i, storage) * w : 0.0;
}

/* One term of the square of a vector's length. Index: entries. */
UFV_HD void square_body(lid i, const struct square_args *a, double out[1])
{
    out[0] = (double)a->of[i] * (double)a->of[i];
}

/* to = keep to + the sum of coefficient[k] vector[k] over up to eight vectors; index: entries. */
UFV_HD void lincomb_body(lid i, const struct lincomb_args *a, const int storage)
{
    double sum = a->keep != 0.0 ? a->keep * (double)a->to[i] : 0.0;
    for (int k = 0; k < VECTORS_TOGETHER; k++)
        if (k < a->n)
            sum += a->coefficient[k] * vector_entry(a->vector[k], i, storage);
    a->to[i] = (stored)sum;
}

/* Index: entries.
 * The rounded number goes back into the vector, so that Arnoldi's relation holds for what is kept and
 * not for something that differs in the last digits. */
UFV_HD void keep_body(lid i, const struct keep_args *a, const int storage)
{
    float kept = (float)(a->factor * (double)a->of[i]);
    if (storage == VECTOR_COMPACT) {
        uint16_t compact = compact_from(kept);
        ((uint16_t *)a->kept)[i] = compact;
        kept = compact_to(compact);
    } else {
        ((float *)a->kept)[i] = kept;
    }
    a->of[i] = (stored)kept;
}

#endif
