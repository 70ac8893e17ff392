/* case_features.c: the features of ufv-solve as far as they read case files; takes the place of their own rows, which
 * would bring in the whole solver.
 */
#include "features/feature.h"

#define FEATURE(name, section)                                                                     \
    int name##_case_read(struct case_file *c, void **spec);                                        \
    void name##_case_release(void *spec);                                                          \
    extern const struct feature_type feature_##name;                                               \
    const struct feature_type feature_##name = {.read = name##_case_read, .release = name##_case_release};
#include "features/features.inc"
