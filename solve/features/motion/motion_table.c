/* motion_table.c: cubic splines through the rows of a table: their slopes by Thomas' algorithm, and their values in the
 * form of Hermite.
 */
#include "features/motion/motion_table.h"

#include "mem.h"

#include <math.h>

/* Rows that a repeated table is continued by on either side, so that its slopes need no cyclic system. What the ends do
 * to a slope falls at least by half from row to row, here to 2^-60. */
enum { MARGIN = 60 };

void motion_table_add(struct motion_table *t, double time, const double value[MOTION_VALUES])
{
    MEM_GROW(t->time, t->n + 1);
    t->time[t->n] = time;
    for (int k = 0; k < MOTION_VALUES; k++) {
        MEM_GROW(t->value[k], t->n + 1);
        t->value[k][t->n] = value[k];
    }
    t->n++;
}

/* The slope at x[0] of the polynomial through the first n of the points, 2 to 4 (Lagrange): a cubic is kept as it is.
 * step: 1, or -1 from the last point backwards. */
static double end_slope(const double *x, const double *y, int n, int step)
{
    double slope = 0;
    for (int i = 1; i < n; i++) {
        double weight = 1 / (x[i * step] - x[0]);
        for (int j = 1; j < n; j++)
            if (j != i)
                weight *= (x[0] - x[j * step]) / (x[i * step] - x[j * step]);
        slope += weight * (y[i * step] - y[0]);
    }
    return slope;
}

/* Slopes of the spline through n points: second derivatives agree at all inner ones (de Boor, A Practical Guide to
 * Splines, 1978, Eq. IV.7). upper: [n] scratch. */
static void find_slopes(int n, const double *x, const double *y, double *upper, double *slope)
{
    int ends = n < 4 ? n : 4;
    slope[0] = end_slope(x, y, ends, 1);
    upper[0] = 0;
    for (int i = 1; i < n - 1; i++) {
        double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
        double right = 3 * (after * (y[i] - y[i - 1]) / before + before * (y[i + 1] - y[i]) / after);
        double pivot = 2 * (before + after) - after * upper[i - 1];
        upper[i] = before / pivot;
        slope[i] = (right - after * slope[i - 1]) / pivot;
    }
    slope[n - 1] = end_slope(x + n - 1, y + n - 1, ends, -1);
    for (int i = n - 2; i > 0; i--)
        slope[i] -= upper[i] * slope[i + 1];
}

/* The rows of a table that is repeated, MARGIN more on either side. Row n - 1 is row 0, a period later. */
static void find_repeated_slopes(const struct motion_table *t, const double *value, double *slope)
{
    int n = t->n - 1, m = n + 1 + 2 * MARGIN;
    double *x, *y, *s, *upper;
    MEM_NEW(x, m);
    MEM_NEW(y, m);
    MEM_NEW(s, m);
    MEM_NEW(upper, m);
    for (int i = 0; i < m; i++) {
        int turn = (int)floor((double)(i - MARGIN) / n), row = i - MARGIN - turn * n;
        x[i] = t->time[row] + turn * t->period;
        y[i] = value[row];
    }
    find_slopes(m, x, y, upper, s);
    for (int i = 0; i < n; i++)
        slope[i] = s[MARGIN + i];
    slope[n] = slope[0];
    MEM_FREE(x);
    MEM_FREE(y);
    MEM_FREE(s);
    MEM_FREE(upper);
}

static void at(const struct motion_part *part, double time, double value[MOTION_VALUES], double rate[MOTION_VALUES])
{
    motion_table_at((const struct motion_table *)part, time, value, rate);
}

void motion_table_join(struct motion_table *t, bool repeats)
{
    double *upper;
    MEM_NEW(upper, t->n);
    t->part.at = at;
    t->period = repeats ? t->time[t->n - 1] - t->time[0] : 0;
    for (int k = 0; k < MOTION_VALUES; k++) {
        MEM_NEW(t->slope[k], t->n);
        if (repeats)
            find_repeated_slopes(t, t->value[k], t->slope[k]);
        else
            find_slopes(t->n, t->time, t->value[k], upper, t->slope[k]);
    }
    for (int i = 0; i < t->n; i++) {
        t->part.turns = t->part.turns || t->value[MOTION_ANGLE][i] != 0;
        for (int k = 0; k < 9; k++)
            t->part.spread[k] += t->value[MOTION_WAY + k / 3][i] * t->value[MOTION_WAY + k % 3][i];
    }
    MEM_FREE(upper);
}

/* The row before the time, 0 .. n - 2, by bisection. */
static int row_of(const struct motion_table *t, double time)
{
    int low = 0, high = t->n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (t->time[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void motion_table_at(const struct motion_table *t, double time, double value[MOTION_VALUES], double rate[MOTION_VALUES])
{
    double first = t->time[0], last = t->time[t->n - 1];
    if (t->period > 0)
        time -= floor((time - first) / t->period) * t->period;
    bool still = !(t->period > 0) && (time < first || time > last);
    time = fmax(first, fmin(time, last));
    int i = row_of(t, time);
    double h = t->time[i + 1] - t->time[i], u = (time - t->time[i]) / h, w = 1 - u;
    for (int k = 0; k < MOTION_VALUES; k++) {
        const double *y = t->value[k] + i, *s = t->slope[k] + i;
        value[k] = y[0] + u * u * (3 - 2 * u) * (y[1] - y[0]) + h * u * w * (w * s[0] - u * s[1]);
        rate[k] = still ? 0 : 6 * u * w * (y[1] - y[0]) / h + w * (1 - 3 * u) * s[0] + u * (3 * u - 2) * s[1];
    }
}

void motion_table_free(struct motion_table *t)
{
    for (int k = 0; k < MOTION_VALUES; k++) {
        MEM_FREE(t->value[k]);
        MEM_FREE(t->slope[k]);
    }
    MEM_FREE(t->time);
    t->n = 0;
}
