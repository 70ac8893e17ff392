/* settle.h: has the flow answered a change of what a controller sets? For the angle of a given lift and the
 * pressure of outlets with a given mass flow, say, which change nothing before.
 *
 * A quantity has settled when the residual has fallen since the change before, without which the flow has not answered
 * yet, and trend.h says where the quantity is heading. Ranks that are told the same numbers come to the same answers;
 * nothing here is collective.
 */
#ifndef UFV_SOLVE_CONTROL_SETTLE_H
#define UFV_SOLVE_CONTROL_SETTLE_H

#include "case/case_file.h"
#include "control/trend.h"

struct settle {
    double fall;                 /* of its peak since the newest change: the residual that shows an answer; one that
                                    stalls is waited for some forty looks */
    int looks_least;             /* after a change, before there is an answer */
    double newest, before;       /* of the quantity at the newest look and the one before */
    double peak;                 /* largest residual since the newest change */
    struct trend_history history; /* since the newest change */
};

/* No look yet. */
void settle_begin(const struct case_file *c, double fall, struct settle *s);

/* Steps between two looks. */
int settle_every(const struct case_file *c);

/* The quantity, a second one that goes along, and the density residual (any norm) of the present state. */
void settle_look(struct settle *s, double value, double other, double residual);

/* *end: what the quantity will come to as things are; *doubt: how far it may be from that; both in its unit. residual:
 * of the newest look. False: it cannot be told yet. */
bool settle_answer(const struct settle *s, double residual, double *end, double *doubt);

/* Is a change worth while by what is missing: more than hold, and clearly so? */
bool settle_is_clear(double missing, double doubt, double hold);

/* What is controlled has changed: looks count anew. */
void settle_changed(struct settle *s);

/* For a checkpoint: how many numbers, at most SETTLE_NUMBERS. load() takes n of them in a struct that has begun; those
 * that settle_save() cannot have written are left. */
enum { SETTLE_HEAD = 7, SETTLE_NUMBERS = SETTLE_HEAD + TREND_VALUES * TREND_ROWS };
int settle_save(const struct settle *s, double number[SETTLE_NUMBERS]);
void settle_load(struct settle *s, int n, const double *number);

#endif
