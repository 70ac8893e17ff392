/* backend_cuda_equations.cu: the kernels of one set of equations on the GPU. The Makefile compiles it once for each
 * row of EQUATIONS (arithmetic/equations.h), with that set's name as PART_NAME. */
#ifndef PART_NAME
#define PART_NAME sa /* for what reads the file alone: editors, static analysis */
#endif
#include "backend/kernel_part.h"
#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/backend_cuda_kernels.h"

void PASTE_2(cuda_kernels_, PART_NAME)(struct kernel_table *table)
{
    part_enter(table);
}
