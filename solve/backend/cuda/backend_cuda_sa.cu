/* backend_cuda_sa.cu: kernels of the Spalart-Allmaras model, on the GPU. */
#include "backend/cuda/backend_cuda.h"
#define LIST_PART LIST_SA
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_sa(struct backend *table)
{
    fill(table);
}
