/* statistics_case.h: what a case file says in [statistics]. */
#ifndef UFV_SOLVE_FEATURES_STATISTICS_STATISTICS_CASE_H
#define UFV_SOLVE_FEATURES_STATISTICS_STATISTICS_CASE_H

#include "features/feature.h"

struct statistics_case {
    double start; /* s: statistics are of steps that begin then or later; NAN: there are none */
};

/* Its spec is a struct statistics_case. */
extern const struct feature_case feature_statistics_case;

#endif
