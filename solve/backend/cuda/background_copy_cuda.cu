/* background_copy_cuda.cu: a stream and a pinned buffer for a second thread's copies. */
#include "backend/background_copy.h"

#include "backend/cuda/backend_cuda.h"

#include <cstring>

/* Large enough for the full rate of the bus, small enough to be had at once. */
static const size_t chunk_bytes = (size_t)8 << 20;

/* One of each: one second thread copies at a time. Its stream is its own, so that no copy waits for
 * work of the step. */
static int device_number;
static cudaStream_t stream;
static void *pinned;

void background_copy_open(void)
{
    CUDA_CHECK(cudaGetDevice(&device_number));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaMallocHost(&pinned, chunk_bytes));
}

void background_copy_close(void)
{
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFreeHost(pinned));
    pinned = NULL;
}

void background_copy_download(void *host, const void *device, size_t bytes)
{
    CUDA_CHECK(cudaSetDevice(device_number)); /* a new thread begins on GPU 0 */
    for (size_t at = 0; at < bytes; at += chunk_bytes) {
        size_t n = bytes - at < chunk_bytes ? bytes - at : chunk_bytes;
        CUDA_CHECK(cudaMemcpyAsync(pinned, (const char *)device + at, n, cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        memcpy((char *)host + at, pinned, n);
    }
}
