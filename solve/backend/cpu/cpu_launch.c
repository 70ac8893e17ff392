/* cpu_launch.c: what the loops around kernels share: whether and how launches are timed, and
 * the last levels of sums. */
#include "backend/cpu/backend_cpu.h"

#include "parallel/timeline.h"
#include "timer.h"

#include <string.h>

/* While it is on every launch adds its time to its row of the table. One of the process, as the table
 * is. */
static bool profiling;

void cpu_profile(bool on)
{
    profiling = on;
}

bool cpu_is_timed(void)
{
    return profiling || timeline_is_on();
}

/* start: when the launch began. */
void cpu_timed(struct kernel *k, int stream, double start)
{
    double now = timer_now();
    timeline_add((enum timeline_lane)stream, k->name, start, now);
    k->seconds += now - start;
    k->calls++;
}

/* Level by level: partial [count][n] becomes [ceil(count / SUM_CHUNK)][n].
 * The last chunk is filled with zeros, so that every chunk is added by the same tree: the sum depends on the
 * numbers alone, not on threads, and is that of the GPU. */
void cpu_sum_levels(double *partial, lid count, int n, double *out)
{
    double row[SUM_CHUNK * SUM_MAX];
    while (count > 1) {
        lid chunks = (count + SUM_CHUNK - 1) / SUM_CHUNK;
        for (lid c = 0; c < chunks; c++) {
            lid begin = c * SUM_CHUNK, held = count - begin < SUM_CHUNK ? count - begin : SUM_CHUNK;
            memset(row, 0, sizeof row);
            memcpy(row, partial + (size_t)begin * (size_t)n, (size_t)held * (size_t)n * sizeof *row);
            cpu_chunk_add(row, n);
            memcpy(partial + (size_t)c * (size_t)n, row, (size_t)n * sizeof *row);
        }
        count = chunks;
    }
    memcpy(out, partial, (size_t)n * sizeof *out);
}
