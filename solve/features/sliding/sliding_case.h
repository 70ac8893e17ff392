/* sliding_case.h: the key zone_radius of [motion]. */
#ifndef UFV_SOLVE_FEATURES_SLIDING_SLIDING_CASE_H
#define UFV_SOLVE_FEATURES_SLIDING_SLIDING_CASE_H

#include "features/feature.h"

struct sliding_case {
    double radius; /* m, of the zone that turns; NAN: there is none */
};

/* Its spec is a struct sliding_case. */
extern const struct feature_case feature_sliding_case;

#endif
