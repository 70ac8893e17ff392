/* body_force_case.h: what a case file says in [body_force]. */
#ifndef UFV_SOLVE_FEATURES_BODY_FORCE_BODY_FORCE_CASE_H
#define UFV_SOLVE_FEATURES_BODY_FORCE_BODY_FORCE_CASE_H

#include "features/feature.h"

struct body_force_case {
    double acceleration[3]; /* m/s^2 */
};

/* Its spec is a struct body_force_case. */
extern const struct feature_case feature_body_force_case;

#endif
