/* quick_trend.c: the newest three rows, and what their two differences say. */
#include "control/quick_trend.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Of the residual in each of the last two steps. */
static const double FALL = 10;
void quick_trend_add(struct quick_trend *t, double residual, const double value[QUICK_VALUES])
{
    if (t->n == QUICK_ROWS) {
        t->n--;
        memmove(t->residual, t->residual + 1, (size_t)t->n * sizeof *t->residual);
        for (int k = 0; k < QUICK_VALUES; k++)
            memmove(t->value[k], t->value[k] + 1, (size_t)t->n * sizeof *t->value[k]);
    }
    t->residual[t->n] = residual;
    for (int k = 0; k < QUICK_VALUES; k++)
        t->value[k][t->n] = value[k];
    t->n++;
}

/* With a not-a-number in any of the rows one comparison is false. The smaller fall of the residual counts, rounded down
 * to a power of two, since a run that is continued reads residuals of fewer digits from history.csv. */
double quick_trend_remaining(const struct quick_trend *t, int which)
{
    if (t->n < QUICK_ROWS)
        return NAN;
    const double *r = t->residual, *v = t->value[which];
    double before = fabs(v[1] - v[0]), last = fabs(v[2] - v[1]);
    bool falls = r[1] <= r[0] / FALL && r[2] <= r[1] / FALL && last <= before;
    return falls ? fmax(last, before / exp2(floor(log2(fmin(r[0] / r[1], r[1] / r[2]))))) : NAN;
}
