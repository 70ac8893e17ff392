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

/* Unknowns in every array of states: density, velocity, pressure, and behind them
 * the model's turbulence variables, NV_MAX in all at most: nu_tilde (m^2/s), or k
 * (m^2/s^2) and omega (1/s). */
enum { NV = 5, NV_MAX = 7 };
/* kg/m^3, m/s, Pa; Q_OMEGA is the seventh, behind Q_K. */
enum { Q_RHO, Q_U, Q_V, Q_W, Q_P, Q_NU, Q_K = Q_NU, Q_OMEGA };

/* ROW(name, ENUMERATOR, unknowns, source terms, viscous, turbulent, what, variables...): the sets
 * of equations, a line each (the Makefile reads the names). name: the case file's word and the
 * last part of kernels' names (update.of_4.sa); source terms: numbers that the turbulence model's
 * sources take of a cell's gradients; turbulent: with eddy viscosity, sources and wall distance;
 * variables: {name, unit} of each unknown behind the flow's, as in files, {0} for none. */
#define EQUATIONS(ROW)                                                                             \
    ROW(euler, EULER, 5, 0, 0, 0, "inviscid flow", {0})                                            \
    ROW(laminar, LAMINAR, 5, 0, 1, 0, "viscous flow without a turbulence model", {0})              \
    ROW(sa, SA, 6, 3, 1, 1, "with Spalart and Allmaras' turbulence model", {"nu_tilde", "m^2/s"})  \
    ROW(sst, SST, 7, 2, 1, 1, "with Menter's k-omega SST", {"k", "m^2/s^2"}, {"omega", "1/s"})

#define EQUATIONS_ENUMERATOR(name, NAME, ...) EQUATIONS_##NAME,
enum equations { EQUATIONS(EQUATIONS_ENUMERATOR) N_EQUATIONS };
#undef EQUATIONS_ENUMERATOR

#define EQUATIONS_UNKNOWNS(name, NAME, unknowns, ...) equations == EQUATIONS_##NAME ? (unknowns):
#define EQUATIONS_TERMS(name, NAME, unknowns, terms, ...) equations == EQUATIONS_##NAME ? (terms):
#define EQUATIONS_VISCOUS(name, NAME, unknowns, terms, viscous, ...) equations == EQUATIONS_##NAME ? (viscous):
#define EQUATIONS_TURBULENT(name, NAME, unknowns, terms, viscous, turbulent, ...)                  \
    equations == EQUATIONS_##NAME ? (turbulent):

/* Unknowns of a set of equations: NV and those behind the flow's. */
UFV_HD int equations_variables(const int equations)
{
    return EQUATIONS(EQUATIONS_UNKNOWNS) 0;
}

/* Numbers that the sources of a set of equations take of a cell's gradients. */
UFV_HD int equations_terms(const int equations)
{
    return EQUATIONS(EQUATIONS_TERMS) 0;
}

/* 1 when the equations have molecular viscosity and heat conduction, else 0. */
UFV_HD int equations_are_viscous(const int equations)
{
    return EQUATIONS(EQUATIONS_VISCOUS) 0;
}

/* 1 when the equations have a turbulence model: eddy viscosity, sources and wall distances; else 0. */
UFV_HD int equations_are_turbulent(const int equations)
{
    return EQUATIONS(EQUATIONS_TURBULENT) 0;
}
#undef EQUATIONS_UNKNOWNS
#undef EQUATIONS_TERMS
#undef EQUATIONS_VISCOUS
#undef EQUATIONS_TURBULENT

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
