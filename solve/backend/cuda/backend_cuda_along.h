/* backend_cuda_along.h: what jacobian_along_body() says, by as many threads a line as there are variables.
 *
 * A line is solved cell by cell, each waiting for that before. A block of threads has a group of SLICE lines, a warp of
 * it one variable of them all. What the cells need is copied to shared memory ALONG_AHEAD cells before, without a
 * register in between: a thread that loaded so much ahead would wait for the newest load at the use of the oldest,
 * having six counters for all of them. Only the cell before is then waited for. Each variable's sum has the terms and
 * the order of jacobian_take(), hence the same bits.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_ALONG_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_ALONG_H

#include "backend/cuda/backend_cuda.h"
#include "kernels/newton.h"

#include <cuda_pipeline_primitives.h>

/* Steps are unrolled by ALONG_AHEAD, so that places in shared memory are constants: with a few hundred instructions a
 * step they were what a line took. */
enum { ALONG_AHEAD = 8, WARP = 32, CHUNK = 4 /* words that are copied at once */ };

/* What SLICE lines need for one cell each. */
template <int N, int STORAGE> struct along_cells {
    enum { WORDS = STORAGE == JACOBIAN_HALF ? JACOBIAN_WORDS : NV * NV, SCALARS = N > NV ? N - NV : 1 };
    alignas(16) uint32_t word[WORDS][SLICE]; /* blocks */
    float turbulence[SCALARS][SLICE];
    jacobian_number y[N][SLICE];
    lid column[SLICE]; /* -1: the line has ended, or not begun */
};

/* What a thread needs of it: its variable, and its row of the block or, first, its scalar entry. */
struct along_row {
    jacobian_number y, m[NV];
    bool joined;
};

struct along_line {
    const struct jacobian_solve_args *a;
    lid first, n, lane; /* slices first .. first + n - 1 */
    int v;
};

/* Where entries begin of steps 1 .. n - 1: each lane of a warp keeps those of two steps. */
struct along_offsets {
    lid now, next, base;
};

/* The slice of step k, from the first cells of the lines on or, AFTER, from the last. */
template <int AFTER> static __device__ __forceinline__ lid along_slice(const struct along_line *l, lid k)
{
    return AFTER ? l->first + l->n - 1 - k : l->first + k;
}

template <int AFTER> static __device__ __forceinline__ lid along_fetch(const struct along_line *l, lid k)
{
    return k < l->n ? jacobian_along_entry(&l->a->rows, l->first, along_slice<AFTER>(l, k), AFTER) : 0;
}

/* Of step k, one after the last one asked for; all lanes of a warp call it alike. */
template <int AFTER>
static __device__ __forceinline__ lid along_entry(const struct along_line *l, struct along_offsets *o, lid k)
{
    if (k - o->base >= WARP)
        *o = {o->next, along_fetch<AFTER>(l, o->base + 2 * WARP + l->lane), o->base + WARP};
    return __shfl_sync(0xffffffffu, o->now, (k - o->base) % WARP);
}

/* Begins to copy what step k needs, whose entries begin at e; all threads of the block alike. Beyond the last step:
 * nothing. */
template <int N, int STORAGE, int AFTER>
static __device__ __forceinline__ void along_copy(const struct along_line *l, lid k, lid e,
                                                  struct along_cells<N, STORAGE> *to)
{
    enum { WORDS = along_cells<N, STORAGE>::WORDS * SLICE, THREADS = SLICE * N };
    const struct jacobian_rows *r = &l->a->rows;
    const int thread = l->v * SLICE + l->lane;
    if (k < l->n) {
        const uint32_t *block = (const uint32_t *)r->beside + (int64_t)(e / SLICE) * WORDS + thread * CHUNK;
#pragma unroll
        for (int c = 0; c < WORDS; c += THREADS * CHUNK)
            if (c + thread * CHUNK < WORDS)
                __pipeline_memcpy_async(&to->word[0][0] + c + thread * CHUNK, block + c, CHUNK * sizeof *block);
        __pipeline_memcpy_async(&to->y[l->v][l->lane],
                                l->a->x + l->v * (int64_t)r->stride + (along_slice<AFTER>(l, k) * SLICE + l->lane),
                                sizeof(float));
        if (N > NV && l->v >= NV)
            __pipeline_memcpy_async(&to->turbulence[l->v - NV][l->lane],
                                    r->beside_turbulence + (l->v - NV) * (int64_t)r->n_entries + (e + l->lane),
                                    sizeof(float));
        if (l->v == 0)
            __pipeline_memcpy_async(&to->column[l->lane], r->column + (e + l->lane), sizeof(lid));
    }
    __pipeline_commit();
}

/* Row v of a block of halves: five of them out of three words. */
static __device__ __forceinline__ void along_halves(const uint32_t *word, int v, jacobian_number m[NV])
{
    static_assert(NV == 5, "five halves begin at an even or an odd one");
    const int shift = v * NV % 2 * 16;
    const uint32_t w[3] = {word[v * NV / 2 * SLICE], word[(v * NV / 2 + 1) * SLICE], word[(v * NV / 2 + 2) * SLICE]};
    const uint32_t a = __funnelshift_r(w[0], w[1], shift), b = __funnelshift_r(w[1], w[2], shift);
    m[0] = half_entry((uint16_t)a);
    m[1] = half_entry((uint16_t)(a >> 16));
    m[2] = half_entry((uint16_t)b);
    m[3] = half_entry((uint16_t)(b >> 16));
    m[4] = half_entry((uint16_t)(w[2] >> shift));
}

