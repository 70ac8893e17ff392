/* history.h: ufv-post history: the last rows of RESULTS/history.csv and a picture
 * of residuals and coefficients.
 */
#ifndef UFV_POST_HISTORY_HISTORY_H
#define UFV_POST_HISTORY_HISTORY_H

#include <stdbool.h>

/* Prints the last `rows` rows unless quiet, and draws residuals and coefficients. results:
 * the results folder or a CSV file itself. png: the picture to write, NULL for none. An error
 * when the table cannot be read, lacks a column that is drawn, or the picture cannot be
 * drawn. */
int history_command(const char *results, long rows, const char *png, bool quiet);

/* Prints the last `rows` rows and then new ones as they are written, until the run is
 * over. An error when a file of the run cannot be read or stdout not be written. */
int history_follow(const char *results, long rows);

#endif
