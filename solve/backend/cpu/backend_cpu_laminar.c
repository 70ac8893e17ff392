/* backend_cpu_laminar.c: kernels of laminar flow, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define PART_NAME laminar
#define PART_EQUATIONS EQUATIONS_LAMINAR
#include "backend/cpu/backend_cpu_assembly.h"
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_laminar(struct kernel_table *table)
{
    fill(table);
}
