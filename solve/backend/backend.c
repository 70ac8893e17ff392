/* backend.c: kernels found and run whatever the back end. */
#include "backend/backend.h"

#include <math.h>
#include <string.h>

/* place: the variant within the family (order, limiter, flux ...), 0 where there is one alone. FATAL where
 * there is none: callers ask only for what the case allows. */
struct kernel *backend_kernel(const struct backend *b, enum kernel_family family, int equations, int place)
{
    return kernel_table_find(b->kernels, family, equations, place);
}

/* For kernels of no particular equations, looked up at each launch; those of the step are looked up once
 * (flow_kernels.c). */
void backend_launch(const struct backend *b, enum kernel_family family, int stream, lid begin, lid end,
                    const void *args, size_t args_bytes)
{
    struct kernel *k = backend_kernel(b, family, EQUATIONS_ANY, 0);
    kernel_check_args(k, args_bytes);
    k->launch(k, stream, begin, end, args);
}

/* The first n of sums_device to the host, once they are there. */
static void fetch_sums(const struct backend *b, int n, double *out)
{
    size_t bytes = (size_t)n * sizeof *out;
    /* By way of pinned memory, which a GPU copies to directly; out is the caller's, a variable on the
     * stack as a rule. */
    b->download_async(STREAM_COMPUTE, b->sums_host, b->sums_device, bytes);
    b->stream_synchronize(STREAM_COMPUTE);
    memcpy(out, b->sums_host, bytes);
}

/* The host waits for the compute stream here. */
void backend_sum(const struct backend *b, struct kernel *k, lid count, const void *args, size_t args_bytes, double *out)
{
    kernel_check_args(k, args_bytes);
    /* The kernel is not run over no items (a rank without faces of a patch), so the zeros are set here. */
    memset(out, 0, (size_t)k->n_sums * sizeof *out);
    if (count <= 0)
        return;
    k->sum(k, count, args, b->sums_device);
    fetch_sums(b, k->n_sums, out);
}

double backend_minimum(const struct backend *b, struct kernel *k, lid count, const void *args, size_t args_bytes)
{
    /* Of no items: the value that leaves a minimum over all ranks as it is. */
    double least = HUGE_VAL;
    kernel_check_args(k, args_bytes);
    if (count <= 0)
        return least;
    k->minimum(k, count, args, b->sums_device);
    fetch_sums(b, 1, &least);
    return least;
}
