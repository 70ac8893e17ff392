/* backend_cuda_laminar.cu: kernels of laminar flow, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define LIST_PART LIST_LAMINAR
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_laminar(struct backend *table)
{
    fill(table);
}
