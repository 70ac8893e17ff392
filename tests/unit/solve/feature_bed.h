/* feature_bed.h: what tests of features share: what a case says of a feature, and what a flow has of it. */
#ifndef UFV_TESTS_UNIT_FEATURE_BED_H
#define UFV_TESTS_UNIT_FEATURE_BED_H

#include "check.h"
#include "features/features.h"

#include <string.h>

/* A case of a feature by its section, or its first key, in a test of the core: skipped where it is left out. */
#define CASE_OF(section, function)                                                                 \
    do {                                                                                           \
        if (features_left_out(section))                                                            \
            printf("skip %s the program is built without '%s'\n", #function,                       \
                   features_left_out(section));                                                    \
        else                                                                                       \
            CASE(function);                                                                        \
    } while (0)

/* The row of the feature with that section, or that first key. */
static inline int feature_row(const char *section)
{
    const size_t n = strlen(section);
    int k = 0;
    while (features_section(k) &&
           (strncmp(features_section(k), section, n) != 0 || strcspn(features_section(k), " ") != n))
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
