/* peer_memory.h: writing into the memory of another process's GPU on the same host, by
 * CUDA IPC, and flags in device memory instead of messages.
 *
 * A flag counts exchanges: the sender raises it after its data, in its stream; the
 * receiver's stream waits until it has reached the number of the exchange. That number is
 * counted on the device, so that raising and awaiting can be recorded once and run often.
 * Nothing here makes a host wait and nothing is collective. Without CUDA nothing can be
 * exported or opened.
 */
#ifndef UFV_SOLVE_BACKEND_PEER_MEMORY_H
#define UFV_SOLVE_BACKEND_PEER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What another process needs to reach an array: plain bytes, for a message. */
struct peer_memory_address {
    unsigned char handle[64]; /* of the allocation */
    char device[32];          /* PCI address of the GPU it is on; "" when it cannot be reached */
};

enum { PEER_MAX_FLAGS = 64 };

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

/* In the stream, after what is there: *count goes up by one, and *flag[i] = *count for
 * n <= PEER_MAX_FLAGS flags. count: device; of this stream alone. */
void peer_memory_raise(int stream, int n, uint32_t *const *flag, uint32_t *count);

/* *count goes up by one, and what follows in the stream waits until all n flags are at least that. */
void peer_memory_await(int stream, int n, uint32_t *const *flag, uint32_t *count);

/* s that the streams have waited for flags so far; waits for what is in them. */
double peer_memory_seconds_awaited(void);

#ifdef __cplusplus
}
#endif

#endif
