/* backend_cuda_few_rows.h: what jacobian_sweep_body() says, by as many threads a row as there are variables.
 *
 * Rows of a small colour are too few to fill a GPU, and a thread that loads all blocks of its row one after the other
 * takes as long for a thousand rows as for a hundred thousand. A block of threads has a slice of rows, a warp of it one
 * variable of them all, a fifth of the loads. Each variable's sum has the terms and the order of jacobian_take(), hence
 * the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_FEW_ROWS_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_FEW_ROWS_H

#include "backend/cuda/backend_cuda.h"
#include "kernels/newton.h"

/* Rows of a launch up to which few_rows_launch() takes it (backend_cuda_kernels.h). */
enum { FEW_ROWS = 32768 };

/* Takes entry e + lane, whose column is given, out of y, which is that of variable v. */
template <int N, int STORAGE>
static __device__ __forceinline__ jacobian_number few_rows_take(const struct jacobian_solve_args *a, lid e, lid lane,
                                                                lid column, int v, jacobian_number y)
{
    if (N > NV && v >= NV)
        return y - a->rows.beside_turbulence[(v - NV) * (int64_t)a->rows.n_entries + e + lane] *
                       jacobian_x(a, column, v);
#pragma unroll
    for (int j = 0; j < NV; j++) {
        const int n = v * NV + j;
        const int64_t word = e / SLICE * jacobian_block_words(STORAGE) + (STORAGE == JACOBIAN_HALF ? n / 2 : n);
        y -= jacobian_number_of(DEVICE_LOAD_ONCE((const uint32_t *)a->rows.beside + word * SLICE + lane), n, STORAGE) *
             jacobian_x(a, column, j);
    }
    return y;
}

/* Variable v of the row in a lane of slice s. */
template <int N, int STORAGE>
static __device__ __forceinline__ jacobian_number few_rows_solve(const struct jacobian_solve_args *a, lid s, lid lane,
                                                                 int v)
{
    const lid end = a->rows.offset[s + 1];
    jacobian_number y = a->b[v * (int64_t)a->rows.n_rows + s * SLICE + lane];
    for (lid e = a->rows.others[s]; e < end; e += ENTRIES_TOGETHER * SLICE) {
        lid column[ENTRIES_TOGETHER];
#pragma unroll
        /* Columns first, so that the loads of x that they lead to are under way together. */
        for (int k = 0; k < ENTRIES_TOGETHER; k++)
            column[k] = e + k * SLICE < end ? a->rows.column[e + k * SLICE + lane] : -1;
#pragma unroll
        for (int k = 0; k < ENTRIES_TOGETHER; k++)
            if (e + k * SLICE < end)
                y = few_rows_take<N, STORAGE>(a, e + k * SLICE, lane, column[k], v, y);
    }
    a->x[v * (int64_t)a->rows.stride + (s * SLICE + lane) * (int64_t)a->rows.step] = y;
    return y;
}

template <int N, int STORAGE>
static __global__ void __launch_bounds__(SLICE *N)
    few_rows_kernel(lid begin, bool early, const __grid_constant__ struct jacobian_solve_args arguments)
{
    if (early) /* before the first load that depends on the colour before */
        cuda_await_previous();
    few_rows_solve<N, STORAGE>(&arguments, begin / SLICE + (lid)blockIdx.x, (lid)threadIdx.x, (int)threadIdx.y);
}

/* Rows begin .. end - 1: whole slices. */
template <int N, int STORAGE>
static void few_rows_launch(struct kernel *k, int stream, lid begin, lid end, const struct jacobian_solve_args *a)
{
    cuda_launch_slices(k, stream, begin, end, N, few_rows_kernel<N, STORAGE>, a);
}

#endif
