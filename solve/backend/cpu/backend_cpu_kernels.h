/* backend_cpu_kernels.h: loops around the kernel bodies of the list's part LIST_PART,
 * and fill(), which enters them into the table. Included once by each backend_cpu_*.c,
 * after defining LIST_PART.
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

#include <string.h>

#define LAUNCH(name, args)                                                                         \
    static void launch_##name(int queue, lid begin, lid end, const struct args *a)                 \
    {                                                                                              \
        if (end <= begin)                                                                          \
            return;                                                                                \
        bool timing = cpu_is_timed();                                                              \
        double start = timing ? timer_now() : 0;                                                   \
        _Pragma("omp parallel if (end - begin > SERIAL_BELOW)")                                    \
        {                                                                                          \
            struct cpu_share share = cpu_share(begin, end);                                        \
            range_##name(share.begin, share.end, a);                                               \
        }                                                                                          \
        if (timing)                                                                                \
            cpu_timed(KERNEL_##name, queue, start);                                                \
    }

#define KERNEL(name, args, call)                                                                   \
    static void range_##name(lid begin, lid end, const struct args *given)                         \
    {                                                                                              \
        const struct args copy = *given, *a = &copy;                                               \
        _Pragma("omp simd") for (lid i = begin; i < end; i++) call;                                \
    }                                                                                              \
    LAUNCH(name, args)
#define BRANCHING_KERNEL(name, args, call)                                                         \
    static void range_##name(lid begin, lid end, const struct args *a)                             \
    {                                                                                              \
        for (lid i = begin; i < end; i++)                                                          \
            call;                                                                                  \
    }                                                                                              \
    LAUNCH(name, args)
#define GRADIENT_KERNEL(name, METHOD, EQUATIONS, rows)                                             \
    static void find_##name(lid begin, lid end, const struct gradient_args *given, struct gradient_block *block) \
    {                                                                                              \
        const struct gradient_args copy = *given, *a = &copy;                                      \
        lid by_faces = METHOD == GRADIENT_NODE_LSQ ? block_by_faces(begin, end, a) : 0;            \
        if (by_faces < end - begin)                                                                \
            _Pragma("omp simd") for (lid i = begin; i < end; i++)                                  \
                block_find(i, i - begin, a, METHOD, rows, block);                                  \
        if (by_faces > 0)                                                                          \
            _Pragma("omp simd") for (lid i = begin; i < end; i++)                                  \
                block_find_by_faces(i, i - begin, a, rows, block);                                 \
        if (METHOD == GRADIENT_NODE_LSQ && by_faces < end - begin)                                 \
            block_find_again(begin, end, a, rows, block);                                          \
    }                                                                                              \
    static void range_##name(lid begin, lid end, const struct gradient_args *a)                    \
    {                                                                                              \
        struct gradient_block block;                                                               \
        for (lid i = begin; i < end; i += CPU_BLOCK) {                                             \
            lid stop = block_end(i, end);                                                          \
            find_##name(i, stop, a, &block);                                                       \
            finish_##rows(i, stop, a, &block);                                                     \
        }                                                                                          \
    }                                                                                              \
    LAUNCH(name, gradient_args)
#define UPDATE_KERNEL(name, EQUATIONS, rows)                                                       \
    static void range_##name(lid begin, lid end, const struct update_args *a)                      \
    {                                                                                              \
        for (lid i = begin; i < end; i += CPU_BLOCK)                                               \
            block_update(i, block_end(i, end), a, rows);                                           \
    }                                                                                              \
    LAUNCH(name, update_args)
#include "kernels/kernel_list.inc"
#undef KERNEL
#undef BRANCHING_KERNEL
#undef GRADIENT_KERNEL
#undef UPDATE_KERNEL

#define SUM(name, args, n, call)                                                                   \
    static void sum_##name(lid count, const struct args *a, double *result)                        \
    {                                                                                              \
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
            cpu_timed(KERNEL_##name, QUEUE_COMPUTE, start);                                        \
    }
#include "kernels/kernel_list.inc"
#undef SUM

#define MINIMUM(name, args, call)                                                                  \
    static double minimum_##name(lid count, const struct args *a)                                  \
    {                                                                                              \
        bool timing = cpu_is_timed();                                                              \
        double start = timing ? timer_now() : 0, least = HUGE_VAL;                                 \
        _Pragma("omp parallel for schedule(static) reduction(min : least) if (count > SERIAL_BELOW)")\
        for (lid i = 0; i < count; i++)                                                            \
        {                                                                                          \
            double value = call;                                                                   \
            least = value < least ? value : least;                                                 \
        }                                                                                          \
        if (timing)                                                                                \
            cpu_timed(KERNEL_##name, QUEUE_COMPUTE, start);                                        \
        return least;                                                                              \
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
