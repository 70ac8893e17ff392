/* backend_cpu_sa.c: kernels of the Spalart-Allmaras model, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define PART_NAME sa
#define PART_EQUATIONS EQUATIONS_SA
#include "backend/cpu/backend_cpu_assembly.h"
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_sa(struct kernel_table *table)
{
    fill(table);
}
