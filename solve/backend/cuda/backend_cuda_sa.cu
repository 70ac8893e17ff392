/* backend_cuda_sa.cu: kernels of the Spalart-Allmaras model, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define PART_NAME sa
#define PART_EQUATIONS EQUATIONS_SA
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_sa(struct kernel_table *table)
{
    fill(table);
}
