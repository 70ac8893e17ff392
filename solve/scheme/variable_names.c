/* variable_names.c: names and units, those of the flow first, then those of each turbulence model. */
#include "scheme/variable_names.h"

#include "error.h"

static const struct variable flow[NV] = {
    {"density", "kg/m^3"}, {"velocity_x", "m/s"}, {"velocity_y", "m/s"}, {"velocity_z", "m/s"}, {"pressure", "Pa"}};

/* In the order of the unknowns. */
static const struct {
    enum equations equations;
    struct variable variable;
} turbulence[] = {{EQUATIONS_SA, {"nu_tilde", "m^2/s"}},
                  {EQUATIONS_SST, {"k", "m^2/s^2"}},
                  {EQUATIONS_SST, {"omega", "1/s"}}};

struct variable variable_of(enum equations equations, int v)
{
    if (v < NV)
        return flow[v];
    int left = v - NV;
    for (size_t k = 0; k < sizeof turbulence / sizeof *turbulence; k++)
        if (turbulence[k].equations == equations && left-- == 0)
            return turbulence[k].variable;
    FATAL("equations number %d have no variable number %d", (int)equations, v);
}
