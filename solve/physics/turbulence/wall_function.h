/* wall_function.h: what lies between a no-slip wall and the centre of the cell at it, where the mesh does not resolve
 * it: the law of the wall, in a compressible gas.
 *
 *        cell                 d                 wall
 *   n:    o ---------------------------------->|       u: along the wall, relative to it
 *
 * The pressure is the cell's all the way. The temperature follows the speed (Crocco 1932 and Busemann 1931; White,
 * Viscous Fluid Flow, 2006, Eq. 7-32, with the recovery factor r = Pr^(1/3)),
 *
 *   T(u') = T_w + (T_aw - T_w) u' / u - r u'^2 / (2 cp),   T_aw = T + r u^2 / (2 cp),
 *
 * and the law holds for Van Driest's velocity (1951), the integral of sqrt(T_w / T) du', with density and viscosity of
 * the wall (Nichols & Nelson 2004, AIAA J. 42(6), combine the same parts with Spalding's law).
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_WALL_FUNCTION_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_WALL_FUNCTION_H

#include "physics/wall.h"
#include "physics/turbulence/wall_law.h"

struct wall_layer {
    int equations;     /* whose law: of wall_law_viscosity(); a constant of the kernel */
    real along[3];     /* m/s, the cell's velocity relative to the wall, without its normal part */
    real speed;        /* m/s, its size */
    real normal;       /* m/s, the normal part, towards the wall */
    real heating;      /* K, r u^2 / (2 cp) */
    real temperature;  /* K, of the wall */
    real rho, mu;      /* kg/m^3, Pa s, on the wall */
    real y_plus;       /* of the cell's centre, with these */
    real viscosity;    /* Pa s, the stress over u / d */
    real steepness;    /* du/dy in the cell's centre over u / d: 1 in the sublayer */
    real conductance;  /* W/(m^2 K), heat into the wall over T_aw - T_w */
    real warmth;       /* the part of dT/dy there that goes with the heat flux, over (T_aw - T_w) / d: likewise */
    real stiffness;    /* d log stress / d log u: 1 in the sublayer, less than 2 */
};

/* Mean of sqrt(T_w / T) over u' from 0 to u: Gauss' rule of 5 points. rise: T_aw - T_w. */
UFV_HD real wall_van_driest(real wall, real rise, real heating)
{
    const real point[5] = {(real)0.0469100770306680, (real)0.2307653449471584, (real)0.5,
                           (real)0.7692346550528416, (real)0.9530899229693320};
    const real weight[5] = {(real)0.1184634425280945, (real)0.2393143352496832, (real)0.2844444444444444,
                            (real)0.2393143352496832, (real)0.1184634425280945};
    real sum = (real)0;
    for (int k = 0; k < 5; k++) {
        real t = wall + point[k] * (rise - point[k] * heating);
        sum += weight[k] * real_sqrt(real_divide(wall, t));
    }
    return sum;
}

/* Velocity along the wall and across. */
UFV_HD void wall_layer_velocity(struct wall_layer *w, struct state in, const struct bc_values *given, const real n[3])
{
    const real u[3] = {in.u - given->wall_velocity[0], in.v - given->wall_velocity[1], in.w - given->wall_velocity[2]};
    w->normal = dot3(u, n);
    for (int k = 0; k < 3; k++)
        w->along[k] = u[k] - w->normal * n[k];
    w->speed = real_sqrt(dot3(w->along, w->along));
}

/* Solves the layer once velocity and a wall temperature are known; t is the cell's temperature, K. The temperature
 * along the layer gives Van Driest's mean factor; the layer's velocity with the wall's rho and mu gives the Reynolds
 * number; Newton's method finds y+ from the law; y+ and u+ give the stress mu (y+ / u+) u / d, and T+ in the same way
 * the heat flux. */
