/* series_case.h: what a case file says about series, lines of [series]. Nothing is collective. */
#ifndef UFV_SOLVE_FEATURES_SERIES_SERIES_CASE_H
#define UFV_SOLVE_FEATURES_SERIES_SERIES_CASE_H

#include "case/case_file.h"
#include "features/feature.h"

/* A line of [series]: fields that are written every so many steps. */
struct series_spec {
    char name[NAME_SIZE];
    bool surface;  /* values on boundary faces; else in cells */
    bool plane;    /* only in cells that touch the plane where coordinate `axis` (0 .. 2) is `at`, m */
    int axis;
    double at;
    bool full;     /* in double precision; else in single */
    char patches[256]; /* of a surface: globs of patches and names of groups with commas between; "": all */
    int64_t every; /* steps between frames */
    int n_variables;
    int variable[NV_MAX]; /* of variable_of(), or of surface_variable_of() */
};
_Static_assert(NV_MAX >= 6, "variables of surfaces");

struct series_case {
    int n;                    /* lines, as they are written */
    struct series_spec *line; /* owned; [n] */
};

/* Its spec is a struct series_case. */
extern const struct feature_case feature_series_case;

#endif
