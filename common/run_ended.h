/* run_ended.h: has the run whose results lie in a folder ended and said so? */
#ifndef UFV_COMMON_RUN_ENDED_H
#define UFV_COMMON_RUN_ENDED_H

#include <stdbool.h>

/* Its run.json, written at the end, is then no older than its history.csv: an older one is of a run before. Not
 * collective. */
bool run_has_ended(const char *results);

#endif
