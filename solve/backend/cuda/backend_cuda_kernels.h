/* backend_cuda_kernels.h: grids around the kernel bodies of one part of the rows (a set of
 * equations, or those that know nothing of them), and part_enter(), which enters them into
 * the table. Included once by backend_cuda_equations.cu and by backend_cuda_shared.cu, which define PART_NAME.
 */
#include "kernels/all_kernels.h"

/* Threads of a block. */
enum { BLOCK = 128 };

/* How many blocks of a kernel should fit on a multiprocessor at least, hence how many
 * registers it may take; 0: as the compiler likes. Each the fastest of 0 and 2 to 6 on an H200
 * (docs/decisions/036-gpu-registers-and-records.md): warps that wait for memory against loads under way in each. */
enum {
    IS_DOUBLE = sizeof(stored) == sizeof(double),
    IS_SINGLE = sizeof(real) == sizeof(float),
    BLOCKS_FLUX_VISCOUS = IS_DOUBLE ? 3 : 4,
    BLOCKS_UPDATE_TURBULENT = IS_SINGLE ? 6 : 4
};
/* Of hexahedra 168 registers instead of 128: face by face, and with a turbulence model's variables, but for
 * the gradients about nodes, where that was not measured. */
#define GRADIENT_IS_WIDE(method, equations)                                                        \
    ((method) == GRADIENT_FACE || (equations_turbulent_part() && (method) != GRADIENT_NODE))
#define BLOCKS_GRADIENT(number)                                                                    \
    (IS_SINGLE ? 0                                                                                 \
     : PLACE_WIDTH(number) == ROWS_TO_6 && GRADIENT_IS_WIDE(PLACE_METHOD(number), PART_EQUATIONS) ? 3 \
                                                                                                  : 4)
#define BLOCKS_FLUX (equations_viscous_part() ? (int)BLOCKS_FLUX_VISCOUS : 0)
/* faster than 5 on 13,056 and 52,224 cells; others were not measured */
#define BLOCKS_FLUX_ALL (equations_viscous_part() ? 4 : 0)
#define BLOCKS_UPDATE (equations_turbulent_part() ? (int)BLOCKS_UPDATE_TURBULENT : 5)
/* 168 registers, full of loads: all cells of four at once; with 128 or as the compiler likes slower. */
#define BLOCKS_NODE_FITS (IS_DOUBLE ? 3 : 0)

/* Properties of the equations that this part is compiled for, as constants. */
#ifdef PART_EQUATIONS
#define PART_IS(name, NAME, unknowns, terms, viscous, ...) PART_EQUATIONS == (int)EQUATIONS_##NAME ? (viscous):
static constexpr bool equations_viscous_part(void)
{
    return EQUATIONS(PART_IS, ) 0;
}
#undef PART_IS
#define PART_IS(name, NAME, unknowns, terms, viscous, turbulent, ...)                              \
    PART_EQUATIONS == (int)EQUATIONS_##NAME ? (turbulent):
static constexpr bool equations_turbulent_part(void)
{
    return EQUATIONS(PART_IS, ) 0;
}
#undef PART_IS
#endif

/* launch_NAME(): kernel_NAME() put into a stream. */
#define LAUNCHING(name, args)                                                                      \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        if (end <= begin)                                                                          \
            return;                                                                                \
        cuda_launch_begin(k, stream);                                                               \
        cudaLaunchAttribute early;                                                                 \
        unsigned blocks = ((unsigned)(end - begin) + BLOCK - 1) / BLOCK;                           \
        cudaLaunchConfig_t grid = cuda_grid(blocks, BLOCK, stream, &early);                        \
        CUDA_CHECK(cudaLaunchKernelEx(&grid, kernel_##name, begin, end, grid.numAttrs > 0,         \
                                      *(const struct args *)a));                                   \
        cuda_launch_end(k, stream);                                                                 \
    }

/* How a family is launched, by the column `gpu` of its row: each of the following defines launch_NAME(). `call` is the
 * body of the row, in terms of i, a and the constant `place`, which `number` is. */
#define KERNEL(family, over, cpu, gpu, args, variants, call)                                       \
    VARIANTS_##variants(KERNEL_VARIANT, family, GPU_##gpu, args, call)
#define KERNEL_VARIANT(variant, number, family, grid, args, call)                                  \
    EXPANDED(grid, PASTE(family, variant, PART_NAME), number, args, call)

