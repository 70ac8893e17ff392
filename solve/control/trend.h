/* trend.h: where a coefficient is heading: an estimate of the change that is still to come, from the
 * rows of a history.
 *
 * The last half of the rows (at least six) is divided into three blocks of equal length with means m1, m2,
 * m3. Where their differences d1 = m2 - m1 and d2 = m3 - m2 have one sign and |d2| < |d1|, the value in
 * the end is estimated by the delta-squared process (A. C. Aitken, Proc. Roy. Soc. Edinburgh 46, 1926, p. 289):
 *
 *   end = m3 + d2^2 / (d1 - d2)
 *
 * It is exact for a geometric series, whose means over blocks are one again. The change to come is then
 * |end - newest value| if the rows rise or fall all the way. If they go up and down, it is at least their range
 * in the last block when the ranges of the three blocks shrink, and in all three when they do not. Rows that
 * neither shrink nor turn, as of a steady drift, have their range in the three blocks as an estimate, which
 * is too small, and no end.
 */
#ifndef UFV_SOLVE_CONTROL_TREND_H
#define UFV_SOLVE_CONTROL_TREND_H

#include <stdint.h>

/* Rows that are held at most, and that an estimate takes at least. */
enum { TREND_ROWS = 512, TREND_LEAST = 6, TREND_VALUES = 2 };

struct trend {
    double newest;
    double end;       /* NAN: the rows do not say */
    double remaining; /* estimated change still to come, >= 0; NAN: too few rows, or one not finite */
    int direction;    /* 1: rises all the way, -1: falls, 0: neither */
};

/* The trend of value[n], which are equally spaced, oldest first, n >= 0. It has the unit of the values. Not
 * collective. */
struct trend trend_of(const double *value, int n);

/* The rows of the run so far. When the room is full, every second row is dropped and from then on only every second new
 * row is kept, and so on. A struct of zeros has no rows. */
struct trend_history {
    int64_t seen;    /* rows added */
    int64_t spacing; /* one of so many is held; 0: as 1 */
    int n;
    double row[TREND_VALUES][TREND_ROWS]; /* [.][n] */
    double newest[TREND_VALUES];
};

/* Adds a row. Not collective, as nothing here is. */
void trend_history_add(struct trend_history *h, const double value[TREND_VALUES]);

/* For checkpoints: the rows of value 0, then of value 1, to number[TREND_VALUES n] and back, h->n known; how many
 * numbers these are. */
int trend_history_save_rows(const struct trend_history *h, double *number);
int trend_history_load_rows(struct trend_history *h, const double *number);

/* The trend of value number `which`, 0 .. TREND_VALUES - 1; it includes the newest row. */
struct trend trend_history_of(const struct trend_history *h, int which);

#endif