UFV_HD void wall_layer_solve(struct wall_layer *w, struct state in, const struct fluid *g, real t, real d)
{
    const int equations = w->equations;
    real rise = t + w->heating - w->temperature, mean = wall_van_driest(w->temperature, rise, w->heating);
    w->rho = real_divide(in.p, g->gas_constant * w->temperature);
    w->mu = fluid_viscosity(g, w->temperature);
    real reynolds = real_max(real_divide(w->rho * mean * w->speed * d, w->mu), (real)1e-12);
    real y = wall_law_height(reynolds, equations), u = real_divide(reynolds, y), slope = wall_law_slope(y, equations);
    real a = real_divide(g->prandtl, g->prandtl_turbulent);
    real heat = real_divide(y, wall_law_temperature(y, u, g->prandtl, g->prandtl_turbulent, equations));
    real share = mean * real_divide(y, u);
    w->y_plus = y;
    w->viscosity = share * w->mu;
    w->steepness = share * slope * real_sqrt(real_divide(t, w->temperature));
    w->conductance = real_divide(fluid_cp(g) * w->mu * heat, d);
    w->warmth = real_divide(heat * g->prandtl, (real)1 + a * wall_law_viscosity(y, equations));
    w->stiffness = real_divide((real)2 * u, u + y * slope);
}

/* Beside a cell whose centre is d away (m). n: unit normal, out of the domain; equations: a constant, whose law.
 * A wall with a given heat flux has the temperature that makes it: its own conductance changes little with that, and
 * four turns find it. */
UFV_HD struct wall_layer wall_layer_of(struct state in, const struct bc_values *given, const struct fluid *g,
                                       const real n[3], real d, const int equations)
{
    struct wall_layer w;
    const int given_flux = given->thermal == WALL_HEAT_GIVEN;
    real t = fluid_temperature(g, in.rho, in.p), recovery = power(g->prandtl, (real)(1.0 / 3));
    w.equations = equations;
    wall_layer_velocity(&w, in, given, n);
    w.heating = real_divide((real)0.5 * recovery * w.speed * w.speed, fluid_cp(g));
    real adiabatic = t + w.heating;
    w.temperature = given->thermal == WALL_ISOTHERMAL ? given->wall_temperature : adiabatic;
    wall_layer_solve(&w, in, g, t, d);
    for (int k = 0; given_flux && k < 4; k++) {
        w.temperature = real_max(adiabatic + real_divide(given->heat_flux, w.conductance), (real)0.1 * adiabatic);
        wall_layer_solve(&w, in, g, t, d);
    }
    return w;
}

/* Heat into the fluid, W/m^2. t: the cell's temperature. */
UFV_HD real wall_layer_heat(const struct wall_layer *w, const struct bc_values *given, real t)
{
    if (given->thermal == WALL_HEAT_GIVEN)
        return given->heat_flux;
    return given->thermal == WALL_ISOTHERMAL ? w->conductance * (w->temperature - t - w->heating) : (real)0;
}

/* The state in the ghost slot, by which gradients in the cell get the law's slopes in its centre: in the sublayer the
 * mirrored velocity of wall_ghost(). */
UFV_HD struct state wall_layer_ghost(const struct wall_layer *w, struct state in, const struct bc_values *given,
                                     const struct fluid *g, const real n[3])
{
    real t = fluid_temperature(g, in.rho, in.p), rise = t + w->heating - w->temperature;
    real mirrored = t - (real)2 * (w->warmth * rise - (real)2 * w->heating * w->steepness);
    mirrored = real_max(mirrored, (real)0.1 * w->temperature);
    real share = (real)1 - (real)2 * w->steepness, u[3];
    for (int k = 0; k < 3; k++)
        u[k] = given->wall_velocity[k] + share * w->along[k] - w->normal * n[k];
    struct state s = {real_divide(in.p, g->gas_constant * mirrored), u[0], u[1], u[2], in.p};
    return s;
}

/* y+ of points in line with the cell, at the distances a < b from the wall and `at` between them. d: the cell's
 * distance, m. */
UFV_HD struct turbulence_heights wall_layer_heights(const struct wall_layer *w, real d, real a, real b, real at)
{
    real unit = real_divide(w->y_plus, d);
    struct turbulence_heights y = {a * unit, b * unit, at * unit};
    return y;
}

/* The slope of the law at y.at, over the one that differences of the law at the two other points find. */
UFV_HD real wall_layer_slope_share(const struct wall_layer *w, struct turbulence_heights y)
{
    real difference = wall_law_velocity(y.to, w->equations) - wall_law_velocity(y.from, w->equations);
    return real_divide(wall_law_slope(y.at, w->equations) * (y.to - y.from), difference);
}

#endif
