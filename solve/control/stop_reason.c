/* stop_reason.c: the reasons in words, as run.json has them: scripts read them. */
#include "control/stop_reason.h"

static const char *const reasons[] = {
    [STOP_NONE] = "running",
    [STOP_STEPS] = "all steps done",
    [STOP_END_TIME] = "end time reached",
    [STOP_RESIDUAL] = "residual dropped as asked",
    [STOP_ROUNDING] = "residual at rounding",
    [STOP_FORCES] = "cl and cd are steady",
    [STOP_STUCK] = "no further step is possible",
    [STOP_UNREACHABLE] = "target cl out of reach",
    [STOP_DIVERGED] = "diverged",
    [STOP_WALL_TIME] = "wall-time limit",
    [STOP_FILE] = "stop file",
    [STOP_SIGNAL] = "signal",
};

const char *stop_reason_text(enum stop_reason reason)
{
    return reasons[reason];
}
