/* timeline.h: what the device and the host of each rank did in the last
 * iterations, as spans for a trace viewer (Chrome's trace format; for instance
 * https://ui.perfetto.dev opens it).
 *
 *   compute   |ghost|record|node|gradient inner|      |gradient halo|flux|update|
 *   transfer  |pack|download|   |upload|unpack|
 *   beside                                    |ghost, record, node halo|flux boundary|
 *   host                  |wait for messages|
 *
 * Spans stand in a ring, so that the memory is bounded however long the run; one
 * costs two looks at the clock (CPU) or two events (CUDA).
 */
#ifndef UFV_SOLVE_PARALLEL_TIMELINE_H
#define UFV_SOLVE_PARALLEL_TIMELINE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The back end's queues, and the host. */
enum timeline_lane { LANE_COMPUTE, LANE_TRANSFER, LANE_BESIDE, LANE_HOST, N_LANES };

enum { TIMELINE_ITERATIONS = 20 };

struct comm;

/* Collective. From here on spans are kept, and hosts' clocks counted from a
 * common moment: exact within a host, between hosts to the duration of a barrier. */
void timeline_start(const struct comm *comm);
void timeline_free(void);
bool timeline_is_on(void);

/* Times are timer_now()'s, s. name: a string that stays. Host thread only. */
void timeline_add(enum timeline_lane lane, const char *name, double start, double end);

/* A new iteration begins. */
void timeline_iteration(int64_t iteration);

/* Collective. All ranks' spans of the last TIMELINE_ITERATIONS iterations into one
 * file, by rank 0, by way of a temporary name. */
int timeline_write(const char *path, const struct comm *comm);

#ifdef __cplusplus
}
#endif

#endif
