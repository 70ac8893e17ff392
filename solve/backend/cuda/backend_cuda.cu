/* backend_cuda.cu: memory, copies, streams, graphs and the table of the CUDA back end, for one GPU
 * per process; its grids are in backend_cuda_*.cu, what they share is in cuda_launch.cu. */
#include "backend/cuda/backend_cuda.h"

#include <cstdio>
#include <cstring>

static cudaEvent_t event_of[N_STREAMS], mark_of[N_STREAMS];
static struct kernel_table table;
static size_t bytes_held;

/* ---- memory and copies ---- */

/* The blocks held: a size in front of each would spoil their alignment. */
enum { MAX_BLOCKS = 256 };
static struct {
    void *pointer;
    size_t bytes;
} blocks[MAX_BLOCKS];

/* cudaMalloc() would fail as well; what is asked first makes a sentence with figures of it. Zeroed, so
 * that halo layers that a case does not exchange hold numbers. */
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

/* cudaFree() waits for all streams. */
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

/* Page-locked: asynchronous copies need it, those of other memory block the host. */
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

/* Streams are non-blocking streams, so the plain copies first let the compute
 * stream finish. */
static void cuda_upload(void *device, const void *host, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, cuda_stream[STREAM_COMPUTE]));
    CUDA_CHECK(cudaStreamSynchronize(cuda_stream[STREAM_COMPUTE]));
}

static void cuda_download(void *host, const void *device, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, cuda_stream[STREAM_COMPUTE]));
    CUDA_CHECK(cudaStreamSynchronize(cuda_stream[STREAM_COMPUTE]));
}

/* host: pinned, or the call waits as the plain ones do. */
static void cuda_upload_async(int stream, void *device, const void *host, size_t bytes)
{
    struct cuda_trace *t = cuda_trace_begin("upload", stream);
    CUDA_CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, cuda_stream[stream]));
    cuda_trace_end(t);
}

static void cuda_download_async(int stream, void *host, const void *device, size_t bytes)
{
    struct cuda_trace *t = cuda_trace_begin("download", stream);
    CUDA_CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, cuda_stream[stream]));
    cuda_trace_end(t);
}

static void cuda_copy_async(int stream, void *to, const void *from, size_t bytes)
{
    CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda_stream[stream]));
}

/* One event a stream serves all waits on it: a wait takes the event as it was recorded last, when the
 * wait is called, and a later record does not move it. */
static void cuda_stream_wait(int waiter, int on)
{
    CUDA_CHECK(cudaEventRecord(event_of[on], cuda_stream[on]));
    CUDA_CHECK(cudaStreamWaitEvent(cuda_stream[waiter], event_of[on], 0));
}

static void cuda_stream_mark(int stream)
{
    CUDA_CHECK(cudaEventRecord(mark_of[stream], cuda_stream[stream]));
}

static void cuda_stream_wait_mark(int waiter, int on)
{
    CUDA_CHECK(cudaStreamWaitEvent(cuda_stream[waiter], mark_of[on], 0));
}

static void cuda_stream_synchronize(int stream)
{
    CUDA_CHECK(cudaStreamSynchronize(cuda_stream[stream]));
}

/* ---- recorded work: CUDA graphs ---- */

/* Timed launches cannot be recorded: each is waited for, which is not allowed meanwhile. */
static bool cuda_graph_begin(void)
{
    if (cuda_is_timed())
        return false;
    /* the thread that writes checkpoints may use the device meanwhile */
    CUDA_CHECK(cudaStreamBeginCapture(cuda_stream[STREAM_COMPUTE], cudaStreamCaptureModeThreadLocal));
    return true;
}

/* The graph itself is only the plan; what can be launched is kept. */
static void *cuda_graph_end(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CUDA_CHECK(cudaStreamEndCapture(cuda_stream[STREAM_COMPUTE], &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return ready;
}

/* One launch for the whole recording, so that an error in it cannot name its kernel. */
static void cuda_graph_run(void *recorded)
{
    cuda_last_kernel = "a recorded step";
    CUDA_CHECK(cudaGraphLaunch((cudaGraphExec_t)recorded, cuda_stream[STREAM_COMPUTE]));
}

static void cuda_graph_free(void *recorded)
{
    CUDA_CHECK(cudaGraphExecDestroy((cudaGraphExec_t)recorded));
}

static void profile_start(void)
{
    cuda_profile(true);
    kernel_table_reset_profile(&table);
}

static void profile_stop(void)
{
    cuda_profile(false);
}

static struct backend cuda;

static void fill_table(void)
{
    cuda.name = "cuda";
    cuda.unified = false;
    cuda.on_device = true;
    /* docs/decisions/035-gpu-latency.md: faster up to so many faces, slower on large
     * tetrahedral meshes. */
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
    cuda.stream_wait = cuda_stream_wait;
    cuda.stream_mark = cuda_stream_mark;
    cuda.stream_wait_mark = cuda_stream_wait_mark;
    cuda.stream_synchronize = cuda_stream_synchronize;
    table.n = 0;
    cuda_kernels_shared(&table);
#define KERNELS_OF(name, NAME, ...) cuda_kernels_##name(&table);
    EQUATIONS(KERNELS_OF, )
#undef KERNELS_OF
    cuda.kernels = &table;
    cuda.graph_begin = cuda_graph_begin;
    cuda.graph_end = cuda_graph_end;
    cuda.graph_run = cuda_graph_run;
    cuda.graph_free = cuda_graph_free;
    cuda.profile_start = profile_start;
    cuda.profile_stop = profile_stop;
    cuda.timeline_flush = cuda_trace_flush;
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
    int low = 0, high = 0; /* few blocks, that others wait for, go before the many of the compute stream */
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&low, &high));
    for (int q = 0; q < N_STREAMS; q++) {
        CUDA_CHECK(cudaStreamCreateWithPriority(&cuda_stream[q], cudaStreamNonBlocking,
                                                q == STREAM_COMPUTE ? low : high));
        CUDA_CHECK(cudaEventCreateWithFlags(&event_of[q], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&mark_of[q], cudaEventDisableTiming));
    }
    /* Never freed: they live as long as the process, as the streams do. */
    CUDA_CHECK(cudaMallocHost(&cuda.sums_host, SUM_MAX * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&cuda.sums_device, SUM_MAX * sizeof(double)));
    snprintf(cuda.device_name, sizeof cuda.device_name, "%s", properties.name);
    for (int k = 0; k < 16; k++)
        snprintf(cuda.device_id + 2 * k, 3, "%02x", (unsigned)(unsigned char)properties.uuid.bytes[k]);
    cuda_launch_setup(properties.major >= 9);
    fill_table();
    return &cuda;
}

void *backend_cuda_stream(int stream)
{
    return cuda.alloc ? (void *)cuda_stream[stream] : NULL;
}
