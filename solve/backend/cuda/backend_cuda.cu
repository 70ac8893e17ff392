/* backend_cuda.cu: grids around the kernel bodies, on one GPU per process. */
#include "backend/backend.h"
#include "error.h"
#include "parallel/timeline.h"
#include "timer.h"

#include "backend/cuda/backend_cuda.h"

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cstring>

const char *cuda_last_kernel = "none";
cudaStream_t cuda_stream[N_QUEUES];
static cudaEvent_t event_of[N_QUEUES], mark_of[N_QUEUES], profile_begin, profile_end;
static bool profiling;
static struct kernel_table table;
static size_t bytes_held;
static double *partial_device[2];
static size_t partial_bytes;

/* ---- spans for the timeline: pairs of events, read when their turn comes again ---- */

enum { TRACE_PAIRS = 4096 };
static struct trace {
    cudaEvent_t begin, end;
    const char *name;
    int queue;
    bool waiting; /* to be read */
} trace[TRACE_PAIRS];
static int trace_next;
static cudaEvent_t trace_base;
static double trace_base_seconds;             /* timer_now() of trace_base */
static const double trace_base_lifetime = 10; /* s; events are told apart to 1e-7 of that (float) */

static void trace_read(struct trace *t)
{
    float begin = 0, end = 0;
    if (!t->waiting)
        return;
    CUDA_CHECK(cudaEventSynchronize(t->end));
    CUDA_CHECK(cudaEventElapsedTime(&begin, trace_base, t->begin));
    CUDA_CHECK(cudaEventElapsedTime(&end, trace_base, t->end));
    timeline_add((enum timeline_lane)t->queue, t->name, trace_base_seconds + 1e-3 * (double)begin,
                 trace_base_seconds + 1e-3 * (double)end);
    t->waiting = false;
}

static void trace_flush(void)
{
    for (int k = 0; k < TRACE_PAIRS; k++)
        trace_read(&trace[(trace_next + k) % TRACE_PAIRS]); /* oldest first */
}

static void trace_set_base(void)
{
    if (!trace_base)
        CUDA_CHECK(cudaEventCreate(&trace_base));
    trace_flush();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(trace_base, cuda_stream[QUEUE_COMPUTE]));
    CUDA_CHECK(cudaEventSynchronize(trace_base));
    trace_base_seconds = timer_now();
}

/* NULL when no timeline is kept. */
static struct trace *trace_begin(const char *name, int queue)
{
    if (!timeline_is_on())
        return NULL;
    if (!trace_base || timer_now() - trace_base_seconds > trace_base_lifetime)
        trace_set_base();
    struct trace *t = &trace[trace_next];
    trace_next = (trace_next + 1) % TRACE_PAIRS;
    trace_read(t);
    if (!t->begin) {
        CUDA_CHECK(cudaEventCreate(&t->begin));
        CUDA_CHECK(cudaEventCreate(&t->end));
    }
    t->name = name;
    t->queue = queue;
    t->waiting = true;
    CUDA_CHECK(cudaEventRecord(t->begin, cuda_stream[queue]));
    return t;
}

static void trace_end(struct trace *t)
{
    if (t)
        CUDA_CHECK(cudaEventRecord(t->end, cuda_stream[t->queue]));
}

/* ---- launching ---- */

static bool can_launch_early; /* compute capability 9.0 */
/* Above, whole steps gained nothing by it (docs/results/gpu.md, Tried). */
enum { EARLY_BLOCKS = 2048 };

cudaLaunchConfig_t cuda_grid(unsigned blocks, unsigned threads, int queue, cudaLaunchAttribute *early)
{
    cudaLaunchConfig_t c = {};
    early->id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early->val.programmaticStreamSerializationAllowed = 1;
    c.gridDim = dim3(blocks);
    c.blockDim = dim3(threads);
    c.stream = cuda_stream[queue];
    c.attrs = early;
    c.numAttrs = can_launch_early && blocks <= EARLY_BLOCKS ? 1 : 0;
    return c;
}

static struct trace *launch_trace;

void cuda_launch_begin(const struct kernel *k, int queue)
{
    cuda_last_kernel = k->name;
    if (profiling)
        CUDA_CHECK(cudaEventRecord(profile_begin, cuda_stream[queue]));
    nvtxRangePushA(cuda_last_kernel);
    launch_trace = trace_begin(cuda_last_kernel, queue);
}

void cuda_launch_end(struct kernel *k, int queue)
{
    nvtxRangePop();
    CUDA_CHECK(cudaGetLastError());
    trace_end(launch_trace);
    if (profiling) {
        float ms = 0;
        CUDA_CHECK(cudaEventRecord(profile_end, cuda_stream[queue]));
        CUDA_CHECK(cudaEventSynchronize(profile_end));
        CUDA_CHECK(cudaEventElapsedTime(&ms, profile_begin, profile_end));
        k->seconds += 1e-3 * (double)ms;
        k->calls++;
    }
}

