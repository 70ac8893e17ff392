/* backend_cuda_coarse_row.h: what coarse_row_of() says, by ROW_PARTS threads a row, since a GPU has far more threads
 * than there are coarse rows. A block has a slice of rows, a warp of it one part of them all; the parts meet in shared
 * memory and are added up in the order of coarse_row_of(), hence the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_COARSE_ROW_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_COARSE_ROW_H

#include "backend/cuda/backend_cuda.h"
#include "kernels/coarse_level.h"

template <int EQUATIONS, int KIND>
static __global__ void __launch_bounds__(SLICE *ROW_PARTS)
    coarse_row_kernel(lid begin, bool early, const __grid_constant__ struct coarse_row_args a)
{
    __shared__ real part[ROW_PARTS][NV * NV][SLICE];
    const lid lane = (lid)threadIdx.x, p = begin + (lid)blockIdx.x * SLICE + lane;
    const int k = (int)threadIdx.y;
    if (early)
        cuda_await_previous();
    struct block5 sum = coarse_row_part(p, k, &a, EQUATIONS, KIND);
#pragma unroll
    for (int n = 0; n < NV * NV; n++)
        part[k][n][lane] = sum.a[n / NV][n % NV];
    __syncthreads();
    for (int n = k; n < NV * NV; n += ROW_PARTS) {
        real whole = part[0][n][lane];
        for (int q = 1; q < ROW_PARTS; q++)
            whole += part[q][n][lane];
        part[0][n][lane] = whole;
    }
    __syncthreads();
    if (k > 0)
        return;
#pragma unroll
    for (int n = 0; n < NV * NV; n++)
        sum.a[n / NV][n % NV] = part[0][n][lane];
    coarse_row_invert(p, &sum, &a);
}

/* Rows begin .. end - 1: whole slices. */
template <int EQUATIONS, int KIND>
static void coarse_row_launch(struct kernel *k, int stream, lid begin, lid end, const struct coarse_row_args *a)
{
    cuda_launch_slices(k, stream, begin, end, ROW_PARTS, coarse_row_kernel<EQUATIONS, KIND>, a);
}

#endif
