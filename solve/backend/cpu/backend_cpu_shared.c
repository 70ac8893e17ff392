/* backend_cpu_shared.c: kernels that know nothing of the equations, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define LIST_PART LIST_SHARED
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_shared(struct backend *table)
{
    fill(table);
}
