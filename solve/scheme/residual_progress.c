/* residual_progress.c: marks of residuals. */
#include "scheme/residual_progress.h"

#include <math.h>

bool progress_is_down(const struct progress *p, double share, double r)
{
    return r <= share * p->mark;
}

static void move(struct progress *p, double r, int64_t step)
{
    p->mark = fmin(p->mark, r);
    p->step = step;
}

void progress_record(struct progress *p, double r, int64_t step)
{
    if (progress_is_down(p, p->factor, r))
        move(p, r, step);
}

void progress_record_either(struct progress *p, double r, struct progress *q, double s, int64_t step)
{
    if (!progress_is_down(p, p->factor, r) && !progress_is_down(q, q->factor, s))
        return;
    move(p, r, step);
    move(q, s, step);
}

int64_t progress_since(const struct progress *p, int64_t step)
{
    return step - p->step;
}

double progress_decades(const struct progress *p, double r)
{
    return log10(fmax(1, p->mark / r));
}
