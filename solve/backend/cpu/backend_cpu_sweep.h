/* backend_cpu_sweep.h: a sweep over the stored Jacobian on CPUs, a slice of rows at a time.
 *
 * Entry by entry of the slice the values of x are gathered first, SLICE of each variable; the multiplications
 * after that are loops over the slice, in which blocks are read as they lie in memory. Lines of a group go on side by
 * side, their k-th cells being a slice. Same sums in the same order as jacobian_sweep_body(), jacobian_along_body()
 * and coarse_sweep_body(), hence the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_SWEEP_H
#define UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_SWEEP_H

#include "backend/cpu/backend_cpu.h"
#include "kernels/coarse_level.h"

/* x of the columns of SLICE entries, nv together; 0 where there is none, whose block is any finite numbers.
 * Column 0 is read where there is none, so that the loop has no branch around its loads, and 0 is
 * chosen. */
UFV_HD void sweep_gather(const lid *column, const jacobian_number *x, const int nv, jacobian_number z[NV_MAX][SLICE])
{
    for (int k = 0; k < SLICE; k++) {
        lid c = column[k] < 0 ? 0 : column[k];
        for (int v = 0; v < nv; v++) {
            const jacobian_number there = x[(int64_t)c * nv + v];
            z[v][k] = column[k] < 0 ? (jacobian_number)0 : there;
        }
    }
}

/* The product of z and the n-th of the five entries in row k. */
#define SWEEP_PRODUCT(n) (jacobian_entry(beside, slice, k, row * NV + (n), storage) * z[n][k])

/* A row of the blocks of a slice of entries, as jacobian_take() has it. */
UFV_HD void sweep_take_row(const void *beside, int64_t slice, const int row, jacobian_number z[NV_MAX][SLICE],
                           const int storage, jacobian_number y[SLICE])
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

/* Takes entries e .. e + SLICE - 1 out of y. */
UFV_HD void sweep_take(lid e, const struct jacobian_solve_args *a, const int nv, const int storage,
                       jacobian_number y[NV_MAX][SLICE])
{
    jacobian_number z[NV_MAX][SLICE];
    sweep_gather(a->rows.column + e, a->x, nv, z);
    sweep_take_row(a->rows.beside, e / SLICE, 0, z, storage, y[0]);
    sweep_take_row(a->rows.beside, e / SLICE, 1, z, storage, y[1]);
    sweep_take_row(a->rows.beside, e / SLICE, 2, z, storage, y[2]);
    sweep_take_row(a->rows.beside, e / SLICE, 3, z, storage, y[3]);
    sweep_take_row(a->rows.beside, e / SLICE, 4, z, storage, y[4]);
    for (int v = NV; v < nv; v++)
        sweep_take_scalar(a->rows.beside_turbulence + (v - NV) * (int64_t)a->rows.n_entries + e, z[v], y[v]);
}

/* x on a CPU: the variables of a row together, since a gather takes all of them of one row. */
UFV_HD void sweep_store(lid s, const struct jacobian_solve_args *a, const int nv, jacobian_number y[NV_MAX][SLICE])
{
    for (int k = 0; k < SLICE; k++)
        for (int v = 0; v < nv; v++)
            a->x[((int64_t)s * SLICE + k) * nv + v] = y[v][k];
}

/* Solves the rows of slice s. */
UFV_HD void sweep_slice(lid s, const struct jacobian_solve_args *a, const int nv, const int storage)
{
    jacobian_number y[NV_MAX][SLICE] = {{0}};
    for (int v = 0; v < nv; v++)
        memcpy(y[v], a->b + v * (int64_t)a->rows.n_rows + (int64_t)s * SLICE, sizeof y[v]);
    for (lid e = a->rows.others[s]; e < a->rows.offset[s + 1]; e += SLICE)
        sweep_take(e, a, nv, storage, y);
    sweep_store(s, a, nv, y);
}

/* Rows begin .. end - 1: whole slices. */
UFV_HD void block_sweep(lid begin, lid end, const struct jacobian_solve_args *given, const int nv, const int storage)
{
    const struct jacobian_solve_args copy = *given, *a = &copy;
    for (lid s = begin / SLICE; s < end / SLICE; s++)
        sweep_slice(s, a, nv, storage);
}

