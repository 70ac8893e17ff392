/* backend_cuda_sent.h: what jacobian_sweep_sent_body() says, with the flags that order it with other GPUs.
 *
 *   blocks   0 .. senders - 1            .. by_variable - 1       the others                   (at least one sender)
 *   rows     that are sent, a slice      of a small colour, too   SLICE N at a time,
 *            a block: a warp a variable                           a thread each
 *   wait for flags, raise them           -                        -
 *
 * Where lines of several cells are among those that are sent, a second launch solves all lines of the colour, a block a
 * group of them; its first blocks send theirs, and the last of them raises the flags, which the first launch leaves to
 * it. No row reads the halo there.
 *
 * Blocks that are sent are solved by several threads a row (backend_cuda_few_rows.h), as the other GPUs wait for
 * them. They wait only for what other GPUs did for the colour before, never for another block of this launch, so that
 * the order in which blocks begin does not matter.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_SENT_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_SENT_H

#include "backend/cuda/backend_cuda_along.h"
#include "backend/cuda/backend_cuda_few_rows.h"
#include "backend/cuda/backend_cuda_peers.h"

/* The last of the blocks that send in this launch raises the flags of the other GPUs. exchange: of this colour. */
static __device__ __forceinline__ void sent_raise(const struct jacobian_sent_args *a, lid senders, uint32_t exchange)
{
    if (a->awaited.n == 0 || !peers_are_last(a->awaited.count, (unsigned)senders))
        return;
    peers_count(a->awaited.count, exchange);
    peers_raise(&a->raised, exchange + 1); /* implicit_sent_begin() raised the first one */
}

/* The rows of a slice, and, if they are sent, the order with the other GPUs. A block without a slice sees to the flags
 * alone. */
template <int N, int STORAGE>
static __device__ void sent_slice(const struct jacobian_sent_args *a, lid block, lid by_variable, lid senders)
{
    const lid s = a->begin / SLICE + block, lane = (lid)threadIdx.x;
    const int v = (int)threadIdx.y;
    const bool sends = block < senders;
    const uint32_t exchange = sends ? peers_await(&a->awaited) : 0;
    if (block < by_variable) {
        const jacobian_number x = few_rows_solve<N, STORAGE>(&a->solve, s, lane, v);
        if (s * SLICE >= a->single)
            jacobian_send(a, s * SLICE + lane, v, x);
    }
    if (sends && a->single == a->begin)
        sent_raise(a, senders, exchange);
}

template <int N, int STORAGE>
static __global__ void __launch_bounds__(SLICE *N)
    sent_kernel(lid end, lid by_variable, lid senders, bool early,
                const __grid_constant__ struct jacobian_sent_args arguments)
{
    const struct jacobian_sent_args *a = &arguments;
    const lid block = (lid)blockIdx.x, slices = by_variable > senders ? by_variable : senders;
    if (early)
        cuda_await_previous();
    if (block >= slices) {
        const lid p = a->begin + by_variable * SLICE + (block - slices) * SLICE * N +
                      (lid)(threadIdx.y * SLICE + threadIdx.x);
        if (p < end)
            jacobian_sweep_body(p, &a->solve, N, STORAGE);
        return;
    }
    sent_slice<N, STORAGE>(a, block, by_variable, senders);
}

/* Of all cells of group g that are sent; the rows of a group follow one another, and their places too. */
static __device__ __forceinline__ void sent_group(const struct jacobian_sent_args *a, lid g)
{
    const struct jacobian_rows *r = &a->solve.rows;
    const lid begin = a->first[r->first[g] * SLICE - a->begin], end = a->first[r->first[g + 1] * SLICE - a->begin];
    const int v = (int)threadIdx.y;
    for (lid e = begin + (lid)threadIdx.x; e < end; e += SLICE) {
        const struct sent_place to = a->place[e];
        a->x[to.peer][v * (int64_t)a->stride[to.peer] + to.place] = a->solve.x[v * (int64_t)r->stride + to.row];
    }
}

template <int N, int STORAGE>
static __global__ void __launch_bounds__(SLICE *N)
    sent_lines_kernel(lid begin, lid senders, const __grid_constant__ struct jacobian_sent_args a)
{
    const lid block = (lid)blockIdx.x;
    const bool sends = block < senders;
    const lid g = sends ? begin / SLICE + block : a.other_lanes / SLICE + block - senders;
    const uint32_t exchange = sends ? peers_exchange(a.awaited.count) : 0;
    along_group<N, STORAGE>(&a.solve, g);
    if (!sends)
        return;
    sent_group(&a, g);
    sent_raise(&a, senders, exchange);
}

/* Lanes begin .. end - 1: whole groups, those that are sent first; between them may be single cells. */
template <int N, int STORAGE>
static void sent_lines_launch(struct kernel *k, int stream, lid begin, lid end, const struct jacobian_sent_args *a)
{
    const lid senders = (a->lanes - begin) / SLICE, others = (end - a->other_lanes) / SLICE;
    if (senders + others <= 0)
        return;
    cuda_launch_begin(k, stream);
    sent_lines_kernel<N, STORAGE>
        <<<(unsigned)(senders + others), dim3(SLICE, N), 0, cuda_stream[stream]>>>(begin, senders, *a);
    cuda_launch_end(k, stream);
}

/* Rows begin .. end - 1: whole slices, those that are sent first. */
template <int N, int STORAGE>
static void sent_launch(struct kernel *k, int stream, lid begin, lid end, const struct jacobian_sent_args *a)
{
    const lid sent = (a->end - begin) / SLICE, by_variable = end - begin <= FEW_ROWS ? (end - begin) / SLICE : sent;
    const lid senders = sent > 0 ? sent : 1; /* somebody sees to the flags */
    const lid slices = by_variable > senders ? by_variable : senders;
    const lid rest = end - begin - by_variable * SLICE, together = SLICE * N;
    const unsigned blocks = (unsigned)(slices + (rest + together - 1) / together);
    cuda_launch_begin(k, stream);
    cudaLaunchAttribute early;
    cudaLaunchConfig_t grid = cuda_grid(blocks, SLICE, stream, &early);
    grid.blockDim = dim3(SLICE, N);
    CUDA_CHECK(cudaLaunchKernelEx(&grid, sent_kernel<N, STORAGE>, end, by_variable, senders, grid.numAttrs > 0, *a));
    cuda_launch_end(k, stream);
}

#endif
