/* backend_cuda_along.h: what jacobian_along_body() says, by as many threads a line as there are variables.
 *
 * A line is solved cell by cell, each waiting for that before. A block of threads has a group of SLICE lines, a warp of
 * it one variable of them all: it reads its row of the blocks as they lie in memory, and the cell before comes
 * through shared memory. What later cells need is loaded ALONG_AHEAD cells before, so that a cell takes a
 * multiprocessor some hundred cycles and not the time that memory takes to answer. Each variable's sum has the terms
 * and the order of jacobian_take(), hence the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_ALONG_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_ALONG_H

#include "backend/cuda/backend_cuda.h"
#include "kernels/newton.h"

enum { ALONG_AHEAD = 4, WARP = 32 };

/* What a thread has loaded for a cell, nothing of it looked at before the cell's turn, or it would wait for it: its
 * variable, and its row of the block or its scalar entry. */
struct along_cell {
    jacobian_number y;
    uint32_t word[NV];
    lid column; /* -1: its line has ended, or not begun */
};

/* Where entries begin of step k, 1 .. n - 1, for 2 WARP steps: each lane of a warp keeps those of two steps, so that no
 * thread waits for an offset. */
struct along_offsets {
    lid now, next, base;
};

struct along_line {
    const struct jacobian_solve_args *a;
    lid first, n, lane; /* slices first .. first + n - 1 */
    int v, after;
};

static __device__ __forceinline__ lid along_slice(const struct along_line *l, lid k)
{
    return l->after ? l->first + l->n - 1 - k : l->first + k;
}

static __device__ __forceinline__ lid along_fetch(const struct along_line *l, lid k)
{
    return k < l->n ? jacobian_along_entry(&l->a->rows, l->first, along_slice(l, k), l->after) : 0;
}

/* Step k, at most 2 WARP - 1 after o->base; all lanes of a warp call it alike. */
static __device__ __forceinline__ lid along_entry(const struct along_offsets *o, lid k)
{
    const lid at = k - o->base;
    return __shfl_sync(0xffffffffu, at < WARP ? o->now : o->next, at % WARP);
}

template <int N, int STORAGE>
static __device__ __forceinline__ void along_load(const struct along_line *l, lid k, lid e, struct along_cell *c)
{
    const struct jacobian_rows *r = &l->a->rows;
    const int64_t row = (int64_t)along_slice(l, k) * SLICE + l->lane;
    c->y = l->a->x[l->v * (int64_t)r->stride + row * r->step];
    c->column = r->column[e + l->lane];
    if (l->v < NV)
        for (int j = 0; j < NV; j++)
            c->word[j] = jacobian_word(r->beside, e / SLICE, l->lane, l->v * NV + j, STORAGE);
    else
        c->word[0] = bits_of_float(r->beside_turbulence[(l->v - NV) * (int64_t)r->n_entries + e + l->lane]);
}

/* z: of the cell before. */
template <int STORAGE>
static __device__ __forceinline__ jacobian_number along_solve(const struct along_line *l, const struct along_cell *c,
                                                              const jacobian_number (*z)[SLICE])
{
    jacobian_number y = c->y;
    if (l->v < NV)
        for (int j = 0; j < NV; j++)
            y -= jacobian_number_of(c->word[j], l->v * NV + j, STORAGE) * (c->column < 0 ? 0.0f : z[j][l->lane]);
    else
        y -= float_of_bits(c->word[0]) * (c->column < 0 ? 0.0f : z[l->v][l->lane]);
    return y;
}

/* Steps 1 .. n - 1, all threads of the block alike. z[*turn]: of the cell before the first, then of the last. */
template <int N, int STORAGE>
static __device__ __forceinline__ void along_walk(const struct along_line *l, int *turn,
                                                  jacobian_number (*z)[N][SLICE])
{
    struct along_offsets o = {along_fetch(l, 1 + l->lane), along_fetch(l, 1 + WARP + l->lane), 1};
    struct along_cell cell[ALONG_AHEAD];
#pragma unroll
    for (int d = 0; d < ALONG_AHEAD; d++)
        if (1 + d < l->n)
            along_load<N, STORAGE>(l, 1 + d, along_entry(&o, 1 + d), &cell[d]);
    for (lid begin = 1; begin < l->n; begin += ALONG_AHEAD) {
        if (begin - o.base >= WARP)
            o = {o.next, along_fetch(l, o.base + 2 * WARP + l->lane), o.base + WARP};
#pragma unroll
        for (int d = 0; d < ALONG_AHEAD; d++) {
            const lid k = begin + d;
            if (k >= l->n)
                break;
            jacobian_number y = along_solve<STORAGE>(l, &cell[d], z[*turn]);
            if (k + ALONG_AHEAD < l->n)
                along_load<N, STORAGE>(l, k + ALONG_AHEAD, along_entry(&o, k + ALONG_AHEAD), &cell[d]);
            *turn ^= 1;
            z[*turn][l->v][l->lane] = y;
            l->a->x[l->v * (int64_t)l->a->rows.stride +
                    ((int64_t)along_slice(l, k) * SLICE + l->lane) * l->a->rows.step] = y;
            __syncthreads();
        }
    }
}

template <int N, int STORAGE>
static __global__ void __launch_bounds__(SLICE *N)
    along_kernel(lid begin, const __grid_constant__ struct jacobian_solve_args a)
{
    __shared__ jacobian_number z[2][N][SLICE];
    const lid g = begin / SLICE + (lid)blockIdx.x, lane = (lid)threadIdx.x;
    const int v = (int)threadIdx.y;
    struct along_line l = {&a, a.rows.first[g], a.rows.first[g + 1] - a.rows.first[g], lane, v, 0};
    int turn = 0;
    z[0][v][lane] = a.x[v * (int64_t)a.rows.stride + ((int64_t)l.first * SLICE + lane) * a.rows.step];
    __syncthreads();
    along_walk<N, STORAGE>(&l, &turn, z);
    l.after = 1;
    along_walk<N, STORAGE>(&l, &turn, z);
}

/* Lanes begin .. end - 1: whole groups. */
template <int N, int STORAGE>
static void along_launch(struct kernel *k, int stream, lid begin, lid end, const struct jacobian_solve_args *a)
{
    if (end <= begin)
        return;
    cuda_launch_begin(k, stream);
    along_kernel<N, STORAGE><<<(unsigned)((end - begin) / SLICE), dim3(SLICE, N), 0, cuda_stream[stream]>>>(begin, *a);
    cuda_launch_end(k, stream);
}

#endif
