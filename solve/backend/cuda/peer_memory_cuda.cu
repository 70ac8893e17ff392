/* peer_memory_cuda.cu: arrays opened across processes by CUDA IPC, and flags raised and awaited by kernels of one
 * block in the stream, a thread a flag.
 */
#include "backend/peer_memory.h"

#include "backend/backend.h"
#include "backend/cuda/backend_cuda.h"

#include <cuda_runtime.h>

#include <cstring>

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(((struct peer_memory_address *)0)->handle), "size of a handle");

bool peer_memory_device_address(int device, char *address, int size)
{
    return cudaDeviceGetPCIBusId(address, size, device) == cudaSuccess;
}

static void this_device(char *name, int size)
{
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    if (!peer_memory_device_address(device, name, size))
        FATAL("CUDA: device %d has no PCI address", device);
}

void *peer_memory_alloc(const char *label, size_t bytes, struct peer_memory_address *address)
{
    memset(address, 0, sizeof *address);
    if (backend_cuda_stream(STREAM_COMPUTE) == NULL)
        return NULL;
    void *device = NULL;
    if (cudaMalloc(&device, bytes ? bytes : 1) != cudaSuccess)
        FATAL("GPU out of memory: %.3f GB for %s; use more ranks", (double)bytes * 1e-9, label);
    CUDA_CHECK(cudaMemset(device, 0, bytes));
    CUDA_CHECK(cudaDeviceSynchronize());
    cudaIpcMemHandle_t handle;
    if (cudaIpcGetMemHandle(&handle, device) != cudaSuccess) {
        (void)cudaGetLastError();
        CUDA_CHECK(cudaFree(device));
        return NULL;
    }
    memcpy(address->handle, &handle, sizeof handle);
    this_device(address->device, (int)sizeof address->device);
    return device;
}

void peer_memory_free(void *device)
{
    if (device)
        CUDA_CHECK(cudaFree(device));
}

void *peer_memory_open(const struct peer_memory_address *address)
{
    char own[sizeof address->device];
    cudaIpcMemHandle_t handle;
    void *device = NULL;
    if (backend_cuda_stream(STREAM_COMPUTE) == NULL || address->device[0] == '\0')
        return NULL;
    this_device(own, (int)sizeof own);
    if (strcmp(own, address->device) == 0)
        return NULL;
    memcpy(&handle, address->handle, sizeof handle);
    if (cudaIpcOpenMemHandle(&device, handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess) {
        (void)cudaGetLastError();
        return NULL;
    }
    return device;
}

void peer_memory_close(void *device)
{
    if (device)
        CUDA_CHECK(cudaIpcCloseMemHandle(device));
}

struct flags {
    uint32_t *flag[PEER_MAX_FLAGS];
};

/* The number of the exchange, to all threads of the only block. */
static __device__ uint32_t count_up(uint32_t *count)
{
    uint32_t value = *count + 1;
    __syncthreads();
    if (threadIdx.x == 0)
        *count = value;
    return value;
}

/* The kernels before it in the stream have finished; the fence orders their writes
 * before the flag for observers on other GPUs. */
static __global__ void raise_kernel(struct flags f, int n, uint32_t *count)
{
    uint32_t value = count_up(count);
    __threadfence_system();
    if ((int)threadIdx.x < n)
        *(volatile uint32_t *)f.flag[threadIdx.x] = value;
}

static __device__ unsigned long long nanoseconds_awaited;

static __device__ unsigned long long nanoseconds_now(void)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

static __global__ void await_kernel(struct flags f, int n, uint32_t *count)
{
    unsigned long long begin = nanoseconds_now();
    uint32_t value = count_up(count);
    if ((int)threadIdx.x < n)
        while ((int32_t)(*(volatile uint32_t *)f.flag[threadIdx.x] - value) < 0)
            __nanosleep(200);
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0)
        nanoseconds_awaited += nanoseconds_now() - begin; /* one such kernel runs at a time */
}

double peer_memory_seconds_awaited(void)
{
    unsigned long long nanoseconds = 0;
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpyFromSymbol(&nanoseconds, nanoseconds_awaited, sizeof nanoseconds));
    return 1e-9 * (double)nanoseconds;
}

static struct flags list(int n, uint32_t *const *flag)
{
    struct flags f;
    if (n > PEER_MAX_FLAGS)
        FATAL("%d neighbours on one host; at most %d can be written to", n, (int)PEER_MAX_FLAGS);
    for (int i = 0; i < n; i++)
        f.flag[i] = flag[i];
    return f;
}

void peer_memory_raise(int stream, int n, uint32_t *const *flag, uint32_t *count)
{
    raise_kernel<<<1, PEER_MAX_FLAGS, 0, (cudaStream_t)backend_cuda_stream(stream)>>>(list(n, flag), n, count);
    CUDA_CHECK(cudaGetLastError());
}

void peer_memory_await(int stream, int n, uint32_t *const *flag, uint32_t *count)
{
    await_kernel<<<1, PEER_MAX_FLAGS, 0, (cudaStream_t)backend_cuda_stream(stream)>>>(list(n, flag), n, count);
    CUDA_CHECK(cudaGetLastError());
}
