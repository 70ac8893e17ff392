/* cp_shock.h: where along a section the flow falls below Mach 1, by its pressure. */
#ifndef UFV_POST_CP_CP_SHOCK_H
#define UFV_POST_CP_CP_SHOCK_H

#include "cp/cp_cut.h"

#include <stdbool.h>

struct cp_shock {
    double x;      /* x/c of the last place, downstream, where the pressure rises through the sonic one; NAN: none */
    bool is_steep; /* as through a shock: Cp rises there by more than 3 times what x/c does */
};

/* Cp where the flow is as fast as sound, isentropic from the free stream: NACA Report 1135 (1953), eq. 44 with M = 1
 * over the same with the free stream's M, which is positive. */
double cp_sonic(const struct solution_reference *f);

/* On a side of the cut, 1 upper or -1 lower. Of cuts of Cp; none where the frame turns, since there each point has a
 * stream of its own, and none for a cut that is not split into sides. */
struct cp_shock cp_shock_find(const struct cp_context *c, const struct section *s, int side);

#endif
