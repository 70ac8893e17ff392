/* history.h: ufv-post history: the last rows of RESULTS/history.csv and a picture
 * of residuals and coefficients. */
#ifndef UFV_POST_HISTORY_H
#define UFV_POST_HISTORY_H

#include <stdbool.h>

/* results: the results folder or a CSV file itself. rows: how many to print.
 * png: NULL for none. */
int history_command(const char *results, long rows, const char *png, bool quiet);

/* Prints the last `rows` rows and then new ones as they are written, until the run is
 * over. */
int history_follow(const char *results, long rows);

#endif
