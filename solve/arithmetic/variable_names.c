/* variable_names.c: names and units, those of the flow first, then those of the row in EQUATIONS. */
#include "arithmetic/variable_names.h"

#include "error.h"

static const struct variable_name flow[NV] = {
    {"density", "kg/m^3"}, {"velocity_x", "m/s"}, {"velocity_y", "m/s"}, {"velocity_z", "m/s"}, {"pressure", "Pa"}};

#define VARIABLES_OF(name, NAME, unknowns, terms, viscous, turbulent, what, ...) [EQUATIONS_##NAME] = {__VA_ARGS__},
static const struct variable_name behind_flow[N_EQUATIONS][NV_MAX - NV] = {EQUATIONS(VARIABLES_OF)};
#undef VARIABLES_OF

struct variable_name variable_of(enum equations equations, int v)
{
    if (v < 0 || v >= equations_variables(equations))
        FATAL("equations number %d have no variable number %d", (int)equations, v);
    return v < NV ? flow[v] : behind_flow[equations][v - NV];
}
