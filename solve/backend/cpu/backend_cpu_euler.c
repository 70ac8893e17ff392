/* backend_cpu_euler.c: kernels of the Euler equations, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define PART_NAME euler
#define PART_EQUATIONS EQUATIONS_EULER
#include "backend/cpu/backend_cpu_assembly.h"
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_euler(struct kernel_table *table)
{
    fill(table);
}
