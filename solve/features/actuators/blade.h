/* blade.h: a blade as its file describes it: chord, twist and airfoil over the radius, and the polars of the airfoils.
 * Nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_BLADE_H
#define UFV_SOLVE_FEATURES_ACTUATORS_BLADE_H

#include "types.h"

struct blade {
    int n;          /* stations */
    double *radius; /* owned, as all arrays; [n] m, ascending */
    double *chord;  /* [n] m */
    double *twist;  /* [n] rad */
    int *airfoil;   /* [n] 0 .. n_airfoils - 1 */

    int n_airfoils, n_levels, n_rows;
    char **name;                 /* [n_airfoils] of their files, as the blade's file has them */
    int *first_level;            /* [n_airfoils + 1] */
    int *first_row;              /* [n_levels + 1] */
    double *level;               /* [n_levels] Mach or Reynolds number, ascending in an airfoil; 0: a single polar */
    double *alpha, *cl, *cd;     /* [n_rows] alpha in rad, ascending in a polar */
};

/* A place on the blade: linear between stations, beyond the ends as at the ends. */
struct blade_place {
    double chord, twist; /* m, rad */
    double blend;        /* of the airfoils: 0, the first alone */
    int airfoil[2];
};
struct blade_place blade_at(const struct blade *b, double radius);

/* The area of one blade between two radii, m^2: the integral of the chord. */
double blade_area(const struct blade *b, double from, double to);

/* Accepts a zeroed struct. */
void blade_free(struct blade *b);

#endif
