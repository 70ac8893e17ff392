/* wall_functions_case.h: the key wall_functions of [model]. */
#ifndef UFV_SOLVE_FEATURES_WALL_FUNCTIONS_WALL_FUNCTIONS_CASE_H
#define UFV_SOLVE_FEATURES_WALL_FUNCTIONS_WALL_FUNCTIONS_CASE_H

#include "features/feature.h"

struct wall_functions_case {
    bool on;
};

/* Its spec is a struct wall_functions_case. */
extern const struct feature_case feature_wall_functions_case;

#endif
