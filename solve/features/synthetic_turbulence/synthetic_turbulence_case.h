/* synthetic_turbulence_case.h: what a case file says about synthetic turbulence, lines of [synthetic_turbulence]. */
#ifndef UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_TURBULENCE_CASE_H
#define UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_TURBULENCE_CASE_H

#include "features/feature.h"
#include "features/synthetic_turbulence/synthetic.h"

struct synthetic_case {
    int n;                   /* planes, as they are written */
    struct synthetic *plane; /* owned; [n] */
};

/* Its spec is a struct synthetic_case. */
extern const struct feature_case feature_synthetic_turbulence_case;

#endif
