/* backend_cuda_kernels.h: grids around the kernel bodies of one part of the rows (a set of
 * equations, or those that know nothing of them), and part_enter(), which enters them into
 * the table. Included once by backend_cuda_equations.cu and by backend_cuda_shared.cu, which define PART_NAME.
 */
#include "kernels/all_kernels.h"

/* Threads of a block. */
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
    ((method) == GRADIENT_FACE || (equations_turbulent_part() && (method) != GRADIENT_NODE))
#define BLOCKS_gradient(place)                                                                     \
    (IS_SINGLE ? 0 : (place) % 8 == ROWS_TO_6 && GRADIENT_IS_WIDE((place) / 8, PART_EQUATIONS) ? 3 : 4)
#define BLOCKS_flux(place) (equations_viscous_part() ? (int)BLOCKS_FLUX_VISCOUS : 0)
/* faster than 5 on 13,056 and 52,224 cells; others were not measured */
#define BLOCKS_flux_all(place) (equations_viscous_part() ? 4 : 0)
#define BLOCKS_update(place) (equations_turbulent_part() ? (int)BLOCKS_UPDATE_TURBULENT : 5)
#define BLOCKS_ghost(place) 0
#define BLOCKS_flux_boundary(place) 0
#define BLOCKS_flux_moving(place) 0
#define BLOCKS_node_average(place) 0
/* 168 registers, full of loads: all cells of four at once; with 128 or as the compiler likes slower. */
#define BLOCKS_node_gradient(place) (IS_DOUBLE ? 3 : 0)
#define BLOCKS_record_state(place) 0
#define BLOCKS_record_position(place) 0
#define BLOCKS_ghost_weight(place) 0
#define BLOCKS_gradient_choice(place) 0
#define BLOCKS_side_weight(place) 0
#define BLOCKS_limiter_size(place) 0
#define BLOCKS_node_choice(place) 0
#define BLOCKS_node_reach(place) 0
#define BLOCKS_transfer_pack(place) 0
#define BLOCKS_copy(place) 0
#define BLOCKS_residual(place) 0
#define BLOCKS_state_save(place) 0
#define BLOCKS_state_restore(place) 0
#define BLOCKS_probe(place) 0
#define BLOCKS_moments(place) 0
#define BLOCKS_turn(place) 0
#define BLOCKS_frame_source(place) 0
#define BLOCKS_combine(place) 0
#define BLOCKS_keep(place) 0
#define BLOCKS_jacobian_row(place) 0
#define BLOCKS_jacobian_rhs(place) 0
#define BLOCKS_jacobian_join(place) 0
#define BLOCKS_coarse_border(place) 0
#define BLOCKS_coarse_solve(place) 0
#define BLOCKS_coarse_rhs(place) 0
#define BLOCKS_coarse_prolong(place) 0
#define BLOCKS_jacobian_line(place) 0
#define BLOCKS_implicit_clear(place) 0
#define BLOCKS_implicit_update(place) 0
#define BLOCKS_implicit_local_cfl(place) 0
#define BLOCKS_implicit_perturb(place) 0
#define BLOCKS_implicit_advective(place) 0
#define BLOCKS_implicit_scale(place) 0
#define BLOCKS_implicit_unscale(place) 0
#define BLOCKS_implicit_product(place) 0
#define BLOCKS_implicit_gather(place) 0
#define BLOCKS_implicit_scatter(place) 0
#define BLOCKS_implicit_part(place) 0
#define BLOCKS_time_rate(place) 0
#define BLOCKS_time_residual(place) 0
#define BLOCKS_time_per_volume(place) 0
#define BLOCKS_time_inertia(place) 0
#define BLOCKS_time_slopes(place) 0
#define BLOCKS_time_extrapolate(place) 0
#define BLOCKS_flux_quadratic(place) 0
#define BLOCKS_correction(place) 0
#define BLOCKS_low_mach(place) 0
#define BLOCKS_scale_size(place) 0
#define BLOCKS_scale(place) 0
#define BLOCKS_scale_tilting(place) 0
#define BLOCKS_wall_next(place) 0
#define BLOCKS_wall_cell(place) 0
#define BLOCKS_wall_hold(place) 0
#define BLOCKS_wall_flux(place) 0
#define BLOCKS_actuator_source(place) 0
#define BLOCKS_actuator_blade(place) 0
#define BLOCKS_actuator_load(place) 0
#define BLOCKS_sliding_pack(place) 0
#define BLOCKS_sliding_ghost(place) 0
#define BLOCKS_sliding_flux(place) 0

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

/* kernel_NAME() runs the body for one item a thread; the table holds launch_NAME(). The arguments are a
 * __grid_constant__, read from constant memory by all threads, whose address the body may take. `early` is the same for
 * the whole grid: the wait for the kernel before stands before the first load. */
