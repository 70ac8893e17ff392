/* jacobian_wall.h: the derivative of the viscous flux into a wall with a wall function, as
 * physics/jacobian_viscous.h has those of other faces.
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_JACOBIAN_WALL_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_JACOBIAN_WALL_H

#include "physics/jacobian_viscous.h"
#include "physics/turbulence/wall_function.h"

/* m += the viscous flux into a no-slip wall with a wall function, as jacobian_add_wall(), of a cell at the distance d
 * (m). It holds the function's viscosity and conductance fixed, and adds by how much the stress along the wall grows
 * faster than in proportion to the speed. equations: a constant, whose law of the wall. */
UFV_HD void jacobian_add_modelled_wall(struct block5 *m, real area, real d, struct state in,
                                       const struct bc_values *given, const struct fluid *g, const real n[3],
                                       const int equations)
{
    struct wall_layer w = wall_layer_of(in, given, g, n, d, equations);
    struct jacobian_conduction c = {w.viscosity, real_divide(w.conductance * d, g->gas_constant)};
    real s = real_divide(area, d), inverse = real_divide((real)1, real_max(w.speed, (real)1e-30)), t[3];
    jacobian_add_wall(m, s, in, given, c, n, g->gamma);
    for (int k = 0; k < 3; k++)
        t[k] = w.along[k] * inverse;
    /* The stress grows with the speed by `stiffness` times what a constant viscosity gives; that is
     * there already. */
    real f = real_divide((w.stiffness - (real)1) * s * w.viscosity, in.rho);
    real work = dot3(given->wall_velocity, t), along = in.u * t[0] + in.v * t[1] + in.w * t[2];
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++)
            m->a[1 + i][1 + j] += f * t[i] * t[j];
        m->a[1 + j][0] -= f * t[j] * along;
        m->a[4][1 + j] += f * work * t[j];
    }
    m->a[4][0] -= f * work * along;
}

#endif
