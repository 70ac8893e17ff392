/* steady_bounds.h: what no cell of a steady flow is beyond.
 *
 * Where no work is done and no heat is added, no steady flow has a total temperature above the largest that enters. No
 * steady flow comes near a vacuum either: steps that only just keep density or pressure positive leave such cells, and
 * slopes of second order can keep them.
 */
#ifndef UFV_SOLVE_PHYSICS_STEADY_BOUNDS_H
#define UFV_SOLVE_PHYSICS_STEADY_BOUNDS_H

#include "physics/gas.h"

struct steady_bounds {
    double total_temperature;  /* K, the largest; HUGE_VAL: not known */
    double density, pressure;  /* kg/m^3, Pa, the least */
    double gas_constant, heat; /* J/(kg K); heat: at constant pressure */
};

UFV_HD double steady_total_temperature(const struct steady_bounds *b, struct state s)
{
    const double speed2 = (double)s.u * (double)s.u + (double)s.v * (double)s.v + (double)s.w * (double)s.w;
    return (double)s.p / ((double)s.rho * b->gas_constant) + 0.5 * speed2 / b->heat;
}

/* How far a state is beyond the bounds: 1 and more, the further the more; less: within them. What is no number is
 * within them, since the march looks for it. */
UFV_HD double steady_excess(const struct steady_bounds *b, struct state s)
{
    const double hot = steady_total_temperature(b, s) / b->total_temperature;
    const double thin = b->density / (double)s.rho, low = b->pressure / (double)s.p;
    const double more = thin > low ? thin : low;
    return hot > more ? hot : more;
}

#endif
