/* backend_cpu_sst.c: kernels of the k-omega SST model, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define LIST_PART LIST_SST
#define PART_EQUATIONS EQUATIONS_SST
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_sst(struct backend *table)
{
    fill(table);
}
