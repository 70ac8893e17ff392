/* atomic.h: the few atomic operations that kernels need, for host threads and device. */
#ifndef UFV_SOLVE_KERNELS_ATOMIC_H
#define UFV_SOLVE_KERNELS_ATOMIC_H

#include "arithmetic/real.h"

/* *target = min(*target, value); rare: a cell's state is not physical. */
UFV_HD void atomic_minimum(lid *target, lid value)
{
    DEVICE_ATOMIC_MINIMUM(target, value);
}

/* A count: the order of its increments does not matter. */
UFV_HD void atomic_increment(lid *target)
{
    DEVICE_ATOMIC_ADD(target, 1);
}

/* Sums of these depend on the order in which threads come.
 * Hence the papers' pipeline alone takes it (kernels/paper/): everywhere else a cell's sum goes over
 * its own row. */
UFV_HD void atomic_add(real *target, real value)
{
    DEVICE_ATOMIC_ADD(target, value);
}

/* *target = min(*target, value) */
UFV_HD void atomic_lower(real *target, real value)
{
    DEVICE_ATOMIC_MINIMUM(target, value);
}

/* *target = max(*target, value) */
UFV_HD void atomic_raise(real *target, real value)
{
    DEVICE_ATOMIC_MAXIMUM(target, value);
}

#endif
