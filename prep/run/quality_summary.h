/* quality_summary.h: what a mesh's worst places let expect, in a few lines at the end of a report. */
#ifndef UFV_PREP_RUN_QUALITY_SUMMARY_H
#define UFV_PREP_RUN_QUALITY_SUMMARY_H

#include "mesh/mesh_quality.h"

#include <stdio.h>

enum { SUMMARY_LINE = 512 };

struct quality_summary {
    int n; /* lines: measures with values beyond their limit (quality_row[].limit) */
    char line[QUALITY_N][SUMMARY_LINE];
};

/* Of measures q of mesh m; s: overwritten. */
void quality_summary_make(const struct mesh *m, const struct mesh_quality *q, struct quality_summary *s);

/* A line each, or one that says that there is nothing to doubt. */
void quality_summary_print(const struct quality_summary *s, FILE *f);

#endif
