/* wall_law_part.h: what the closed forms of the models' laws of the wall are made of (physics/turbulence/wall_law.h).
 */
#ifndef UFV_SOLVE_PHYSICS_TURBULENCE_WALL_LAW_PART_H
#define UFV_SOLVE_PHYSICS_TURBULENCE_WALL_LAW_PART_H

#include "physics/elementary.h"
#include "physics/power.h"

#define WALL_KAPPA ((real)0.41)
#define WALL_KAPPA2 ((real)(0.41 * 0.41))

/* One of the two parts of u+: c log((y + a)^2 + b^2) less s times the angle of the point (y + a, b). */
UFV_HD real wall_law_part(real y, real a, real b, real c, real s)
{
    const real half_pi = (real)1.5707963267948966;
    real x = y + a, angle = half_pi - arc_tangent(real_divide(x, b));
    return c * power_log(x * x + b * b) - s * angle;
}

/* u+ below y+ = 0.1: the first two terms of its series where the eddy viscosity over the viscosity is
 * (kappa y+)^4 / cubic there. */
UFV_HD real wall_law_series(real y, real cubic)
{
    real y2 = y * y;
    return y * ((real)1 - real_divide(y2 * y2 * (WALL_KAPPA2 * WALL_KAPPA2), (real)5 * cubic));
}

#endif
