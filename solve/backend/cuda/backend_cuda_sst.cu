/* backend_cuda_sst.cu: kernels of the k-omega SST model, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define LIST_PART LIST_SST
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_sst(struct backend *table)
{
    fill(table);
}
