/* peer_memory_cuda.cu: arrays opened across processes by CUDA IPC. What waits for their flags and raises them is
 * backend_cuda_peers.h.
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
    /* A run on the CPU of a build with CUDA. */
    if (backend_cuda_stream(STREAM_COMPUTE) == NULL)
        return NULL;
    void *device = NULL;
    if (cudaMalloc(&device, bytes ? bytes : 1) != cudaSuccess)
        FATAL("GPU out of memory: %.3f GB for %s; use more ranks", (double)bytes * 1e-9, label);
    CUDA_CHECK(cudaMemset(device, 0, bytes));
    CUDA_CHECK(cudaDeviceSynchronize());
    cudaIpcMemHandle_t handle;
    /* Containers may forbid sharing memory. cudaGetLastError() clears the error, which the next check would otherwise
     * report. */
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
    /* An empty address means that the other rank offers nothing. */
    if (backend_cuda_stream(STREAM_COMPUTE) == NULL || address->device[0] == '\0')
        return NULL;
    this_device(own, (int)sizeof own);
    /* Both ranks use the same GPU, which peer_memory.h excludes. */
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

static __device__ unsigned long long nanoseconds_awaited;

unsigned long long *peer_memory_nanoseconds(void)
{
    void *device = NULL;
    CUDA_CHECK(cudaGetSymbolAddress(&device, nanoseconds_awaited));
    return (unsigned long long *)device;
}

double peer_memory_seconds_awaited(void)
{
    /* Waits for the device: figures are asked for at the ends of runs. */
    unsigned long long nanoseconds = 0;
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpyFromSymbol(&nanoseconds, nanoseconds_awaited, sizeof nanoseconds));
    return 1e-9 * (double)nanoseconds;
}
