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

/* How the loop of a family runs, by the column `cpu` of its row: several items at once (SIMD), one by one because items
 * go ways of their own (BRANCHING), or in parts over blocks of items. ALL_FACES: one launch for
 * all faces saves a CPU nothing, and loops of its own would take minutes to compile; they are
 * the two that stand before it.
 *
 * Each of the following defines range_NAME(begin, end, args), one thread's loop. `call` is the body of
 * the row, in terms of i, a and the constant `place`, which `number` is. */
#define RANGE_SIMD(name, variant, number, args, call)                                               \
    static void range_##name(lid begin, lid end, const struct args *given)                         \
    {                                                                                              \
        enum { place = (number) };                                                                 \
        const struct args copy = *given, *a = &copy;                                               \
        _Pragma("omp simd") for (lid i = begin; i < end; i++) call;                                \
    }
#define RANGE_BRANCHING(name, variant, number, args, call)                                          \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        enum { place = (number) };                                                                 \
        for (lid i = begin; i < end; i++)                                                          \
            call;                                                                                  \
    }
#define RANGE_GRADIENT(name, variant, number, args, call)                                           \
    static void find_##name(lid begin, lid end, const struct args *a, struct gradient_block *block) \
    {                                                                                              \
        block_gradients(begin, end, a, PLACE_METHOD(number), PLACE_WIDTH(number), block);                           \
    }                                                                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        struct gradient_block block;                                                               \
        for (lid i = begin; i < end; i += CPU_BLOCK) {                                             \
            lid stop = block_end(i, end);                                                          \
            find_##name(i, stop, a, &block);                                                       \
            block_finish_rows(i, stop, a, PLACE_WIDTH(number), &block);                                    \
        }                                                                                          \
    }
#define RANGE_UPDATE(name, variant, number, args, call)                                             \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        for (lid i = begin; i < end; i += CPU_BLOCK)                                               \
            block_update(i, block_end(i, end), a, PLACE_WIDTH(number));                                    \
    }

#define RANGE_ASSEMBLY(name, variant, number, args, call)                                           \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_assembly(begin, end, a, (number));                                                   \
    }
#define RANGE_SWEEP(name, variant, number, args, call)                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_sweep(begin, end, a, PLACE_WIDTH(number), PLACE_METHOD(number));                                      \
    }
#define RANGE_COARSE_SWEEP(name, variant, number, args, call)                                       \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_coarse_sweep(begin, end, a);                                                         \
    }
#define RANGE_ALONG(name, variant, number, args, call)                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_along(begin, end, a, PLACE_WIDTH(number), PLACE_METHOD(number));                                      \
    }
#define RANGE_LINE(name, variant, number, args, call)                                               \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        block_lines(begin, end, a, (number));                                                       \
    }
#define RANGE_ALL_FACES(name, variant, number, args, call)                                          \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        lid boundary_end = end < a->m.n_boundary ? end : a->m.n_boundary;                          \
        PASTE(range_flux_boundary, all, PART_NAME)(begin, boundary_end, a);                        \
        PASTE(range_flux, variant, PART_NAME)(begin > boundary_end ? begin : boundary_end, end, a); \
    }

/* Several faces at once where the scheme is the default one: loops for all of them would take long to compile.
 * Inner faces come behind the boundary faces; those of another flux than Roe's go through the general
 * body one by one, with the boundary faces. */
#define RANGE_MOVING(name, variant, number, args, call)                                             \
    static void inside_##name(lid begin, lid end, const struct args *given)                        \
    {                                                                                              \
        const struct args copy = *given, *a = &copy;                                               \
        _Pragma("omp simd") for (lid i = begin; i < end; i++)                                      \
            flux_inside(i, a, FLUX_ROE, 0, PART_EQUATIONS, FRAME_MOVES);                           \
    }                                                                                              \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        enum { place = (number) };                                                                 \
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

#define KERNEL(family, over, cpu, gpu, args, variants, call)                                       \
    VARIANTS_##variants(KERNEL_VARIANT, family, RANGE_##cpu, args, call)
#define KERNEL_VARIANT(variant, number, family, range, args, call)                                 \
    EXPANDED(range, PASTE(family, variant, PART_NAME), variant, number, args, call)                \
    EXPANDED(LAUNCH, PASTE(family, variant, PART_NAME), args)

#define SUM(family, over, n, args, variants, call) VARIANTS_##variants(SUM_VARIANT, family, n, args, call)
#define SUM_VARIANT(variant, number, family, n, args, call)                                        \
    EXPANDED(SUM_NAMED, PASTE(family, variant, PART_NAME), number, n, args, call)
/* Chunk by chunk, as a GPU's blocks do it: each chunk is filled up with zeros and added in one tree,
 * whichever thread has it, then the chunks' sums likewise (cpu_sum_levels()). An OpenMP reduction would
 * add in the order in which threads end. */
#define SUM_NAMED(name, number, n, args, call)                                                     \
    static void sum_##name(struct kernel *k, lid count, const void *given, double *result)         \
    {                                                                                              \
        enum { place = (number) };                                                                 \
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

#define MINIMUM(family, over, args, variants, call) VARIANTS_##variants(MINIMUM_VARIANT, family, args, call)
#define MINIMUM_VARIANT(variant, number, family, args, call)                                       \
    EXPANDED(MINIMUM_NAMED, PASTE(family, variant, PART_NAME), number, args, call)
/* The least of numbers does not depend on the order, so that OpenMP may reduce. */
#define MINIMUM_NAMED(name, number, args, call)                                                    \
    static void minimum_##name(struct kernel *k, lid count, const void *given, double *result)     \
    {                                                                                              \
        enum { place = (number) };                                                                 \
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
#include PART_ROWS
#undef KERNEL
#undef SUM
#undef MINIMUM

#include "backend/kernel_part_enter.h"
