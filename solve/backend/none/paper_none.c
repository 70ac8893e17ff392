/* paper_none.c: stands for paper_cuda.cu in builds without CUDA. */
#include "paper/paper_kernels.h"

const struct paper_kernels *paper_kernels_cuda(void)
{
    return NULL;
}
