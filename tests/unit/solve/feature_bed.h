/* feature_bed.h: what tests of features share: what a case says of a feature, and what a flow has of it. */
#ifndef UFV_TESTS_UNIT_FEATURE_BED_H
#define UFV_TESTS_UNIT_FEATURE_BED_H

#include "check.h"
#include "features/features.h"

#include <string.h>

/* The row of the feature with that section. */
static inline int feature_row(const char *section)
{
    int k = 0;
    while (features_section(k) && strcmp(features_section(k), section) != 0)
        k++;
    return k;
}

static inline void *feature_spec(const struct feature_cases *cases, const char *section)
{
    return features_spec(cases, feature_row(section));
}

static inline void *feature_own(const struct feature_run *run, const char *section)
{
    return features_own(run, feature_row(section));
}

#endif
