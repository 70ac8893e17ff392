/* motion.c: the mesh at an instant: its angle by the formulas of motion.h and by its part, their derivatives as
 * velocities, and Rodrigues' rotation for the axes.
 */
#include "case/motion.h"

#include <math.h>
#include <string.h>

/* Rodrigues (1840): the components of a vector along axes that are turned by the angle are those of the vector turned
 * by as much the other way. */
void motion_turn(const struct motion *m, double angle, double by[9])
{
    const double *n = m->axis, c = cos(angle), s = sin(angle);
    /* Row by row the matrix of -n x. */
    const double cross[9] = {0, n[2], -n[1], -n[2], 0, n[0], n[1], -n[0], 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            by[3 * i + j] = (i == j ? c : 0) + (1 - c) * n[i] * n[j] + s * cross[3 * i + j];
}

static void turn(const double by[9], double vector[3])
{
    const double v[3] = {vector[0], vector[1], vector[2]};
    for (int d = 0; d < 3; d++)
        vector[d] = by[3 * d] * v[0] + by[3 * d + 1] * v[1] + by[3 * d + 2] * v[2];
}

bool motion_zone_holds(const struct motion *m, const double x[3], double *nearest)
{
    double arm[3] = {x[0] - m->centre[0], x[1] - m->centre[1], x[2] - m->centre[2]};
    double along = arm[0] * m->axis[0] + arm[1] * m->axis[1] + arm[2] * m->axis[2], square = 0;
    for (int d = 0; d < 3; d++)
        square += (arm[d] - along * m->axis[d]) * (arm[d] - along * m->axis[d]);
    /* The least distance to the surfaces of the cylinder, above zero inside. Outside it is a lower
     * bound. */
    double inside = fmin(m->zone_radius - sqrt(square), fmin(along - m->zone_begin, m->zone_end - along));
    *nearest = fabs(inside);
    return inside > 0;
}

bool motion_turns(const struct motion *m)
{
    return m->spin != 0 || m->pitch != 0 || (m->part && m->part->turns);
}

/* Velocities are derivatives of the two formulas of motion.h. A steady frame returns before the axes are turned: its
 * flow is described in the axes of the mesh, at angle 0 at all times. */
struct motion_state motion_at(const struct motion *m, double time)
{
    struct motion_state s = {.from_rest = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    /* rad. */
    double pitch = m->frequency * time + m->pitch_phase, plunge = m->frequency * time + m->plunge_phase;
    double value[MOTION_VALUES] = {0}, rate[MOTION_VALUES] = {0};
    if (m->part)
        m->part->at(m->part, time, value, rate);
    s.spin = m->spin + m->pitch * m->frequency * cos(pitch) + rate[MOTION_ANGLE];
    for (int d = 0; d < 3; d++) {
        s.omega[d] = s.spin * m->axis[d];
        s.velocity[d] = m->velocity[d] + m->plunge[d] * m->frequency * cos(plunge) + rate[MOTION_WAY + d];
    }
    if (!m->unsteady)
        return s;
    s.angle = m->spin * time + m->pitch * sin(pitch) + value[MOTION_ANGLE];
    motion_turn(m, s.angle, s.from_rest);
    turn(s.from_rest, s.velocity);
    return s;
}

bool motion_is_of_zone(const struct motion *m)
{
    return m->in_zone && m->unsteady;
}

/* Vectors that are fixed in the axes at rest, along those of the mesh now. */
struct solution_reference motion_reference(const struct motion *m, double time, const struct solution_reference *r)
{
    struct solution_reference turned = *r;
    if (!m->unsteady || m->in_zone)
        return turned;
    struct motion_state s = motion_at(m, time);
    turn(s.from_rest, turned.velocity);
    turn(s.from_rest, turned.drag_axis);
    turn(s.from_rest, turned.lift_axis);
    turn(s.from_rest, turned.side_axis);
    return turned;
}
