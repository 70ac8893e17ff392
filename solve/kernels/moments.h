/* moments.h: running means and covariances, weighted by time.
 *
 * With d = x - mean and the new value's share r = w / (W + w) of the weight W so far,
 *
 *   mean += r d,  covariance = (1 - r) (covariance + r d d')
 *
 * (West 1979, Commun. ACM 22, 532, there for the sum W covariance): no difference of large sums is formed, and what is
 * kept is the result at any time.
 */
#ifndef UFV_SOLVE_KERNELS_MOMENTS_H
#define UFV_SOLVE_KERNELS_MOMENTS_H

#include "kernels/kernel_args.h"

/* Means first: the covariances take the differences from the old ones. Index: as struct moments_args says.
 * Covariances are about the running means, in double whatever the precision of the run: a mean of many
 * small steps would stand still in single precision once share is below its rounding. */
UFV_HD void moments_body(lid i, const struct moments_args *a)
{
    const int64_t n = a->n;
    double change[MOMENTS_VALUES];
    for (int k = 0; k < a->n_values; k++) {
        /* share: of the newest step in the time averaged so far, so that mean += share (value - mean). */
        double *mean = a->moment + k * n + i;
        change[k] = (double)a->value[k][i] - *mean;
        *mean += a->share * change[k];
    }
    for (int k = 0; k < a->n_pairs; k++) {
        double *moment = a->moment + (a->n_values + k) * n + i;
        *moment = (1.0 - a->share) * (*moment + a->share * change[a->first[k]] * change[a->second[k]]);
    }
}

#endif
