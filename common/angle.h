/* angle.h: what angles in degrees, radians and turns need.
 */
#ifndef UFV_COMMON_ANGLE_H
#define UFV_COMMON_ANGLE_H

/* Half a turn in radians: the ratio of a circle's circumference to its diameter. */
#define ANGLE_PI 3.14159265358979323846

#endif
