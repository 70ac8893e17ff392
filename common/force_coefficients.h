/* force_coefficients.h: what aerodynamicists make of a force and a moment: numbers
 * without unit, by which bodies of any size at any speed compare.
 *
 * With the dynamic pressure of the free stream q = 1/2 rho |V|^2, the reference area S
 * and the reference length l:
 *
 *     cl = F . lift axis / (q S)     cm_x = M_x / (q S l)
 *     cd = F . drag axis / (q S)     cm_y = M_y / (q S l)
 *     cy = F . side axis / (q S)     cm_z = M_z / (q S l)
 *
 * The drag axis points along the wind, the lift axis is normal to it in the plane of
 * symmetry, the side axis normal to both; moments are about the axes of the mesh through
 * the reference centre, positive by the right-hand rule (Anderson, Fundamentals of
 * Aerodynamics, section 1.5).
 */
#ifndef UFV_COMMON_FORCE_COEFFICIENTS_H
#define UFV_COMMON_FORCE_COEFFICIENTS_H

#include "json_write.h"

/* What a case divides by, and along what. Arrays are borrowed. */
struct force_reference {
    double density;         /* kg/m^3, of the free stream */
    const double *velocity; /* [3] m/s, of the free stream, in the mesh's axes */
    double still_air_speed; /* m/s, takes the place of |V| where that is 0: the tip speed of a rotor; 0: nothing does */
    double area, length;    /* m^2, m */
    const double *lift_axis, *drag_axis, *side_axis; /* [3] unit vectors in the mesh's axes */
};

struct force_coefficients {
    double cl, cd, cy, cm[3]; /* cm: about x, y, z */
};

/* Those of a force (N) on the body and its moment (N m) about the reference centre, in the
 * mesh's axes; all 0 where q S is 0 or negative, as in gas at rest. The length must be
 * positive where moments are asked for. Cannot fail; a NaN gives NaN. */
struct force_coefficients force_coefficients(const struct force_reference *r, const double force[3],
                                             const double moment[3]);

/* The pitching moment out of cm [3], about the axis across wind and lift: nose up is positive whatever the mesh's axes,
 * lift x drag being the axis about which that is right-handed. */
double force_pitching_moment(const double lift_axis[3], const double drag_axis[3], const double cm[3]);

/* Writes them as members cl, cd, cy, cmx, cmy, cmz of the object that is open in j. */
void force_coefficients_write(struct json *j, const struct force_coefficients *k);

#endif
