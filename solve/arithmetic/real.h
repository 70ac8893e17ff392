/* real.h: the floating-point types of the kernels.
 *
 *   real     states, fluxes, arithmetic
 *   stored   gradients, limiters, face geometry, the implicit scheme's residuals and vectors where
 *            they lie in memory, and what is computed from geometry and gradients: viscous stresses
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

#include "arithmetic/equations.h"
#include "backend/device.h"
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

/* ROW(ENUMERATOR, word): the precisions, a line each (the Makefile reads the words). */
#define PRECISIONS(ROW)                                                                            \
    ROW(PRECISION_DOUBLE, "double")                                                                \
    ROW(PRECISION_MIXED, "mixed")                                                                  \
    ROW(PRECISION_SINGLE, "single")
#define PRECISION_ENUMERATOR(NAME, word) NAME,
enum precision { PRECISIONS(PRECISION_ENUMERATOR) };
#undef PRECISION_ENUMERATOR

/* The precision for which this file is being compiled. */
UFV_HD enum precision precision_own(void)
{
    return sizeof(real) < sizeof(double) ? PRECISION_SINGLE
           : sizeof(stored) < sizeof(double) ? PRECISION_MIXED
                                             : PRECISION_DOUBLE;
}

/* The word of the case file for this program's precision. */
UFV_HD const char *precision_name(void)
{
#define PRECISION_WORD_OF(NAME, word) precision_own() == NAME ? word :
    return PRECISIONS(PRECISION_WORD_OF) "";
#undef PRECISION_WORD_OF
}

/* Relative spacing of `real`. */
#define REAL_EPSILON ((sizeof(real) == sizeof(float) ? (real)FLT_EPSILON : (real)DBL_EPSILON))

/* The larger one; b where one of them is not a number, so that a not-a-number passes in b and is lost in a. */
UFV_HD real real_max(real a, real b)
{
    return a > b ? a : b;
}

/* The smaller of a and b. It treats not-a-numbers as real_max() does. */
UFV_HD real real_min(real a, real b)
{
    return a < b ? a : b;
}

/* The smaller one, or a not-a-number if there is one: for minima over cells, which would hide a lost cell. */
UFV_HD double least_or_nan(double a, double b)
{
    return b < a || b != b ? b : a;
}

/* The size of a number; of -0 that is -0. */
UFV_HD real real_abs(real a)
{
    return a < (real)0 ? -a : a;
}

#include "arithmetic/division.h"

#endif