/* One item a thread, with as many registers as the compiler likes, or as so many blocks leave. */
#define GPU_THREADS(name, number, args, call) GRID(name, 0, number, args, call)
#define GPU_GRADIENT(name, number, args, call) GRID(name, BLOCKS_GRADIENT(number), number, args, call)
#define GPU_FLUX(name, number, args, call) GRID(name, BLOCKS_FLUX, number, args, call)
#define GPU_FLUX_ALL(name, number, args, call) GRID(name, BLOCKS_FLUX_ALL, number, args, call)
#define GPU_UPDATE(name, number, args, call) GRID(name, BLOCKS_UPDATE, number, args, call)
#define GPU_NODE_FITS(name, number, args, call) GRID(name, BLOCKS_NODE_FITS, number, args, call)

/* kernel_NAME() runs the body for one item a thread; the table holds launch_NAME(). The arguments are a
 * __grid_constant__, read from constant memory by all threads, whose address the body may take. `early` is the same for
 * the whole grid: the wait for the kernel before stands before the first load. */
#define GRID(name, blocks, number, args, call)                                                     \
    static __global__ void __launch_bounds__(BLOCK, blocks)                                        \
        kernel_##name(lid begin, lid end, bool early, const __grid_constant__ struct args arguments)\
    {                                                                                              \
        enum { place = (number) };                                                                 \
        const struct args *a = &arguments;                                                         \
        lid i = begin + (lid)(blockIdx.x * BLOCK + threadIdx.x);                                   \
        if (early)                                                                                 \
            cuda_await_previous();                                                                 \
        if (i < end)                                                                               \
            call;                                                                                  \
    }                                                                                              \
    LAUNCHING(name, args)

/* A thread a row, or backend/cuda/backend_cuda_few_rows.h. */
#define GPU_SWEEP(name, number, args, call)                                                        \
    GRID(all_##name, 0, number, args, call)                                                        \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        if (end - begin <= FEW_ROWS)                                                               \
            few_rows_launch<PLACE_WIDTH(number), PLACE_METHOD(number)>(k, stream, begin, end,      \
                                                                       (const struct args *)a);    \
        else                                                                                       \
            launch_all_##name(k, stream, begin, end, a);                                           \
    }

/* By a function of its own, with constants of the variant. */
#define BY_FUNCTION(name, args, ...)                                                               \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        __VA_ARGS__(k, stream, begin, end, (const struct args *)a);                                \
    }
/* backend/cuda/backend_cuda_coarse_sweep.h: several threads share a row */
#define GPU_COARSE_SWEEP(name, number, args, call) BY_FUNCTION(name, args, coarse_sweep_launch)
/* backend/cuda/backend_cuda_along.h: several threads share a line */
#define GPU_ALONG(name, number, args, call)                                                        \
    BY_FUNCTION(name, args, along_launch<PLACE_WIDTH(number), PLACE_METHOD(number)>)
/* backend/cuda/backend_cuda_sent.h: the first blocks wait for flags of other GPUs and raise theirs */
#define GPU_SENT(name, number, args, call)                                                         \
    BY_FUNCTION(name, args, sent_launch<PLACE_WIDTH(number), PLACE_METHOD(number)>)
#define GPU_ALONG_SENT(name, number, args, call)                                                   \
    BY_FUNCTION(name, args, sent_lines_launch<PLACE_WIDTH(number), PLACE_METHOD(number)>)

/* backend/cuda/backend_cuda_peers.h: waits for, or raises, flags in the memory of other GPUs in the same launch */
#define GPU_PEERS(name, number, args, call)                                                        \
    static __global__ void __launch_bounds__(PEER_BLOCK)                                           \
        kernel_##name(lid begin, lid end, const __grid_constant__ struct args arguments)           \
    {                                                                                              \
        enum { place = (number) };                                                                 \
        const struct args *a = &arguments;                                                         \
        const uint32_t exchange = peers_await(a);                                                  \
        for (lid i = begin + (lid)(blockIdx.x * PEER_BLOCK + threadIdx.x); i < end;                \
             i += (lid)(gridDim.x * PEER_BLOCK))                                                   \
            call;                                                                                  \
        peers_done(a, exchange);                                                                   \
    }                                                                                              \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        unsigned blocks = peer_blocks((const struct args *)a, end - begin);                        \
        if (blocks == 0)                                                                           \
            return;                                                                                \
        cuda_launch_begin(k, stream);                                                               \
        kernel_##name<<<blocks, PEER_BLOCK, 0, cuda_stream[stream]>>>(begin, end, *(const struct args *)a); \
        cuda_launch_end(k, stream);                                                                 \
    }

