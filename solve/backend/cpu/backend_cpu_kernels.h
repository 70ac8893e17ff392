/* backend_cpu_kernels.h: loops around the kernel bodies of one part of the rows (a set of
 * equations, or those that know nothing of them), and part_enter(), which enters them into
 * the table. Included once by backend_cpu_equations.c and by backend_cpu_shared.c, which define PART_NAME.
 *
 * The items of a launch are shared among the threads; each thread's loop over its
 * items is one function, range_NAME(). The items of a launch do not depend on one
 * another, which `omp simd` tells the compiler, so that it can do several at once.
 * It can where a body has no loop of varying length, no call and, once constant
 * arguments are known, nothing stored in a branch. The arguments are copied: stores
 * cannot change a local variable.
 */
#include "kernels/all_kernels.h"
#include "mem.h"
#include "timer.h"

#include <math.h>
#include <string.h>

/* OpenMP's own minimum may lose a not-a-number where the threads' minima meet. */
#pragma omp declare reduction(least : double : omp_out = least_or_nan(omp_out, omp_in)) initializer(omp_priv = HUGE_VAL)

/* How the loop of each family runs: several items at once (SIMD), one by one because items
 * go ways of their own (BRANCHING), or in parts over blocks of items. ALL_FACES: one launch for
 * all faces saves a CPU nothing, and loops of its own would take minutes to compile; they are
 * the two that stand before it. */
#define RANGE_ghost RANGE_BRANCHING
#define RANGE_gradient RANGE_GRADIENT
#define RANGE_flux_boundary RANGE_BRANCHING
#define RANGE_flux RANGE_SIMD
#define RANGE_flux_all RANGE_ALL_FACES
#define RANGE_flux_moving RANGE_MOVING
#define RANGE_update RANGE_UPDATE
#define RANGE_node_average RANGE_SIMD
#define RANGE_node_gradient RANGE_SIMD
#define RANGE_record_state RANGE_SIMD
#define RANGE_record_position RANGE_SIMD
#define RANGE_ghost_weight RANGE_BRANCHING
#define RANGE_gradient_choice RANGE_BRANCHING
#define RANGE_side_weight RANGE_BRANCHING
#define RANGE_limiter_size RANGE_BRANCHING
#define RANGE_node_choice RANGE_BRANCHING
#define RANGE_node_reach RANGE_BRANCHING
#define RANGE_transfer_pack RANGE_SIMD
#define RANGE_transfer_pack_to_all RANGE_BRANCHING
#define RANGE_transfer_unpack RANGE_SIMD
#define RANGE_transfer_unpack_turned RANGE_SIMD
#define RANGE_copy RANGE_SIMD
#define RANGE_residual RANGE_BRANCHING
#define RANGE_state_save RANGE_SIMD
#define RANGE_state_restore RANGE_SIMD
#define RANGE_probe RANGE_BRANCHING
#define RANGE_moments RANGE_BRANCHING
#define RANGE_turn RANGE_BRANCHING
#define RANGE_frame_source RANGE_BRANCHING
#define RANGE_combine RANGE_SIMD
#define RANGE_keep RANGE_SIMD
#define RANGE_jacobian_row RANGE_ASSEMBLY
#define RANGE_jacobian_rhs RANGE_SIMD
#define RANGE_jacobian_join RANGE_BRANCHING
#define RANGE_coarse_border RANGE_BRANCHING
#define RANGE_coarse_row RANGE_BRANCHING
#define RANGE_coarse_solve RANGE_BRANCHING
#define RANGE_coarse_rhs RANGE_BRANCHING
#define RANGE_coarse_sweep RANGE_COARSE_SWEEP
#define RANGE_coarse_prolong RANGE_BRANCHING
#define RANGE_jacobian_line RANGE_LINE
#define RANGE_jacobian_sweep RANGE_SWEEP
#define RANGE_jacobian_along RANGE_ALONG
#define RANGE_jacobian_sweep_sent RANGE_BRANCHING
#define RANGE_jacobian_along_sent RANGE_BRANCHING
#define RANGE_implicit_clear RANGE_SIMD
#define RANGE_implicit_update RANGE_BRANCHING
#define RANGE_implicit_local_cfl RANGE_BRANCHING
#define RANGE_implicit_perturb RANGE_BRANCHING
#define RANGE_implicit_advective RANGE_BRANCHING
#define RANGE_implicit_scale RANGE_SIMD
#define RANGE_implicit_unscale RANGE_SIMD
#define RANGE_implicit_product RANGE_BRANCHING
#define RANGE_implicit_gather RANGE_SIMD
#define RANGE_implicit_scatter RANGE_SIMD
#define RANGE_implicit_part RANGE_BRANCHING
#define RANGE_time_rate RANGE_BRANCHING
#define RANGE_time_residual RANGE_BRANCHING
#define RANGE_time_per_volume RANGE_SIMD
#define RANGE_time_inertia RANGE_SIMD
#define RANGE_time_slopes RANGE_SIMD
#define RANGE_time_extrapolate RANGE_BRANCHING
#define RANGE_flux_quadratic RANGE_BRANCHING
#define RANGE_correction RANGE_BRANCHING
#define RANGE_low_mach RANGE_BRANCHING
#define RANGE_scale_size RANGE_BRANCHING
#define RANGE_scale RANGE_BRANCHING
#define RANGE_scale_tilting RANGE_BRANCHING
#define RANGE_wall_next RANGE_BRANCHING
#define RANGE_wall_cell RANGE_BRANCHING
#define RANGE_wall_hold RANGE_BRANCHING
#define RANGE_wall_flux RANGE_BRANCHING
#define RANGE_actuator_source RANGE_BRANCHING
#define RANGE_actuator_blade RANGE_BRANCHING
#define RANGE_actuator_load RANGE_BRANCHING
#define RANGE_sliding_pack RANGE_BRANCHING
#define RANGE_sliding_ghost RANGE_BRANCHING
#define RANGE_sliding_flux RANGE_BRANCHING

