/* device_division_cpu.h: division and square root on the CPU, whose own round correctly; part
 * of arithmetic/division.h. Macros, since one name serves float and double.
 */
#ifndef UFV_SOLVE_BACKEND_CPU_DEVICE_DIVISION_CPU_H
#define UFV_SOLVE_BACKEND_CPU_DEVICE_DIVISION_CPU_H

#define device_divide(a, b) ((a) / (b))
#define device_sqrt(x) (sizeof(x) == sizeof(float) ? (double)sqrtf((float)(x)) : sqrt((double)(x)))

#endif
