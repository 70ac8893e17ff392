/* backend_cuda_sst.cu: kernels of the k-omega SST model, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define PART_NAME sst
#define PART_EQUATIONS EQUATIONS_SST
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_sst(struct kernel_table *table)
{
    fill(table);
}
