/* backend.h: where kernels run. One table of functions per back end; the rest of
 * the solver never asks which it is.
 *
 * Work is put into streams (CUDA streams); a stream runs its work in order, the CPU
 * back end runs everything at once and in order. Pointers called `device` are the
 * back end's memory: ordinary memory on the CPU. Nothing here is collective. Trouble
 * inside a back end is FATAL().
 */
#ifndef UFV_SOLVE_BACKEND_BACKEND_H
#define UFV_SOLVE_BACKEND_BACKEND_H

#include "kernels/kernel_args.h"
#include "backend/kernel_table.h"
#include "physics/inviscid.h"

#include <stdbool.h>

/* COMPUTE: the step; TRANSFER: packing, copies and unpacking of halo values (exchange/exchange.h);
 * BESIDE: work on the halo and on boundaries that goes on beside inner cells. Work of two streams is
 * ordered by stream_wait() alone. */
enum { STREAM_COMPUTE, STREAM_TRANSFER, STREAM_BESIDE, N_STREAMS };

/* Numbers that one sum may have; and items that are added in one tree, a block of threads on a GPU.
 * Both back ends add by chunks of this size: another size is another order, hence other last digits in
 * every norm and force. */
enum { SUM_MAX = 12, SUM_CHUNK = 256 };

struct backend {
    const char *name;        /* "cpu" or "cuda" */
    char device_name[256];   /* "NVIDIA H200", "2 threads" */
    char device_id[64];      /* tells the GPUs of a host apart whatever their numbers; "" on the CPU */
    bool unified;            /* device pointers may be read by the host */
    bool on_device;          /* kernels are compiled with ON_DEVICE: for a GPU, with its layouts (kernels/layout.h) */
    lid one_launch_faces;    /* fluxes of so many faces are made in one launch; 0: never */

    /* Memory. Never NULL; alloc is zeroed. label: a string literal. */
    void *(*alloc)(const char *label, size_t bytes);
    void (*free)(void *device);
    void *(*alloc_pinned)(const char *label, size_t bytes);
    void (*free_pinned)(void *host);
    size_t (*device_bytes)(void); /* held now through alloc; on the CPU: ever taken */
    size_t (*device_free_bytes)(void);

    /* Copies; the plain ones have finished when they return. */
    void (*upload)(void *device, const void *host, size_t bytes);
    void (*download)(void *host, const void *device, size_t bytes);
    void (*upload_async)(int stream, void *device, const void *host, size_t bytes);
    void (*download_async)(int stream, void *host, const void *device, size_t bytes);
    void (*copy_async)(int stream, void *to, const void *from, size_t bytes); /* device to device */

    /* Streams. */
    void (*stream_wait)(int waiter, int on); /* what follows in waiter comes after what is in `on` */
    void (*stream_mark)(int stream);          /* remembers what is in the stream now */
    void (*stream_wait_mark)(int waiter, int on); /* what follows in waiter comes after what was in `on` at its
                                                    latest mark */
    void (*stream_synchronize)(int stream);   /* the host waits */

    /* Its kernels; backend_kernel() finds one. */
    struct kernel_table *kernels;
    double *sums_device, *sums_host; /* [SUM_MAX] results of backend_sum(), on the device and pinned */

    /* Recorded work, for meshes so small that launching takes as long as computing: what is
     * launched in the compute stream between graph_begin() and graph_end(), and in streams
     * that wait for it and that it waits for, is kept instead of done; graph_run() puts it
     * into the stream as a whole, as often as wanted. graph_begin() says no (and keeps
     * nothing) where that is impossible, and while launches are timed. No sums meanwhile, and
     * no copies but copy_async(). */
    bool (*graph_begin)(void);
    void *(*graph_end)(void); /* owned by the caller */
    void (*graph_run)(void *recorded);
    void (*graph_free)(void *recorded);

    /* While on, each launch is waited for and its seconds added to its row of the table; a profiled
     * run is slower. profile_start() sets them to zero. */
    void (*profile_start)(void);
    void (*profile_stop)(void);

    /* Hands spans still held back to the timeline. */
    void (*timeline_flush)(void);
};

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel of its table by family, equations (or EQUATIONS_ANY) and place among the
 * variants; borrowed. FATAL() where there is none.
 * The search is linear: to be asked for once and kept, not at every step. */
struct kernel *backend_kernel(const struct backend *b, enum kernel_family family, int equations, int place);

/* Runs a kernel that knows nothing of equations and has one variant. args_bytes: sizeof *args, checked. */
void backend_launch(const struct backend *b, enum kernel_family family, int stream, lid begin, lid end,
                    const void *args, size_t args_bytes);
#define BACKEND_LAUNCH(b, family, stream, begin, end, args)                                        \
    backend_launch((b), (family), (stream), (begin), (end), (args), sizeof *(args))

/* Sums over items 0 .. count - 1 to the host: out[k->n_sums], 0 where there are no items; waits for
 * the compute stream. Not to be recorded; k->sum leaves its result on the device. */
void backend_sum(const struct backend *b, struct kernel *k, lid count, const void *args, size_t args_bytes,
                 double *out);
#define BACKEND_SUM(b, k, count, args, out) backend_sum((b), (k), (count), (args), sizeof *(args), (out))

/* The least value over items 0 .. count - 1, NaN if one of them is, HUGE_VAL where there are none; otherwise as
 * backend_sum(). */
double backend_minimum(const struct backend *b, struct kernel *k, lid count, const void *args, size_t args_bytes);
#define BACKEND_MINIMUM(b, k, count, args) backend_minimum((b), (k), (count), (args), sizeof *(args))

/* The CPU back end with that many threads (0: what OpenMP says). A static object. */
const struct backend *backend_cpu(int threads);

/* Devices that this process may use; 0 when there is none or no CUDA built in. */
int backend_cuda_count(void);

/* The CUDA back end on device number `device`, 0 .. backend_cuda_count() - 1; NULL with error_set() when it
 * cannot be had. A static object: one device a process. */
const struct backend *backend_cuda(int device);

/* Its CUDA stream for that stream; NULL when the CUDA back end is not in use. */
void *backend_cuda_stream(int stream);

#ifdef __cplusplus
}
#endif

#endif
