/* backend_cuda.h: what the files of the CUDA back end share: backend_cuda.cu (memory,
 * streams, profile) and backend_cuda_*.cu (kernels, compiled once per set of equations, so
 * that they compile side by side; see backend_cuda_kernels.h).
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_H

#include "backend/backend.h"
#include "error.h"

#include <cuda_runtime.h>

/* All here is for the host thread; nothing is collective. Trouble is FATAL(). */

extern const char *cuda_last_kernel;        /* launched; a literal, for messages */
extern cudaStream_t cuda_stream[N_STREAMS]; /* non-blocking ones: they do not wait for CUDA's default stream */

#define CUDA_CHECK(call)                                                                           \
    do {                                                                                           \
        cudaError_t status_ = (call);                                                              \
        if (status_ != cudaSuccess)                                                                \
            FATAL("CUDA: %s in %s; last kernel: %s", cudaGetErrorString(status_), #call, cuda_last_kernel); \
    } while (0)

/* Once, on the chosen device. early: may a kernel begin before the one before it has ended? */
void cuda_launch_setup(bool early);

/* Turns the profile on or off: while it is on each launch is waited for and its seconds are added to its row. */
void cuda_profile(bool on);

/* Are launches timed: for the profile, the timeline or both? */
bool cuda_is_timed(void);

/* A span for the timeline around work in a stream; name: a literal. NULL when no timeline is kept, which end() takes
 * too. Flush: waits for the spans still held back and hands them over. */
struct cuda_trace *cuda_trace_begin(const char *name, int stream);
void cuda_trace_end(struct cuda_trace *t);
void cuda_trace_flush(void);

/* Around each launch, the same kernel and stream: labels, profile, timeline, error check. */
void cuda_launch_begin(const struct kernel *k, int stream);
void cuda_launch_end(struct kernel *k, int stream);

/* Where the first kernel of several chunks puts their sums or minima, at least `bytes`; borrowed. Grows
 * by another block; none is freed, since recorded work may hold its address. Not while recording. */
double *cuda_partial(size_t bytes);

/* From the chunks' values in cuda_partial(), [chunks][n], to out[n] on the device, in the compute
 * stream. One chunk: its values are in out already. */
void cuda_sum_finish(lid chunks, int n, double *out);
void cuda_minimum_finish(lid chunks, double *out);

/* A launch that may begin while the kernel before it in the stream still runs (its last
 * blocks), where the GPU can do that: that kernel's and this one's latency overlap. The
 * kernel calls cuda_await_previous() first where numAttrs says so. early: room for the
 * attribute. */
cudaLaunchConfig_t cuda_grid(unsigned blocks, unsigned threads, int stream, cudaLaunchAttribute *early);

/* Such a launch over rows begin .. end - 1, whole slices: a block of SLICE lanes by `warps` for each. */
template <typename ARGS>
static void cuda_launch_slices(struct kernel *k, int stream, lid begin, lid end, int warps,
                               void (*kernel)(lid begin, bool early, ARGS arguments), const ARGS *a)
{
    if (end <= begin)
        return;
    cuda_launch_begin(k, stream);
    cudaLaunchAttribute early;
    cudaLaunchConfig_t grid = cuda_grid((unsigned)((end - begin) / SLICE), SLICE, stream, &early);
    grid.blockDim = dim3(SLICE, (unsigned)warps);
    CUDA_CHECK(cudaLaunchKernelEx(&grid, kernel, begin, grid.numAttrs > 0, *a));
    cuda_launch_end(k, stream);
}

/* Enter their launchers into the table (borrowed), which belongs to the back end. */
void cuda_kernels_shared(struct kernel_table *table);
#define KERNELS_OF(name, NAME, ...) void cuda_kernels_##name(struct kernel_table *table);
EQUATIONS(KERNELS_OF, )
#undef KERNELS_OF

/* First thing in a kernel launched early: waits until all before this one has ended and can be seen, and
 * lets the next kernel of the stream be set up. In this order no more than one kernel's blocks wait: those of
 * several fill some multiprocessors, and the blocks of the one between share what is left. */
static __device__ __forceinline__ void cuda_await_previous(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* Tree over a block's SUM_CHUNK values of n sums.
 * The pairs and the order of cpu_chunk_add(). The barrier comes before each level: the first waits for
 * whoever filled shared memory, the others for the level above. All threads of the block call it; the
 * sums are in shared[v][0]. */
static __device__ __forceinline__ void cuda_chunk_add(int n, double (*shared)[SUM_CHUNK])
{
    int t = (int)threadIdx.x;
    for (int half = SUM_CHUNK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            for (int v = 0; v < n; v++)
                shared[v][t] += shared[v][t + half];
    }
    __syncthreads();
}

/* Minima are exact in any order; least_or_nan() keeps a not-a-number at every level, as on the CPU. */
static __device__ __forceinline__ void cuda_block_minimum(double value, double *shared, double *to)
{
    int t = (int)threadIdx.x;
    shared[t] = value;
    for (int half = SUM_CHUNK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            shared[t] = least_or_nan(shared[t], shared[t + half]);
    }
    if (t == 0)
        to[blockIdx.x] = shared[0];
}

#endif