/* x of the columns of SLICE coarse entries, as sweep_gather(): those of other ranks as they were exchanged. */
UFV_HD void coarse_gather(const lid *column, const struct coarse_sweep_args *a, jacobian_number z[NV][SLICE])
{
    for (int k = 0; k < SLICE; k++) {
        const lid c = column[k] < 0 ? 0 : column[k];
        const jacobian_number *x = c < a->level.rows.n_rows ? a->from : a->level.x;
        for (int v = 0; v < NV; v++) {
            const jacobian_number value = x[(int64_t)c * NV + v];
            z[v][k] = column[k] < 0 ? (jacobian_number)0 : value;
        }
    }
}

/* The coarse rows of slice s, as coarse_sweep_body() has them. */
UFV_HD void coarse_sweep_slice(lid s, const struct coarse_sweep_args *a)
{
    const struct jacobian_rows *r = &a->level.rows;
    jacobian_number part[COARSE_PARTS][NV][SLICE] = {{{0}}};
    int k = 0;
    for (lid e = r->offset[s]; e < r->offset[s + 1]; e += SLICE) {
        jacobian_number z[NV_MAX][SLICE];
        coarse_gather(r->column + e, a, z);
        for (int v = 0; v < NV; v++)
            sweep_take_row(r->beside, e / SLICE, v, z, JACOBIAN_SINGLE, part[k][v]);
        k = (k + 1) % COARSE_PARTS;
    }
    for (int v = 0; v < NV; v++) {
        const jacobian_number *b = &a->level.b[v * (int64_t)r->n_rows + (int64_t)s * SLICE];
        for (k = 1; k < COARSE_PARTS; k++)
            for (int j = 0; j < SLICE; j++)
                part[0][v][j] += part[k][v][j];
        for (int j = 0; j < SLICE; j++) {
            const int64_t at = ((int64_t)s * SLICE + j) * NV + v;
            a->to[at] = coarse_relaxed(a->from[at], b[j] + part[0][v][j]);
        }
    }
}

/* Coarse rows begin .. end - 1: whole slices. */
UFV_HD void block_coarse_sweep(lid begin, lid end, const struct coarse_sweep_args *given)
{
    const struct coarse_sweep_args copy = *given, *a = &copy;
    for (lid s = begin / SLICE; s < end / SLICE; s++)
        coarse_sweep_slice(s, a);
}

/* Solves only the rows of slice s that have the entries e .. e + SLICE - 1. */
UFV_HD void sweep_along(lid s, lid e, const struct jacobian_solve_args *a, const int nv, const int storage)
{
    jacobian_number y[NV_MAX][SLICE];
    for (int k = 0; k < SLICE; k++)
        for (int v = 0; v < nv; v++)
            y[v][k] = a->x[((int64_t)s * SLICE + k) * nv + v];
    sweep_take(e, a, nv, storage, y);
    sweep_store(s, a, nv, y);
}

/* Lanes begin .. end - 1: whole groups of lines. */
UFV_HD void block_along(lid begin, lid end, const struct jacobian_solve_args *given, const int nv, const int storage)
{
    const struct jacobian_solve_args copy = *given, *a = &copy;
    for (lid g = begin / SLICE; g < end / SLICE; g++) {
        const lid first = a->rows.first[g], last = a->rows.first[g + 1] - 1;
        for (lid s = first + 1; s <= last; s++)
            sweep_along(s, jacobian_along_entry(&a->rows, first, s, 0), a, nv, storage);
        for (lid s = last - 1; s >= first; s--)
            sweep_along(s, jacobian_along_entry(&a->rows, first, s, 1), a, nv, storage);
    }
}

UFV_HD void lines_slice(lid s, int second, const struct jacobian_solve_args *given, const int storage)
{
    const struct jacobian_solve_args copy = *given, *a = &copy;
#pragma omp simd
    for (int k = 0; k < SLICE; k++)
        jacobian_line_row(s, k, second, a, storage);
}

/* The elimination along the lines of lanes begin .. end - 1: whole groups. */
UFV_HD void block_lines(lid begin, lid end, const struct jacobian_solve_args *a, const int storage)
{
    for (lid g = begin / SLICE; g < end / SLICE; g++)
        for (lid s = a->rows.first[g] + 1; s < a->rows.first[g + 1]; s++)
            lines_slice(s, s > a->rows.first[g] + 1, a, storage);
}

#endif
