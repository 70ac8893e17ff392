/* target_lift_case.h: what a case file says in [target]. */
#ifndef UFV_SOLVE_FEATURES_TARGET_LIFT_TARGET_LIFT_CASE_H
#define UFV_SOLVE_FEATURES_TARGET_LIFT_TARGET_LIFT_CASE_H

#include "features/feature.h"

struct target_lift_case {
    double cl;                   /* NAN: the case has no target */
    double tolerance;            /* of cl */
    double alpha_min, alpha_max; /* degrees */
};

/* Its spec is a struct target_lift_case. */
extern const struct feature_case feature_target_lift_case;

#endif
