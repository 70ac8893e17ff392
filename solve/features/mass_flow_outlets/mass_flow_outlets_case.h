/* mass_flow_outlets_case.h: lines of [patches] with mass_flow, `out = pressure-outlet mass_flow=3`. */
#ifndef UFV_SOLVE_FEATURES_MASS_FLOW_OUTLETS_MASS_FLOW_OUTLETS_CASE_H
#define UFV_SOLVE_FEATURES_MASS_FLOW_OUTLETS_MASS_FLOW_OUTLETS_CASE_H

#include "features/feature.h"

/* Without a spec: what the lines give is in the values of patches. */
extern const struct feature_case feature_mass_flow_outlets_case;

#endif
