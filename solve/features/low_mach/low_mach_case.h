/* low_mach_case.h: the key low_mach of [numerics]. */
#ifndef UFV_SOLVE_FEATURES_LOW_MACH_LOW_MACH_CASE_H
#define UFV_SOLVE_FEATURES_LOW_MACH_LOW_MACH_CASE_H

#include "features/feature.h"

struct low_mach_case {
    bool on;
};

/* Its spec is a struct low_mach_case. */
extern const struct feature_case feature_low_mach_case;

#endif
