/* statistics.h: means and covariances in time of the cells' variables and of what stands on boundary faces
 * (averages.h), for the files of the feature.
 */
#ifndef UFV_SOLVE_FEATURES_STATISTICS_STATISTICS_H
#define UFV_SOLVE_FEATURES_STATISTICS_STATISTICS_H

#include "features/feature.h"
#include "features/statistics/averages.h"
#include "scheme/flow.h"

struct statistics {
    const struct case_file *c; /* borrowed, like the next two */
    const struct domain *d;
    const struct flow *f;      /* which ends before the domain */
    double start;   /* s: they are of steps that begin then or later */
    double seconds; /* s that they are of so far */
    const struct averages *of_faces;
    double *cells;  /* owned, device; [AVERAGES_OF_CELLS][n_owned] */
    double *faces;  /* owned, device; [as of_faces][n_boundary] */
};

/* Those of the run that is continued: its own file where that is of the same packs, else by the global ids of all its
 * files. They go on where the start is the same; otherwise they begin anew. As load_fields() of struct feature_type. */
int statistics_load(void *own, const struct feature_restart *from);

#endif
