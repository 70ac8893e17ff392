/* timeline_file.h: the timelines of all ranks (timeline.h) on one clock, in one file for a
 * trace viewer (Chrome's trace format; https://ui.perfetto.dev opens it, among others).
 */
#ifndef UFV_SOLVE_PARALLEL_TIMELINE_FILE_H
#define UFV_SOLVE_PARALLEL_TIMELINE_FILE_H

#include "parallel/comm.h"

/* Collective. Starts the timeline of every rank, all of them counted from a common moment:
 * exact within a host, between hosts to the duration of a barrier. Ended by timeline_free(). */
void timeline_file_start(const struct comm *comm);

/* Collective; timeline_file_start() was called. All ranks' spans of the last
 * TIMELINE_ITERATIONS iterations into one file, by rank 0, by way of a temporary name;
 * rank 0's path counts. On all ranks nonzero with error_set() when it could not be written. */
int timeline_file_write(const char *path, const struct comm *comm);

#endif
