/* wall_functions_case.h: the key wall_functions of [model]. */
#ifndef UFV_SOLVE_FEATURES_WALL_FUNCTIONS_WALL_FUNCTIONS_CASE_H
#define UFV_SOLVE_FEATURES_WALL_FUNCTIONS_WALL_FUNCTIONS_CASE_H

#include "features/feature.h"

/* Without a spec: the key is one of the turbulence model (physics/turbulence_model.h). */
extern const struct feature_case feature_wall_functions_case;

#endif
