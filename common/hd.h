/* hd.h: marks functions that compile for host and device.
 *
 * UFV_HD goes before `static inline`-like value functions that both the C
 * compiler and nvcc see: common subset of C11 and C++, no globals, no I/O.
 */
#ifndef UFV_COMMON_HD_H
#define UFV_COMMON_HD_H

#ifdef __CUDACC__
#define UFV_HD static __host__ __device__ __forceinline__
#else
/* always: constant arguments must reach the loops of the kernel bodies */
#define UFV_HD static inline __attribute__((always_inline))
#endif

/* Before a loop: so many turns at once, so that their loads are under way together. */
#define UFV_PRAGMA(text) _Pragma(#text)
#if defined(__CUDA_ARCH__)
#define UFV_UNROLL(n) UFV_PRAGMA(unroll n)
#elif defined(__CUDACC__)
#define UFV_UNROLL(n) /* nvcc's pass for the host */
#else
#define UFV_UNROLL(n) UFV_PRAGMA(GCC unroll n)
#endif

/* After `struct`: begins on a multiple of so many bytes, so that it is loaded at once. */
#ifdef __cplusplus
#define UFV_ALIGN(bytes) alignas(bytes)
#else
#define UFV_ALIGN(bytes) __attribute__((aligned(bytes)))
#endif

#ifdef __cplusplus
#define UFV_RESTRICT __restrict__
#else
#define UFV_RESTRICT restrict
#endif

#endif
