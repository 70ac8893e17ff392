/* actuator_report.h: what actuator disks give to the evaluated state: for history.csv, forces.json and the last line of
 * a run.
 */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_ACTUATOR_REPORT_H
#define UFV_SOLVE_FEATURES_ACTUATORS_ACTUATOR_REPORT_H

#include "features/actuators/actuators_run.h"
#include "json_write.h"
#include "results/history_columns.h"

/* Results of one disk, summed over all ranks. */
struct actuator_result {
    double force[3];  /* N, that the fluid receives */
    double thrust;    /* N, of it along the axis */
    double torque;    /* N m, of the case, or of the blades */
    double power;     /* W, that the fluid receives */
    double mass_flow; /* kg/s along the axis through the part of the circle that the mesh has, at the mean over cells */
    double velocity;  /* m/s along the axis, mean by thrust; by volume where there is none */
    double volume;    /* m^3 of its cells */
    int64_t cells;
};

/* Collective. Into x->result. */
void actuators_measure(struct actuators *x);

/* Not collective, as what follows. The newest results as columns: disk_power and disk_mass, of blades disk_thrust and
 * disk_torque too. */
void actuators_columns(const struct actuators *x, struct history_columns *columns);

/* Member "actuators" with an object per disk, and "propulsion" with what all of them give against the force (N) of the
 * fluid on the walls, into an open object. */
void actuators_write(const struct actuators *x, const double force[3], struct json *j);

/* Prints a line for each disk on stdout. */
void actuators_print(const struct actuators *x);

#endif
