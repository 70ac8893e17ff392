/* internal_start.h: the first field of internal flow, which inflows and outlets bound alone: their state, not that of
 * the free stream, which may blow out through an inflow.
 */
#ifndef UFV_SOLVE_CASE_INTERNAL_START_H
#define UFV_SOLVE_CASE_INTERNAL_START_H

#include "case/case_file.h"

#include <stdio.h>

struct internal_start {
    bool on;              /* false: the run starts from [initial] kind; nothing else is set then */
    double density, velocity[3], pressure; /* kg/m^3, m/s, Pa: uniform */
    double mach;          /* that the pressure of the outlets, or the mass flow, gives the whole duct */
    double against;       /* cosine of the angle between the free stream and the way in; below 0: it blows out there */
};

/* Of inflows the mean total temperature, of outlets the mean pressure; the speed of total-inflow follows from both,
 * that of mass-inflow from its mass flux. The velocity is half way between the mean directions at inflows and outlets
 * and is the smaller the less these agree: gas at rest starts better than gas that blows the wrong way. On where at
 * least one patch is an inflow, none a far field or another boundary with the state of the free stream, and the case
 * does not give [initial] kind. face, vector: [n_patches] area, m^2, and area vector out of the domain, of all ranks;
 * s: out. Not collective. */
void internal_start_find(const struct case_file *c, const struct bc_values *values, int n_patches,
                         double (*face)[2], double (*vector)[3], struct internal_start *s);

/* A line that the run starts so, and whether [flow] contradicts it; nothing unless it does start so. Not collective. */
void internal_start_note(const struct case_file *c, const struct internal_start *s, FILE *f);

#endif
