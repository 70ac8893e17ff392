/* backend_cpu_shared.c: kernels that know nothing of the equations, on the CPU. */
#define PART_NAME shared
#define PART_SHARED
#include "backend/kernel_part.h"
#include "backend/cpu/backend_cpu.h"
#include "backend/cpu/backend_cpu_sweep.h"
#include "kernels/time_terms.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_shared(struct kernel_table *table)
{
    part_enter(table);
}
