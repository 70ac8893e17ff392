/* check_report.h: what `ufv-prep --check` prints beyond the report of every run. */
#ifndef UFV_PREP_RUN_CHECK_REPORT_H
#define UFV_PREP_RUN_CHECK_REPORT_H

#include "mesh/mesh_quality.h"

#include <stdio.h>

/* Prints to f; g: the metrics of m; q: by mesh_quality_measure() and mesh_quality_measure_more(). */
void check_report_print(const struct mesh *m, const struct metrics *g, const struct mesh_quality *q, FILE *f);

#endif
