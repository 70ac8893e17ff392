/* backend_none.c: stands for the CUDA back end in builds without it. */
#include "backend/background_copy.h"
#include "backend/backend.h"
#include "error.h"
#include "backend/peer_memory.h"

#include <string.h>

int backend_cuda_count(void)
{
    return 0;
}

const struct backend *backend_cuda(int device)
{
    error_set("device %d: this ufv-solve was built without CUDA; build it where nvcc is found, or use --device cpu",
              device);
    return NULL;
}

void *backend_cuda_stream(int stream)
{
    (void)stream;
    return NULL;
}

bool peer_memory_device_address(int device, char *address, int size)
{
    (void)device, (void)address, (void)size;
    return false;
}

/* The address is zeroed: its empty device says to others that nothing can be reached. */
void *peer_memory_alloc(const char *label, size_t bytes, struct peer_memory_address *address)
{
    (void)label, (void)bytes;
    memset(address, 0, sizeof *address);
    return NULL;
}

void peer_memory_free(void *device)
{
    (void)device;
}

void *peer_memory_open(const struct peer_memory_address *address)
{
    (void)address;
    return NULL;
}

void peer_memory_close(void *device)
{
    (void)device;
}

unsigned long long *peer_memory_nanoseconds(void)
{
    return NULL;
}

double peer_memory_seconds_awaited(void)
{
    return 0;
}

/* Not called: the CPU back end's memory is the host's. */
void background_copy_open(void)
{
}

void background_copy_close(void)
{
}

void background_copy_download(void *host, const void *device, size_t bytes)
{
    memcpy(host, device, bytes);
}
