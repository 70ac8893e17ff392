/* synthetic.h: synthetic turbulence as the case file describes it: a plane behind which a flow without resolved
 * fluctuations has them, for scale-resolving models.
 *
 * The fluctuations are a sum of waves with the spectrum of von Karman (Shur, Spalart, Strelets & Travin 2014, Flow
 * Turb. Combust. 93, 63-92, Eqs. 3 to 15; synthetic_waves.h) that travel with one velocity. The cells of a thin
 * layer about the plane receive them as a force (synthetic_planes.c). Nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_H
#define UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_H

#include "types.h"

enum { SYNTHETIC_MOST = 16, SYNTHETIC_COLUMNS = 3 };

struct synthetic {
    char name[NAME_SIZE];
    double centre[3];    /* m */
    double axis[3];      /* unit vector: where the flow goes */
    double normal[3];    /* unit vector across axis, away from the wall; zeros: fluctuations are isotropic */
    double radius;       /* m from the centre across axis, where the plane ends; HUGE_VAL: nowhere */
    double thickness;    /* m along axis, half on either side of the centre */
    double length;       /* m: wave length of the largest eddies that hold energy */
    double velocity;     /* m/s, with which waves travel along axis */
    double energy;       /* m^2/s^2, kinetic, of the fluctuations; without a table */
    double viscosity;    /* part of nu_tilde, or k of the model, that is left to the flow behind the plane */
    double period[3];    /* m, along each axis of the mesh; 0: none */
    long seed;
    int n_rows;          /* of the table, ascending in distance; 0: there is none */
    double *table[SYNTHETIC_COLUMNS]; /* owned; [n_rows] distance from the wall (m), velocity (m/s), energy (m^2/s^2) */
};

/* Mean velocity along the axis and energy of fluctuations at a distance from the wall, m: of the table, linear between
 * its rows and to zero at the wall; no energy beyond its last row. Without a table the same everywhere. */
void synthetic_at(const struct synthetic *s, double distance, double *velocity, double *energy);

/* Is one of n planes told by a table over the distance from the wall? */
bool synthetic_needs_walls(const struct synthetic *s, int n);

/* What the fluctuations of a wall layer have of k along the axis, along the normal, across both, and the correlation of
 * the first two, in units of k: those of the logarithmic layer, where -uv = 0.3 k (Bradshaw, Ferriss & Atwell 1967) and
 * uu : vv : ww is about 4 : 1 : 1.7 (Klebanoff 1955). Isotropic: 2/3 each. */
struct synthetic_stress {
    double uu, vv, ww, uv;
};
struct synthetic_stress synthetic_stress(const struct synthetic *s);

/* Unit vectors: the axis, the normal (or any across the axis), and what makes them right-handed. */
void synthetic_frame(const struct synthetic *s, double frame[3][3]);

#endif
