/* residual_tail.h: what a coefficient has still to go by, from what it moved by while the residual fell by its last
 * three decades.
 *
 * A run of Newton's steps ends with some ten rows in which the residual falls by most of its decades, and forces settle
 * with it. Half of the history, which trend.h looks at, begins long before them, where shocks still moved. Here the
 * error of a coefficient is taken to fall at least as the square root of the residual; where it falls as the residual
 * itself, as in a linear equation, the estimate is some thirty times too large. A statement about runs whose residual
 * has fallen, not a rule to end one by.
 */
#ifndef UFV_SOLVE_CONTROL_RESIDUAL_TAIL_H
#define UFV_SOLVE_CONTROL_RESIDUAL_TAIL_H

enum { TAIL_ROWS = 256, TAIL_VALUES = 2 };

struct residual_tail {
    int n, newest;                        /* rows held, 0 .. TAIL_ROWS; where the newest one is */
    double residual[TAIL_ROWS];           /* a ring, as the values */
    double value[TAIL_VALUES][TAIL_ROWS];
};

/* Adds a row, the next of the history. Not collective, as nothing here is. */
void residual_tail_add(struct residual_tail *t, double residual, const double value[TAIL_VALUES]);

/* What value number `which` has still to go by, in its unit: its range from the newest row whose residual is a thousand
 * times that of the last or more on to the last, over sqrt(1000) - 1. NAN: no such row is held, or one of the rows has
 * no number. */
double residual_tail_remaining(const struct residual_tail *t, int which);

#endif