/* One block adds one chunk in a tree; cuda_sum_finish() adds the chunks' sums. */
#define SUM(family, over, n, args, variants, call) VARIANTS_##variants(SUM_VARIANT, family, n, args, call)
#define SUM_VARIANT(variant, number, family, n, args, call)                                        \
    EXPANDED(SUM_NAMED, PASTE(family, variant, PART_NAME), number, n, args, call)
#define SUM_NAMED(name, number, n, args, call)                                                     \
    static __global__ void sum_kernel_##name(lid count, const __grid_constant__ struct args arguments, double *to) \
    {                                                                                              \
        enum { place = (number) };                                                                 \
        __shared__ double shared[n][SUM_CHUNK];                                                    \
        const struct args *a = &arguments;                                                         \
        lid i = (lid)(blockIdx.x * SUM_CHUNK + threadIdx.x);                                       \
        double out[n];                                                                             \
        for (int v = 0; v < n; v++)                                                                \
            out[v] = 0.0;                                                                          \
        if (i < count)                                                                             \
            call;                                                                                  \
        for (int v = 0; v < n; v++)                                                                \
            shared[v][threadIdx.x] = out[v];                                                       \
        cuda_chunk_add(n, shared);                                                                 \
        if (threadIdx.x < n)                                                                       \
            to[(int64_t)blockIdx.x * n + threadIdx.x] = shared[threadIdx.x][0];                    \
    }                                                                                              \
    static void sum_##name(struct kernel *k, lid count, const void *a, double *out)                \
    {                                                                                              \
        lid chunks = count > 0 ? (count + SUM_CHUNK - 1) / SUM_CHUNK : 1;                          \
        double *to = chunks > 1 ? cuda_partial((size_t)chunks * n * sizeof(double)) : out;         \
        cuda_launch_begin(k, STREAM_COMPUTE);                                                       \
        sum_kernel_##name<<<(unsigned)chunks, SUM_CHUNK, 0, cuda_stream[STREAM_COMPUTE]>>>(         \
            count, *(const struct args *)a, to);                                                   \
        cuda_launch_end(k, STREAM_COMPUTE);                                                         \
        cuda_sum_finish(chunks, n, out);                                                           \
    }

#define MINIMUM(family, over, args, variants, call) VARIANTS_##variants(MINIMUM_VARIANT, family, args, call)
#define MINIMUM_VARIANT(variant, number, family, args, call)                                       \
    EXPANDED(MINIMUM_NAMED, PASTE(family, variant, PART_NAME), number, args, call)
#define MINIMUM_NAMED(name, number, args, call)                                                    \
    static __global__ void minimum_kernel_##name(lid count, const __grid_constant__ struct args arguments, double *to) \
    {                                                                                              \
        enum { place = (number) };                                                                 \
        __shared__ double shared[SUM_CHUNK];                                                       \
        const struct args *a = &arguments;                                                         \
        lid i = (lid)(blockIdx.x * SUM_CHUNK + threadIdx.x);                                       \
        cuda_block_minimum(i < count ? (double)(call) : HUGE_VAL, shared, to);                     \
    }                                                                                              \
    static void minimum_##name(struct kernel *k, lid count, const void *a, double *out)            \
    {                                                                                              \
        lid chunks = count > 0 ? (count + SUM_CHUNK - 1) / SUM_CHUNK : 1;                          \
        double *to = chunks > 1 ? cuda_partial((size_t)chunks * sizeof(double)) : out;             \
        cuda_launch_begin(k, STREAM_COMPUTE);                                                       \
        minimum_kernel_##name<<<(unsigned)chunks, SUM_CHUNK, 0, cuda_stream[STREAM_COMPUTE]>>>(     \
            count, *(const struct args *)a, to);                                                   \
        cuda_launch_end(k, STREAM_COMPUTE);                                                         \
        cuda_minimum_finish(chunks, out);                                                          \
    }
#include PART_ROWS
#undef KERNEL
#undef SUM
#undef MINIMUM

#include "backend/kernel_part_enter.h"
