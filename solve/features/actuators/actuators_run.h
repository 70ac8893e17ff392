/* actuators_run.h: the actuators of a run, as the files of this folder share them. */
#ifndef UFV_SOLVE_FEATURES_ACTUATORS_ACTUATORS_RUN_H
#define UFV_SOLVE_FEATURES_ACTUATORS_ACTUATORS_RUN_H

#include "features/actuators/actuators_case.h"
#include "scheme/flow.h"

struct actuators {
    const struct actuators_case *cases; /* borrowed, as the next three */
    const struct case_file *c;
    struct domain *d;
    const struct flow *f;
    struct flow_blades *blades;         /* owned; NULL: none has blades */
    int first_owner;                    /* of their cells' loads (cell_loads.h): of actuator k it is first_owner + k */
    struct actuator_result *result;     /* owned; [cases->n] of the newest actuators_measure() */
};

#endif
