/* backend_cuda_shared.cu: kernels that know nothing of the equations, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define PART_NAME shared
#define PART_SHARED
#include "kernels/newton.h"
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_shared(struct kernel_table *table)
{
    fill(table);
}
