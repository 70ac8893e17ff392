/* real.h: the floating-point types of the kernels.
 *
 *   real     states, fluxes, arithmetic
 *   stored   gradients, limiter values, fluxes and face geometry where they lie in memory, and
 *            what is computed from them alone: viscous stresses
 *
 * Kernels, their arguments and the physics are written in these two only:
 *
 *   precision    real      stored
 *   double       double    double
 *   mixed        double    float
 *   single       float     float
 *
 * Each precision is another compilation of the same files with UFV_REAL and
 * UFV_STORED set by a build rule. Files, times and sums over cells are double in all.
 */
#ifndef UFV_SOLVE_ARITHMETIC_REAL_H
#define UFV_SOLVE_ARITHMETIC_REAL_H

#include "device.h"
#include "types.h"

#include <float.h>

#ifndef UFV_REAL
#define UFV_REAL double
#endif
#ifndef UFV_STORED
#define UFV_STORED double
#endif
typedef UFV_REAL real;
typedef UFV_STORED stored;

/* Is the geometry of faces kept as vectors from the cells' centroids? In single
 * precision differences of positions would lose their digits in thin cells; in double
 * precision positions are fewer bytes. A constant: `if (GEOMETRY_IS_RELATIVE)` is
 * decided when the kernels are compiled. */
enum { GEOMETRY_IS_RELATIVE = sizeof(stored) < sizeof(double) };

UFV_HD const char *precision_name(void)
{
    return sizeof(real) < sizeof(double) ? "single" : sizeof(stored) < sizeof(double) ? "mixed" : "double";
}

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

/* Numbers that the sources of a set of equations take of a cell's gradients. */
UFV_HD int equations_terms(const int equations)
{
    return equations == EQUATIONS_SA ? 3 : equations == EQUATIONS_SST ? 2 : 0;
}

/* Relative spacing of `real`. */
#define REAL_EPSILON ((sizeof(real) == sizeof(float) ? (real)FLT_EPSILON : (real)DBL_EPSILON))

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

#include "arithmetic/division.h"

#endif
