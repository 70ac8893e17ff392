/* backend_cuda_shared.cu: kernels that know nothing of the equations, on the GPU. */
#define PART_NAME shared
#define PART_SHARED
#include "backend/kernel_part.h"
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/backend_cuda_along.h"
#include "backend/cuda/backend_cuda_coarse_sweep.h"
#include "backend/cuda/backend_cuda_few_rows.h"
#include "backend/cuda/backend_cuda_peers.h"
#include "backend/cuda/backend_cuda_sent.h"
#include "kernels/time_terms.h"
#include "backend/cuda/backend_cuda_kernels.h"

void cuda_kernels_shared(struct kernel_table *table)
{
    part_enter(table);
}
