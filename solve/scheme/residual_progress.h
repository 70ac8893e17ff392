/* residual_progress.h: how far a residual has come, and for how long it has come no further. One measure for all
 * rules of the implicit scheme (scheme/steering_rules.inc): a mark that is moved down whenever the residual has
 * fallen to a factor of it, and the step at which it was. By a factor, not by the least value: a residual that creeps
 * down by a thousandth in each step would otherwise always have a new least one. Nothing here is collective. /
 */
#ifndef UFV_SOLVE_SCHEME_RESIDUAL_PROGRESS_H
#define UFV_SOLVE_SCHEME_RESIDUAL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    double factor; /* of the mark, to which the residual has to fall for a new mark; 0 < factor < 1 */
    double mark;   /* a residual; HUGE_VAL: the next one is the first */
    int64_t step;  /* at which it was set, counted in what the owner counts in */
};

/* Is r at most that share of the mark? False for not-a-number. */
bool progress_is_down(const struct progress *p, double share, double r);

/* Residual r at a step: the mark is moved to it if it has fallen to the factor. */
void progress_record(struct progress *p, double r, int64_t step);

/* Two residuals whose progress is one: if either has fallen to its factor both marks are moved, down alone. */
void progress_record_either(struct progress *p, double r, struct progress *q, double s, int64_t step);

/* Steps since the mark was set. */
int64_t progress_since(const struct progress *p, int64_t step);

/* Decades from the mark down to r > 0; at least 0. */
double progress_decades(const struct progress *p, double r);

#endif
