/* background_copy.h: copies from the GPU by a second thread, beside what the streams do.
 *
 *   host thread    ... launch | launch | launch ...
 *   second thread      chunk -> pinned buffer -> where it is wanted, chunk by chunk
 *
 * Nothing here is collective. On the CPU there is nothing to copy and nothing is
 * called.
 */
#ifndef UFV_SOLVE_BACKEND_BACKGROUND_COPY_H
#define UFV_SOLVE_BACKEND_BACKGROUND_COPY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Host thread: makes a stream and a pinned buffer for the GPU in use, and frees them. FATAL() where they cannot be
 * had. */
void background_copy_open(void);
void background_copy_close(void);

/* Any one thread, between the two: returns when the copy is there. The host thread
 * has waited for what wrote the device's array. */
void background_copy_download(void *host, const void *device, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
