/* timeline.h: what the device and the host of this rank did in the last iterations,
 * as spans of time. Spans stand in a ring, so that the memory is bounded however long
 * the run; one costs two looks at the clock (CPU) or two events (CUDA).
 *
 *   compute   |ghost|record|node|gradient inner|      |gradient halo|flux|update|
 *   transfer  |pack|download|   |upload|unpack|
 *   beside                                    |ghost, record, node halo|flux boundary|
 *   host                  |wait for messages|
 *
 * Nothing here is collective: a rank keeps its own spans. timeline_file.h sets the
 * ranks' clocks and writes what all of them kept.
 */
#ifndef UFV_SOLVE_PARALLEL_TIMELINE_H
#define UFV_SOLVE_PARALLEL_TIMELINE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The streams of the back end, numbered as there, and the host. */
enum timeline_lane { LANE_COMPUTE, LANE_TRANSFER, LANE_BESIDE, LANE_HOST, N_LANES };

enum { TIMELINE_ITERATIONS = 20 }; /* the last ones, which are kept */

struct timeline_span {
    double start, end; /* s, of timer_now() */
    const char *name;  /* borrowed: a string that stays */
    enum timeline_lane lane;
};

/* Spans are kept from here on, until timeline_free(). zero: the moment that times are
 * counted from, s of timer_now(). Not collective. */
void timeline_start(double zero);

/* Forgets all spans and keeps no more. Not collective; may be called when nothing was started. */
void timeline_free(void);

/* Are spans kept? Not collective. */
bool timeline_is_on(void);

/* Keeps a span from start to end, s of timer_now(); does nothing unless the timeline was started. name is borrowed, a
 * string that stays. Host thread only; not collective. */
void timeline_add(enum timeline_lane lane, const char *name, double start, double end);

/* Says that a new iteration begins now. Host thread only; not collective. */
void timeline_iteration(int64_t iteration);

/* The moment given to timeline_start(), s. */
double timeline_zero(void);

/* How many iterations are kept (at most TIMELINE_ITERATIONS), and the k-th of them, oldest
 * first, 0 <= k < the number: its number, and when it began (*began, s of timer_now()). */
int timeline_iterations(void);
int64_t timeline_iteration_at(int k, double *began);

/* How many spans are kept, and the k-th of them in the order in which they were added,
 * 0 <= k < the number. Some may be older than the oldest iteration kept. */
int timeline_spans(void);
struct timeline_span timeline_span_at(int k);

#ifdef __cplusplus
}
#endif

#endif
