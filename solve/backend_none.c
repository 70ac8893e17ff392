/* backend_none.c: stands for the CUDA back end in builds without it. */
#include "backend.h"
#include "error.h"

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
