/* backend_cuda_euler.cu: kernels of the Euler equations, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define PART_NAME euler
#define PART_EQUATIONS EQUATIONS_EULER
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_euler(struct kernel_table *table)
{
    fill(table);
}
