/* case_turbulence.h: the free stream of a case as turbulence models take it (case_model.c). */
#ifndef UFV_SOLVE_CASE_CASE_TURBULENCE_H
#define UFV_SOLVE_CASE_CASE_TURBULENCE_H

#include "case/case_file.h"
#include "physics/turbulence/models.h"

/* Of viscous cases, whose fluid has been worked out. SI units. Not collective. */
struct turbulence_stream case_turbulence_stream(const struct case_file *c);

#endif
