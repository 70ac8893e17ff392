/* actuators_case.h: what a case file says about actuators, lines of [actuators]. */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_ACTUATORS_CASE_H
#define UFV_SOLVE_FEATURES_ACTUATORS_ACTUATORS_CASE_H

#include "features/actuators/actuator.h"
#include "features/feature.h"

struct actuators_case {
    int n;
    struct actuator *actuator; /* owned; [n] as they are written */
};

/* Its spec is a struct actuators_case. */
extern const struct feature_case feature_actuators_case;

#endif
