/* actuator.h: an actuator disk as the case file describes it: a cylinder of the fluid that receives thrust, torque and
 * power, spread over its radius as a propeller or a fan would; and an actuator line: the blades themselves, which turn.
 * The forces of a disk are given, or follow as those of a line from blades and from the flow that passes them.
 *
 * Forces are those that the fluid receives: a positive thrust drives it along the axis, and whoever carries the disk
 * against it. The cells are found with the mesh (actuators.c, flow_lines.c). Nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_ACTUATOR_H
#define UFV_SOLVE_FEATURES_ACTUATORS_ACTUATOR_H

#include "features/actuators/blade.h"
#include "physics/blade_element.h"

#include <stdbool.h>

/* How forces depend on the radius; LOAD_BLADES: on the flow, by blade element theory. */
enum actuator_load { LOAD_UNIFORM, LOAD_GOLDSTEIN, LOAD_TABLE, LOAD_BLADES };
enum actuator_rotor { ROTOR_PROPELLER, ROTOR_TURBINE };
enum actuator_loss { LOSS_NONE, LOSS_PRANDTL };
enum actuator_unit { UNIT_METRE, UNIT_RADIUS };

enum { ACTUATORS_MOST = 32, BLADES_MOST = 100, LINE_POINTS_MOST = 1000 };

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

    /* load = LOAD_BLADES: thrust and torque above are 0, the rate is not. */
    struct blade blade;          /* owned */
    int blades;
    double pitch;                /* rad, on top of the blade's twist */
    enum actuator_rotor rotor;
    enum actuator_loss loss;
    enum actuator_unit unit;     /* of radii and chords in the blade's file */
    enum polar_level polars;

    bool is_line;                /* actuator line; thickness, heat and part mean nothing then */
    double width;                /* m, of the Gaussian that spreads the forces */
    int points;                  /* along a blade */
    double phase;                /* rad, of the first blade at time 0, about the axis from actuator_across() */
};

/* Is the point x (m) in the disk? radius: out, its distance from the axis, m. */
bool actuator_holds(const struct actuator *a, const double x[3], double *radius);

/* Thrust and torque per area at a radius, up to a factor of each.
 * radius: m, within the disk. Finite at the hub and at the tips. */
void actuator_shape(const struct actuator *a, double radius, double *thrust, double *torque);

/* Unit vector of the turning about the axis at x; zeros on the axis. */
void actuator_tangent(const struct actuator *a, const double x[3], double tangent[3]);

/* Two unit vectors across the axis, right-handed with it: e1 x e2 = axis. e1 is that of y, or of z where the axis lies
 * within half a degree of y, less its part along the axis. */
void actuator_across(const struct actuator *a, double e1[3], double e2[3]);

/* The section of the blades at a radius, m, for blade_element(). airfoils: of all actuators before. */
struct blade_section actuator_section(const struct actuator *a, double radius, int airfoils);

/* The area of the whole disk, m^2, and its volume, m^3. */
double actuator_area(const struct actuator *a);
double actuator_volume(const struct actuator *a);

#endif