#define KERNEL(family, variant, place, args, call)                                                 \
    KERNEL_AS(PASTE(family, variant, PART_NAME), BLOCKS_##family(place), args, call)
#define KERNEL_AS(name, blocks, args, call) KERNEL_NAMED(name, blocks, args, call) /* name: PASTE() is done now */
#define KERNEL_NAMED(name, blocks, args, call)                                                     \
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
    LAUNCHING(name, args)

/* A thread a row, or backend/cuda/backend_cuda_few_rows.h. */
#define SWEEPS(family, variant, place, nv, storage) SWEEPS_AS(PASTE(family, variant, PART_NAME), nv, storage)
#define SWEEPS_AS(name, nv, storage) SWEEPS_NAMED(name, nv, storage) /* name: PASTE() is done now */
#define SWEEPS_NAMED(name, nv, storage)                                                            \
    KERNEL_NAMED(all_##name, 0, jacobian_solve_args, jacobian_sweep_body(i, a, nv, storage))       \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        if (end - begin <= FEW_ROWS)                                                               \
            few_rows_launch<nv, storage>(k, stream, begin, end, (const struct jacobian_solve_args *)a); \
        else                                                                                       \
            launch_all_##name(k, stream, begin, end, a);                                           \
    }

/* backend/cuda/backend_cuda_coarse_row.h */
#define COARSE_ROWS(family, variant, kind) COARSE_ROWS_AS(PASTE(family, variant, PART_NAME), kind)
#define COARSE_ROWS_AS(name, kind) COARSE_ROWS_NAMED(name, kind) /* name: PASTE() is done now */
#define COARSE_ROWS_NAMED(name, kind)                                                              \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        coarse_row_launch<PART_EQUATIONS, kind>(k, stream, begin, end, (const struct coarse_row_args *)a); \
    }

/* backend/cuda/backend_cuda_coarse_sweep.h */
#define COARSE_SWEEPS(family, variant, place) COARSE_SWEEPS_AS(PASTE(family, variant, PART_NAME))
#define COARSE_SWEEPS_AS(name) COARSE_SWEEPS_NAMED(name) /* name: PASTE() is done now */
#define COARSE_SWEEPS_NAMED(name)                                                                 \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        coarse_sweep_launch(k, stream, begin, end, (const struct jacobian_solve_args *)a);         \
    }

/* backend/cuda/backend_cuda_sent.h */
#define SENT(family, variant, place, nv, storage) SENT_AS(PASTE(family, variant, PART_NAME), sent_launch, nv, storage)
#define SENT_LINES(family, variant, place, nv, storage)                                            \
    SENT_AS(PASTE(family, variant, PART_NAME), sent_lines_launch, nv, storage)
#define SENT_AS(name, launch, nv, storage) SENT_NAMED(name, launch, nv, storage) /* name: PASTE() is done now */
#define SENT_NAMED(name, launch, nv, storage)                                                      \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        launch<nv, storage>(k, stream, begin, end, (const struct jacobian_sent_args *)a);          \
    }

/* backend/cuda/backend_cuda_peers.h */
#define PEERS(family, variant, place, args, call) PEERS_AS(PASTE(family, variant, PART_NAME), args, call)
#define PEERS_AS(name, args, call) PEERS_NAMED(name, args, call) /* name: PASTE() is done now */
#define PEERS_NAMED(name, args, call)                                                              \
    static __global__ void __launch_bounds__(PEER_BLOCK)                                           \
        kernel_##name(lid begin, lid end, const __grid_constant__ struct args arguments)           \
    {                                                                                              \
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

/* backend/cuda/backend_cuda_along.h */
#define LINES(family, variant, place, nv, storage) LINES_AS(PASTE(family, variant, PART_NAME), nv, storage)
#define LINES_AS(name, nv, storage) LINES_NAMED(name, nv, storage) /* name: PASTE() is done now */
#define LINES_NAMED(name, nv, storage)                                                             \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        along_launch<nv, storage>(k, stream, begin, end, (const struct jacobian_solve_args *)a);   \
    }

/* One block adds one chunk in a tree; cuda_sum_finish() adds the chunks' sums. */
#define SUM(family, variant, place, args, n, call)                                                 \
    SUM_AS(PASTE(family, variant, PART_NAME), args, n, call)
#define SUM_AS(name, args, n, call) SUM_NAMED(name, args, n, call) /* name: PASTE() is done now */
#define SUM_NAMED(name, args, n, call)                                                             \
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

#define MINIMUM(family, variant, place, args, call)                                                \
    MINIMUM_AS(PASTE(family, variant, PART_NAME), args, call)
#define MINIMUM_AS(name, args, call) MINIMUM_NAMED(name, args, call) /* name: PASTE() is done now */
#define MINIMUM_NAMED(name, args, call)                                                            \
    static __global__ void minimum_kernel_##name(lid count, const __grid_constant__ struct args arguments, double *to) \
    {                                                                                              \
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
#include "kernels/kernel_rows.inc"
#undef KERNEL
#undef LINES
#undef SWEEPS
#undef COARSE_ROWS
#undef COARSE_SWEEPS
#undef SENT
#undef SENT_LINES
#undef PEERS
#undef SUM
#undef MINIMUM

#include "backend/kernel_part_enter.h"
