/* variable_names.c: names and units, those of the flow first, then those of the row in EQUATIONS. */
#include "arithmetic/variable_names.h"

#include "error.h"

static const struct variable_name flow[NV] = {
    {"density", "kg/m^3"}, {"velocity_x", "m/s"}, {"velocity_y", "m/s"}, {"velocity_z", "m/s"}, {"pressure", "Pa"}};

#define WITHOUT_PARENTHESES(...) __VA_ARGS__
#define VARIABLES_OF(name, NAME, unknowns, terms, viscous, turbulent, what, variables, ...)                            \
    [EQUATIONS_##NAME] = {WITHOUT_PARENTHESES variables},
static const struct variable_name behind_flow[N_EQUATIONS][NV_MODEL] = {EQUATIONS(VARIABLES_OF, )};
#undef VARIABLES_OF
#undef WITHOUT_PARENTHESES

#define WIDTH_IS(n, unknowns) || (unknowns) == n
#define WIDTH_OF(name, NAME, unknowns, ...)                                                                            \
    _Static_assert(0 EQUATIONS_WIDTHS(WIDTH_IS, unknowns), "EQUATIONS_WIDTHS lacks the unknowns of " #name);
EQUATIONS(WIDTH_OF, )
#undef WIDTH_OF
#undef WIDTH_IS

struct variable_name variable_of(enum equations equations, int v)
{
    if (v < 0 || v >= equations_variables(equations))
        FATAL("equations number %d have no variable number %d", (int)equations, v);
    return v < NV ? flow[v] : behind_flow[equations][v - NV];
}

struct variable_name eddy_viscosity_of(enum equations equations, int k)
{
    (void)equations;
    if (k != 0)
        FATAL("there is no eddy viscosity number %d", k);
    return (struct variable_name){"eddy_viscosity", "Pa s"};
}

/* In the order of enum wall_value behind the pressure (variable_names.h). */
static const struct variable_name of_surfaces[] = {{"pressure", "Pa"},
                                                   {"wall_shear_x", "Pa"},
                                                   {"wall_shear_y", "Pa"},
                                                   {"wall_shear_z", "Pa"},
                                                   {"heat_flux", "W/m^2"},
                                                   {"y_plus", "1"}};
enum { N_OF_SURFACES = sizeof of_surfaces / sizeof *of_surfaces };

int surface_variables(enum equations equations)
{
    return equations_are_viscous(equations) ? N_OF_SURFACES : 1;
}

struct variable_name surface_variable_of(int k)
{
    if (k < 0 || k >= N_OF_SURFACES)
        FATAL("there is no variable %d of surfaces", k);
    return of_surfaces[k];
}
