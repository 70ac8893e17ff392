/* quick_trend.h: where a coefficient is heading in a run whose steps are Newton's, too few for trend.h.
 *
 * Where the residual falls at least tenfold in each of the last two steps and a coefficient's change falls too, the
 * steps are taken to go on so. The changes to come then add up to less than the last one or, if that is small by
 * chance, than the one before by as much smaller as the residual fell. Steps in pseudo-time, which leave slow parts of
 * the error, lower the residual by less.
 */
#ifndef UFV_SOLVE_CONTROL_QUICK_TREND_H
#define UFV_SOLVE_CONTROL_QUICK_TREND_H

enum { QUICK_ROWS = 3, QUICK_VALUES = 2 };

struct quick_trend {
    int n;                                  /* rows held, 0 .. QUICK_ROWS */
    double residual[QUICK_ROWS];            /* [n] oldest first, as the values */
    double value[QUICK_VALUES][QUICK_ROWS]; /* [.][n] */
};

/* Adds a row, the next step's. Not collective, as nothing here is. */
void quick_trend_add(struct quick_trend *t, double residual, const double value[QUICK_VALUES]);

/* The bound on the change still to come of value number `which`, in its unit, >= 0; NAN: the rows do not say. */
double quick_trend_remaining(const struct quick_trend *t, int which);

#endif
