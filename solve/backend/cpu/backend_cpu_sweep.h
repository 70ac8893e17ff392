/* backend_cpu_sweep.h: a sweep over the stored Jacobian on CPUs, a slice of rows at a time.
 *
 * Entry by entry of the slice the values of x are gathered first, SLICE of each variable; the multiplications
 * after that are loops over the slice, in which blocks are read as they lie in memory. Same sums in the
 * same order as jacobian_sweep_body(), hence the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_SWEEP_H
#define UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_SWEEP_H

#include "backend/cpu/backend_cpu.h"
#include "kernels/newton.h"

/* x of the columns of SLICE entries, nv together; 0 where there is none, whose block is any finite numbers. */
UFV_HD void sweep_gather(const lid *column, const real *x, const int nv, jacobian_number z[NV_MAX][SLICE])
{
    for (int k = 0; k < SLICE; k++) {
        lid c = column[k] < 0 ? 0 : column[k];
        const jacobian_number share = column[k] < 0 ? (jacobian_number)0 : (jacobian_number)1;
        for (int v = 0; v < nv; v++)
            z[v][k] = share * (jacobian_number)x[(int64_t)c * nv + v];
    }
}

/* Of row k, its n-th of five entries, which follow one another by SLICE, times z. */
#define SWEEP_PRODUCT(n) (jacobian_entry(beside, first + (n) * SLICE + k, storage) * z[n][k])

/* A row of the blocks, whose first entry is number `first`, as jacobian_take() has it. */
UFV_HD void sweep_take_row(const void *beside, int64_t first, jacobian_number z[NV_MAX][SLICE], const int storage,
                           jacobian_number y[SLICE])
{
#pragma omp simd
    for (int k = 0; k < SLICE; k++) {
        jacobian_number sum = y[k];
        sum -= SWEEP_PRODUCT(0);
        sum -= SWEEP_PRODUCT(1);
        sum -= SWEEP_PRODUCT(2);
        sum -= SWEEP_PRODUCT(3);
        sum -= SWEEP_PRODUCT(4);
        y[k] = sum;
    }
}
#undef SWEEP_PRODUCT
_Static_assert(NV == 5, "sweep_take_row() has a line for each of the variables of a block");

/* Scalar rows. */
UFV_HD void sweep_take_scalar(const jacobian_number *beside, const jacobian_number z[SLICE], jacobian_number y[SLICE])
{
#pragma omp simd
    for (int k = 0; k < SLICE; k++)
        y[k] -= beside[k] * z[k];
}

/* The rows of slice s. */
UFV_HD void sweep_slice(lid s, const struct jacobian_solve_args *a, const int nv, const int storage)
{
    const int64_t rows = a->rows.n_rows, entries = a->rows.n_entries;
    jacobian_number y[NV_MAX][SLICE], z[NV_MAX][SLICE];
    for (int v = 0; v < nv; v++)
        memcpy(y[v], a->b + v * rows + (int64_t)s * SLICE, sizeof y[v]);
    for (lid e = a->rows.offset[s]; e < a->rows.offset[s + 1]; e += SLICE) {
        sweep_gather(a->rows.column + e, a->x, nv, z);
        for (int r = 0; r < NV; r++)
            sweep_take_row(a->rows.beside, ((int64_t)e * NV + r * SLICE) * NV, z, storage, y[r]);
        for (int v = NV; v < nv; v++)
            sweep_take_scalar(a->rows.beside_turbulence + (v - NV) * entries + e, z[v], y[v]);
    }
    for (int k = 0; k < SLICE; k++)
        for (int v = 0; v < nv; v++)
            a->x[((int64_t)s * SLICE + k) * nv + v] = (real)y[v][k];
}

/* Rows begin .. end - 1: whole slices. */
UFV_HD void block_sweep(lid begin, lid end, const struct jacobian_solve_args *given, const int nv, const int storage)
{
    const struct jacobian_solve_args copy = *given;
    for (lid s = begin / SLICE; s < end / SLICE; s++)
        sweep_slice(s, &copy, nv, storage);
}

#endif
