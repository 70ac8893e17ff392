/* backend_cpu.h: what the files of the CPU back end share: backend_cpu.c and
 * backend_cpu_*.c (loops, compiled once per set of equations, so that they compile side by
 * side; see backend_cpu_kernels.h).
 */
#ifndef UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_H
#define UFV_SOLVE_BACKEND_CPU_BACKEND_CPU_H

#include "backend/backend.h"

#include <omp.h>

/* Items that bodies in parts take together: what lies between the parts stays in the
 * nearest cache (18 kB of gradients). A multiple of SLICE. */
enum { CPU_BLOCK = 2 * SLICE };

/* Loops shorter than this are not worth waking threads for. */
enum { SERIAL_BELOW = 4096 };

/* All here is for the host thread unless it says otherwise; nothing is collective. */

/* Turns the profile on or off: while it is on each launch adds its seconds to its row of the table. */
void cpu_profile(bool on);

/* Are launches timed, for the profile, the timeline or both? If so cpu_timed() is called behind each, with the
 * timer_now() from before it. */
bool cpu_is_timed(void);
void cpu_timed(struct kernel *k, int stream, double start);

/* This thread's items of begin .. end - 1, within a parallel region: whole slices (SLICE cells), which all loops divide
 * alike, so that memory stays with the thread that touched it first. */
struct cpu_share {
    lid begin, end;
};
/* Of slices and not of cells, so that no slice has two threads; in 64 bits, since slices times threads
 * may pass 2^31. */
static inline struct cpu_share cpu_share(lid begin, lid end)
{
    int64_t threads = omp_get_num_threads(), k = omp_get_thread_num();
    int64_t n = (int64_t)end - begin, slices = (n + SLICE - 1) / SLICE;
    int64_t from = slices * k / threads * SLICE, to = slices * (k + 1) / threads * SLICE;
    struct cpu_share s = {(lid)(begin + from), (lid)(to < n ? begin + to : end)};
    return s;
}

/* From the chunks' sums, [chunks][n], to out[n], level by level as the device adds them; partial is overwritten. */
void cpu_sum_levels(double *partial, lid chunks, int n, double *out);

/* Pairwise sum of SUM_CHUNK rows of n numbers, the order of the device's tree.
 * row[SUM_CHUNK][n] is overwritten; the sum is in row[0][n]. Item k is added to item k + half, as
 * thread k of a block does (cuda_chunk_add()): the same pairs in the same order, hence the same bits on
 * both. */
static inline void cpu_chunk_add(double *row, int n)
{
    for (int half = SUM_CHUNK / 2; half > 0; half /= 2)
        for (int i = 0; i < half * n; i++)
            row[i] += row[half * n + i];
}

/* Enter their loops into the table (borrowed), which belongs to the back end. */
void cpu_kernels_shared(struct kernel_table *table);
#define KERNELS_OF(name, NAME, ...) void cpu_kernels_##name(struct kernel_table *table);
EQUATIONS(KERNELS_OF, )
#undef KERNELS_OF

#endif
