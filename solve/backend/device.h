/* device.h: the words for functions that host and device share, as the compiler at work has them.
 * Beside device_division.h the only file that asks which compiler that is.
 */
#ifndef UFV_SOLVE_BACKEND_DEVICE_H
#define UFV_SOLVE_BACKEND_DEVICE_H

#ifdef __CUDACC__
#include "backend/cuda/device_cuda.h"
#else
#include "backend/cpu/device_cpu.h"
#endif

#endif
