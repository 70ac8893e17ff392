/* motion.h: how the mesh moves as a rigid body, as a function of time: what [frame] and [motion] come to.
 *
 * The mesh turns about a fixed direction through a centre that moves with it:
 *
 *   angle(t) = spin t + pitch sin(frequency t + pitch_phase) + part
 *   way(t)   = velocity t + plunge sin(frequency t + plunge_phase) + part
 *
 * in the axes of an observer at rest, which the mesh's are at the angle 0. Values hold for all ranks; nothing is
 * collective.
 */
#ifndef UFV_SOLVE_CASE_MOTION_H
#define UFV_SOLVE_CASE_MOTION_H

#include "pack/solution.h"

#include <stdbool.h>

enum {
    MOTION_ANGLE, /* rad */
    MOTION_WAY,   /* 3: m, along x, y and z at rest */
    MOTION_VALUES = MOTION_WAY + 3
};

/* What is added to the formulas, such as a table over time. */
struct motion_part {
    /* Values, and their rates per s, at a time, s. */
    void (*at)(const struct motion_part *part, double time, double value[MOTION_VALUES], double rate[MOTION_VALUES]);
    bool turns;       /* the angle is not 0 at all times */
    double spread[9]; /* m^2, the sum of way times way (a symmetric matrix) over its times; 0 where it only turns */
};

struct motion {
    bool moves;     /* kernels that know of velocities of faces are needed: the mesh moves, or a wall turns */
    bool steady;    /* [frame]: the mesh turns with `spin`, and the flow is steady in its axes */
    bool unsteady;  /* [motion]: axes and velocities change with time */
    double axis[3]; /* unit vector */
    double centre[3];               /* m, a point of the mesh */
    double spin;                    /* rad/s */
    bool in_zone;                   /* only the cells turn that lie in a cylinder about the axis: */
    double zone_radius, zone_begin, zone_end; /* m; from the centre, along the axis; infinite where not given */
    double frequency;               /* rad/s, of both oscillations; 0: none */
    double pitch, pitch_phase;      /* rad */
    double plunge[3], plunge_phase; /* m; rad */
    double velocity[3];             /* m/s */
    const struct motion_part *part; /* borrowed from the case; NULL: none */
};

/* At an instant. */
struct motion_state {
    double angle;        /* rad, that the mesh has turned; 0 of a steady frame, whose axes are those of the mesh */
    double spin;         /* rad/s, about the axis */
    double omega[3];     /* rad/s, the same as a vector */
    double velocity[3];  /* m/s, of the centre, in the axes of the mesh */
    double from_rest[9]; /* by rows: components along axes at rest to those along the mesh's */
};

/* The motion at `time` (s). A mesh at rest has zeros and the unit matrix. */
struct motion_state motion_at(const struct motion *m, double time);

/* Does it ever turn? Otherwise it only moves along. */
bool motion_turns(const struct motion *m);

/* Does only a zone of the mesh move, with time? The mesh then ends at its surface, on both sides. */
bool motion_is_of_zone(const struct motion *m);

/* By rows: components of vectors along the mesh's axes to those along axes that are turned by `angle` (rad) more. */
void motion_turn(const struct motion *m, double angle, double by[9]);

/* Does the zone hold the point x, m? nearest: the distance of x from its surface, m. */
bool motion_zone_holds(const struct motion *m, const double x[3], double *nearest);

/* The reference as seen in the axes of the mesh, of the part at rest where a zone moves: the free stream's velocity,
 * and the axes of drag, lift and side, which are those of the wind. */
struct solution_reference motion_reference(const struct motion *m, double time, const struct solution_reference *r);

#endif
