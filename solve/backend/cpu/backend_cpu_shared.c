/* backend_cpu_shared.c: kernels that know nothing of the equations, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define PART_NAME shared
#define PART_SHARED
#include "backend/cpu/backend_cpu_sweep.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_shared(struct kernel_table *table)
{
    fill(table);
}
