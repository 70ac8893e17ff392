/* backend_cuda_coarse_sweep.h: what coarse_sweep_body() says, by COARSE_PARTS threads a row.
 *
 * There are few coarse rows, and levels are swept over one after the other: what counts is how long one launch takes,
 * whatever it moves. A block has a slice of rows, a warp of it one part of them
 * all, most often a single entry, which it loads while the launch before is still at work: only x depends on that.
 * The parts meet in shared memory and are added up in the order of coarse_sweep_body(), hence the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_COARSE_SWEEP_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_COARSE_SWEEP_H

#include "backend/cuda/backend_cuda.h"
#include "kernels/coarse_level.h"

struct coarse_sweep_entry {
    lid column;
    jacobian_number block[NV * NV];
};

/* Not DEVICE_LOAD_ONCE(): the next sweep reads it again, and all of them have room in the cache. */
static __device__ __forceinline__ void coarse_sweep_load(const struct jacobian_rows *r, lid e,
                                                         struct coarse_sweep_entry *to)
{
    const jacobian_number *block = (const jacobian_number *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE;
    to->column = r->column[e];
#pragma unroll
    for (int n = 0; n < NV * NV; n++)
        to->block[n] = block[n * SLICE + e % SLICE];
}

static __device__ __forceinline__ void coarse_sweep_take(const struct coarse_sweep_args *a,
                                                         const struct coarse_sweep_entry *entry,
                                                         jacobian_number y[NV])
{
    jacobian_number z[NV];
#pragma unroll
    for (int v = 0; v < NV; v++)
        z[v] = coarse_x(a, entry->column, v);
#pragma unroll
    for (int n = 0; n < NV * NV; n++)
        y[n / NV] -= entry->block[n] * z[n % NV];
}

/* What is loaded before the wait was written before the launch before this one began: between the assembly and the
 * first sweep there are others. */
static __global__ void __launch_bounds__(SLICE *COARSE_PARTS)
    coarse_sweep_kernel(lid begin, bool early, const __grid_constant__ struct coarse_sweep_args a)
{
    __shared__ jacobian_number part[COARSE_PARTS][NV][SLICE];
    const struct jacobian_rows *r = &a.level.rows;
    const lid s = begin / SLICE + (lid)blockIdx.x, lane = (lid)threadIdx.x, end = r->offset[s + 1];
    const int k = (int)threadIdx.y, v = k; /* first a part of the sums, then a variable */
    jacobian_number y[NV] = {0};
    struct coarse_sweep_entry entry;
    lid e = r->offset[s] + k * SLICE + lane;
    if (e < end)
        coarse_sweep_load(r, e, &entry);
    if (early)
        cuda_await_previous();
    while (e < end) {
        coarse_sweep_take(&a, &entry, y);
        e += COARSE_PARTS * SLICE;
        if (e < end)
            coarse_sweep_load(r, e, &entry);
    }
#pragma unroll
    for (int n = 0; n < NV; n++)
        part[k][n][lane] = y[n];
    __syncthreads();
    if (v >= NV)
        return;
    jacobian_number sum = part[0][v][lane];
#pragma unroll
    for (int n = 1; n < COARSE_PARTS; n++)
        sum += part[n][v][lane];
    const lid p = s * SLICE + lane;
    const int64_t at = v * (int64_t)r->stride + p * (int64_t)r->step;
    a.to[at] = coarse_relaxed(a.from[at], a.level.b[v * (int64_t)r->n_rows + p] + sum);
}

/* Rows begin .. end - 1: whole slices. */
static void coarse_sweep_launch(struct kernel *k, int stream, lid begin, lid end, const struct coarse_sweep_args *a)
{
    cuda_launch_slices(k, stream, begin, end, COARSE_PARTS, coarse_sweep_kernel, a);
}

#endif
