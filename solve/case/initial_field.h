/* initial_field.h: initial fields, and the values of prescribed boundaries. */
#ifndef UFV_SOLVE_CASE_INITIAL_FIELD_H
#define UFV_SOLVE_CASE_INITIAL_FIELD_H

#include "case/case_file.h"

/* The initial field at a point (m). */
struct state initial_state(const struct case_file *c, const double x[3]);

#endif
