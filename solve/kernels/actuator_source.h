/* actuator_source.h: forces and power of actuator disks as sources of the cells that hold them (Rankine 1865, Froude
 * 1889: a disk through which the pressure jumps; here over the disk's thickness). Of disks with blades the forces
 * follow from the flow (physics/blade_element.h); those of actuator lines come from the host (scheme/flow_lines.c).
 */
#ifndef UFV_SOLVE_KERNELS_ACTUATOR_SOURCE_H
#define UFV_SOLVE_KERNELS_ACTUATOR_SOURCE_H

#include "kernels/actuator_args.h"
#include "kernels/kernel_args.h"
#include "physics/gas.h"

/* W/m^3 of a force per volume on fluid of that velocity, and what the cell has besides. */
UFV_HD real actuator_power(const real force[3], real works, real given, struct state s)
{
    return given + works * (force[0] * s.u + force[1] * s.v + force[2] * s.w);
}

UFV_HD real actuator_number(lid i, const struct actuator_args *a, int component)
{
    return a->load[component * (int64_t)a->n_owned + i];
}

UFV_HD void actuator_force(lid i, const struct actuator_args *a, real force[3])
{
    for (int d = 0; d < 3; d++)
        force[d] = actuator_number(i, a, ACTUATOR_FORCE + d);
}

/* source = the force and its power, or that on top of what is there; of the first turbulence variable what is drained,
 * of others nothing, since no mass is added. Index: owned cells. */
UFV_HD void actuator_source_body(lid i, const struct actuator_args *a)
{
    const int64_t n = a->n_owned;
    real added[NV_MAX] = {(real)0};
    /* Numbers of disks from 1; 0: none. */
    if (a->disk[i] > 0) {
        actuator_force(i, a, added + Q_U);
        added[Q_P] = actuator_power(added + Q_U, actuator_number(i, a, ACTUATOR_WORKS),
                                    actuator_number(i, a, ACTUATOR_GIVEN), state_load(a->q, a->n_slots, i));
        if (a->n_variables > NV)
            added[NV] = -actuator_number(i, a, ACTUATOR_DRAIN) * a->q[i] * a->q[NV * (int64_t)a->n_slots + i];
    }
    for (int v = 0; v < a->n_variables; v++) {
        real before = a->adds ? a->source[v * n + i] : (real)0;
        a->source[v * n + i] = before + added[v];
    }
}

/* The force of the blades that pass through the cell, in the mean over their turn. Its power is that of the blades:
 * with their velocity, not with the fluid's. Index: as blade_args. */
UFV_HD void actuator_blade_body(lid i, const struct blade_args *a)
{
    const int64_t n = a->n, owned = a->n_owned;
    const lid c = a->cell[i];
    const struct state s = state_load(a->q, a->n_slots, c);
    const real velocity[3] = {s.u, s.v, s.w};
    const struct blade_section section = {a->number[BLADE_CHORD * n + i], a->number[BLADE_TWIST * n + i],
                                          a->number[BLADE_SIDE * n + i],  a->number[BLADE_TIP * n + i],
                                          a->number[BLADE_BLEND * n + i], {a->airfoil[i], a->airfoil[n + i]}};
    const real area = a->number[BLADE_AREA * n + i], speed = a->number[BLADE_SPEED * n + i];
    struct blade_wind w = {(real)0, speed, s.rho, real_sqrt(a->fluid.gamma * real_divide(s.p, s.rho)),
                           fluid_viscosity(&a->fluid, fluid_temperature(&a->fluid, s.rho, s.p))};
    for (int d = 0; d < 3; d++) {
        w.axial += a->number[(BLADE_AXIS + d) * n + i] * velocity[d];
        w.around -= a->number[(BLADE_AROUND + d) * n + i] * velocity[d];
    }
    const struct blade_load f = blade_element(&section, &a->polars, &w);
    for (int d = 0; d < 3; d++)
        a->load[(ACTUATOR_FORCE + d) * owned + c] = area * (f.axial * a->number[(BLADE_AXIS + d) * n + i] +
                                                            f.around * a->number[(BLADE_AROUND + d) * n + i]);
    a->load[ACTUATOR_GIVEN * owned + c] = area * f.around * speed + a->number[BLADE_HEAT * n + i];
}

/* Index: as load_args. */
UFV_HD void actuator_load_body(lid i, const struct load_args *a)
{
    for (int k = 0; k < N_ACTUATOR_NUMBERS; k++)
        a->load[k * (int64_t)a->n_owned + a->cell[i]] = a->value[k * (int64_t)a->n + i];
}

/* What disk `which` does to the cell, into out[N_ACTUATOR_SUMS]; in double, as all sums over the mesh. Cells outside
 * the disk have a load and a volume of 0 here and so make the same sums: a branch would save nothing, since disks are a
 * few cells of a mesh. */
UFV_HD void actuator_sum_body(lid i, const struct actuator_args *a, double out[N_ACTUATOR_SUMS])
{
    const struct state s = state_load(a->q, a->n_slots, i);
    const int counts = a->disk[i] == a->which + 1;
    const double volume = counts ? (double)a->volume[i] : 0.0;
    real force[3];
    actuator_force(i, a, force);
    double along = a->axis[0] * (double)s.u + a->axis[1] * (double)s.v + a->axis[2] * (double)s.w, thrust = 0.0;
    for (int d = 0; d < 3; d++) {
        out[ACTUATOR_SUM_FORCE + d] = volume * (double)force[d];
        thrust += a->axis[d] * out[ACTUATOR_SUM_FORCE + d];
    }
    out[ACTUATOR_SUM_POWER] =
        volume * (double)actuator_power(force, actuator_number(i, a, ACTUATOR_WORKS),
                                        actuator_number(i, a, ACTUATOR_GIVEN), s);
    out[ACTUATOR_SUM_MASS] = volume * (double)s.rho * along;
    /* Over the sum of thrust the velocity along the axis where the thrust acts; over the volume ALONG
     * is the plain mean, for disks without thrust. */
    out[ACTUATOR_SUM_VELOCITY] = thrust * along;
    out[ACTUATOR_SUM_ALONG] = volume * along;
    out[ACTUATOR_SUM_VOLUME] = volume;
    out[ACTUATOR_SUM_CELLS] = counts ? 1.0 : 0.0;
}

#endif