/* Each of the following defines range_NAME(begin, end, args), one thread's loop. `call` is the body of
 * kernel_rows.inc, in terms of i and a. */
#define RANGE_SIMD(name, variant, place, args, call)                                               \
    static void range_##name(lid begin, lid end, const struct args *given)                         \
    {                                                                                              \
        const struct args copy = *given, *a = &copy;                                               \
        _Pragma("omp simd") for (lid i = begin; i < end; i++) call;                                \
    }
#define RANGE_BRANCHING(name, variant, place, args, call)                                          \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        for (lid i = begin; i < end; i++)                                                          \
            call;                                                                                  \
    }
#define RANGE_GRADIENT(name, variant, place, args, call)                                           \
    static void find_##name(lid begin, lid end, const struct args *a, struct gradient_block *block) \
    {                                                                                              \
        block_gradients(begin, end, a, (place) / 8, (place) % 8, block);                           \
    }                                                                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        struct gradient_block block;                                                               \
        for (lid i = begin; i < end; i += CPU_BLOCK) {                                             \
            lid stop = block_end(i, end);                                                          \
            find_##name(i, stop, a, &block);                                                       \
            block_finish_rows(i, stop, a, (place) % 8, &block);                                    \
        }                                                                                          \
    }
#define RANGE_UPDATE(name, variant, place, args, call)                                             \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        for (lid i = begin; i < end; i += CPU_BLOCK)                                               \
            block_update(i, block_end(i, end), a, (place) % 8);                                    \
    }

#define RANGE_ASSEMBLY(name, variant, place, args, call)                                           \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_assembly(begin, end, a, (place));                                                            \
    }
#define RANGE_SWEEP(name, variant, place, args, call)                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_sweep(begin, end, a, (place) % 8, (place) / 8);                                      \
    }
#define RANGE_COARSE_SWEEP(name, variant, place, args, call)                                       \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_coarse_sweep(begin, end, a);                                                         \
    }
#define RANGE_ALONG(name, variant, place, args, call)                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_along(begin, end, a, (place) % 8, (place) / 8);                                      \
    }
#define RANGE_LINE(name, variant, place, args, call)                                               \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_lines(begin, end, a, (place));                                                       \
    }
#define RANGE_ALL_FACES(name, variant, place, args, call)                                          \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        lid boundary_end = end < a->m.n_boundary ? end : a->m.n_boundary;                          \
        PASTE(range_flux_boundary, all, PART_NAME)(begin, boundary_end, a);                        \
        PASTE(range_flux, variant, PART_NAME)(begin > boundary_end ? begin : boundary_end, end, a); \
    }

/* Several faces at once where the scheme is the default one: loops for all of them would take long to compile.
 * Inner faces come behind the boundary faces; those of another flux than Roe's go through the general
 * body one by one, with the boundary faces. */
#define RANGE_MOVING(name, variant, place, args, call)                                             \
    static void inside_##name(lid begin, lid end, const struct args *given)                        \
    {                                                                                              \
        const struct args copy = *given, *a = &copy;                                               \
        _Pragma("omp simd") for (lid i = begin; i < end; i++)                                      \
            flux_inside(i, a, FLUX_ROE, 0, PART_EQUATIONS, FRAME_MOVES);                           \
    }                                                                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        lid boundary_end = a->scheme != FLUX_ROE || end < a->m.n_boundary ? end : a->m.n_boundary; \
        for (lid i = begin; i < boundary_end; i++)                                                 \
            call;                                                                                  \
        inside_##name(begin > boundary_end ? begin : boundary_end, end, a);                        \
    }

/* launch_NAME(), which the table holds. It returns when the work is done, whatever the stream. */
#define LAUNCH(name, args)                                                                         \
    static void launch_##name(struct kernel *k, int stream, lid begin, lid end, const void *a)      \
    {                                                                                              \
        if (end <= begin)                                                                          \
            return;                                                                                \
        bool timing = cpu_is_timed();                                                              \
        double start = timing ? timer_now() : 0;                                                   \
        _Pragma("omp parallel if (end - begin > SERIAL_BELOW)")                                    \
        {                                                                                          \
            struct cpu_share share = cpu_share(begin, end);                                        \
            range_##name(share.begin, share.end, (const struct args *)a);                          \
        }                                                                                          \
        if (timing)                                                                                \
            cpu_timed(k, stream, start);                                                            \
    }

