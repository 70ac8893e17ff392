/* isotropic.h: random velocities of isotropic turbulence: sums of waves that fit into a periodic box.
 */
#ifndef UFV_SOLVE_CASE_ISOTROPIC_H
#define UFV_SOLVE_CASE_ISOTROPIC_H

#include "case/case_file.h"

struct isotropic;

/* The waves of [initial] kind = isotropic, the same numbers on all ranks; NULL for every other kind. Free them with
 * isotropic_free(). Not collective. */
struct isotropic *isotropic_create(const struct case_file *c);
void isotropic_free(struct isotropic *t);

/* Adds their velocity at x[3] (m), m/s. Any thread. */
void isotropic_add(const struct isotropic *t, const double x[3], double u[3]);

/* Energy per mass and wave number at k (1/m), m^3/s^2: von Karman's spectrum with Pao's end (Bailly & Juve 1999, AIAA
 * 99-1872), which has 3/2 fluctuation^2 in all. fluctuation: m/s, of one component; length: m,
 * integral; viscosity: m^2/s, 0 for a spectrum without an end. */
double isotropic_spectrum(double k, double fluctuation, double length, double viscosity);

#endif
