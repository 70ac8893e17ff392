/* actuator.h: an actuator disk as the case file describes it: a cylinder of the fluid that receives thrust, torque and
 * power, spread over its radius as a propeller or a fan would.
 *
 * Forces are those that the fluid receives: a positive thrust drives it along the axis, and whoever carries the disk
 * against it. The cells of the disk are found with the mesh (scheme/flow_actuators.c). Nothing is collective.
 */
#ifndef UFV_SOLVE_CASE_ACTUATOR_H
#define UFV_SOLVE_CASE_ACTUATOR_H

#include "types.h"

#include <stdbool.h>

/* How forces depend on the radius. */
enum actuator_load { LOAD_UNIFORM, LOAD_GOLDSTEIN, LOAD_TABLE };

enum { ACTUATORS_MOST = 32 };

struct actuator {
    char name[NAME_SIZE];
    double centre[3];   /* m */
    double axis[3];     /* unit vector: where a positive thrust drives the fluid */
    double radius, hub_radius, thickness; /* m; half of the thickness lies on either side of the centre */
    double part;        /* of the disk that lies in the mesh, and of all that follows: 0.5 of a half model */
    double thrust;      /* N */
    double torque;      /* N m, right-handed about axis */
    double heat;        /* W beside the work of the forces */
    double rate;        /* rad/s of the blades; NAN: not given */
    enum actuator_load load;
    int n_rows;         /* of the table, ascending in radius; load = LOAD_TABLE */
    double *table[3];   /* owned; [n_rows] radius (m), thrust (N/m) and torque (N) per radius */
};

/* Is the point x (m) in the disk? radius: out, its distance from the axis, m. */
bool actuator_holds(const struct actuator *a, const double x[3], double *radius);

/* Thrust and torque per area at a radius, up to a factor of each.
 * radius: m, within the disk. Finite at the hub and at the tips. */
void actuator_shape(const struct actuator *a, double radius, double *thrust, double *torque);

/* Unit vector of the turning about the axis at x; zeros on the axis. */
void actuator_tangent(const struct actuator *a, const double x[3], double tangent[3]);

/* The area of the whole disk, m^2, and its volume, m^3. */
double actuator_area(const struct actuator *a);
double actuator_volume(const struct actuator *a);

#endif
