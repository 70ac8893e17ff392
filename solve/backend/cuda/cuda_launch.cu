/* cuda_launch.cu: what the grids around kernels share: how they are launched, labelled and
 * timed, spans for the timeline, and the last levels of sums and minima. */
#include "backend/cuda/backend_cuda.h"

#include "parallel/timeline.h"
#include "timer.h"

#include <nvtx3/nvToolsExt.h>

const char *cuda_last_kernel = "none";
cudaStream_t cuda_stream[N_STREAMS];
static cudaEvent_t profile_begin, profile_end;
static bool profiling;
static bool can_launch_early; /* compute capability 9.0 */
/* Chunks' sums of one level and of the next, by turns. */
static double *partial_device[2];
static size_t partial_bytes;

/* ---- spans for the timeline: pairs of events, read when their turn comes again ---- */

enum { TRACE_PAIRS = 4096 };
static struct cuda_trace {
    cudaEvent_t begin, end;
    const char *name;
    int stream;
    bool waiting; /* to be read */
} trace[TRACE_PAIRS];
static int trace_next;
static cudaEvent_t trace_base;
static double trace_base_seconds;             /* timer_now() of trace_base */
static const double trace_base_lifetime = 10; /* s; events are told apart to 1e-7 of that (float) */

/* Hands one span to the timeline once its end has been reached, which it waits for. */
static void trace_read(struct cuda_trace *t)
{
    float begin = 0, end = 0;
    if (!t->waiting)
        return;
    CUDA_CHECK(cudaEventSynchronize(t->end));
    CUDA_CHECK(cudaEventElapsedTime(&begin, trace_base, t->begin));
    CUDA_CHECK(cudaEventElapsedTime(&end, trace_base, t->end));
    timeline_add((enum timeline_lane)t->stream, t->name, trace_base_seconds + 1e-3 * (double)begin,
                 trace_base_seconds + 1e-3 * (double)end);
    t->waiting = false;
}

void cuda_trace_flush(void)
{
    for (int k = 0; k < TRACE_PAIRS; k++)
        trace_read(&trace[(trace_next + k) % TRACE_PAIRS]); /* oldest first */
}

/* Events know only how far apart they are; one that the host has waited for ties them to the host's
 * clock. All spans that refer to the old one are read before. */
static void trace_set_base(void)
{
    if (!trace_base)
        CUDA_CHECK(cudaEventCreate(&trace_base));
    cuda_trace_flush();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(trace_base, cuda_stream[STREAM_COMPUTE]));
    CUDA_CHECK(cudaEventSynchronize(trace_base));
    trace_base_seconds = timer_now();
}

/* NULL when no timeline is kept. */
struct cuda_trace *cuda_trace_begin(const char *name, int stream)
{
    if (!timeline_is_on())
        return NULL;
    /* cudaEventElapsedTime() gives a float of milliseconds: the longer since the base, the coarser. */
    if (!trace_base || timer_now() - trace_base_seconds > trace_base_lifetime)
        trace_set_base();
    /* The oldest pair is used again: by now, 4,096 spans later, its work has ended as a rule and
     * reading it waits for nothing. */
    struct cuda_trace *t = &trace[trace_next];
    trace_next = (trace_next + 1) % TRACE_PAIRS;
    trace_read(t);
    if (!t->begin) {
        CUDA_CHECK(cudaEventCreate(&t->begin));
        CUDA_CHECK(cudaEventCreate(&t->end));
    }
    t->name = name;
    t->stream = stream;
    t->waiting = true;
    CUDA_CHECK(cudaEventRecord(t->begin, cuda_stream[stream]));
    return t;
}

void cuda_trace_end(struct cuda_trace *t)
{
    if (t)
        CUDA_CHECK(cudaEventRecord(t->end, cuda_stream[t->stream]));
}

/* ---- launching ---- */

void cuda_launch_setup(bool early)
{
    can_launch_early = early;
    CUDA_CHECK(cudaEventCreate(&profile_begin));
    CUDA_CHECK(cudaEventCreate(&profile_end));
}

void cuda_profile(bool on)
{
    profiling = on;
}

bool cuda_is_timed(void)
{
    return profiling || timeline_is_on();
}

/* Above, whole steps gained nothing by it (docs/decisions/035-gpu-latency.md). */
enum { EARLY_BLOCKS = 2048 };

