/* probes_case.h: what a case file says about probes, lines of [probes]. Nothing is collective. */
#ifndef UFV_SOLVE_FEATURES_PROBES_PROBES_CASE_H
#define UFV_SOLVE_FEATURES_PROBES_PROBES_CASE_H

#include "case/case_file.h"
#include "features/feature.h"
#include "pack/probe_file.h"

struct probes_case {
    int n;                 /* sets, as they are written */
    struct probe_set *set; /* owned; [n] */
};

/* Its spec is a struct probes_case. */
extern const struct feature_case feature_probes_case;

#endif
