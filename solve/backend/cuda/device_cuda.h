/* device_cuda.h: what nvcc makes of functions that host and device share; see
 * backend/cpu/device_cpu.h, which has the same names for other compilers.
 *
 * nvcc compiles each file twice, for the host and for the device: __CUDA_ARCH__ tells
 * which. This is the only header whose meaning differs between the two.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_DEVICE_CUDA_H
#define UFV_SOLVE_BACKEND_CUDA_DEVICE_CUDA_H

#include <cuda_fp16.h>
#include <stdint.h>

#define UFV_HD static __host__ __device__ __forceinline__
#define UFV_PRAGMA(text) _Pragma(#text)
#define UFV_ALIGN(bytes) alignas(bytes)
#define UFV_RESTRICT __restrict__

#ifdef __CUDA_ARCH__
#define ON_DEVICE 1
#define UFV_UNROLL(n) UFV_PRAGMA(unroll n)
#define DEVICE_LOAD_ONCE(address) __ldcs(address)
#define DEVICE_HALF(bits) __half2float(__ushort_as_half(bits))
#define DEVICE_ATOMIC_ADD(target, value) atomicAdd(target, value)
#define DEVICE_ATOMIC_MINIMUM(target, value) device_minimum(target, value)
#define DEVICE_ATOMIC_MAXIMUM(target, value) device_maximum(target, value)
#else /* nvcc's pass for the host, whose code is never run */
#define ON_DEVICE 0
#define UFV_UNROLL(n)
#define DEVICE_LOAD_ONCE(address) (*(address))
#define DEVICE_HALF(bits) ((void)(bits), 0.0f)
#define DEVICE_ATOMIC_ADD(target, value) (void)(*(target) += (value))
#define DEVICE_ATOMIC_MINIMUM(target, value) (void)(*(target) = (value) < *(target) ? (value) : *(target))
#define DEVICE_ATOMIC_MAXIMUM(target, value) (void)(*(target) = (value) > *(target) ? (value) : *(target))
#endif

/* ---- minima and maxima by several threads ---- */

static __device__ __forceinline__ void device_minimum(int32_t *target, int32_t value)
{
    atomicMin(target, value);
}

/* The device compares floating-point numbers as integers: of one sign they are in the
 * same order, signed; negative ones in the reverse order, unsigned. */
static __device__ __forceinline__ void device_minimum(double *target, double value)
{
    if (value >= 0.0)
        atomicMin((long long *)target, __double_as_longlong(value + 0.0));
    else
        atomicMax((unsigned long long *)target, (unsigned long long)__double_as_longlong(value));
}

/* value + 0.0 makes +0 of -0, whose bits would be a large negative integer. */
static __device__ __forceinline__ void device_maximum(double *target, double value)
{
    if (value >= 0.0)
        atomicMax((long long *)target, __double_as_longlong(value + 0.0));
    else
        atomicMin((unsigned long long *)target, (unsigned long long)__double_as_longlong(value));
}

static __device__ __forceinline__ void device_minimum(float *target, float value)
{
    if (value >= 0.0f)
        atomicMin((int *)target, __float_as_int(value + 0.0f));
    else
        atomicMax((unsigned *)target, (unsigned)__float_as_int(value));
}

static __device__ __forceinline__ void device_maximum(float *target, float value)
{
    if (value >= 0.0f)
        atomicMax((int *)target, __float_as_int(value + 0.0f));
    else
        atomicMin((unsigned *)target, (unsigned)__float_as_int(value));
}

#endif
