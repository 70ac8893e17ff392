/* report_time.h: what ufv-post report says of forces that change in time. */
#ifndef UFV_POST_REPORT_REPORT_TIME_H
#define UFV_POST_REPORT_REPORT_TIME_H

#include "input/csv.h"

#include <stdio.h>

/* Does physical time pass in history.csv? It stands still in steady runs. */
bool report_is_unsteady(const struct csv *history);

/* A table of lift and drag over the second half of the time that history.csv covers: mean, least and largest. Nothing
 * for a steady run. */
void report_means(FILE *f, const struct csv *history);

#endif
