/* backend.c: kernels found and run whatever the back end. */
#include "backend/backend.h"

#include <math.h>
#include <string.h>

struct kernel *backend_kernel(const struct backend *b, enum kernel_family family, int equations, int place)
{
    return kernel_table_find(b->kernels, family, equations, place);
}

void backend_launch(const struct backend *b, enum kernel_family family, int stream, lid begin, lid end,
                    const void *args, size_t args_bytes)
{
    struct kernel *k = backend_kernel(b, family, EQUATIONS_ANY, 0);
    kernel_check_args(k, args_bytes);
    k->launch(k, stream, begin, end, args);
}

void backend_sum(const struct backend *b, struct kernel *k, lid count, const void *args, size_t args_bytes, double *out)
{
    size_t bytes = (size_t)(k->sum ? k->n_sums : 1) * sizeof *out;
    kernel_check_args(k, args_bytes);
    if (count <= 0) {
        for (int v = 0; v < (k->sum ? k->n_sums : 1); v++)
            out[v] = k->sum ? 0.0 : HUGE_VAL;
        return;
    }
    (k->sum ? k->sum : k->minimum)(k, count, args, b->sums_device);
    b->download_async(STREAM_COMPUTE, b->sums_host, b->sums_device, bytes);
    b->stream_synchronize(STREAM_COMPUTE);
    memcpy(out, b->sums_host, bytes);
}
