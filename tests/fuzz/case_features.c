/* case_features.c: the features of ufv-solve as far as they read case files; takes the place of their own rows, which
 * would bring in the whole solver.
 */
#include "features/feature.h"

#define FEATURE(name, section)                                                                     \
    extern const struct feature_case feature_##name##_case;                                        \
    extern const struct feature_type feature_##name;                                               \
    const struct feature_type feature_##name = {.in_case = &feature_##name##_case};
#define FEATURE_LEFT_OUT(name, section)
#include "features/features.inc"