template <int N, int STORAGE>
static __device__ __forceinline__ struct along_row along_take(const struct along_line *l,
                                                              const struct along_cells<N, STORAGE> *c)
{
    struct along_row row;
    row.y = c->y[l->v][l->lane];
    row.joined = c->column[l->lane] >= 0;
    if (N > NV && l->v >= NV)
        row.m[0] = c->turbulence[l->v - NV][l->lane];
    else if (STORAGE == JACOBIAN_HALF)
        along_halves(&c->word[0][l->lane], l->v, row.m);
    else
#pragma unroll
        for (int j = 0; j < NV; j++)
            row.m[j] = float_of_bits(c->word[(l->v * NV + j) % along_cells<N, STORAGE>::WORDS][l->lane]);
    return row;
}

/* z holds the solution in the cell before this one in its line. */
template <int N>
static __device__ __forceinline__ jacobian_number along_solve(const struct along_line *l, const struct along_row *row,
                                                              const jacobian_number (*z)[SLICE])
{
    jacobian_number y = row->y;
    if (N > NV && l->v >= NV)
        return y - row->m[0] * (row->joined ? z[l->v][l->lane] : 0.0f);
#pragma unroll
    for (int j = 0; j < NV; j++)
        y -= row->m[j] * (row->joined ? z[j][l->lane] : 0.0f);
    return y;
}

/* Steps 1 .. n - 1, all threads of the block alike; y: of the cell before the first; that of the last. While the sum of
 * step k is made what k + 1 needs is taken from shared memory, and the place of k is free. */
template <int N, int STORAGE, int AFTER>
static __device__ __forceinline__ jacobian_number along_walk(const struct along_line *l, jacobian_number y,
                                                             jacobian_number (*z)[N][SLICE],
                                                             struct along_cells<N, STORAGE> *cells)
{
    struct along_offsets o = {along_fetch<AFTER>(l, 1 + l->lane), along_fetch<AFTER>(l, 1 + WARP + l->lane), 1};
    jacobian_number *x = l->a->x + l->v * (int64_t)l->a->rows.stride + l->lane;
    z[0][l->v][l->lane] = y;
#pragma unroll
    for (int d = 0; d < ALONG_AHEAD; d++)
        along_copy<N, STORAGE, AFTER>(l, 1 + d, along_entry<AFTER>(l, &o, 1 + d), &cells[d]);
    lid e = along_entry<AFTER>(l, &o, 1 + ALONG_AHEAD);
    /* Every step is one commit, also where it copied nothing: the oldest of ALONG_AHEAD, step 1, has
     * arrived. */
    __pipeline_wait_prior(ALONG_AHEAD - 1);
    __syncthreads();
    struct along_row row = along_take(l, &cells[0]);
    for (lid begin = 1; begin < l->n; begin += ALONG_AHEAD)
#pragma unroll
        for (int d = 0; d < ALONG_AHEAD; d++) {
            const lid k = begin + d;
            if (k >= l->n)
                break;
            /* k + ALONG_AHEAD - 1 commits were made: that of step k + 1 has arrived. The barrier shows
             * all threads its copies, and z of the cell before. */
            __pipeline_wait_prior(ALONG_AHEAD - 2);
            __syncthreads();
            const struct along_row next = along_take(l, &cells[(d + 1) % ALONG_AHEAD]);
            y = along_solve<N>(l, &row, z[d % 2]);
            /* Two places by turns: a warp that is ahead writes one while others still read the other.
             * ALONG_AHEAD is even, so that the turns go on from one round to the next. */
            z[(d + 1) % 2][l->v][l->lane] = y;
            x[(int64_t)along_slice<AFTER>(l, k) * SLICE] = y;
            along_copy<N, STORAGE, AFTER>(l, k + ALONG_AHEAD, e, &cells[d]);
            e = along_entry<AFTER>(l, &o, k + ALONG_AHEAD + 1);
            row = next;
        }
    /* The other walk writes z and the cells' places anew. */
    __syncthreads();
    return y;
}

/* The lines of group g; all threads of the block alike, which meet behind the last write. */
template <int N, int STORAGE>
static __device__ __forceinline__ void along_group(const struct jacobian_solve_args *a, lid g)
{
    __shared__ jacobian_number z[2][N][SLICE];
    __shared__ struct along_cells<N, STORAGE> cells[ALONG_AHEAD];
    const lid lane = (lid)threadIdx.x;
    const int v = (int)threadIdx.y;
    const struct along_line l = {a, a->rows.first[g], a->rows.first[g + 1] - a->rows.first[g], lane, v};
    jacobian_number y = a->x[v * (int64_t)a->rows.stride + (int64_t)l.first * SLICE + lane];
    y = along_walk<N, STORAGE, 0>(&l, y, z, cells);
    along_walk<N, STORAGE, 1>(&l, y, z, cells);
}

template <int N, int STORAGE>
static __global__ void __launch_bounds__(SLICE *N)
    along_kernel(lid begin, const __grid_constant__ struct jacobian_solve_args a)
{
    along_group<N, STORAGE>(&a, begin / SLICE + (lid)blockIdx.x);
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
