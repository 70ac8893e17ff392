/* paper_none.c: stands for paper_cuda.cu in builds without CUDA. */
#include "backend/paper_kernels.h"

const struct paper_kernels *paper_kernels_cuda(void)
{
    return NULL;
}
