/* device_division_cuda.h: division and square root on the GPU, from the hardware's guesses;
 * part of arithmetic/division.h, which says what they keep.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_DEVICE_DIVISION_CUDA_H
#define UFV_SOLVE_BACKEND_CUDA_DEVICE_DIVISION_CUDA_H

#ifdef __CUDA_ARCH__

/* rcp.approx.ftz.f64 gives the upper 32 bits of a guess; the low word is set to 1, as division.h asks
 * for. */
static __device__ __forceinline__ double device_divide(double a, double b)
{
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(b));
    return quotient_from(a, b, __hiloint2double(__double2hiint(y), 1));
}

static __device__ __forceinline__ float device_divide(float a, float b)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
    return quotient_from_float(a, b, y);
}

static __device__ __forceinline__ double device_sqrt(double x)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return root_from(x, y);
}

static __device__ __forceinline__ float device_sqrt(float x)
{
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return root_from_float(x, y);
}

#else /* nvcc's pass for the host, whose code is never run */
#define device_divide(a, b) ((a) / (b))
#define device_sqrt(x) sqrt(x)
#endif

#endif
