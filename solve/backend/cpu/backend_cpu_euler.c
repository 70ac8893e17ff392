/* backend_cpu_euler.c: kernels of the Euler equations, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define LIST_PART LIST_EULER
#define PART_EQUATIONS EQUATIONS_EULER
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_euler(struct backend *table)
{
    fill(table);
}
