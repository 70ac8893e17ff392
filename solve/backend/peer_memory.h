/* peer_memory.h: writing into the memory of another process's GPU on the same host, by
 * CUDA IPC, and flags in device memory instead of messages.
 *
 * A flag counts exchanges: the kernel that packs raises it after its data, that which unpacks
 * waits until it has reached the number of the exchange (struct peer_flags, kernels/kernel_args.h).
 * Nothing here is collective. Without CUDA nothing can be exported or opened.
 */
#ifndef UFV_SOLVE_BACKEND_PEER_MEMORY_H
#define UFV_SOLVE_BACKEND_PEER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* What another process needs to reach an array: plain bytes, for a message. */
struct peer_memory_address {
    unsigned char handle[64]; /* of the allocation */
    char device[32];          /* PCI address of the GPU it is on; "" when it cannot be reached */
};

#ifdef __cplusplus
extern "C" {
#endif

/* PCI address of a device number, "0000:3B:00.0"; false without CUDA. */
bool peer_memory_device_address(int device, char *address, int size);

/* An array of its own for others to write to, zeroed; *address tells them. NULL
 * when this build or device cannot offer one. */
void *peer_memory_alloc(const char *label, size_t bytes, struct peer_memory_address *address);
void peer_memory_free(void *device);

/* Another process's array as this one's device sees it; NULL when it cannot reach
 * it, and when both use the same GPU: kernels of one would wait for kernels that
 * the GPU does not run yet. */
void *peer_memory_open(const struct peer_memory_address *address);
void peer_memory_close(void *device);

/* The counter, in device memory, to which kernels add the nanoseconds for which they waited for flags; borrowed. Call
 * it only after an array of this rank has been made. */
unsigned long long *peer_memory_nanoseconds(void);

/* s of that so far; waits for what is in the streams. */
double peer_memory_seconds_awaited(void);

#ifdef __cplusplus
}
#endif

#endif
