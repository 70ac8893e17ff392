/* report_forces.h: what ufv-post report says first: the verdict, key figures, forces by component, and what the engines
 * take and give. */
#ifndef UFV_POST_REPORT_REPORT_FORCES_H
#define UFV_POST_REPORT_REPORT_FORCES_H

#include "input/json_read.h"
#include "fields/results.h"

#include <stdio.h>

/* The run's sentence, first of all; nothing when there is none. run: run.json. */
void report_verdict(FILE *f, const struct json_value *run);

/* A warning behind it where run.json names cells that are too hot. */
void report_hot_cells(FILE *f, const struct json_value *run);

/* Key figures. forces: forces.json. instant: are they those of the last instant of a run in time? */
void report_tiles(FILE *f, const struct results *r, const struct json_value *run, const struct json_value *forces,
                  bool instant);

/* Tables: components in counts, what crosses inflows and outlets, all coefficients. */
void report_forces(FILE *f, const struct results *r, const struct json_value *forces);

#endif
