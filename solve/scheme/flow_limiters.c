/* flow_limiters.c: limiters that stay as they are, for good or for a while.
 */
#include "scheme/flow.h"

/* Limiters that go on switching keep the residual from falling. Where they may be frozen every evaluation has written
 * them to phi; from now on they are read from there. */
void flow_freeze_limiter(struct flow *f)
{
    if (f->phi)
        f->args.gradients.limiter = LIMITER_FROZEN;
}

bool flow_can_hold_limiters(const struct flow *f)
{
    return f->held_limiter != NULL;
}

/* Limiters are written by the evaluation here alone: in others the writing would be for nothing. */
void flow_hold_limiters(struct flow *f, bool held)
{
    if (!flow_can_hold_limiters(f))
        return;
    if (!held) {
        f->args.gradients.limiter = f->limiter;
        f->args.gradients.phi = NULL;
        return;
    }
    f->args.gradients.phi = f->held_limiter;
    flow_evaluate(f, true);
    f->args.gradients.limiter = LIMITER_FROZEN;
}

void flow_took_held_limiters(struct flow *f)
{
    if (f->held_limiter)
        f->args.gradients.phi = f->held_limiter;
}

bool flow_resume_limiters(struct flow *f, bool held)
{
    const bool can = held && f->held_limiter && f->args.gradients.phi == f->held_limiter;
    if (can)
        f->args.gradients.limiter = LIMITER_FROZEN;
    else if (flow_can_hold_limiters(f))
        f->args.gradients.phi = NULL;
    return can;
}
