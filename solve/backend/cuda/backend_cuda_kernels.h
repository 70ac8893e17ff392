/* backend_cuda_kernels.h: grids around the kernel bodies of the list's part LIST_PART,
 * and fill(), which enters them into the table. Included once by each
 * backend_cuda_*.cu, after defining LIST_PART.
 */
#include "kernels/all_kernels.h"

#include <cstring>

enum { BLOCK = 128 };

/* How many blocks of a kernel should fit on a multiprocessor at least, hence how many
 * registers it may take; 0: as the compiler likes. Each the fastest of 0 and 2 to 6 on an H200
 * (docs/results/gpu.md): warps that wait for memory against loads under way in each. */
enum {
    IS_DOUBLE = sizeof(stored) == sizeof(double),
    IS_SINGLE = sizeof(real) == sizeof(float),
    BLOCKS_FLUX_VISCOUS = IS_DOUBLE ? 3 : 4,
    BLOCKS_UPDATE_TURBULENT = IS_SINGLE ? 6 : 4
};
/* Of hexahedra 168 registers instead of 128: face by face, and with a turbulence model's variables, but for
 * the gradients about nodes, where that was not measured. */
#define GRADIENT_IS_WIDE(method, equations)                                                        \
    ((method) == GRADIENT_FACE || ((equations) >= EQUATIONS_SA && (method) != GRADIENT_NODE))
#define BLOCKS_GRADIENT(method, equations, rows)                                                   \
    (IS_SINGLE ? 0 : (rows) == ROWS_TO_6 && GRADIENT_IS_WIDE(method, equations) ? 3 : 4)
#define BLOCKS_FLUX(equations) ((equations) == EQUATIONS_EULER ? 0 : (int)BLOCKS_FLUX_VISCOUS)
/* faster than 5 on 13,056 and 52,224 cells; others were not measured */
#define BLOCKS_FLUX_ALL(equations) ((equations) == EQUATIONS_EULER ? 0 : 4)
#define BLOCKS_UPDATE(equations) ((equations) >= EQUATIONS_SA ? (int)BLOCKS_UPDATE_TURBULENT : 5)

/* First thing in a kernel launched early: waits until all before this one has ended and can be seen, and
 * lets the next kernel of the queue be set up. In this order no more than one kernel's blocks wait: those of
 * several fill some multiprocessors, and the blocks of the one between share what is left. */
static __device__ __forceinline__ void cuda_await_previous(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

#define KERNEL(name, args, call) TUNED_KERNEL(0, name, args, call)
#define SMALL_KERNEL(blocks, name, args, call) TUNED_KERNEL(blocks, name, args, call)
#define TUNED_KERNEL(blocks, name, args, call)                                                     \
    static __global__ void __launch_bounds__(BLOCK, blocks)                                        \
        kernel_##name(lid begin, lid end, bool early, const __grid_constant__ struct args arguments)\
    {                                                                                              \
        const struct args *a = &arguments;                                                         \
        lid i = begin + (lid)(blockIdx.x * BLOCK + threadIdx.x);                                   \
        if (early)                                                                                 \
            cuda_await_previous();                                                                 \
        if (i < end)                                                                               \
            call;                                                                                  \
    }                                                                                              \
    static void launch_##name(int queue, lid begin, lid end, const struct args *a)                \
    {                                                                                              \
        if (end <= begin)                                                                          \
            return;                                                                                \
        cuda_launch_begin(KERNEL_##name, queue);                                                   \
        cudaLaunchAttribute early;                                                                 \
        cudaLaunchConfig_t grid = cuda_grid((unsigned)((end - begin + BLOCK - 1) / BLOCK), BLOCK, queue, &early); \
        CUDA_CHECK(cudaLaunchKernelEx(&grid, kernel_##name, begin, end, grid.numAttrs > 0, *a));   \
        cuda_launch_end(KERNEL_##name, queue);                                                     \
    }
#include "kernels/kernel_list.inc"
#undef TUNED_KERNEL
#undef SMALL_KERNEL
#undef KERNEL

/* One block adds one chunk in a tree; cuda_sum_finish() adds the chunks' sums. */
#define SUM(name, args, n, call)                                                                   \
    static __global__ void sum_kernel_##name(lid count, const __grid_constant__ struct args arguments, double *to) \
    {                                                                                              \
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
    static void sum_##name(lid count, const struct args *a, double *out)                          \
    {                                                                                              \
        if (count <= 0) {                                                                          \
            memset(out, 0, n * sizeof(double));                                                    \
            return;                                                                                \
        }                                                                                          \
        lid chunks = (count + SUM_CHUNK - 1) / SUM_CHUNK;                                          \
        double *partial = cuda_partial((size_t)chunks * n * sizeof(double));                       \
        cuda_launch_begin(KERNEL_##name, QUEUE_COMPUTE);                                           \
        sum_kernel_##name<<<(unsigned)chunks, SUM_CHUNK, 0, cuda_stream[QUEUE_COMPUTE]>>>(count, *a, partial); \
        cuda_launch_end(KERNEL_##name, QUEUE_COMPUTE);                                             \
        cuda_sum_finish(chunks, n, out);                                                           \
    }
#include "kernels/kernel_list.inc"
#undef SUM

#define MINIMUM(name, args, call)                                                                  \
    static __global__ void minimum_kernel_##name(lid count, const __grid_constant__ struct args arguments, double *to) \
    {                                                                                              \
        __shared__ double shared[SUM_CHUNK];                                                       \
        const struct args *a = &arguments;                                                         \
        lid i = (lid)(blockIdx.x * SUM_CHUNK + threadIdx.x);                                       \
        cuda_block_minimum(i < count ? (double)(call) : HUGE_VAL, shared, to);                     \
    }                                                                                              \
    static double minimum_##name(lid count, const struct args *a)                                 \
    {                                                                                              \
        if (count <= 0)                                                                            \
            return HUGE_VAL;                                                                       \
        lid chunks = (count + SUM_CHUNK - 1) / SUM_CHUNK;                                          \
        double *partial = cuda_partial((size_t)chunks * sizeof(double));                           \
        cuda_launch_begin(KERNEL_##name, QUEUE_COMPUTE);                                           \
        minimum_kernel_##name<<<(unsigned)chunks, SUM_CHUNK, 0, cuda_stream[QUEUE_COMPUTE]>>>(count, *a, partial); \
        cuda_launch_end(KERNEL_##name, QUEUE_COMPUTE);                                             \
        return cuda_minimum_finish(chunks);                                                        \
    }
#include "kernels/kernel_list.inc"
#undef MINIMUM

static void fill(struct backend *table)
{
#define KERNEL(name, args, call) table->name = launch_##name;
#define SUM(name, args, n, call) table->name = sum_##name;
#define MINIMUM(name, args, call) table->name = minimum_##name;
#include "kernels/kernel_list.inc"
#undef KERNEL
#undef SUM
#undef MINIMUM
}
