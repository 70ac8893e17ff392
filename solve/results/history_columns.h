/* history_columns.h: columns of history.csv that features add behind those of all runs, with the values of a row.
 * Nothing is collective.
 */
#ifndef UFV_SOLVE_RESULTS_HISTORY_COLUMNS_H
#define UFV_SOLVE_RESULTS_HISTORY_COLUMNS_H

#include "types.h"

/* Columns at most, and characters of a name besides those of what it is about ("disk_power:PROPELLER"). */
enum { HISTORY_COLUMNS_MOST = 256, HISTORY_COLUMN_NAME = NAME_SIZE + 16 };

struct history_columns {
    int n;
    char name[HISTORY_COLUMNS_MOST][HISTORY_COLUMN_NAME];
    double value[HISTORY_COLUMNS_MOST];
};

/* name: what:whose, or what alone where whose is "". FATAL() where there is no place for it,
 * and where a name is too long. */
void history_columns_add(struct history_columns *c, const char *what, const char *whose, double value);

#endif
