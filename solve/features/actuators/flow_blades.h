/* flow_blades.h: actuators with blades: the polars of all of them, the cells of disks whose forces follow from the
 * flow, and actuator lines (flow_lines.c). For actuators.c, and for reports of lines.
 */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_FLOW_BLADES_H
#define UFV_SOLVE_FEATURES_ACTUATORS_FLOW_BLADES_H

#include "features/actuators/actuators_run.h"
#include "kernels/actuator_args.h"

struct flow_line;

struct flow_blades {
    struct polars polars; /* on the host; its arrays owned */
    struct blade_args args; /* cell, airfoil, number and the arrays of polars owned, on the device; no cells: NULL */

    /* The listed cells while they are gathered: owned. */
    lid n, room;
    lid *cell, *airfoil; /* [room], [room][2] */
    real *number;        /* [room][N_BLADE_NUMBERS] */

    int n_lines;
    struct flow_line *line; /* owned; [n_lines] */
};

/* Makes x->blades where an actuator of the case has blades, with their polars. */
void flow_create_blades(struct actuators *x);
void flow_free_blades(struct actuators *x);

/* How many airfoils the actuators before number k have: where those of k begin in polars. */
int flow_blades_airfoils(const struct actuators_case *c, int k);

/* Adds a cell to the list; number[N_BLADE_NUMBERS] but for what the section has. */
void flow_blades_add(struct flow_blades *b, lid cell, const struct blade_section *section, real *number);

/* Uploads the list. */
void flow_blades_finish(struct actuators *x);

/* Sets the loads of the listed cells for the state held, in the compute stream. */
void flow_blades_load(const struct actuators *x);

/* ---- flow_lines.c ---- */

/* Collective, as the next two. Adds the line of actuator k of the case, whose cells `owner` takes (cell_loads.h).
 * volume: [n_owned] m^3. On all ranks nonzero with error_set() where the line lies outside the mesh or shares cells. */
int flow_line_create(struct actuators *x, struct flow *f, int k, const double *volume, int owner);

/* The loads of all lines as flow_actuate() and flow_actuate_at() say; without the source. false: there are no lines. */
bool flow_lines_load(struct actuators *x, struct flow *f, double time);
bool flow_lines_turn(struct actuators *x, struct flow *f, double time);

/* Before flow_free_blades(). */
void flow_free_lines(const struct actuators *x);

/* Of actuator k of the case, a line, as flow_actuate() has found it. kg/s along the axis through the circle, at the
 * mean over its cells within the width. */
double flow_line_mass_flow(const struct actuators *x, int k);

/* How many points each blade has; 0: the actuator is no line. */
int flow_line_points(const struct actuators *x, int k);

/* A point in the mean over the blades. */
struct flow_line_point {
    double radius;        /* m */
    double attack;        /* rad */
    double axial, around; /* N/m on the fluid: along the axis, and the way that blades move */
};
struct flow_line_point flow_line_point(const struct actuators *x, int k, int point);

#endif
