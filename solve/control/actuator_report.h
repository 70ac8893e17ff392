/* actuator_report.h: what actuator disks give to the evaluated state: for history.csv, forces.json and the last line of
 * a run.
 */
#ifndef UFV_SOLVE_CONTROL_ACTUATOR_REPORT_H
#define UFV_SOLVE_CONTROL_ACTUATOR_REPORT_H

#include "json_write.h"
#include "scheme/flow.h"

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

/* Collective. result: out, [c->n_actuators]. */
void actuator_measure(const struct case_file *c, const struct flow *f, struct actuator_result *result);

/* Not collective, as what follows. Member "actuators" with an object per disk, and "propulsion" with what all of them
 * give against the force (N) of the fluid on the walls, into an open object; nothing without disks. */
void actuator_write(const struct case_file *c, const struct flow *f, const struct actuator_result *result,
                    const double force[3], struct json *j);

/* Prints a line for each disk on stdout. */
void actuator_print(const struct case_file *c, const struct actuator_result *result);

#endif
