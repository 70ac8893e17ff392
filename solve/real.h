/* real.h: the floating-point type of the kernels.
 *
 * Kernels, their arguments and the physics are written in `real` only. The build
 * compiles them for double precision; another precision is another compilation
 * of the same back-end file with UFV_REAL set by a build rule.
 */
#ifndef UFV_SOLVE_REAL_H
#define UFV_SOLVE_REAL_H

#include "hd.h"
#include "types.h"

#include <math.h>

#ifndef UFV_REAL
#define UFV_REAL double
#endif
typedef UFV_REAL real;

/* Unknowns of the Euler equations, in every array of states: rho, u, v, w, p. */
enum { NV = 5 };
enum { Q_RHO, Q_U, Q_V, Q_W, Q_P };

UFV_HD real real_max(real a, real b)
{
    return a > b ? a : b;
}

UFV_HD real real_min(real a, real b)
{
    return a < b ? a : b;
}

UFV_HD real real_abs(real a)
{
    return a < (real)0 ? -a : a;
}

#endif
