/* feature_rows.h: the rows of features.inc as data, for features.c and features_case.c alone. */
#ifndef UFV_SOLVE_FEATURES_FEATURE_ROWS_H
#define UFV_SOLVE_FEATURES_FEATURE_ROWS_H

#include "features/feature.h"

struct feature_row {
    const char *name, *section;
    const struct feature_type *type; /* NULL: left out */
};

/* [feature_n_rows], and one of NULLs behind them. */
extern const struct feature_row feature_rows[];
extern const int feature_n_rows;

/* Those that this program was built without, for messages (make FEATURES= names others); one of NULLs behind them. */
extern const struct feature_row feature_rows_left_out[];

struct feature_cases {
    void *spec[FEATURES_MOST]; /* owned; [feature_n_rows] */
    bool asked[FEATURES_MOST]; /* [feature_n_rows] does the case ask for the feature? */
};

#endif
