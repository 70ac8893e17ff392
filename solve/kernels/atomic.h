/* atomic.h: the few atomic operations kernels need, for host threads and device. */
#ifndef UFV_SOLVE_KERNELS_ATOMIC_H
#define UFV_SOLVE_KERNELS_ATOMIC_H

#include "hd.h"
#include "types.h"

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

#endif
