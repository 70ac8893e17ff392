/* paper_profile.c: seconds and calls of the papers' kernels, added up by both back ends. */
#include "backend/paper_profile.h"

#include "timer.h"

#include <string.h>

static const struct backend *timed; /* NULL: off */
static double begun;
static struct paper_profile profile = {
    .name = {
#define KERNEL(name, args, call) #name,
#include "kernels/paper/paper_list.inc"
#undef KERNEL
        "sum_face_shared", "extremes_face_shared"}};

void paper_profile_start(const struct backend *b)
{
    timed = b;
    memset(profile.seconds, 0, sizeof profile.seconds);
    memset(profile.calls, 0, sizeof profile.calls);
}

void paper_profile_stop(void)
{
    timed = NULL;
}

const struct paper_profile *paper_profile(void)
{
    return &profile;
}

/* Before and after each launch the stream is empty, so that the host's clock measures the kernel, and
 * with it what a launch takes. */
void paper_profile_begin(void)
{
    if (!timed)
        return;
    timed->stream_synchronize(STREAM_COMPUTE);
    begun = timer_now();
}

void paper_profile_end(enum paper_kernel kernel)
{
    if (!timed)
        return;
    timed->stream_synchronize(STREAM_COMPUTE);
    profile.seconds[kernel] += timer_now() - begun;
    profile.calls[kernel]++;
}
