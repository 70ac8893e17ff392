/* backend_cpu.c: OpenMP loops around the kernel bodies. */
#include "backend.h"
#include "error.h"
#include "kernels/all.h"
#include "mem.h"
#include "timeline.h"
#include "timer.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const kernel_names[N_KERNELS] = {
#define KERNEL(name, args, call) #name,
#define SUM(name, args, n, call) #name,
#define MINIMUM(name, args, call) #name,
#include "kernels/list.inc"
#undef KERNEL
#undef SUM
#undef MINIMUM
};

/* Loops shorter than this are not worth waking threads for. */
enum { SERIAL_BELOW = 4096 };

static bool profiling;
static double seconds[N_KERNELS];
static int64_t calls[N_KERNELS];
static size_t bytes_held;

/* Are launches timed: for the profile, the timeline or both? */
static bool is_timed(void)
{
    return profiling || timeline_is_on();
}

static void timed(int kernel, int queue, double start)
{
    double now = timer_now();
    timeline_add((enum timeline_lane)queue, kernel_names[kernel], start, now);
    seconds[kernel] += now - start;
    calls[kernel]++;
}

/* ---- launchers ---- */
#define KERNEL(name, args, call)                                                                   \
    static void launch_##name(int queue, lid begin, lid end, const struct args *a)                \
    {                                                                                              \
        bool timing = is_timed();                                                                  \
        double start = timing ? timer_now() : 0;                                                   \
        _Pragma("omp parallel for schedule(static) if (end - begin > SERIAL_BELOW)") for (lid i = begin; i < end; i++) call; \
        if (timing)                                                                                \
            timed(KERNEL_##name, queue, start);                                                    \
    }
#include "kernels/list.inc"
#undef KERNEL

/* Pairwise sum of SUM_CHUNK rows of n numbers, the order of the device's tree. */
static void chunk_add(double *row, int n)
{
    for (int half = SUM_CHUNK / 2; half > 0; half /= 2)
        for (int i = 0; i < half * n; i++)
            row[i] += row[half * n + i];
}

/* Level by level: partial [count][n] becomes [ceil(count / SUM_CHUNK)][n]. */
static void sum_levels(double *partial, lid count, int n, double *out)
{
    double row[SUM_CHUNK * SUM_MAX];
    while (count > 1) {
        lid chunks = (count + SUM_CHUNK - 1) / SUM_CHUNK;
        for (lid c = 0; c < chunks; c++) {
            lid begin = c * SUM_CHUNK, held = count - begin < SUM_CHUNK ? count - begin : SUM_CHUNK;
            memset(row, 0, sizeof row);
            memcpy(row, partial + (size_t)begin * (size_t)n, (size_t)held * (size_t)n * sizeof *row);
            chunk_add(row, n);
            memcpy(partial + (size_t)c * (size_t)n, row, (size_t)n * sizeof *row);
        }
        count = chunks;
    }
    memcpy(out, partial, (size_t)n * sizeof *out);
}

#define SUM(name, args, n, call)                                                                   \
    static void sum_##name(lid count, const struct args *a, double *result)                       \
    {                                                                                              \
        bool timing = is_timed();                                                                  \
        double start = timing ? timer_now() : 0;                                                   \
        lid chunks = (count + SUM_CHUNK - 1) / SUM_CHUNK;                                          \
        double *partial = mem_zalloc("partial sums", (size_t)chunks * (n) + (n), sizeof *partial); \
        _Pragma("omp parallel for schedule(static) if (count > SERIAL_BELOW)") for (lid c = 0; c < chunks; c++)              \
        {                                                                                          \
            double row[SUM_CHUNK * (n)];                                                           \
            memset(row, 0, sizeof row);                                                            \
            for (lid i = c * SUM_CHUNK; i < count && i < (c + 1) * SUM_CHUNK; i++) {               \
                double *out = row + (i - c * SUM_CHUNK) * (n);                                     \
                call;                                                                              \
            }                                                                                      \
            chunk_add(row, n);                                                                     \
            memcpy(partial + (size_t)c * (n), row, (n) * sizeof *row);                             \
        }                                                                                          \
        sum_levels(partial, chunks, n, result);                                                    \
        mem_free(partial);                                                                         \
        if (timing)                                                                                \
            timed(KERNEL_##name, QUEUE_COMPUTE, start);                                            \
    }
#include "kernels/list.inc"
#undef SUM

#define MINIMUM(name, args, call)                                                                  \
    static double minimum_##name(lid count, const struct args *a)                                 \
    {                                                                                              \
        bool timing = is_timed();                                                                  \
        double start = timing ? timer_now() : 0, least = HUGE_VAL;                                 \
        _Pragma("omp parallel for schedule(static) reduction(min : least) if (count > SERIAL_BELOW)") for (lid i = 0; i < count; i++) \
        {                                                                                          \
            double value = call;                                                                   \
            least = value < least ? value : least;                                                 \
        }                                                                                          \
        if (timing)                                                                                \
            timed(KERNEL_##name, QUEUE_COMPUTE, start);                                            \
        return least;                                                                              \
    }
#include "kernels/list.inc"
#undef MINIMUM

/* ---- memory and copies ---- */

/* Zeroed by the threads that will use it (first touch). */
static void *cpu_alloc(const char *label, size_t bytes)
{
    char *block = mem_alloc(label, bytes, 1);
    const size_t page = 4096;
    size_t pages = (bytes + page - 1) / page;
#pragma omp parallel for schedule(static)
    for (size_t p = 0; p < pages; p++)
        memset(block + p * page, 0, p + 1 < pages ? page : bytes - p * page);
    bytes_held += bytes;
    return block;
}

static void *cpu_alloc_pinned(const char *label, size_t bytes)
{
    return mem_zalloc(label, bytes, 1);
}

static size_t cpu_bytes(void)
{
    return bytes_held;
}

static size_t cpu_free_bytes(void)
{
    return (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

static void cpu_copy(void *to, const void *from, size_t bytes)
{
    if (to != from)
        memcpy(to, from, bytes);
}

static void cpu_copy_async(int queue, void *to, const void *from, size_t bytes)
{
    (void)queue;
    cpu_copy(to, from, bytes);
}

static void cpu_queue_wait(int waiter, int on)
{
    (void)waiter, (void)on;
}

static void cpu_queue_synchronize(int queue)
{
    (void)queue;
}

static void cpu_timeline_flush(void)
{
}

static void profile_start(void)
{
    profiling = true;
    memset(seconds, 0, sizeof seconds);
    memset(calls, 0, sizeof calls);
}

static void profile_stop(void)
{
    profiling = false;
}

static const double *profile_seconds(void)
{
    return seconds;
}

static const int64_t *profile_calls(void)
{
    return calls;
}

static struct backend cpu = {
    .name = "cpu",
    .unified = true,
    .alloc = cpu_alloc,
    .free = mem_free,
    .alloc_pinned = cpu_alloc_pinned,
    .free_pinned = mem_free,
    .device_bytes = cpu_bytes,
    .device_free_bytes = cpu_free_bytes,
    .upload = cpu_copy,
    .download = cpu_copy,
    .upload_async = cpu_copy_async,
    .download_async = cpu_copy_async,
    .copy_async = cpu_copy_async,
    .queue_wait = cpu_queue_wait,
    .queue_synchronize = cpu_queue_synchronize,
#define KERNEL(name, args, call) .name = launch_##name,
#define SUM(name, args, n, call) .name = sum_##name,
#define MINIMUM(name, args, call) .name = minimum_##name,
#include "kernels/list.inc"
#undef KERNEL
#undef SUM
#undef MINIMUM
    .profile_start = profile_start,
    .profile_stop = profile_stop,
    .profile_seconds = profile_seconds,
    .profile_calls = profile_calls,
    .timeline_flush = cpu_timeline_flush,
};

const struct backend *backend_cpu(int threads)
{
    if (threads > 0)
        omp_set_num_threads(threads);
    snprintf(cpu.device_name, sizeof cpu.device_name, "%d thread%s", omp_get_max_threads(),
             omp_get_max_threads() == 1 ? "" : "s");
    return &cpu;
}