#define KERNEL_AS(range, name, variant, place, args, call)                                         \
    range(name, variant, place, args, call) LAUNCH(name, args)
#define KERNEL(family, variant, place, args, call)                                                 \
    KERNEL_AS(RANGE_##family, PASTE(family, variant, PART_NAME), variant, place, args, call)
#define SWEEPS(family, variant, place, nv, storage)                                                \
    KERNEL(family, variant, place, jacobian_solve_args, jacobian_sweep_body(i, a, nv, storage))
#define LINES(family, variant, place, nv, storage)                                                 \
    KERNEL(family, variant, place, jacobian_solve_args, jacobian_along_body(i, a, nv, storage))
#define COARSE_ROWS(family, variant, kind)                                                         \
    KERNEL(family, variant, kind, coarse_row_args, coarse_row_of(i, a, PART_EQUATIONS, kind))
#define COARSE_SWEEPS(family, variant, place)                                                      \
    KERNEL(family, variant, place, jacobian_solve_args, coarse_sweep_body(i, a))
#define SENT(family, variant, place, nv, storage)                                                  \
    KERNEL(family, variant, place, jacobian_sent_args, jacobian_sweep_sent_body(i, a, nv, storage))
#define SENT_LINES(family, variant, place, nv, storage)                                            \
    KERNEL(family, variant, place, jacobian_sent_args, jacobian_along_sent_body(i, a, nv, storage))
#define PEERS KERNEL
#define SUM(family, variant, place, args, n, call)                                                 \
    SUM_AS(PASTE(family, variant, PART_NAME), args, n, call)
/* Chunk by chunk, as a GPU's blocks do it: each chunk is filled up with zeros and added in one tree,
 * whichever thread has it, then the chunks' sums likewise (cpu_sum_levels()). An OpenMP reduction would
 * add in the order in which threads end. */
#define SUM_AS(name, args, n, call) SUM_NAMED(name, args, n, call) /* name: PASTE() is done now */
#define SUM_NAMED(name, args, n, call)                                                             \
    static void sum_##name(struct kernel *k, lid count, const void *given, double *result)         \
    {                                                                                              \
        const struct args *a = given;                                                              \
        bool timing = cpu_is_timed();                                                              \
        double start = timing ? timer_now() : 0;                                                   \
        lid chunks = (count + SUM_CHUNK - 1) / SUM_CHUNK;                                          \
        double *partial = mem_zalloc("partial sums", (size_t)chunks * (n) + (n), sizeof *partial); \
        _Pragma("omp parallel for schedule(static) if (count > SERIAL_BELOW)")                     \
        for (lid c = 0; c < chunks; c++)                                                           \
        {                                                                                          \
            double row[SUM_CHUNK * (n)];                                                           \
            memset(row, 0, sizeof row);                                                            \
            for (lid i = c * SUM_CHUNK; i < count && i < (c + 1) * SUM_CHUNK; i++) {               \
                double *out = row + (i - c * SUM_CHUNK) * (n);                                     \
                call;                                                                              \
            }                                                                                      \
            cpu_chunk_add(row, n);                                                                 \
            memcpy(partial + (size_t)c * (n), row, (n) * sizeof *row);                             \
        }                                                                                          \
        cpu_sum_levels(partial, chunks, n, result);                                                \
        mem_free(partial);                                                                         \
        if (timing)                                                                                \
            cpu_timed(k, STREAM_COMPUTE, start);                                                    \
    }
#define MINIMUM(family, variant, place, args, call)                                                \
    MINIMUM_AS(PASTE(family, variant, PART_NAME), args, call)
/* The least of numbers does not depend on the order, so that OpenMP may reduce. */
#define MINIMUM_AS(name, args, call) MINIMUM_NAMED(name, args, call) /* name: PASTE() is done now */
#define MINIMUM_NAMED(name, args, call)                                                            \
    static void minimum_##name(struct kernel *k, lid count, const void *given, double *result)     \
    {                                                                                              \
        const struct args *a = given;                                                              \
        bool timing = cpu_is_timed();                                                              \
        double start = timing ? timer_now() : 0, least = HUGE_VAL;                                 \
        _Pragma("omp parallel for schedule(static) reduction(least : least) if (count > SERIAL_BELOW)")\
        for (lid i = 0; i < count; i++)                                                            \
        {                                                                                          \
            least = least_or_nan(least, (double)(call));                                           \
        }                                                                                          \
        *result = least;                                                                           \
        if (timing)                                                                                \
            cpu_timed(k, STREAM_COMPUTE, start);                                                    \
    }
#include "kernels/kernel_rows.inc"
#undef KERNEL
#undef LINES
#undef SWEEPS
#undef SENT
#undef SENT_LINES
#undef COARSE_ROWS
#undef COARSE_SWEEPS
#undef PEERS
#undef SUM
#undef MINIMUM

#include "backend/kernel_part_enter.h"
