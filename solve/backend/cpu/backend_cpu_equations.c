/* backend_cpu_equations.c: the kernels of one set of equations on the CPU. The Makefile compiles it once for each
 * row of EQUATIONS (arithmetic/equations.h), with that set's name as PART_NAME. */
#ifndef PART_NAME
#define PART_NAME sa /* for what reads the file alone: editors, static analysis */
#endif
#include "backend/kernel_part.h"
#include "backend/cpu/backend_cpu.h"
#include "backend/cpu/backend_cpu_assembly.h"
#include "backend/cpu/backend_cpu_blocks.h"
#include "backend/cpu/backend_cpu_kernels.h"

void PASTE_2(cpu_kernels_, PART_NAME)(struct kernel_table *table)
{
    part_enter(table);
}
