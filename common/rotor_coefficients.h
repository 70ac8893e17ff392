/* rotor_coefficients.h: what is said of a rotor's force and moment.
 *
 * With the tip speed Omega R, the rotor's disc pi R^2 and the density rho of the gas at rest (Leishman 2006,
 * Principles of Helicopter Aerodynamics, Section 2.8):
 *
 *     C_T = T / (rho pi R^2 (Omega R)^2)       T: thrust, N, along the vector of rotation
 *     C_Q = Q / (rho pi R^2 (Omega R)^2 R)     Q: torque, N m, that it takes to turn the rotor
 *     FM  = C_T^(3/2) / (sqrt(2) C_Q)          figure of merit, of a hovering rotor
 */
#ifndef UFV_COMMON_ROTOR_COEFFICIENTS_H
#define UFV_COMMON_ROTOR_COEFFICIENTS_H

#include "json_write.h"

#include <stdbool.h>

/* How the frame of a case turns; all 0 where it rests. Doubles only: fields files hold them (pack/solution.h). */
struct rotor_reference {
    double rotation[3]; /* rad/s */
    double centre[3];   /* m, a point of the axis */
    double radius;      /* m, of the tip; 0: not given */
    double sectors;     /* the rotor is so many times the mesh; a whole number or a ratio (rotor_sectors()) */
};

struct rotor_coefficients {
    double thrust, torque; /* N, N m, of all sectors */
    double ct, cq, merit;  /* NaN: without radius; merit also where thrust or torque is not positive */
};

/* Does the frame turn? */
bool rotor_turns(const struct rotor_reference *r);

/* How often the mesh of one turn (rad, above 0) fits into the rotor: 2 pi / turn, the nearest whole number where that
 * is within 1e-3, else the ratio, as of 3 blades of 22. */
double rotor_sectors(double turn);

/* Omega R, m/s; 0 without radius. */
double rotor_tip_speed(const struct rotor_reference *r);

/* Square of the speed at which gas of the velocity `stream` [3] passes a point x [3] (m) that turns with the rotor,
 * m^2/s^2. */
double rotor_square_of_speed(const struct rotor_reference *r, const double stream[3], const double x[3]);

/* Of the force (N) and moment (N m, about the point `about`, m) of the gas on the sector that the mesh has. The frame
 * turns. Cannot fail; a NaN gives NaN. */
struct rotor_coefficients rotor_coefficients(const struct rotor_reference *r, double density, const double about[3],
                                             const double force[3], const double moment[3]);

/* Writes them as the object "rotor" into the one that is open in j. */
void rotor_coefficients_write(struct json *j, const struct rotor_reference *r, const struct rotor_coefficients *k);

#endif
