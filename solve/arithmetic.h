/* arithmetic.h: division and square root of `real`, without branches on a GPU.
 *
 * CUDA's own divide and take roots with a branch to a slow path for operands near
 * the ends of the range; no load moves across it and the call behind it ties up
 * registers. The fast path alone, written out here, rounds correctly for ordinary
 * numbers (Markstein 1990, IBM J. Res. Dev. 34(1): a quotient corrected by its exact
 * remainder), so that CPU and GPU still give the same bits.
 *
 * Ordinary: operands, result and the divisor's reciprocal between REAL_LEAST and
 * 1 / REAL_LEAST in size, or an operand of zero on top. A divisor that is not gives
 * not-a-number, so where one may be zero the quotient is chosen away, not branched
 * around.
 */
#ifndef UFV_SOLVE_ARITHMETIC_H
#define UFV_SOLVE_ARITHMETIC_H

#ifndef UFV_SOLVE_REAL_H
#error "include real.h"
#endif

#include <float.h>
#include <math.h>

/* A little above the smallest number of full precision. */
#define REAL_LEAST (sizeof(real) == sizeof(float) ? (real)(4 * FLT_MIN) : (real)(4 * DBL_MIN))

#ifdef __CUDA_ARCH__

static __device__ __forceinline__ double device_divide(double a, double b)
{
    double y, e, q;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(b)); /* 20 bits, */
    e = __fma_rn(-b, y, 1.0);
    y = __fma_rn(y, __fma_rn(e, e, e), y); /* 60, */
    y = __fma_rn(y, __fma_rn(-b, y, 1.0), y);
    q = a * y;
    return __fma_rn(__fma_rn(-b, q, a), y, q);
}

static __device__ __forceinline__ float device_divide(float a, float b)
{
    float y, q;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
    y = __fmaf_rn(y, __fmaf_rn(-b, y, 1.0f), y);
    q = a * y;
    q = __fmaf_rn(__fmaf_rn(-b, q, a), y, q);
    return __fmaf_rn(__fmaf_rn(-b, q, a), y, q);
}

static __device__ __forceinline__ double device_sqrt(double x)
{
    double y, e, s;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    e = __fma_rn(-x, y * y, 1.0);
    y = __fma_rn(__fma_rn(e, 0.375, 0.5), e * y, y);
    s = x * y;
    return __fma_rn(__fma_rn(-s, s, x), 0.5 * y, s);
}

static __device__ __forceinline__ float device_sqrt(float x)
{
    float y, s;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    y = __fmaf_rn(0.5f * y, __fmaf_rn(-x * y, y, 1.0f), y);
    s = x * y;
    s = __fmaf_rn(__fmaf_rn(-s, s, x), 0.5f * y, s);
    return __fmaf_rn(__fmaf_rn(-s, s, x), 0.5f * y, s);
}

#endif

UFV_HD real real_divide(real a, real b)
{
#ifdef __CUDA_ARCH__
    return device_divide(a, b);
#else
    return a / b;
#endif
}

/* Numbers below REAL_LEAST in size have the root 0, negative ones none. */
UFV_HD real real_sqrt(real x)
{
#ifdef __CUDA_ARCH__
    real root = device_sqrt(x);
#else
    real root = sizeof(real) == sizeof(float) ? (real)sqrtf((float)x) : (real)sqrt((double)x);
#endif
    return x > -REAL_LEAST && x < REAL_LEAST ? (real)0 : root;
}

/* The same for what is computed from stored numbers. */
UFV_HD stored stored_divide(stored a, stored b)
{
#ifdef __CUDA_ARCH__
    return device_divide(a, b);
#else
    return a / b;
#endif
}

UFV_HD stored stored_sqrt(stored x)
{
    const stored least = sizeof(stored) == sizeof(float) ? (stored)(4 * FLT_MIN) : (stored)(4 * DBL_MIN);
#ifdef __CUDA_ARCH__
    stored root = device_sqrt(x);
#else
    stored root = sizeof(stored) == sizeof(float) ? (stored)sqrtf((float)x) : (stored)sqrt((double)x);
#endif
    return x > -least && x < least ? (stored)0 : root;
}

#endif
