/* paper_cuda.cu: grids around the papers' kernels, and those that only a GPU has:
 * through shared memory.
 */
#include "error.h"
#include "backend/paper_profile.h"

#include "kernels/paper/paper_update.h"

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

enum { BLOCK = 128 };

/* One thread an item, as in the papers. */
static unsigned blocks(lid begin, lid end)
{
    return (unsigned)((end - begin + BLOCK - 1) / BLOCK);
}

static cudaStream_t compute_stream(void)
{
    return (cudaStream_t)backend_cuda_stream(STREAM_COMPUTE);
}

static void check_launch(const char *name)
{
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess)
        FATAL("CUDA: %s in the launch of %s", cudaGetErrorString(status), name);
}

/* paper_profile_begin() waits for the stream while the profile is on, and paper_profile_end() for the
 * kernel. */
#define LAUNCH(name, args)                                                                         \
    static void launch_##name(lid begin, lid end, const struct args *a)                           \
    {                                                                                              \
        if (end <= begin)                                                                          \
            return;                                                                                \
        paper_profile_begin();                                                                     \
        nvtxRangePushA(#name);                                                                     \
        kernel_##name<<<blocks(begin, end), BLOCK, 0, compute_stream()>>>(begin, end, *a);         \
        nvtxRangePop();                                                                            \
        check_launch(#name);                                                                       \
        paper_profile_end(PAPER_##name);                                                           \
    }

#define KERNEL(name, args, call)                                                                   \
    static __global__ void __launch_bounds__(BLOCK)                                                \
        kernel_##name(lid begin, lid end, const __grid_constant__ struct args arguments)           \
    {                                                                                              \
        const struct args *a = &arguments;                                                         \
        lid i = begin + (lid)(blockIdx.x * BLOCK + threadIdx.x);                                   \
        if (i < end)                                                                               \
            call;                                                                                  \
    }                                                                                              \
    LAUNCH(name, args)
#include "kernels/paper/paper_list.inc"
#undef KERNEL

/* Paper 3, Algorithm 7: the flux goes through shared memory on its way to the two cells. */
static __global__ void __launch_bounds__(BLOCK)
    kernel_sum_face_shared(lid begin, lid end, const __grid_constant__ struct paper_args arguments)
{
    __shared__ real flux_shared[BLOCK];
    const struct paper_args *a = &arguments;
    const struct mesh_view *m = &a->m;
    int t = (int)threadIdx.x;
    lid i = begin + (lid)(blockIdx.x * BLOCK) + t;
    if (i >= end)
        return;
    /* Faces of one colour share no cell, so that plain sums do. */
    lid f = a->p.colour_face[i], l = m->left[f], r = m->right[f];
    for (int v = a->v_begin; v < a->v_end; v++) {
        flux_shared[t] = a->flux[v * (int64_t)m->n_flux + f];
        a->sum[v * (int64_t)m->n_owned + l] += flux_shared[t];
        if (r < m->n_owned)
            a->sum[v * (int64_t)m->n_owned + r] -= flux_shared[t];
    }
}
LAUNCH(sum_face_shared, paper_args)

/* Paper 3, Algorithm 8: the pressures of the two cells through shared memory. */
static __global__ void __launch_bounds__(BLOCK)
    kernel_extremes_face_shared(lid begin, lid end, const __grid_constant__ struct paper_args arguments)
{
    __shared__ real p_shared[2][BLOCK];
    const struct paper_args *a = &arguments;
    const struct mesh_view *m = &a->m;
    const real *p = a->q + Q_P * (int64_t)m->n_slots;
    int t = (int)threadIdx.x;
    lid i = begin + (lid)(blockIdx.x * BLOCK) + t;
    if (i >= end)
        return;
    lid f = a->p.colour_face[i], l = m->left[f], r = m->right[f];
    p_shared[0][t] = p[r];
    p_shared[1][t] = p[l];
    paper_extremes_add(a, l, p_shared[0][t], RACE_NONE);
    if (r < m->n_stencil)
        paper_extremes_add(a, r, p_shared[1][t], RACE_NONE);
}
LAUNCH(extremes_face_shared, paper_args)

extern "C" const struct paper_kernels *paper_kernels_cuda(void)
{
    static struct paper_kernels table;
#define KERNEL(name, args, call) table.name = launch_##name;
#include "kernels/paper/paper_list.inc"
#undef KERNEL
    table.sum_face_shared = launch_sum_face_shared;
    table.extremes_face_shared = launch_extremes_face_shared;
    return &table;
}
