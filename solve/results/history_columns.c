/* history_columns.c: a list of names and values. */
#include "results/history_columns.h"

#include "error.h"

#include <stdio.h>

void history_columns_add(struct history_columns *c, const char *what, const char *whose, double value)
{
    const char *colon = whose[0] ? ":" : "";
    if (c->n == HISTORY_COLUMNS_MOST)
        FATAL("no place for the column %s%s%s of history.csv, which has %d of features", what, colon, whose, c->n);
    int n = snprintf(c->name[c->n], sizeof c->name[c->n], "%s%s%s", what, colon, whose);
    if (n >= (int)sizeof c->name[c->n])
        FATAL("%s:%s: too long for the name of a column of history.csv", what, whose);
    c->value[c->n++] = value;
}
