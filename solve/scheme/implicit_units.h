/* implicit_units.h: the units in which the implicit scheme weighs one conserved variable against another. */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_UNITS_H
#define UFV_SOLVE_SCHEME_IMPLICIT_UNITS_H

#include "case/case_file.h"

/* Fills unit[n_variables], others 0: of density, momentum and energy those of the free stream's density and speed of
 * sound, or with numerics.low_mach of its own speed; of turbulence variables such that their changes and those of the
 * flow are alike. Returns implicit_args.by_value: the variable from which on units are to be multiplied by the
 * variable's own value in each cell; NV_MAX: none are. Not collective. */
int implicit_units(const struct case_file *c, double unit[NV_MAX]);

/* Is a residual no more than rounding? norm: of all variables in those units, over the spectral radii (struct
 * implicit_norms). False where states are kept in single precision. Not collective. */
bool implicit_is_rounding(double norm, int n_variables);

/* Where states are in double precision and gradients are not: is that norm so small that it may be rounding of
 * gradients? It is where it has also stopped falling (steering_decision.rests). Not collective. */
bool implicit_may_be_rounding(double norm);

#endif
