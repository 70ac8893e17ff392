/* probe_rows.h: rows of a file of probes that may be anybody's (probe_file.h). */
#ifndef UFV_FORMATS_PACK_PROBE_ROWS_H
#define UFV_FORMATS_PACK_PROBE_ROWS_H

#include "types.h"

/* Fails unless rows are what a run writes: iterations from 0 that ascend, and times that do not go back; in steady runs
 * they stay. path: of the file, for the sentence; iteration, time (s): [n]. */
int probe_rows_check(const char *path, int64_t n, const int64_t *iteration, const double *time);

#endif
