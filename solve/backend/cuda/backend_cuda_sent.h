/* backend_cuda_sent.h: what jacobian_sweep_sent_body() says, with the flags that order it with other GPUs.
 *
 *   blocks   0 .. senders - 1            .. by_variable - 1       the others                   (at least one sender)
 *   rows     that are sent, a slice      of a small colour, too   SLICE N at a time,
 *            a block: a warp a variable                           a thread each
 *   wait for flags, raise them           -                        -
 *
 * Blocks that are sent are solved by several threads a row (backend_cuda_few_rows.h), as the other GPUs wait for
 * them. They wait only for what other GPUs did for the colour before, never for another block of this launch, so that
 * the order in which blocks begin does not matter.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_SENT_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_SENT_H

#include "backend/cuda/backend_cuda_few_rows.h"
#include "backend/cuda/backend_cuda_peers.h"

/* The rows of a slice, and, if they are sent, the order with the other GPUs. A block without a slice sees to the flags
 * alone. */
template <int N, int STORAGE>
static __device__ void sent_slice(const struct jacobian_sent_args *a, lid block, lid by_variable, lid senders)
{
    const lid s = a->begin / SLICE + block, lane = (lid)threadIdx.x;
    const int v = (int)threadIdx.y;
    const bool sends = block < senders;
    const uint32_t exchange = sends ? peers_await(&a->awaited) : 0;
    if (block < by_variable)
        jacobian_send(a, s * SLICE + lane, v, few_rows_solve<N, STORAGE>(&a->solve, s, lane, v));
    if (!sends || a->awaited.n == 0 || !peers_are_last(a->awaited.count, (unsigned)senders))
        return;
    peers_count(a->awaited.count, exchange);
    peers_raise(&a->raised, exchange + 1); /* implicit_sent_begin() raised the first one */
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
