/* paper_profile.h: seconds per kernel of `pipeline = paper`. While it is on each launch
 * is waited for.
 */
#ifndef UFV_SOLVE_BACKEND_PAPER_PROFILE_H
#define UFV_SOLVE_BACKEND_PAPER_PROFILE_H

#include "backend/paper_kernels.h"

enum paper_kernel {
#define KERNEL(name, args, call) PAPER_##name,
#include "kernels/paper/paper_list.inc"
#undef KERNEL
    PAPER_sum_face_shared,
    PAPER_extremes_face_shared,
    N_PAPER_KERNELS
};

struct paper_profile {
    const char *name[N_PAPER_KERNELS];
    double seconds[N_PAPER_KERNELS];
    int64_t calls[N_PAPER_KERNELS];
};

#ifdef __cplusplus
extern "C" {
#endif

/* From here on every launch is waited for and timed, all seconds and calls being zero. b: whose stream; borrowed until
 * paper_profile_stop(). Host thread; nothing here is collective. */
void paper_profile_start(const struct backend *b);

/* Launches are no longer waited for; what was measured stays. */
void paper_profile_stop(void);

/* What was measured since the last start, seconds; a static object. */
const struct paper_profile *paper_profile(void);

/* Around a launch into STREAM_COMPUTE, by the back end; nothing while the profile is off. */
void paper_profile_begin(void);
void paper_profile_end(enum paper_kernel kernel);

#ifdef __cplusplus
}
#endif

#endif
