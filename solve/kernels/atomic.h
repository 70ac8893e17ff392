/* atomic.h: the few atomic operations kernels need, for host threads and device. */
#ifndef UFV_SOLVE_KERNELS_ATOMIC_H
#define UFV_SOLVE_KERNELS_ATOMIC_H

#include "real.h"

/* *target = min(*target, value); rare (a cell has gone bad). */
UFV_HD void atomic_minimum(lid *target, lid value)
{
#ifdef __CUDA_ARCH__
    atomicMin(target, value);
#else
    lid seen = __atomic_load_n(target, __ATOMIC_RELAXED);
    while (value < seen &&
           !__atomic_compare_exchange_n(target, &seen, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

/* A count: the order of its increments does not matter. */
UFV_HD void atomic_increment(lid *target)
{
#ifdef __CUDA_ARCH__
    atomicAdd(target, 1);
#else
    __atomic_fetch_add(target, 1, __ATOMIC_RELAXED);
#endif
}

/* Sums of these depend on the order in which threads come. */
UFV_HD void atomic_add(real *target, real value)
{
#ifdef __CUDA_ARCH__
    atomicAdd(target, value);
#else
    real seen, next;
    __atomic_load(target, &seen, __ATOMIC_RELAXED);
    do {
        next = seen + value;
    } while (!__atomic_compare_exchange(target, &seen, &next, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
#endif
}

/* The device compares floating-point numbers as integers: of one sign they are in the
 * same order, signed; negative ones in the reverse order, unsigned. */
#ifdef __CUDACC__
static __device__ __forceinline__ void device_lower(double *target, double value)
{
    if (value >= 0.0)
        atomicMin((long long *)target, __double_as_longlong(value + 0.0));
    else
        atomicMax((unsigned long long *)target, (unsigned long long)__double_as_longlong(value));
}

static __device__ __forceinline__ void device_raise(double *target, double value)
{
    if (value >= 0.0)
        atomicMax((long long *)target, __double_as_longlong(value + 0.0));
    else
        atomicMin((unsigned long long *)target, (unsigned long long)__double_as_longlong(value));
}

static __device__ __forceinline__ void device_lower(float *target, float value)
{
    if (value >= 0.0f)
        atomicMin((int *)target, __float_as_int(value + 0.0f));
    else
        atomicMax((unsigned *)target, (unsigned)__float_as_int(value));
}

static __device__ __forceinline__ void device_raise(float *target, float value)
{
    if (value >= 0.0f)
        atomicMax((int *)target, __float_as_int(value + 0.0f));
    else
        atomicMin((unsigned *)target, (unsigned)__float_as_int(value));
}
#endif

/* *target = min(*target, value) */
UFV_HD void atomic_lower(real *target, real value)
{
#ifdef __CUDA_ARCH__
    device_lower(target, value);
#else
    real seen;
    __atomic_load(target, &seen, __ATOMIC_RELAXED);
    while (value < seen &&
           !__atomic_compare_exchange(target, &seen, &value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

/* *target = max(*target, value) */
UFV_HD void atomic_raise(real *target, real value)
{
#ifdef __CUDA_ARCH__
    device_raise(target, value);
#else
    real seen;
    __atomic_load(target, &seen, __ATOMIC_RELAXED);
    while (value > seen &&
           !__atomic_compare_exchange(target, &seen, &value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

#endif
