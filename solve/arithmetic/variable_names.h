/* variable_names.h: the variables of a set of equations as files, histories and messages name them. */
#ifndef UFV_SOLVE_ARITHMETIC_VARIABLE_NAMES_H
#define UFV_SOLVE_ARITHMETIC_VARIABLE_NAMES_H

#include "arithmetic/real.h"

struct variable_name {
    const char *name, *unit;
};

/* Variable v, 0 <= v < equations_variables(equations), of these equations, in the order of struct flow's q; FATAL()
 * for another v. Static strings. Not collective; any thread. */
struct variable_name variable_of(enum equations equations, int v);

/* The eddy viscosity, which turbulent runs have beside their variables; the same for all equations, k is 0. As
 * above. */
struct variable_name eddy_viscosity_of(enum equations equations, int k);

/* What boundary faces have: the pressure, and behind it, in viscous runs, what is kept of walls in the order of enum
 * wall_value (physics/wall.h). How many, and variable k of them. As above. */
int surface_variables(enum equations equations);
struct variable_name surface_variable_of(int k);

#endif
