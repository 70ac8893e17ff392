/* wall.h: no-slip walls: state in the ghost slot, gradients on the face.
 *
 *        cell   d   wall  d   ghost
 *   n:    o ------->|........ o
 */
#ifndef UFV_SOLVE_PHYSICS_WALL_H
#define UFV_SOLVE_PHYSICS_WALL_H

#include "physics/boundary.h"
#include "physics/fluid.h"
#include "physics/stress.h"

/* What is kept of a wall face. */
enum wall_value {
    WALL_SHEAR,               /* three components of the viscous force on the wall per area, Pa */
    WALL_HEAT_FLUX = 3,       /* from the fluid into the wall, W/m^2 */
    WALL_Y_PLUS,              /* of the first cell's centre */
    N_WALL
};

/* Temperature of the wall, K, beside a cell of temperature t whose centre is d away.
 * heat_flux goes from the wall into the fluid: k dT/dn = q. */
UFV_HD real wall_temperature(const struct bc_values *given, real t, real conductivity, real d)
{
    if (given->thermal == WALL_ISOTHERMAL)
        return given->wall_temperature;
    if (given->thermal == WALL_HEAT_GIVEN)
        return real_max(t + real_divide(given->heat_flux * d, conductivity), (real)0.1 * t);
    return t;
}

/* Velocity and temperature mirrored about the wall's, pressure as in the cell. */
UFV_HD struct state wall_ghost(struct state in, const struct bc_values *given, const struct fluid *g, real d)
{
    real t = fluid_temperature(g, in.rho, in.p);
    real conductivity = real_divide(fluid_cp(g) * fluid_viscosity(g, t), g->prandtl);
    real tw = wall_temperature(given, t, conductivity, d), mirrored = (real)2 * tw - t;
    mirrored = mirrored > (real)0.1 * tw ? mirrored : tw;
    struct state s = {real_divide(in.p, g->gas_constant * mirrored), (real)2 * given->wall_velocity[0] - in.u,
                      (real)2 * given->wall_velocity[1] - in.v, (real)2 * given->wall_velocity[2] - in.w, in.p};
    return s;
}

/* Differences from the cell to the wall over the distance d, along the normal n: no
 * velocity varies along a wall that moves as one. */
UFV_HD struct flow_gradient wall_gradient(struct state in, const struct bc_values *given, real dt, real d,
                                          const real n[3])
{
    struct flow_gradient g;
    real inverse = real_divide((real)1, d);
    real du = (given->wall_velocity[0] - in.u) * inverse, dv = (given->wall_velocity[1] - in.v) * inverse;
    real dw = (given->wall_velocity[2] - in.w) * inverse;
    for (int k = 0; k < 3; k++) {
        g.u[k] = (stored)(du * n[k]);
        g.v[k] = (stored)(dv * n[k]);
        g.w[k] = (stored)(dw * n[k]);
        g.t[k] = (stored)(dt * inverse * n[k]);
    }
    return g;
}

/* Adds what the velocity of a wall that turns at omega (rad/s) varies along itself: omega x dx for dx along the wall,
 * n its unit normal. Without it the stress beside a wall of radius r is off by its speed over r. */
UFV_HD void wall_gradient_turn(struct flow_gradient *g, const real omega[3], const real n[3])
{
    const real spin[3][3] = {{(real)0, -omega[2], omega[1]}, {omega[2], (real)0, -omega[0]},
                             {-omega[1], omega[0], (real)0}};
    stored *row[3] = {g->u, g->v, g->w};
    for (int i = 0; i < 3; i++) {
        real along = dot3(spin[i], n);
        for (int k = 0; k < 3; k++)
            row[i][k] += (stored)(spin[i][k] - along * n[k]);
    }
}

#endif
