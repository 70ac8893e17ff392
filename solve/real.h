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

/* Unknowns in every array of states: density, velocity, pressure, and behind them
 * the model's turbulence variables, NV_MAX in all at most: nu_tilde (m^2/s), or k
 * (m^2/s^2) and omega (1/s). */
enum { NV = 5, NV_MAX = 7 };
enum { Q_RHO, Q_U, Q_V, Q_W, Q_P, Q_NU, Q_K = Q_NU, Q_OMEGA };

enum equations { EQUATIONS_EULER, EQUATIONS_LAMINAR, EQUATIONS_SA, EQUATIONS_SST, N_EQUATIONS };

/* Unknowns of a set of equations. */
UFV_HD int equations_variables(const int equations)
{
    return equations == EQUATIONS_SST ? 7 : equations == EQUATIONS_SA ? 6 : NV;
}

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
