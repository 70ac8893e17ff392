/* device_cpu.h: what a compiler for the CPU makes of functions that host and device share.
 *
 * backend/cuda/device_cuda.h has the same names for nvcc. backend/device.h includes the one or the other, so that
 * kernels and physics need no conditionals: common subset of C11 and C++, no globals, no input or output.
 */
#ifndef UFV_SOLVE_BACKEND_CPU_DEVICE_CPU_H
#define UFV_SOLVE_BACKEND_CPU_DEVICE_CPU_H

/* Is the code being compiled for a GPU? A constant. */
#define ON_DEVICE 0

/* Stands before every function that runs on host and device. Such functions are always inlined, because constant
 * arguments must reach the loops of the kernel bodies. The Makefile's SAN=1 leaves that to the compiler: sanitizers
 * would check every inlined copy anew, and a file would take many minutes to compile. */
#ifndef UFV_HD
#define UFV_HD static inline __attribute__((always_inline))
#endif

/* Before a loop: unroll it n times, so that the loads of n turns are under way together. */
#define UFV_PRAGMA(text) _Pragma(#text)
#define UFV_UNROLL(n) UFV_PRAGMA(GCC unroll n)

/* After `struct`: aligned to a multiple of that many bytes, so that it is loaded at once. */
#define UFV_ALIGN(bytes) __attribute__((aligned(bytes)))

#define UFV_RESTRICT restrict

/* *address, which nothing else reads soon: a hint for caches of a GPU. */
#define DEVICE_LOAD_ONCE(address) (*(address))

/* What the bits of an IEEE 754 binary16 stand for, as a float; for ON_DEVICE alone. */
#define DEVICE_HALF(bits) ((void)(bits), 0.0f)

/* ---- atomic operations on numbers of any arithmetic type ---- */

/* *target += value; of floating-point numbers the sum depends on the order of threads. */
#define DEVICE_ATOMIC_ADD(target, value)                                                           \
    do {                                                                                           \
        __typeof__(*(target)) seen_, next_;                                                        \
        __atomic_load((target), &seen_, __ATOMIC_RELAXED);                                         \
        do {                                                                                       \
            next_ = seen_ + (value);                                                               \
        } while (!__atomic_compare_exchange((target), &seen_, &next_, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
    } while (0)

/* *target = value where `value OP *target` holds. */
#define DEVICE_ATOMIC_REPLACE_IF(target, value, OP)                                                \
    do {                                                                                           \
        __typeof__(*(target)) seen_;                                                               \
        __atomic_load((target), &seen_, __ATOMIC_RELAXED);                                         \
        while ((value) OP seen_ &&                                                                 \
               !__atomic_compare_exchange((target), &seen_, &(value), 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) { \
        }                                                                                          \
    } while (0)
#define DEVICE_ATOMIC_MINIMUM(target, value) DEVICE_ATOMIC_REPLACE_IF(target, value, <)
#define DEVICE_ATOMIC_MAXIMUM(target, value) DEVICE_ATOMIC_REPLACE_IF(target, value, >)

#endif
