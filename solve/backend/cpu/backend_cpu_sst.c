/* backend_cpu_sst.c: kernels of the k-omega SST model, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define PART_NAME sst
#define PART_EQUATIONS EQUATIONS_SST
#include "backend/cpu/backend_cpu_assembly.h"
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_sst(struct kernel_table *table)
{
    fill(table);
}
