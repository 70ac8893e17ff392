/* device_division.h: how the device divides and takes roots, as the compiler at work has them.
 * Beside device.h the only file that asks which compiler that is.
 */
#ifndef UFV_SOLVE_BACKEND_DEVICE_DIVISION_H
#define UFV_SOLVE_BACKEND_DEVICE_DIVISION_H

#ifdef __CUDACC__
#include "backend/cuda/device_division_cuda.h"
#else
#include "backend/cpu/device_division_cpu.h"
#endif

#endif