/* ---- sums and minima: what follows the first kernel ---- */

double *cuda_partial(size_t bytes)
{
    if (bytes > partial_bytes) {
        for (int k = 0; k < 2; k++)
            CUDA_CHECK(cudaMalloc(&partial_device[k], bytes));
        partial_bytes = bytes;
    }
    return partial_device[0];
}

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

void cuda_sum_finish(lid chunks, int n, double *out)
{
    for (int which = 0; chunks > 1; which = 1 - which) {
        lid next = (chunks + SUM_CHUNK - 1) / SUM_CHUNK;
        sum_level<<<(unsigned)next, SUM_CHUNK, 0, cuda_stream[QUEUE_COMPUTE]>>>(
            chunks, n, partial_device[which], next > 1 ? partial_device[1 - which] : out);
        CUDA_CHECK(cudaGetLastError());
        chunks = next;
    }
}

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
        minimum_level<<<(unsigned)next, SUM_CHUNK, 0, cuda_stream[QUEUE_COMPUTE]>>>(
            chunks, partial_device[which], next > 1 ? partial_device[1 - which] : out);
        CUDA_CHECK(cudaGetLastError());
        chunks = next;
    }
}

/* ---- memory and copies ---- */

/* The blocks held: a size in front of each would spoil their alignment. */
enum { MAX_BLOCKS = 256 };
static struct {
    void *pointer;
    size_t bytes;
} blocks[MAX_BLOCKS];

static void *cuda_alloc(const char *label, size_t bytes)
{
    size_t wanted = bytes ? bytes : 1, available = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&available, &total));
    if (wanted > available)
        FATAL("GPU out of memory: %.3f GB for %s with %.3f of %.3f GB free; use more ranks", (double)bytes * 1e-9,
              label, (double)available * 1e-9, (double)total * 1e-9);
    void *device = NULL;
    CUDA_CHECK(cudaMalloc(&device, wanted));
    CUDA_CHECK(cudaMemset(device, 0, wanted));
    CUDA_CHECK(cudaDeviceSynchronize()); /* our streams do not wait for the default one */
    for (int k = 0; k < MAX_BLOCKS; k++)
        if (!blocks[k].pointer) {
            blocks[k].pointer = device;
            blocks[k].bytes = wanted;
            bytes_held += wanted;
            return device;
        }
    FATAL("more than %d device arrays", (int)MAX_BLOCKS);
}

static void cuda_free(void *device)
{
    if (!device)
        return;
    for (int k = 0; k < MAX_BLOCKS; k++)
        if (blocks[k].pointer == device) {
            bytes_held -= blocks[k].bytes;
            blocks[k].pointer = NULL;
        }
    CUDA_CHECK(cudaFree(device));
}

static void *cuda_alloc_pinned(const char *label, size_t bytes)
{
    void *host = NULL;
    cudaError_t status = cudaMallocHost(&host, bytes ? bytes : 1);
    if (status != cudaSuccess)
        FATAL("pinned host memory: %.3f GB for %s: %s", (double)bytes * 1e-9, label, cudaGetErrorString(status));
    memset(host, 0, bytes);
    return host;
}

static void cuda_free_pinned(void *host)
{
    if (host)
        CUDA_CHECK(cudaFreeHost(host));
}

static size_t cuda_bytes(void)
{
    return bytes_held;
}

static size_t cuda_free_bytes(void)
{
    size_t available = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&available, &total));
    return available;
}

/* Queues are non-blocking streams, so the plain copies first let the compute
 * queue finish. */
static void cuda_upload(void *device, const void *host, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, cuda_stream[QUEUE_COMPUTE]));
    CUDA_CHECK(cudaStreamSynchronize(cuda_stream[QUEUE_COMPUTE]));
}

static void cuda_download(void *host, const void *device, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, cuda_stream[QUEUE_COMPUTE]));
    CUDA_CHECK(cudaStreamSynchronize(cuda_stream[QUEUE_COMPUTE]));
}

static void cuda_upload_async(int queue, void *device, const void *host, size_t bytes)
{
    struct trace *t = trace_begin("upload", queue);
    CUDA_CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, cuda_stream[queue]));
    trace_end(t);
}

static void cuda_download_async(int queue, void *host, const void *device, size_t bytes)
{
    struct trace *t = trace_begin("download", queue);
    CUDA_CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, cuda_stream[queue]));
    trace_end(t);
}

static void cuda_copy_async(int queue, void *to, const void *from, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda_stream[queue]));
}

static void cuda_queue_wait(int waiter, int on)
{
    CUDA_CHECK(cudaEventRecord(event_of[on], cuda_stream[on]));
    CUDA_CHECK(cudaStreamWaitEvent(cuda_stream[waiter], event_of[on], 0));
}

static void cuda_queue_mark(int queue)
{
    CUDA_CHECK(cudaEventRecord(mark_of[queue], cuda_stream[queue]));
}

