/* backend_cuda_euler.cu: kernels of the Euler equations, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define LIST_PART LIST_EULER
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_euler(struct backend *table)
{
    fill(table);
}
