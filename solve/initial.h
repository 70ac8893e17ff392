/* initial.h: initial fields, and the values of prescribed boundaries. */
#ifndef UFV_SOLVE_INITIAL_H
#define UFV_SOLVE_INITIAL_H

#include "case_file.h"

/* The initial field at a point (m). */
struct state initial_state(const struct case_file *c, const double x[3]);

#endif