static void cuda_queue_wait_mark(int waiter, int on)
{
    CUDA_CHECK(cudaStreamWaitEvent(cuda_stream[waiter], mark_of[on], 0));
}

static void cuda_queue_synchronize(int queue)
{
    CUDA_CHECK(cudaStreamSynchronize(cuda_stream[queue]));
}

/* ---- recorded work: CUDA graphs ---- */

static bool cuda_record_begin(void)
{
    if (profiling || timeline_is_on())
        return false;
    /* the thread that writes checkpoints may use the device meanwhile */
    CUDA_CHECK(cudaStreamBeginCapture(cuda_stream[QUEUE_COMPUTE], cudaStreamCaptureModeThreadLocal));
    return true;
}

static void *cuda_record_end(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CUDA_CHECK(cudaStreamEndCapture(cuda_stream[QUEUE_COMPUTE], &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return ready;
}

static void cuda_record_run(void *recorded)
{
    cuda_last_kernel = "a recorded step";
    CUDA_CHECK(cudaGraphLaunch((cudaGraphExec_t)recorded, cuda_stream[QUEUE_COMPUTE]));
}

static void cuda_record_free(void *recorded)
{
    CUDA_CHECK(cudaGraphExecDestroy((cudaGraphExec_t)recorded));
}

static void profile_start(void)
{
    profiling = true;
    kernel_table_reset_profile(&table);
}

static void profile_stop(void)
{
    profiling = false;
}

static struct backend cuda;

static void fill_table(void)
{
    cuda.name = "cuda";
    cuda.unified = false;
    cuda.one_launch_faces = 1 << 17;
    cuda.alloc = cuda_alloc;
    cuda.free = cuda_free;
    cuda.alloc_pinned = cuda_alloc_pinned;
    cuda.free_pinned = cuda_free_pinned;
    cuda.device_bytes = cuda_bytes;
    cuda.device_free_bytes = cuda_free_bytes;
    cuda.upload = cuda_upload;
    cuda.download = cuda_download;
    cuda.upload_async = cuda_upload_async;
    cuda.download_async = cuda_download_async;
    cuda.copy_async = cuda_copy_async;
    cuda.queue_wait = cuda_queue_wait;
    cuda.queue_mark = cuda_queue_mark;
    cuda.queue_wait_mark = cuda_queue_wait_mark;
    cuda.queue_synchronize = cuda_queue_synchronize;
    table.n = 0;
    cuda_kernels_shared(&table);
    cuda_kernels_euler(&table);
    cuda_kernels_laminar(&table);
    cuda_kernels_sa(&table);
    cuda_kernels_sst(&table);
    cuda.kernels = &table;
    cuda.record_begin = cuda_record_begin;
    cuda.record_end = cuda_record_end;
    cuda.record_run = cuda_record_run;
    cuda.record_free = cuda_record_free;
    cuda.profile_start = profile_start;
    cuda.profile_stop = profile_stop;
    cuda.timeline_flush = trace_flush;
}

extern "C" int backend_cuda_count(void)
{
    int n = 0;
    return cudaGetDeviceCount(&n) == cudaSuccess ? n : 0;
}

extern "C" const struct backend *backend_cuda(int device)
{
    cudaError_t status = cudaSetDevice(device);
    struct cudaDeviceProp properties;
    if (status == cudaSuccess)
        status = cudaGetDeviceProperties(&properties, device);
    if (status != cudaSuccess) {
        error_set("GPU %d cannot be used: %s; see nvidia-smi, or use --device cpu", device, cudaGetErrorString(status));
        return NULL;
    }
    int low = 0, high = 0; /* few blocks, that others wait for, go before the many of the compute queue */
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
    for (int q = 0; q < N_QUEUES; q++) {
        CUDA_CHECK(cudaStreamCreateWithPriority(&cuda_stream[q], cudaStreamNonBlocking,
                                                q == QUEUE_COMPUTE ? low : high));
        CUDA_CHECK(cudaEventCreateWithFlags(&event_of[q], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&mark_of[q], cudaEventDisableTiming));
    }
    CUDA_CHECK(cudaEventCreate(&profile_begin));
    CUDA_CHECK(cudaEventCreate(&profile_end));
    CUDA_CHECK(cudaMallocHost(&cuda.sums_host, SUM_MAX * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&cuda.sums_device, SUM_MAX * sizeof(double)));
    snprintf(cuda.device_name, sizeof cuda.device_name, "%s", properties.name);
    for (int k = 0; k < 16; k++)
        snprintf(cuda.device_id + 2 * k, 3, "%02x", (unsigned)(unsigned char)properties.uuid.bytes[k]);
    can_launch_early = properties.major >= 9;
    fill_table();
    return &cuda;
}

void *backend_cuda_queue(int queue)
{
    return cuda.alloc ? (void *)cuda_stream[queue] : NULL;
}
