/* averages.h: the statistics of [statistics]: which means and covariances in time are kept, in the order of
 * moments_args.moment, and how files name them. Nothing here is collective.
 */
#ifndef UFV_SOLVE_FEATURES_STATISTICS_AVERAGES_H
#define UFV_SOLVE_FEATURES_STATISTICS_AVERAGES_H

#include "arithmetic/variable_names.h"
#include "kernels/kernel_args.h"

#include <stdbool.h>

enum { AVERAGES_MOST = MOMENTS_VALUES + MOMENTS_PAIRS, AVERAGES_OF_CELLS = AVERAGES_MOST };

/* MOMENTS_VALUES and MOMENTS_PAIRS (kernels/kernel_args.h) are the most that one launch takes. */
struct averages {
    int n_values, n_pairs;
    uint8_t first[MOMENTS_PAIRS], second[MOMENTS_PAIRS]; /* values that a pair is of */
    struct variable_name name[AVERAGES_MOST]; /* [n_values + n_pairs] of means, then of covariances */
};

/* Of cells: the flow's variables in their order (not those of turbulence models), Reynolds stresses without the
 * density, variances of density and pressure. */
extern const struct averages averages_cells;

/* Of boundary faces: pressure; with viscous equations also the wall shear and the heat flux in the order of
 * enum wall_value. A static table. */
const struct averages *averages_faces(bool viscous);

/* How many numbers they are, a face. */
int averages_of_faces(bool viscous);

#endif
