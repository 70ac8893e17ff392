/* motion_table.h: a motion that is given as a table over time: the angle, and the way of the centre, by cubic splines
 * through its rows. Angle, way and their rates are continuous, and so are the accelerations between the first row and
 * the last.
 */
#ifndef UFV_SOLVE_FEATURES_MOTION_MOTION_TABLE_H
#define UFV_SOLVE_FEATURES_MOTION_MOTION_TABLE_H

#include "case/motion.h"

struct motion_table {
    struct motion_part part; /* complete after motion_table_join() */
    int n;              /* rows, 2 or more */
    int columns;        /* of the file: 2, or 5 with ways */
    double *time;       /* [n] s, ascending; owned */
    double *value[MOTION_VALUES]; /* [n] each; owned */
    double *slope[MOTION_VALUES]; /* [n] each, per s; owned; NULL until motion_table_join() */
    double period;      /* s, from the first row to the last, after which it is repeated; 0: it is not */
};

/* Adds a row behind the others, whose time is less. */
void motion_table_add(struct motion_table *t, double time, const double value[MOTION_VALUES]);

/* Finds the slopes, and what else follows from the rows, which are complete. repeats: the last row is the first one
 * again, a period later. */
void motion_table_join(struct motion_table *t, bool repeats);

/* Values and rates (per s) at a time. Before the first row and behind the last one the mesh stands still there, unless
 * the table is repeated. */
void motion_table_at(const struct motion_table *t, double time, double value[MOTION_VALUES],
                     double rate[MOTION_VALUES]);

void motion_table_free(struct motion_table *t);

#endif
