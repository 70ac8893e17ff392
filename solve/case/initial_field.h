/* initial_field.h: the field that a run starts from, point by point.
 */
#ifndef UFV_SOLVE_CASE_INITIAL_FIELD_H
#define UFV_SOLVE_CASE_INITIAL_FIELD_H

#include "case/internal_start.h"
#include "case/isotropic.h"

/* The initial field at a point x[3] (m): density (kg/m^3), velocity (m/s), pressure (Pa), as [initial]
 * of the case says, or `start`, of the domain; not physical where its values are not (the caller checks). waves: of
 * isotropic_create(). Not collective; any thread. */
struct state initial_state(const struct case_file *c, const struct internal_start *start,
                           const struct isotropic *waves, const double x[3]);

#endif