cudaLaunchConfig_t cuda_grid(unsigned blocks, unsigned threads, int stream, cudaLaunchAttribute *early)
{
    cudaLaunchConfig_t c = {};
    early->id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early->val.programmaticStreamSerializationAllowed = 1;
    c.gridDim = dim3(blocks);
    c.blockDim = dim3(threads);
    c.stream = cuda_stream[stream];
    c.attrs = early;
    c.numAttrs = can_launch_early && blocks <= EARLY_BLOCKS ? 1 : 0;
    return c;
}

static struct cuda_trace *launch_trace;

/* The range gives the launch its name in NVIDIA's profilers. */
void cuda_launch_begin(const struct kernel *k, int stream)
{
    cuda_last_kernel = k->name;
    if (profiling)
        CUDA_CHECK(cudaEventRecord(profile_begin, cuda_stream[stream]));
    nvtxRangePushA(cuda_last_kernel);
    launch_trace = cuda_trace_begin(cuda_last_kernel, stream);
}

void cuda_launch_end(struct kernel *k, int stream)
{
    nvtxRangePop();
    CUDA_CHECK(cudaGetLastError());
    cuda_trace_end(launch_trace);
    if (profiling) {
        /* The profile waits for each launch, so that one pair of events serves them all. */
        float ms = 0;
        CUDA_CHECK(cudaEventRecord(profile_end, cuda_stream[stream]));
        CUDA_CHECK(cudaEventSynchronize(profile_end));
        CUDA_CHECK(cudaEventElapsedTime(&ms, profile_begin, profile_end));
        k->seconds += 1e-3 * (double)ms;
        k->calls++;
    }
}

/* ---- sums and minima: what follows the first kernel ---- */

/* Makes room for `bytes` in both blocks, of which the second serves the next level of the sum. Smaller blocks from
 * before are not freed (backend_cuda.h says why). */
double *cuda_partial(size_t bytes)
{
    if (bytes > partial_bytes) {
        for (int k = 0; k < 2; k++)
            CUDA_CHECK(cudaMalloc(&partial_device[k], bytes));
        partial_bytes = bytes;
    }
    return partial_device[0];
}

/* A level of the tree of sums: chunk b of from[count][n] into to[b][n], filled up with zeros, as
 * cpu_sum_levels() has it. */
static __global__ void sum_level(lid count, int n, const double *from, double *to)
{
    __shared__ double shared[SUM_MAX][SUM_CHUNK];
    lid i = (lid)(blockIdx.x * SUM_CHUNK + threadIdx.x);
    for (int v = 0; v < n; v++)
        shared[v][threadIdx.x] = i < count ? from[(int64_t)i * n + v] : 0.0;
    cuda_chunk_add(n, shared);
    if ((int)threadIdx.x < n)
        to[(int64_t)blockIdx.x * n + threadIdx.x] = shared[threadIdx.x][0];
}

/* The number of levels depends on the number of items alone: two for 65,536 items, three up to 16.7
 * million. */
void cuda_sum_finish(lid chunks, int n, double *out)
{
    for (int which = 0; chunks > 1; which = 1 - which) {
        lid next = (chunks + SUM_CHUNK - 1) / SUM_CHUNK;
        sum_level<<<(unsigned)next, SUM_CHUNK, 0, cuda_stream[STREAM_COMPUTE]>>>(
            chunks, n, partial_device[which], next > 1 ? partial_device[1 - which] : out);
        CUDA_CHECK(cudaGetLastError());
        chunks = next;
    }
}

/* As sum_level(), filled up with what no minimum is. */
static __global__ void minimum_level(lid count, const double *from, double *to)
{
    __shared__ double shared[SUM_CHUNK];
    lid i = (lid)(blockIdx.x * SUM_CHUNK + threadIdx.x);
    cuda_block_minimum(i < count ? from[i] : HUGE_VAL, shared, to);
}

void cuda_minimum_finish(lid chunks, double *out)
{
    for (int which = 0; chunks > 1; which = 1 - which) {
        lid next = (chunks + SUM_CHUNK - 1) / SUM_CHUNK;
        minimum_level<<<(unsigned)next, SUM_CHUNK, 0, cuda_stream[STREAM_COMPUTE]>>>(
            chunks, partial_device[which], next > 1 ? partial_device[1 - which] : out);
        CUDA_CHECK(cudaGetLastError());
        chunks = next;
    }
}
