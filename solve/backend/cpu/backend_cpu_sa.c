/* backend_cpu_sa.c: kernels of the Spalart-Allmaras model, on the CPU. */
#include "backend/cpu/backend_cpu.h"
#define LIST_PART LIST_SA
#define PART_EQUATIONS EQUATIONS_SA
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void cpu_kernels_sa(struct backend *table)
{
    fill(table);
}
