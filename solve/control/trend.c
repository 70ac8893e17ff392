/* trend.c: means and ranges of three blocks at the end of a history, and what they say together. */
#include "control/trend.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* The mean of value[n], n > 0. */
static double mean_of(const double *value, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += value[i];
    return sum / n;
}

/* Largest less least, n > 0. */
static double range_of(const double *value, int n)
{
    double least = value[0], most = value[0];
    for (int i = 1; i < n; i++) {
        least = fmin(least, value[i]);
        most = fmax(most, value[i]);
    }
    return most - least;
}

/* 1: no row is below the one before, -1: none above, 0: both occur, or all are equal.
 * Rows that stay equal for a while do not break a direction. */
static int direction_of(const double *value, int n)
{
    bool rises = false, falls = false;
    for (int i = 1; i < n; i++) {
        rises |= value[i] > value[i - 1];
        falls |= value[i] < value[i - 1];
    }
    return rises - falls;
}

static bool all_finite(const double *value, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return false;
    return true;
}

/* Aitken's limit of the means of three blocks, NAN where they do not approach one.
 * Needs differences of one sign that get smaller: a geometric approach. m3 + d2^2 / (d1 - d2) is its limit. */
static double limit_of(const double *block, int length)
{
    double m1 = mean_of(block, length), m2 = mean_of(block + length, length), m3 = mean_of(block + 2 * length, length);
    double d1 = m2 - m1, d2 = m3 - m2;
    return d1 * d2 > 0 && fabs(d2) < fabs(d1) ? m3 + d2 * d2 / (d1 - d2) : NAN;
}

/* How far rows that go up and down may still go.
 * An oscillation that is damped has its last range left to go; one that is not may go through all of it
 * again. */
static double swing_of(const double *block, int length)
{
    double r1 = range_of(block, length), r2 = range_of(block + length, length),
           r3 = range_of(block + 2 * length, length);
    return r3 < r2 && r2 < r1 ? r3 : range_of(block, 3 * length);
}

/* The last half of the rows, at least TREND_LEAST of them, in three blocks of equal length; rows before are
 * of the start, whose trend is another.
 * Rows that do not divide by three lose the oldest one or two. All of it is done with the rows as they
 * are: no smoothing, whose window would have to be longer than the slowest oscillation, which nobody
 * knows. */
struct trend trend_of(const double *value, int n)
{
    struct trend t = {.newest = n > 0 ? value[n - 1] : NAN, .end = NAN, .remaining = NAN};
    int rows = n / 2 > TREND_LEAST ? n / 2 : TREND_LEAST, length = rows / 3;
    const double *block = value + n - 3 * length;
    if (n < TREND_LEAST || !all_finite(block, 3 * length))
        return t;
    t.direction = direction_of(block, 3 * length);
    t.end = limit_of(block, length);
    double ahead = fabs(t.end - t.newest);
    if (t.direction != 0)
        t.remaining = isnan(ahead) ? range_of(block, 3 * length) : ahead;
    else
        t.remaining = fmax(swing_of(block, length), ahead); /* which passes over NAN */
    return t;
}

/* ---- rows ---- */

/* Long runs keep TREND_ROWS rows at most, evenly spaced over all that were seen, in constant memory and in
 * checkpoints of constant size.
 * Rows 0, 2, 4, ... stay, whose numbers are multiples of the doubled spacing: later rows fall into the
 * same pattern. */
static void leave_out_every_second(struct trend_history *h)
{
    h->n = (h->n + 1) / 2;
    for (int k = 0; k < TREND_VALUES; k++)
        for (int i = 0; i < h->n; i++)
            h->row[k][i] = h->row[k][2 * i];
    h->spacing *= 2;
}

/* A row in `spacing` is kept. When the room is used up every second one goes and the spacing doubles:
 * the whole run at half the resolution, in constant memory. */
void trend_history_add(struct trend_history *h, const double value[TREND_VALUES])
{
    if (h->spacing == 0)
        h->spacing = 1;
    /* May double the spacing, so that the question below is another one. */
    if (h->seen % h->spacing == 0 && h->n == TREND_ROWS)
        leave_out_every_second(h);
    if (h->seen % h->spacing == 0) {
        for (int k = 0; k < TREND_VALUES; k++)
            h->row[k][h->n] = value[k];
        h->n++;
    }
    h->seen++;
    memcpy(h->newest, value, sizeof h->newest);
}

/* The newest row counts even where the spacing would leave it out. */
struct trend trend_history_of(const struct trend_history *h, int which)
{
    double value[TREND_ROWS + 1];
    int n = h->n;
    memcpy(value, h->row[which], (size_t)n * sizeof *value);
    if (n > 0 && (h->seen - 1) % h->spacing != 0)
        value[n++] = h->newest[which];
    return trend_of(value, n);
}

int trend_history_save_rows(const struct trend_history *h, double *number)
{
    for (int k = 0; k < TREND_VALUES; k++)
        memcpy(number + k * h->n, h->row[k], (size_t)h->n * sizeof *number);
    return TREND_VALUES * h->n;
}

int trend_history_load_rows(struct trend_history *h, const double *number)
{
    for (int k = 0; k < TREND_VALUES; k++)
        memcpy(h->row[k], number + k * h->n, (size_t)h->n * sizeof *number);
    return TREND_VALUES * h->n;
}
