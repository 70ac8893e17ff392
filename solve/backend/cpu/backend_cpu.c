/* backend_cpu.c: memory, copies and table of the CPU back end; its loops are in
 * backend_cpu_*.c, what they share is in cpu_launch.c. */
#include "backend/cpu/backend_cpu.h"
#include "mem.h"
#include "parallel/timeline.h"
#include "timer.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One of each, since a process has one CPU back end; backend_cpu() may be called again (tests do, with
 * other threads). */
static struct kernel_table table;
static double sums[SUM_MAX];
static size_t bytes_held;

/* ---- memory and copies ---- */

/* Zeroed by the threads that will use it (first touch).
 * Pages then lie in the memory of the socket whose threads run over them: kernels divide their ranges in the
 * same static way. */
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

/* Ordinary memory: there is no device whose copies pinned memory would speed up. */
static void *cpu_alloc_pinned(const char *label, size_t bytes)
{
    return mem_zalloc(label, bytes, 1);
}

/* All that was ever taken: mem_free() does not say how long a block was. */
static size_t cpu_bytes(void)
{
    return bytes_held;
}

/* What the system calls available pages, without what it could free by dropping caches. */
static size_t cpu_free_bytes(void)
{
    return (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

/* Results of sums are where they are downloaded to already, and memcpy() may not be given one block twice. */
static void cpu_copy(void *to, const void *from, size_t bytes)
{
    if (to != from)
        memcpy(to, from, bytes);
}

static void cpu_copy_async(int stream, void *to, const void *from, size_t bytes)
{
    (void)stream;
    cpu_copy(to, from, bytes);
}

/* Every launch has ended when its call returns, so there is nothing to wait for. */
static void cpu_stream_wait(int waiter, int on)
{
    (void)waiter, (void)on;
}

static void cpu_stream_mark(int stream)
{
    (void)stream;
}

static void cpu_stream_synchronize(int stream)
{
    (void)stream;
}

static void cpu_timeline_flush(void)
{
}

/* Nothing is gained by recording where a launch is a function call. */
static bool cpu_graph_begin(void)
{
    return false;
}

static void profile_start(void)
{
    cpu_profile(true);
    kernel_table_reset_profile(&table);
}

static void profile_stop(void)
{
    cpu_profile(false);
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
    .stream_wait = cpu_stream_wait,
    .stream_mark = cpu_stream_mark,
    .stream_wait_mark = cpu_stream_wait,
    .stream_synchronize = cpu_stream_synchronize,
    .graph_begin = cpu_graph_begin, /* the others are never called */
    .profile_start = profile_start,
    .profile_stop = profile_stop,
    .kernels = &table,
    .sums_device = sums,
    .sums_host = sums,
    .timeline_flush = cpu_timeline_flush,
};

/* The table is filled anew at each call; threads 0 leaves OpenMP's number. */
const struct backend *backend_cpu(int threads)
{
    table.n = 0;
    cpu_kernels_shared(&table);
#define KERNELS_OF(name, NAME, ...) cpu_kernels_##name(&table);
    EQUATIONS(KERNELS_OF, )
#undef KERNELS_OF
    if (threads > 0)
        omp_set_num_threads(threads);
    snprintf(cpu.device_name, sizeof cpu.device_name, "%d thread%s", omp_get_max_threads(),
             omp_get_max_threads() == 1 ? "" : "s");
    return &cpu;
}
