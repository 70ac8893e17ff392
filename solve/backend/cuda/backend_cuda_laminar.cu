/* backend_cuda_laminar.cu: kernels of laminar flow, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define PART_NAME laminar
#define PART_EQUATIONS EQUATIONS_LAMINAR
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_laminar(struct kernel_table *table)
{
    fill(table);
}
