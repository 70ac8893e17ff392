/* residual_tail.c: a ring of rows, looked through from the newest back. */
#include "control/residual_tail.h"

#include <math.h>

static const double FALL = 1000;

void residual_tail_add(struct residual_tail *t, double residual, const double value[TAIL_VALUES])
{
    t->newest = (t->newest + 1) % TAIL_ROWS;
    t->n += t->n < TAIL_ROWS;
    t->residual[t->newest] = residual;
    for (int k = 0; k < TAIL_VALUES; k++)
        t->value[k][t->newest] = value[k];
}

/* Numbers of each row are looked at, since fmin() and fmax() pass over what is none. A residual of zero is a
 * thousandfold fall of any. */
double residual_tail_remaining(const struct residual_tail *t, int which)
{
    double least = HUGE_VAL, most = -HUGE_VAL, last = t->residual[t->newest];
    for (int back = 0; back < t->n; back++) {
        int i = (t->newest + TAIL_ROWS - back) % TAIL_ROWS;
        double value = t->value[which][i];
        if (!isfinite(value) || !isfinite(t->residual[i]))
            return NAN;
        least = fmin(least, value);
        most = fmax(most, value);
        if (back > 0 && t->residual[i] >= FALL * last)
            return (most - least) / (sqrt(FALL) - 1);
    }
    return NAN;
}
